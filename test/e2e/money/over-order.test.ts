import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { textPdf } from '../../../worker/local/demo/document-files.ts'
import { eventually } from '../../support/e2e/api.ts'
import type { Stage } from '../../support/e2e/browser.ts'
import { staged } from '../../support/e2e/staged.ts'

/** A bill for more than its purchase order has open: within the tolerance, and beyond it, which someone else approves. */
const TITLE = 'Kestrel CAD Ltd KC-7820'

describe('a bill over its purchase order', () => {
  let stage: Stage
  let dana: Page
  let href: string
  staged('over-order', async (opened) => {
    stage = opened
    dana = await stage.signIn('dana@brightwater.example')
  })
  const noFaults = async (page: Page, name: string) => {
    expect(await stage.faultsAtBothWidths(page, `over-order-${name}`)).toEqual([])
  }
  const main = () => dana.getByRole('main')

  it('an admin lets bills through that are up to 5% over, and chooses who approves more', async () => {
    const maya = await stage.signIn('maya@brightwater.example')
    await maya.goto('/settings/payments/bill-rules')
    const match = maya.getByRole('region', { name: 'Purchase order match' })
    await match.getByLabel('Percent of the order').fill('5')
    await match.getByRole('combobox', { name: 'People who approve' }).fill('Omar')
    await maya.getByRole('option', { name: 'Omar Haddad' }).click()
    await maya.keyboard.press('Escape')
    await match.getByRole('button', { name: 'Save tolerance' }).click()
    await maya.getByText('Tolerance saved').waitFor()
    await noFaults(maya, 'settings')
  })

  it('the form finds the order that the invoice names, and says what it leaves open', async () => {
    const buffer = Buffer.from(
      await textPdf('Kestrel CAD Ltd', [
        [
          { heading: 'Invoice' },
          { row: ['Invoice number:', 'KC-7820'] },
          { row: ['Invoice date:', 'November 18, 2026'] },
          { row: ['Purchase order:', 'PO-5'] },
          { row: ['Total amount due', '$2,080.00'] },
        ],
      ]),
    )
    await dana.goto('/payments')
    await main().getByRole('button', { name: 'Upload invoice' }).click()
    await dana
      .getByRole('dialog')
      .locator('input[type=file]:not([capture])')
      .setInputFiles({ name: 'KC-7820.pdf', mimeType: 'application/pdf', buffer })
    await main().getByRole('link', { name: 'Enter bill of KC-7820.pdf' }).click()
    await eventually(
      'the recognized vendor',
      async () => (await main().getByRole('combobox', { name: 'Vendor' }).inputValue()) === 'Kestrel CAD Ltd',
    )
    await main().getByRole('button', { name: 'Use its values' }).click()
    const suggested = main().getByRole('group', { name: 'Suggested orders' })
    await suggested.getByText('Named in the invoice:').waitFor()
    await suggested.getByRole('button', { name: 'PO-5, $2,000.00 open' }).click()
    await main().getByText('$80.00 over what PO-5 has open. Tolerance: 5%.').waitFor()
    const approvals = main().getByRole('region', { name: 'Who will approve' })
    await approvals.getByText('Finance', { exact: true }).waitFor()
    expect(await approvals.getByText('Purchase order match').count()).toBe(0)
    await noFaults(dana, 'within')
  })

  it('beyond the tolerance the preview has another approval, before anything is submitted', async () => {
    await main().getByRole('textbox', { name: 'Total' }).fill('2600')
    await main().getByRole('textbox', { name: 'Total' }).press('Tab')
    await main().getByText('$600.00 over what PO-5 has open. Tolerance: 5%.').waitFor()
    const approvals = main().getByRole('region', { name: 'Who will approve' })
    await approvals.getByText('Purchase order match').waitFor()
    await approvals.getByText('Omar Haddad').waitFor()
    await noFaults(dana, 'beyond')
    await main().getByRole('button', { name: 'Submit bill' }).click()
    await main().getByRole('heading', { level: 1, name: TITLE }).waitFor()
    href = dana.url()
  })

  it('who is asked sees why, with each line beside what the order has open, and approves it', async () => {
    const omar = await stage.signIn('omar@brightwater.example')
    await omar.goto(href)
    const order = omar.getByRole('region', { name: 'Purchase order' })
    await order.getByText(/\$600.00 over what PO-5 has open/).waitFor()
    for (const text of ['Seats', 'Training', 'Not matched to a line', '-$600.00'])
      await order.getByText(text, { exact: true }).first().waitFor()
    await omar
      .getByText(/Purchase order match/)
      .first()
      .waitFor()
    await noFaults(omar, 'approver')
    await omar.getByRole('button', { name: 'Approve bill' }).first().click()
    await omar.getByRole('dialog').getByRole('button', { name: 'Approve bill' }).click()
    await omar.getByText('Approved today').waitFor()
    expect(stage.complaints).toEqual([])
  })
})
