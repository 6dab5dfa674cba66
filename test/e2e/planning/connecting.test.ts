import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { LOCAL_NETSUITE, SMALL_ACCOUNT } from '../../../worker/local/host/stand-ins/netsuite/index.ts'
import type { Stage } from '../../support/e2e/browser.ts'
import { staged } from '../../support/e2e/staged.ts'

/** Connecting an accounting system: from the first click to actuals that belong to departments and vendors. */

let stage: Stage
let erik: Page

const noFaults = async (name: string) => {
  expect(await stage.faultsAtBothWidths(erik, `connecting-${name}`)).toEqual([])
}
const dialog = () => erik.getByRole('dialog')
const send = () => dialog().getByRole('button', { name: 'Connect NetSuite' }).click()
const newest = () => erik.getByRole('region', { name: 'Newest sync' })
const complete = () => newest().getByText('Complete', { exact: true }).waitFor()
const counted = (what: string) => newest().getByRole('listitem').filter({ hasText: what }).textContent()

/** What a NetSuite administrator does there. */
const inNetsuite = async (action: 'withdraw' | 'restore' | 'certificate') => {
  const host = `${SMALL_ACCOUNT.toLowerCase().replace('_', '-')}.suitetalk.api.netsuite.com`
  const answer = await fetch(`${stage.host.mailboxUrl}/providers/${host}/local`, {
    method: 'POST',
    body: JSON.stringify({ action }),
  })
  expect(answer.status).toBe(200)
  return (await answer.json()) as Record<'clientId' | 'certificateId' | 'privateKey', string>
}

/** Maps everything by name, kind after kind, as the wizard asks for it. */
const mapEverything = async () => {
  await erik.getByRole('link', { name: 'Continue setup' }).click()
  for (const kind of ['Departments', 'Locations', 'Vendors', 'Expense accounts', 'Revenue accounts']) {
    await erik
      .getByRole('listitem')
      .filter({ hasText: kind, has: erik.locator('strong') })
      .waitFor()
    const match = erik.getByRole('button', { name: 'Match all by name' })
    await erik.getByText(/ of \d+ unmapped$/).waitFor()
    if (await match.isEnabled()) {
      await match.click()
      await erik.getByText(/ not saved yet$/).waitFor()
    }
    if (kind === 'Departments') await noFaults('mapping')
    await erik.getByRole('button', { name: /^(Save and continue|Continue)$/ }).click()
  }
  await erik.getByRole('heading', { name: 'Sync status' }).waitFor()
}

/** The wizard ends with a sync. */
const isSetUp = async () => {
  await complete()
  await erik.goto('/budget-tracking/actuals')
  await erik.getByRole('link', { name: 'Sync status' }).waitFor()
  await erik.getByRole('list', { name: 'Steps' }).waitFor({ state: 'detached' })
  const mappings = erik.getByRole('region', { name: 'Mappings' })
  await mappings.getByText('All mapped').nth(4).waitFor()
}

