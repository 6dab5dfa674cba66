import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { Api } from '../../support/e2e/api.ts'
import type { Stage } from '../../support/e2e/browser.ts'
import { choose } from '../../support/e2e/fields.ts'
import { saveSoftware, softwareCategory } from '../../support/e2e/software-requests.ts'
import { staged } from '../../support/e2e/staged.ts'

/** A new version of a workflow, and the requests in progress that an admin moves to it. */
const MAYA = 'maya@brightwater.example'
const ADA = 'ada@brightwater.example'
const PICKED = 'Moved to the new version'
const LEFT = 'Left where it was'

describe('moving requests to a new version', () => {
  let stage: Stage
  let maya: Page
  const ids: Record<string, string> = {}
  staged('rerouting', async (opened) => {
    stage = opened
    const ada = await Api.signIn(stage.host, ADA)
    const category = await softwareCategory(ada)
    for (const title of [LEFT, PICKED]) ids[title] = await saveSoftware(ada, category, title, 12_000)
    maya = await stage.signIn(MAYA)
  })

  const noFaults = async (page: Page, name: string) => {
    expect(await stage.faultsAtBothWidths(page, `rerouting-${name}`)).toEqual([])
  }
  const running = () => maya.getByRole('list', { name: 'Requests in progress that would change' })
  const request = (title: string) => running().getByRole('listitem').filter({ hasText: title })

  it('saving a workflow says how many requests in progress it would change, and leads to them', async () => {
    await maya.goto('/settings')
    await maya.getByRole('main').getByRole('link', { name: 'Request configuration' }).click()
    await maya.getByRole('heading', { level: 1, name: 'Request configuration' }).waitFor()
    await maya.getByRole('main').getByRole('link', { name: 'Software' }).click()
    await maya
      .getByRole('tab', { name: 'Workflows' })
      .or(maya.getByRole('link', { name: 'Workflows' }))
      .click()
    await maya.getByRole('link', { name: 'Software purchase' }).click()
    await maya
      .getByRole('button', { name: /^Finance/ })
      .first()
      .click()
    await choose(maya, /people/, 'Tomas Keller')
    await maya.getByRole('button', { name: 'Save workflow' }).click()
    await maya.getByText(/\d+ (or more )?requests? in progress would change/).waitFor()
    await noFaults(maya, 'saved')
    await maya.getByRole('button', { name: 'Review', exact: true }).click()
    await running().waitFor()
  })

  it('each of them shows who would gain and who would lose an approval', async () => {
    await request(PICKED).getByText('Tomas Keller, Finance').waitFor()
    await request(LEFT).getByText('Tomas Keller, Finance').waitFor()
    await noFaults(maya, 'list')
  })

  it('only those that the admin picks move, and the others keep their version', async () => {
    await maya.getByRole('checkbox', { name: new RegExp(`^Select .*${PICKED}`) }).check()
    await maya.getByRole('button', { name: 'Move 1 request' }).click()
    const asked = maya.getByRole('dialog', { name: 'Move 1 request?' })
    await asked.getByText(/keep their decisions/).waitFor()
    await noFaults(maya, 'confirm')
    await asked.getByRole('button', { name: 'Move 1 request' }).click()
    await maya.getByText('1 request moved').waitFor()
    await request(PICKED).waitFor({ state: 'detached' })
    await request(LEFT).waitFor()
    await maya.goto(`/intake-request/${ids[PICKED]}`)
    await maya.getByText('Tomas Keller').first().waitFor()
    await noFaults(maya, 'moved')
    await maya.getByRole('tab', { name: 'History' }).click()
    await maya
      .getByText(/Maya Lindqvist moved/)
      .first()
      .waitFor()
    await maya.goto(`/intake-request/${ids[LEFT]}`)
    await maya.getByText('Grace Osei').first().waitFor()
    expect(await maya.getByText('Tomas Keller').count()).toBe(0)
    expect(stage.complaints).toEqual([])
  })
})
