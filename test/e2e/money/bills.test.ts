import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { type Block, textPdf } from '../../../worker/local/demo/document-files.ts'
import { Api, eventually, mailsTo } from '../../support/e2e/api.ts'
import type { Stage } from '../../support/e2e/browser.ts'
import { addInvoice, BOOKED, IN_BOOKS } from '../../support/e2e/invoices.ts'
import { staged } from '../../support/e2e/staged.ts'

/** Bills that a program enters reach the people who approve them. */
const DANA = 'dana@brightwater.example'

describe('bills', () => {
  let stage: Stage
  let dana: Page
  let maya: Api
  const enter = async (newErpVendorName: string, invoiceNumber: string, by = maya): Promise<string> => {
    const lines = [
      { amount: 40_000, memo: 'Crates', ...BOOKED },
      { amount: 8_550, memo: 'Delivery', ...BOOKED },
    ]
    const bill = {
      ...{ invoiceId: await addInvoice(by), newErpVendorName, invoiceNumber, ...IN_BOOKS },
      ...{ invoiceDate: '2026-11-02', dueDate: '2026-12-02', totalAmount: 48_550, description: 'Crates', lines },
    }
    const { status, body } = await by.call('POST', '/api/payments/bills', bill)
    expect(status, JSON.stringify(body)).toBe(200)
    return body.id
  }
  staged('bills', async (opened) => {
    stage = opened
    maya = await Api.signIn(stage.host, 'maya@brightwater.example')
    dana = await stage.signIn(DANA)
  })
  const noFaults = async (name: string) => {
    expect(await stage.faultsAtBothWidths(dana, `bills-${name}`)).toEqual([])
  }

  it('the email about a bill leads to its page, where its approver comments on it and approves it', async () => {
    const id = await enter('Halden Crates', 'H-1001')
    const mail = await eventually('the email', async () =>
      (await mailsTo(stage.host, DANA)).find(({ text }) => text.includes(`/payments/bills/${id}`)),
    )
    await dana.goto(/\/payments\/bills\/[\w-]+/.exec(mail.text)?.[0] ?? '')
    await dana.getByRole('heading', { name: 'Halden Crates H-1001' }).waitFor()
    await dana.getByRole('table').getByText('Delivery').waitFor()
    await noFaults('page')
    await dana.getByRole('tab', { name: 'Comments' }).click()
    await dana.getByRole('textbox').fill('Were all of them delivered?')
    await dana.getByRole('button', { name: 'Add comment' }).click()
    await dana.getByText('Were all of them delivered?').first().waitFor()
    await dana.getByRole('tab', { name: 'Documents' }).click()
    await dana.getByText('Invoice of Halden').first().waitFor()
    await dana.getByRole('tab', { name: 'Details' }).click()
    await dana.getByRole('button', { name: 'Approve bill' }).first().click()
    await dana.getByRole('dialog').getByRole('button', { name: 'Approve bill' }).click()
    await dana.getByText('Bill approved').waitFor()
    await dana.getByRole('tab', { name: 'History' }).click()
    await noFaults('history')
    const { body } = await maya.get(`/api/payments/bills/${id}`)
    expect(body).toMatchObject({ status: 'APPROVED', totalAmount: { value: 48_550 } })
  })

  it('a bill is approved in the inbox', async () => {
    const id = await enter('Nordic Pallets', 'H-1002')
    await dana.goto(`/inbox?open=BILL.${id}`)
    await dana.getByRole('link', { name: 'Open bill' }).waitFor()
    await dana.getByRole('table').getByText('Crates').waitFor()
    await noFaults('inbox')
    await dana.keyboard.press('a')
    await dana.keyboard.press('a')
    await eventually(
      'the approval',
      async () => (await maya.get(`/api/payments/bills/${id}`)).body.status === 'APPROVED',
    )
  })

  it('an admin bypasses a step with a reason', async () => {
    const id = await enter('Alder Boxes', 'H-1003', await Api.signIn(stage.host, DANA))
    const page = await stage.signIn('maya@brightwater.example')
    await page.goto(`/payments/bills/${id}`)
    await page.getByRole('button', { name: 'More about Finance' }).click()
    await page.getByRole('menuitem', { name: 'Bypass step…' }).click()
    await page.getByRole('dialog').getByLabel('Reason').fill('Paid by contract')
    await page.getByRole('dialog').getByRole('button', { name: 'Bypass step' }).click()
    await page.getByText('Step bypassed').waitFor()
    expect((await maya.get(`/api/payments/bills/${id}`)).body.status).toBe('APPROVED')
  })
  it('an invoice is uploaded, read, entered as a bill and found in the list; its number can’t be used twice', async () => {
    const page = await stage.signIn('maya@brightwater.example')
    const main = page.getByRole('main')
    const faults = (name: string) => stage.faultsAtBothWidths(page, `bills-${name}`)
    const unfold = () => main.getByRole('region', { name: 'More', exact: true }).getByRole('button').first().click()
    await page.getByRole('button', { name: /^Payments/ }).click()
    await page.getByRole('link', { name: 'Inbox', exact: true }).click()
    const upload = async (name: string, number: string) => {
      const row = (label: string, value: string): Block => ({ row: [label, value] })
      const total = row('Total amount due', '$1,250.00')
      const blocks = [row('Invoice number:', number), row('Invoice date:', 'November 3, 2026'), total]
      const buffer = Buffer.from(await textPdf('Kestrel CAD Ltd', [[...blocks, { text: 'Payment terms: net 30' }]]))
      await main.getByRole('button', { name: 'Upload invoice' }).click()
      await page
        .getByRole('dialog')
        .locator('input[type=file]:not([capture])')
        .setInputFiles({
          ...{ name, mimeType: 'application/pdf', buffer },
        })
      await main.getByRole('link', { name: `Enter bill of ${name}` }).click()
    }
    await main.getByRole('region', { name: 'Invoices without a bill' }).waitFor()
    expect(await faults('payments-inbox')).toEqual([])
    await upload('Kestrel 9901.pdf', 'KC-9901')
    await main.getByRole('region', { name: 'Read from the invoice' }).getByText('KC-9901').waitFor()
    await eventually(
      'the recognized vendor',
      async () => (await main.getByRole('combobox', { name: 'Vendor' }).inputValue()) === 'Kestrel CAD Ltd',
    )
    expect(await main.getByRole('textbox', { name: 'Invoice number' }).inputValue()).toBe('KC-9901')
    expect(await main.getByRole('textbox', { name: 'Total' }).inputValue()).toBe('1,250.00')
    expect(await main.getByRole('textbox', { name: 'Due date' }).inputValue()).toBe('Dec 3, 2026')
    await main.getByRole('textbox', { name: 'Invoice number' }).fill('')
    await main.getByRole('button', { name: 'Submit bill' }).click()
    await main.getByText('Required').first().waitFor()
    await main.getByRole('textbox', { name: 'Invoice number' }).fill('KC-9901')
    await main.getByRole('combobox', { name: 'Entity', exact: true }).click()
    await page.getByRole('option').first().click()
    const cell = (field: string) => main.locator(`[data-path="lines.0.${field}"]`)
    await cell('memo').click()
    await page.keyboard.type('Seats')
    await page.keyboard.press('Tab')
    await page.keyboard.type('6210')
    await page.keyboard.press('Enter')
    await cell('erpAccountId').getByText('6210 Software subscriptions').waitFor()
    await unfold()
    await main.getByRole('checkbox', { name: 'Amortize the bill' }).check()
    await main.getByRole('textbox', { name: 'To', exact: true }).fill('Nov 2, 2027')
    await page.keyboard.press('Tab')
    await main.getByRole('combobox', { name: 'Request', exact: true }).fill('gripper study')
    await page.getByRole('option', { name: /gripper study/ }).click()
    await main.getByRole('region', { name: 'Who will approve' }).getByText('Finance', { exact: true }).waitFor()
    expect(await faults('form')).toEqual([])
    await main.getByRole('button', { name: 'Submit bill' }).click()
    await main.getByRole('heading', { name: 'Kestrel CAD Ltd KC-9901' }).waitFor()
    await main.getByText('Nov 3, 2026 – Nov 2, 2027').waitFor()
    await main.getByRole('link', { name: /gripper study/ }).waitFor()

    await page.goto('/payments')
    await upload('Kestrel again.pdf', 'KC-9901')
    await main.getByRole('region', { name: 'Read from the invoice' }).getByText('KC-9901').waitFor()
    await main.getByRole('button', { name: 'Use its values' }).click()
    await main.getByRole('button', { name: 'Submit bill' }).click()
    const notice = main.getByRole('alert', { name: 'There is a bill with this invoice number already' })
    await notice.getByRole('link', { name: 'Kestrel CAD Ltd KC-9901' }).waitFor()
    expect(await faults('duplicate')).toEqual([])
    expect(await main.getByRole('textbox', { name: 'Total' }).inputValue()).toBe('1,250.00')
    await main.getByRole('textbox', { name: 'Invoice number' }).fill('KC-9902')
    await main.getByRole('button', { name: 'Submit bill' }).click()
    await main.getByRole('heading', { name: 'Kestrel CAD Ltd KC-9902' }).waitFor()
    await main.getByRole('button', { name: 'Compare with KC-9901' }).click()
    await page.getByRole('dialog').getByText('This bill').waitFor()
    await page.keyboard.press('Escape')

    await main.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Edit' }).click()
    await unfold()
    await main.getByRole('textbox', { name: 'Description' }).fill('Seats for the second half')
    await main.getByRole('button', { name: 'Save bill' }).click()
    await main.getByRole('heading', { name: 'Kestrel CAD Ltd KC-9902', exact: true }).waitFor()
    await main.getByText('Seats for the second half').waitFor()
    await page.getByRole('link', { name: 'Bills & Payments' }).click()
    await main.getByRole('textbox', { name: 'Search bills' }).fill('KC-990')
    await main.getByRole('link', { name: 'H-1001' }).waitFor({ state: 'detached' })
    await main.getByRole('link', { name: 'KC-9902' }).waitFor()
    await main.getByRole('link', { name: 'KC-9901' }).waitFor()
    await expect.poll(() => main.getByRole('table').getByRole('row').count()).toBe(3)
    expect(await faults('list')).toEqual([])
    await page.getByRole('navigation', { name: 'Bills & Payments' }).getByRole('link', { name: 'Invoices' }).click()
    await main
      .getByRole('row', { name: /Kestrel again/ })
      .getByRole('link', { name: 'KC-9902' })
      .waitFor()
    expect(await faults('invoices')).toEqual([])
  })
})