describe('NetSuite', () => {
  staged('connecting-netsuite', async (opened) => {
    stage = opened
    erik = await stage.signIn('erik@haldenfoods.example')
  })

  it('tokens that NetSuite refuses are said beside the fields, and nothing typed is lost', async () => {
    await erik.goto('/budget-tracking/actuals')
    await erik.getByRole('link', { name: 'Connect an accounting system' }).click()
    await erik.getByRole('button', { name: 'Connect NetSuite' }).waitFor()
    await noFaults('systems')
    await erik.getByRole('button', { name: 'Connect NetSuite' }).click()
    await send()
    expect(await dialog().getByText('Required').count()).toBe(5)
    await dialog().getByLabel('Account ID').fill(SMALL_ACCOUNT)
    await dialog().getByLabel('Consumer key').fill(LOCAL_NETSUITE.consumerKey)
    await dialog().getByLabel('Consumer secret').fill('another')
    await dialog().getByLabel('Token ID').fill(LOCAL_NETSUITE.tokenId)
    await dialog().getByLabel('Token secret').fill(LOCAL_NETSUITE.tokenSecret)
    await send()
    await dialog().getByText('NetSuite refused the login. It doesn’t say which part is wrong').waitFor()
    await noFaults('refused-tokens')
  })

  it('the right ones connect it, and the sync counts what it reads', async () => {
    await dialog().getByLabel('Consumer secret').fill(LOCAL_NETSUITE.consumerSecret)
    await send()
    await erik.waitForURL('**/budget-tracking/actuals')
    await complete()
    expect(await counted('Vendors')).toBe('Vendors40')
    expect(await counted('Bills')).toMatch(/^Bills\d{2,}$/)
    await noFaults('read')
  })

  it('everything is mapped step by step, and a last sync ends the setup', async () => {
    await mapEverything()
    await isSetUp()
    await noFaults('set-up')
  })

  it('tokens that were withdrawn stop the sync with words, and a certificate connects it again', async () => {
    await erik.goto('/budget-tracking/actuals/status')
    // The last sync of the setup may still be running.
    await erik.locator('button:enabled', { hasText: 'Sync now' }).waitFor()
    await inNetsuite('withdraw')
    await erik.getByRole('button', { name: 'Sync now' }).click()
    await erik.getByRole('alert').filter({ hasText: 'NetSuite refused the login' }).first().waitFor()
    await erik.getByRole('link', { name: 'Connect again' }).waitFor()
    await noFaults('refused')
    await inNetsuite('restore')
    await erik.getByRole('link', { name: 'Connect again' }).click()
    await erik.getByRole('button', { name: 'Connect NetSuite again' }).click()
    await dialog().getByText('Certificate', { exact: true }).click()
    expect(await dialog().getByLabel('Account ID').inputValue()).toBe(SMALL_ACCOUNT)
    const { clientId, certificateId, privateKey } = await inNetsuite('certificate')
    await dialog().getByLabel('Client ID').fill(clientId)
    await dialog().getByLabel('Certificate ID').fill('another')
    await dialog().getByLabel('Private key').fill(privateKey)
    await send()
    await dialog().getByText('NetSuite refused the certificate').waitFor()
    await noFaults('certificate')
    await dialog().getByLabel('Certificate ID').fill(certificateId)
    await send()
    await erik.waitForURL('**/budget-tracking/actuals')
    await isSetUp()
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

describe('QuickBooks', () => {
  staged('connecting-quickbooks', async (opened) => {
    stage = opened
    erik = await stage.signIn('erik@haldenfoods.example')
  })
  const toIntuit = async () => {
    await erik.goto('/budget-tracking/actuals/login')
    await erik.getByRole('button', { name: /^Connect QuickBooks/ }).click()
    await erik.waitForURL('**/providers/appcenter.intuit.com/**')
  }

  it('a person who doesn’t agree at Intuit comes back to where they were', async () => {
    await toIntuit()
    await erik.getByRole('button', { name: /cancel|no thanks/i }).click()
    await erik.getByText('QuickBooks was not connected. Nothing has changed.').waitFor()
    await noFaults('not-agreed')
  })

  it('one who does chooses the company, and its books are read', async () => {
    await toIntuit()
    await erik.getByText('Brightwater Labs').click()
    await erik.getByRole('button', { name: /connect|agree/i }).click()
    await erik.waitForURL('**/budget-tracking/actuals')
    await complete()
    await erik.getByText('From Brightwater Labs in QuickBooks').waitFor()
    expect(await counted('Vendors')).toBe('Vendors40')
  })

  it('everything is mapped step by step, and a last sync ends the setup', async () => {
    await mapEverything()
    await isSetUp()
    await noFaults('set-up')
  })

  it('a connection that someone ended at Intuit says so, and connecting again continues', async () => {
    const answer = await fetch(`${stage.host.mailboxUrl}/providers/appcenter.intuit.com/local`, {
      method: 'POST',
      body: JSON.stringify({ action: 'disconnect', realmId: '9341452000000002' }),
    })
    expect(answer.status).toBe(200)
    await erik.goto('/budget-tracking/actuals/status')
    const sync = erik.getByRole('button', { name: 'Sync now' })
    const ended = erik.getByRole('alert').filter({ hasText: 'QuickBooks ended the connection.' }).first()
    await sync.or(ended).first().waitFor()
    // A job may have met the refusal before.
    if (await sync.isVisible()) await sync.click()
    await ended.waitFor()
    await noFaults('ended')
    await toIntuit()
    await erik.getByText('Brightwater Labs').click()
    await erik.getByRole('button', { name: /connect|agree/i }).click()
    await erik.waitForURL('**/budget-tracking/actuals')
    await isSetUp()
    expect(stage.complaints).toEqual([])
  })
})
