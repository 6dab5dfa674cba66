import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import {
  isRead,
  isSetUp,
  mapEverything,
  NETSUITE,
  orderAndDrift,
  QUICKBOOKS,
  recodeAndUndo,
} from '../../support/e2e/books-job.ts'
import { NARROW, type Stage } from '../../support/e2e/browser.ts'
import { staged } from '../../support/e2e/staged.ts'

/** The whole job with each accounting system on a phone, or in half a window. */

const ERIK = 'erik@haldenfoods.example'

describe.each([NETSUITE, QUICKBOOKS])('$name at 640 pixels', (system) => {
  let stage: Stage
  let erik: Page
  staged(`narrow-${system.name}`, async (opened) => {
    stage = opened
    erik = await stage.signIn(ERIK, NARROW)
  })
  const look = async (name: string): Promise<void> => {
    expect(await stage.accessibilityFaults(erik)).toEqual([])
    await stage.picture(erik, `narrow-${system.name}-${name}`)
  }

  it('it is connected and read', async () => {
    await system.connect(erik)
    await isRead(erik)
    await erik.getByText(`From ${system.company} in ${system.name}`).waitFor()
    await look('read')
  })

  it('everything is mapped, step by step', async () => {
    await mapEverything(erik, look)
    await isSetUp(erik)
    await look('set-up')
  })

  it('a transaction gets another vendor, which is undone', () => recodeAndUndo(erik, look))

  it('what is changed there after it was sent is found and accepted', async () => {
    await orderAndDrift(stage, erik, ERIK, system, look)
    expect(stage.complaints).toEqual([])
  })
})
