import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { textPdf } from '../../../worker/local/demo/document-files.ts'
import { composeMail } from '../../../worker/local/host/mailbox/compose.ts'
import { eventually, mailsTo } from '../../support/e2e/api.ts'
import type { Stage } from '../../support/e2e/browser.ts'
import { afterUndo } from '../../support/e2e/past-undo.ts'
import { staged } from '../../support/e2e/staged.ts'

/**
 * An invoice from the email it came with to the accounting system: Dana enters its bill, Grace approves it, Sofia pays it,
 * and Dana syncs both. Each step builds on the one before.
 */
const ADDRESS = 'brightwater_invoices@in.outlay.example'
const FILE = 'KC-7810.pdf'
const TITLE = 'Kestrel CAD Ltd KC-7810'

describe('an invoice by email', () => {
  let stage: Stage
  let dana: Page
  let href: string
  staged('invoice-to-books', async (opened) => {
    stage = opened
    dana = await stage.signIn('dana@brightwater.example')
  })
  const noFaults = async (page: Page, name: string) => {
    expect(await stage.faultsAtBothWidths(page, `invoice-to-books-${name}`)).toEqual([])
  }
  const main = () => dana.getByRole('main')

  it('the email’s file waits in the payments inbox', async () => {
    const content = await textPdf('Kestrel CAD Ltd', [
      [
        { heading: 'Invoice' },
        { row: ['Invoice number:', 'KC-7810'] },
        { row: ['Invoice date:', 'November 16, 2026'] },
        { row: ['Bill to:', 'Brightwater Robotics, Inc.'] },
        { text: 'Payment terms: net 30' },
        { row: ['Seats, 3', '$3,600.00'] },
        { row: ['Total amount due', '$3,600.00'] },
      ],
    ])
    const raw = composeMail({
      ...{ from: '"Kestrel CAD" <billing@kestrelcad.example>', to: ADDRESS, subject: 'Invoice KC-7810' },
      text: 'Please find our invoice attached.',
      attachments: [{ filename: FILE, contentType: 'application/pdf', content }],
    })
    const query = new URLSearchParams({ from: 'billing@kestrelcad.example', to: ADDRESS, authentication: 'pass' })
    const sent = await fetch(`${stage.host.mailboxUrl}/api/inbound?${query}`, { method: 'POST', body: raw })
    expect(await sent.json()).toEqual({ accepted: true })
    await dana.getByRole('button', { name: /^Payments/ }).click()
    await dana.getByRole('link', { name: 'Inbox', exact: true }).click()
    await main()
      .getByRole('row', { name: /KC-7810/ })
      .waitFor()
    await noFaults(dana, 'inbox')
  })

  it('what was read is in the form with its place on the page, and a wrong value is corrected', async () => {
    await main()
      .getByRole('link', { name: `Enter bill of ${FILE}` })
      .click()
    const read = main().getByRole('region', { name: 'Read from the invoice' })
    await read.getByText('KC-7810').waitFor()
    const field = (name: string) => main().getByRole('textbox', { name })
    await eventually(
      'the recognized vendor',
      async () => (await main().getByRole('combobox', { name: 'Vendor' }).inputValue()) === 'Kestrel CAD Ltd',
    )
    expect(await field('Invoice number').inputValue()).toBe('KC-7810')
    expect(await field('Total').inputValue()).toBe('3,600.00')
    expect(await field('Due date').inputValue()).toBe('Dec 16, 2026')
    await read.getByRole('button', { name: /^Total/ }).click()
    await main()
      .getByRole('img', { name: /^Page 1 of KC-7810.pdf, marked: .*3,600/ })
      .waitFor()
    const sheet = main()
      .getByRole('img', { name: /^Page 1 of/ })
      .locator('..')
    await expect.poll(() => sheet.locator('button[data-active]').count()).toBeGreaterThan(0)
    expect(await field('Total').evaluate((node) => node === document.activeElement)).toBe(true)
    await main()
      .getByRole('button', { name: /^Invoice number: / })
      .click()
    expect(await field('Invoice number').evaluate((node) => node === document.activeElement)).toBe(true)
    await stage.picture(dana, 'invoice-to-books-mark')
    await noFaults(dana, 'form')
    await main().getByRole('group', { name: 'Days to pay' }).getByRole('button', { name: '45 days' }).click()
    expect(await field('Due date').inputValue()).toBe('Dec 31, 2026')
    await main().getByRole('button', { name: 'Use its values' }).click()
    await main().getByRole('button', { name: 'Submit bill' }).click()
    await main().getByRole('heading', { level: 1, name: TITLE }).waitFor()
    await main().getByText('Dec 31, 2026').first().waitFor()
    href = dana.url()
  })

  it('an approver opens it from the email, and approves it', async () => {
    const grace = await stage.signIn('grace@brightwater.example')
    const mail = await eventually('the email', async () =>
      (await mailsTo(stage.host, 'grace@brightwater.example')).find(({ text }) => text.includes('KC-7810')),
    )
    await grace.goto(/\/payments\/bills\/[\w-]+/.exec(mail.text)?.[0] ?? '')
    await grace.getByRole('heading', { level: 1, name: TITLE }).waitFor()
    await grace.getByRole('button', { name: 'Approve bill' }).first().waitFor()
    await noFaults(grace, 'approval')
    await grace.getByRole('button', { name: 'Approve bill' }).first().click()
    await grace.getByRole('dialog').getByRole('button', { name: 'Approve bill' }).click()
    await grace.getByText('Bill approved').waitFor()
  })

  it('someone who neither entered nor confirmed anything pays it from the balance', async () => {
    const sofia = await stage.signIn('sofia@brightwater.example')
    await sofia.goto('/payments/transactions')
    const list = sofia.getByRole('main')
    await afterUndo(stage.host, 'the payment', async () => {
      await list.getByRole('textbox', { name: 'Search payments' }).fill('KC-7810')
      const row = list.getByRole('row', { name: /KC-7810.*Ready to pay/ })
      if (await row.isVisible()) return true
      await sofia.reload()
      return false
    })
    await list
      .getByRole('row', { name: /KC-7810/ })
      .getByRole('link', { name: 'KC-7810' })
      .click()
    await sofia.getByRole('heading', { level: 1, name: TITLE }).waitFor()
    await noFaults(sofia, 'payment')
    await sofia.getByRole('button', { name: 'Pay $3,600.00' }).click()
    await sofia.getByRole('dialog').getByRole('button', { name: 'Pay $3,600.00' }).click()
    await sofia.getByText('On its way').first().waitFor()
    await sofia.getByText('On its way', { exact: true }).waitFor({ state: 'detached', timeout: 60_000 })
    await list.getByText(/^Paid/).first().waitFor()
    await sofia.getByRole('region', { name: 'Accounting' }).getByText('Unsynced').waitFor()
    await noFaults(sofia, 'paid')
  })

  it('bill and payment are found among the unsynced entries, shown as they will be sent, and synced with a link', async () => {
    await dana.goto(href)
    await main().getByText('Paid', { exact: true }).first().waitFor()
    await dana.getByRole('link', { name: 'Accounting', exact: true }).click()
    for (const name of [/Bill KC-7810 of Kestrel CAD Ltd/, /Payment of bill KC-7810/]) {
      await main().getByRole('link', { name: 'Unsynced', exact: true }).click()
      await main().getByRole('textbox', { name: 'Search entries' }).fill('kc-7810')
      await main().getByRole('row', { name }).click()
      const dialog = dana.getByRole('dialog')
      await dialog.getByRole('heading', { name: 'What will be sent to NetSuite' }).waitFor()
      await dialog.getByText('$3,600.00').first().waitFor()
      await noFaults(dana, `unsynced-${String(name).slice(1, 5).toLowerCase()}`)
      await dialog.getByRole('button', { name: 'Sync to NetSuite' }).click()
      await dialog.getByText('Synced', { exact: true }).first().waitFor({ timeout: 30_000 })
      await dana.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
      await main().getByRole('link', { name: 'Synced', exact: true }).click()
      const row = main().getByRole('row', { name })
      await row.waitFor()
      expect(await row.getByRole('link', { name: 'Open' }).getAttribute('href')).toMatch(/^https:\/\/7654321-sb3\./)
    }
    await noFaults(dana, 'synced')
    await dana.goto(href)
    await main()
      .getByText(/Synced/)
      .first()
      .waitFor()
    await noFaults(dana, 'bill')
    expect(stage.complaints).toEqual([])
  })
})
