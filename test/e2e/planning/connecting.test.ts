import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { LOCAL_NETSUITE, SMALL_ACCOUNT } from '../../../worker/local/host/stand-ins/netsuite/index.ts'
import {
  agreeAtIntuit,
  doThere,
  fillTokens,
  isRead,
  isSetUp,
  mapEverything,
  NETSUITE,
  newestSync,
  orderAndDrift,
  QUICKBOOKS,
  recodeAndUndo,
  sendTokens,
  toIntuit,
} from '../../support/e2e/books-job.ts'
import type { Stage } from '../../support/e2e/browser.ts'
import { staged } from '../../support/e2e/staged.ts'

/** Connecting an accounting system: from the first click to actuals that belong to departments and vendors. */

const ERIK = 'erik@haldenfoods.example'
let stage: Stage
let erik: Page

const lookAs = (prefix: string) => async (name: string) => {
  expect(await stage.faultsAtBothWidths(erik, `${prefix}-${name}`)).toEqual([])
}
const dialog = () => erik.getByRole('dialog')
const counted = (what: string) => newestSync(erik).getByRole('listitem').filter({ hasText: what }).textContent()

describe('NetSuite', () => {
  staged('connecting-netsuite', async (opened) => {
    stage = opened
    erik = await stage.signIn(ERIK)
  })
  const noFaults = lookAs('connecting')

  it('tokens that NetSuite refuses are said beside the fields, and nothing typed is lost', async () => {
    await erik.goto('/budget-tracking/actuals')
    await erik.getByRole('link', { name: 'Connect an accounting system' }).click()
    await erik.getByRole('button', { name: 'Connect NetSuite' }).waitFor()
    await noFaults('systems')
    await erik.getByRole('button', { name: 'Connect NetSuite' }).click()
    await sendTokens(erik)
    expect(await dialog().getByText('Required').count()).toBe(5)
    await fillTokens(erik, 'another')
    await sendTokens(erik)
    await dialog().getByText('NetSuite refused the login. It doesn’t say which part is wrong').waitFor()
    await noFaults('refused-tokens')
  })

  it('the right ones connect it, and the sync counts what it reads', async () => {
    await dialog().getByLabel('Consumer secret').fill(LOCAL_NETSUITE.consumerSecret)
    await sendTokens(erik)
    await erik.waitForURL('**/budget-tracking/actuals')
    await isRead(erik)
    expect(await counted('Vendors')).toBe('Vendors40')
    expect(await counted('Bills')).toMatch(/^Bills\d{2,}$/)
    await noFaults('read')
  })

  it('everything is mapped step by step, and a last sync ends the setup', async () => {
    await mapEverything(erik, noFaults)
    await isSetUp(erik)
    await noFaults('set-up')
  })

  it('a transaction gets another vendor, which is undone', () => recodeAndUndo(erik, noFaults))

  it('what is changed there after it was sent is found and accepted', () =>
    orderAndDrift(stage, erik, ERIK, NETSUITE, noFaults))

  it('tokens that were withdrawn stop the sync with words, and a certificate connects it again', async () => {
    await erik.goto('/budget-tracking/actuals/status')
    // The last sync of the setup may still be running.
    await erik.locator('button:enabled', { hasText: 'Sync now' }).waitFor()
    await doThere(stage, NETSUITE, { action: 'withdraw' })
    await erik.getByRole('button', { name: 'Sync now' }).click()
    await erik.getByRole('alert').filter({ hasText: 'NetSuite refused the login' }).first().waitFor()
    await erik.getByRole('link', { name: 'Connect again' }).waitFor()
    await noFaults('refused')
    await doThere(stage, NETSUITE, { action: 'restore' })
    await erik.getByRole('link', { name: 'Connect again' }).click()
    await erik.getByRole('button', { name: 'Connect NetSuite again' }).click()
    await dialog().getByText('Certificate', { exact: true }).click()
    expect(await dialog().getByLabel('Account ID').inputValue()).toBe(SMALL_ACCOUNT)
    const { clientId, certificateId, privateKey } = await doThere(stage, NETSUITE, { action: 'certificate' })
    await dialog().getByLabel('Client ID').fill(clientId)
    await dialog().getByLabel('Certificate ID').fill('another')
    await dialog().getByLabel('Private key').fill(privateKey)
    await sendTokens(erik)
    await dialog().getByText('NetSuite refused the certificate').waitFor()
    await noFaults('certificate')
    await dialog().getByLabel('Certificate ID').fill(certificateId)
    await sendTokens(erik)
    await erik.waitForURL('**/budget-tracking/actuals')
    await isSetUp(erik)
  })

  it('disconnecting forgets the access, and another system can be connected', async () => {
    await erik.goto('/budget-tracking/actuals/status')
    await erik.getByRole('button', { name: 'More actions' }).click()
    await erik.getByRole('menuitem', { name: 'Disconnect' }).click()
    await dialog().getByRole('button', { name: 'Disconnect NetSuite' }).click()
    await erik.getByText('No accounting system is connected').waitFor()
    await erik.getByRole('link', { name: 'Connect an accounting system' }).click()
    await erik.getByRole('button', { name: 'Connect QuickBooks' }).waitFor()
    expect(stage.complaints).toEqual([])
  })
})

/** A sync goes on step by step, each by a job. */
const STEPS_MS = 60_000

describe('QuickBooks', () => {
  staged('connecting-quickbooks', async (opened) => {
    stage = opened
    erik = await stage.signIn(ERIK)
  })
  const noFaults = lookAs('connecting-quickbooks')

  it('a person who doesn’t agree at Intuit comes back to where they were', async () => {
    await toIntuit(erik)
    await erik.getByRole('button', { name: /cancel|no thanks/i }).click()
    await erik.getByText('QuickBooks was not connected. Nothing has changed.').waitFor()
    await noFaults('not-agreed')
  })

  it('one who does chooses the company, and its books are read', async () => {
    await toIntuit(erik)
    await agreeAtIntuit(erik)
    await isRead(erik)
    await erik.getByText('From Brightwater Labs in QuickBooks').waitFor()
    expect(await counted('Vendors')).toBe('Vendors40')
  })

  it('everything is mapped step by step, and a last sync ends the setup', async () => {
    await mapEverything(erik, noFaults)
    await isSetUp(erik)
    await noFaults('set-up')
  })

  it('a transaction gets another vendor, which is undone', () => recodeAndUndo(erik, noFaults))

  it('what is changed there after it was sent is found and accepted', () =>
    orderAndDrift(stage, erik, ERIK, QUICKBOOKS, noFaults))

  it('a connection that someone ended at Intuit says so, and connecting again continues', async () => {
    await doThere(stage, QUICKBOOKS, { action: 'disconnect' })
    await erik.goto('/budget-tracking/actuals/status')
    const sync = erik.locator('button:enabled', { hasText: 'Sync now' })
    const ended = erik.getByRole('alert').filter({ hasText: 'QuickBooks ended the connection.' }).first()
    // One that runs meets the refusal in one of its next steps.
    await sync.or(ended).first().waitFor({ timeout: STEPS_MS })
    // A job may have met the refusal before.
    if (await sync.isVisible()) await sync.click()
    await ended.waitFor({ timeout: STEPS_MS })
    await noFaults('ended')
    await toIntuit(erik)
    await agreeAtIntuit(erik)
    await isSetUp(erik)
    expect(stage.complaints).toEqual([])
  })
})
