import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { DEMO_ACCOUNT } from '../../../worker/local/demo/book-account.ts'
import { Api, eventually } from '../../support/e2e/api.ts'
import type { Stage } from '../../support/e2e/browser.ts'
import { staged } from '../../support/e2e/staged.ts'

/** What is sent to the accounting system: changed before, sent once, refused and sent again, deleted and made again. */
describe('entries for the accounting system', () => {
  let stage: Stage
  let dana: Page
  let maya: Api
  staged('entries', async (opened) => {
    stage = opened
    maya = await Api.signIn(stage.host, 'maya@brightwater.example')
    dana = await stage.signIn('dana@brightwater.example')
    await dana.goto('/payments/ledger-entries/unsynced')
  })
  const noFaults = async (name: string) => {
    expect(await stage.faultsAtBothWidths(dana, `entries-${name}`)).toEqual([])
  }
  const main = () => dana.getByRole('main')
  const dialog = () => dana.getByRole('dialog').first()
  const tab = (name: string) => main().getByRole('link', { name, exact: true }).click()
  const open = async (name: RegExp) => {
    await main().getByRole('row', { name }).click()
    await dialog().getByRole('heading', { name: 'What will be sent to NetSuite' }).waitFor()
  }
  const close = async () => {
    await dana.keyboard.press('Escape')
    await dialog().waitFor({ state: 'detached' })
  }

  it('the lines of an entry are divided, which is refused until they add up, and shown as they will be sent', async () => {
    await open(/Bill AL\/2318/)
    await noFaults('shown')
    await dialog().getByRole('button', { name: 'Edit lines' }).click()
    const line = (number: number) => dialog().getByRole('group', { name: `Line ${number}` })
    await line(1).getByRole('textbox', { name: 'Amount' }).fill('3000')
    await line(1).getByRole('textbox', { name: 'Memo' }).fill('Crate')
    await dialog().getByText('left to book').waitFor()
    await dialog().getByRole('button', { name: 'Save lines' }).click()
    await dialog().getByRole('alert').first().waitFor()
    await noFaults('lines')
    await dialog().getByRole('button', { name: 'Add line' }).click()
    await line(2).getByRole('textbox', { name: 'Amount' }).fill('1120')
    await line(2).getByRole('textbox', { name: 'Memo' }).fill('Insurance')
    await dialog().getByRole('button', { name: 'Save lines' }).click()
    await dana.getByText('Lines saved').waitFor()
    await dialog()
      .getByRole('row', { name: /^Crate .*\$3,000.00/ })
      .waitFor()
    await dialog()
      .getByRole('row', { name: /^Insurance .*\$1,120.00/ })
      .waitFor()
    await noFaults('divided')
  })

  it('the entry is sent once, however often the button is pressed, and leads to what is there', async () => {
    await dialog().getByRole('button', { name: 'Sync to NetSuite' }).dblclick()
    await dialog().getByText('Synced', { exact: true }).first().waitFor({ timeout: 30_000 })
    await dialog().getByRole('link', { name: 'Open in NetSuite' }).waitFor()
    await noFaults('sent')
    await close()
    await tab('Synced')
    await main()
      .getByRole('row', { name: /Bill AL\/2318/ })
      .waitFor()
    await noFaults('synced')
    const host = `${DEMO_ACCOUNT.toLowerCase().replace('_', '-')}.suitetalk.api.netsuite.com`
    const there = await fetch(`${stage.host.mailboxUrl}/providers/${host}/local`, {
      method: 'POST',
      body: JSON.stringify({ action: 'change', type: 'bill', number: 'AL/2318' }),
    })
    expect(((await there.json()) as { ids: string[] }).ids).toHaveLength(1)
  })

  it('an entry of an entity whose bills aren’t sent says so, and is sent again once an admin has changed that', async () => {
    const sendBills = async (syncBills: boolean) => {
      const path = '/api/erp-entities/books-entity-1/sync-accounts'
      expect((await maya.call('POST', path, { syncBills })).status).toBe(200)
    }
    await sendBills(false)
    await tab('Unsynced')
    await main()
      .getByRole('button', { name: /^Sync: Bill LC-2026-117 / })
      .click()
    await main()
      .getByRole('row', { name: /Bill LC-2026-117 / })
      .waitFor({ state: 'detached' })
    await tab('Errored')
    const row = main().getByRole('row', { name: /Bill LC-2026-117 / })
    await row
      .getByText(/Bills of Brightwater .* aren’t sent/)
      .first()
      .waitFor()
    await noFaults('errored')
    await sendBills(true)
    await row.getByRole('button', { name: /^Sync again: / }).click()
    await row.waitFor({ state: 'detached', timeout: 30_000 })
    await tab('Synced')
    await main()
      .getByRole('row', { name: /Bill LC-2026-117 / })
      .waitFor({ timeout: 30_000 })
  })

  it('what the accounting system refuses is listed in its words', async () => {
    await tab('Unsynced')
    // An old one is on the next page.
    await main().getByRole('textbox', { name: 'Search entries' }).fill('NT5518')
    await main()
      .getByRole('button', { name: /^Sync: Bill NT5518 / })
      .click()
    await tab('Errored')
    const row = main().getByRole('row', { name: /Bill NT5518 / })
    await eventually('the refusal', async () => {
      // Time for the page to show what it has read.
      const refusal = row.getByText(/^The accounting period of .* is closed in NetSuite/).waitFor({ timeout: 5000 })
      const isThere = await refusal.then(
        () => true,
        () => false,
      )
      if (!isThere) await dana.reload()
      return isThere
    })
    await row.click()
    await dialog()
      .getByText(/^The accounting period of .* is closed in NetSuite/)
      .waitFor()
    await noFaults('refused')
    await close()
  })

  it('an entry is deleted, and made again on its bill’s page', async () => {
    await tab('Unsynced')
    await open(/Bill KC-7702/)
    await dialog().getByRole('button', { name: 'Delete entry' }).click()
    await dana.getByRole('dialog', { name: 'Delete this entry?' }).getByRole('button', { name: 'Delete entry' }).click()
    await dana.getByText('Entry deleted').waitFor()
    await main()
      .getByRole('row', { name: /Bill KC-7702/ })
      .waitFor({ state: 'detached' })
    await dana.goto('/payments/bills')
    await main()
      .getByRole('row', { name: /KC-7702/ })
      .click()
    const accounting = main().getByRole('region', { name: 'Accounting' })
    await accounting.getByText('No entry for the accounting system.').waitFor()
    await noFaults('no-entry')
    await accounting.getByRole('button', { name: 'Make entry again' }).click()
    await dana.getByRole('dialog').getByRole('button', { name: 'Make entry' }).click()
    await accounting.getByText('Unsynced').waitFor()
    await accounting.getByRole('button', { name: 'Show what will be sent' }).click()
    await dialog().getByRole('heading', { name: 'What will be sent to NetSuite' }).waitFor()
    await noFaults('bill')
    await dialog().getByRole('button', { name: 'Sync to NetSuite' }).click()
    await dialog().getByText('Synced', { exact: true }).first().waitFor({ timeout: 30_000 })
    await close()
    await accounting.getByText('Synced').waitFor()
    expect(await accounting.getByRole('link', { name: 'Open there' }).getAttribute('href')).toMatch(/^https:/)
    expect(stage.complaints).toEqual([])
  })
})
