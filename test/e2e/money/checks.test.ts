import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { Api } from '../../support/e2e/api.ts'
import type { Stage } from '../../support/e2e/browser.ts'
import { addInvoice, BOOKED, IN_BOOKS } from '../../support/e2e/invoices.ts'
import { afterUndo } from '../../support/e2e/past-undo.ts'
import { staged } from '../../support/e2e/staged.ts'

/** Checks find a duplicate and a changed bank account. Someone else releases one, and its payment goes. */
const DANA = 'dana@brightwater.example'
const MAYA = 'maya@brightwater.example'
const SOFIA = 'sofia@brightwater.example'

describe('checks before money leaves', () => {
  let stage: Stage
  let dana: Page
  let sofia: Page
  let maya: Api
  let finance: Api

  const approved = async (
    vendor: { erpVendorId: string } | { newErpVendorName: string },
    number: string,
    file?: string,
  ) => {
    const entered = await maya.call('POST', '/api/payments/bills', {
      ...{ ...vendor, ...IN_BOOKS },
      ...{ invoiceId: await addInvoice(maya, 'Invoice', file), invoiceNumber: number, invoiceDate: '2026-11-02' },
      ...{
        dueDate: '2026-12-02',
        totalAmount: 48_550,
        description: 'Crates',
        lines: [{ amount: 48_550, memo: 'Crates', ...BOOKED }],
      },
    })
    expect(entered.status, JSON.stringify(entered.body)).toBe(200)
    const billId = entered.body.id
    const { levels } = (await finance.get(`/api/payments/bills/${billId}/approvals`)).body
    await finance.call('POST', `/api/payments/bills/${billId}/status`, {
      ...{ status: 'APPROVED', levelGroupStatusId: levels[0].blocks[0].id },
    })
    const bill = await afterUndo(stage.host, 'the payment', async () => {
      const { body } = await maya.get(`/api/payments/bills/${billId}`)
      return body.billPayment ? body : null
    })
    return { billId, paymentId: bill.billPayment.id as string, erpVendorId: bill.erpVendor.id as string }
  }
  /** Dana enters it, and Maya confirms it. */
  const account = async (erpVendorId: string, accountNumber: string): Promise<void> => {
    const { body } = await finance.call('PUT', `/api/erp-vendors/${erpVendorId}/payment-information`, {
      ...{ accountHolderName: 'Vendor', accountHolderType: 'COMPANY', routingNumber: '110000000', accountNumber },
    })
    await maya.graphql(
      'mutation ($id: ID!) { confirmErpVendorPaymentInformation(id: $id, shouldConfirm: true) { id } }',
      {
        id: body.id,
      },
    )
  }
  const noFaults = async (page: Page, name: string) => {
    expect(await stage.faultsAtBothWidths(page, `checks-${name}`)).toEqual([])
  }

  let duplicate: { paymentId: string; billId: string }
  staged('checks', async (opened) => {
    stage = opened
    maya = await Api.signIn(stage.host, MAYA)
    finance = await Api.signIn(stage.host, DANA)
    const first = await approved({ newErpVendorName: 'Halden Crates' }, 'H-3001', 'one file')
    duplicate = await approved({ erpVendorId: first.erpVendorId }, 'H-3002', 'one file')
    await account(first.erpVendorId, '000123456789')
    const other = await approved({ newErpVendorName: 'Halden Freight' }, 'F-1')
    await account(other.erpVendorId, '000111111116')
    await account(other.erpVendorId, '000111111113')
    dana = await stage.signIn(DANA)
    sofia = await stage.signIn(SOFIA)
  })

  it('the list shows a duplicate and a changed bank account, each with its reason', async () => {
    await dana.goto('/payments/checks')
    const main = dana.getByRole('main')
    await main.getByRole('row', { name: /Possible duplicate.*Halden Crates.*On hold/ }).waitFor()
    const changed = main.getByRole('row', { name: /Changed bank details.*Halden Freight.*On hold/ })
    await changed.waitFor()
    await noFaults(dana, 'list')
    await changed.getByRole('link', { name: 'Changed bank details' }).click()
    await main.getByRole('heading', { level: 2, name: 'Bank details side by side' }).waitFor()
    await main.getByText('You entered what this is about, so someone else has to decide.').waitFor()
    await noFaults(dana, 'details')
  })

  it('the payment of the duplicate waits, and someone who didn’t enter it releases it', async () => {
    // She entered the account that the duplicate is paid to.
    await dana.goto(`/payments/bill-payments/${duplicate.paymentId}`)
    await dana.getByRole('main').getByRole('link', { name: 'Possible duplicate' }).click()
    const bar = 'You entered what this is about, so someone else has to decide. Sofia Almeida can.'
    await dana.getByText(bar).waitFor()
    expect(await dana.getByRole('button', { name: 'Release' }).count()).toBe(0)

    await sofia.goto(`/payments/bill-payments/${duplicate.paymentId}`)
    const main = sofia.getByRole('main')
    await main.getByText('Checks hold this bill’s payment').waitFor()
    await noFaults(sofia, 'held')
    await main.getByRole('link', { name: 'Possible duplicate' }).click()
    await main.getByRole('heading', { level: 2, name: 'Bills side by side' }).waitFor()
    await noFaults(sofia, 'finding')
    await main.getByRole('button', { name: 'Release' }).click()
    const dialog = sofia.getByRole('dialog', { name: 'Release this finding?' })
    await dialog.getByRole('button', { name: 'Release finding' }).click()
    await dialog.getByText('Required').waitFor()
    await dialog.getByLabel('Reason').fill('Two deliveries, called Halden')
    await dialog.getByRole('button', { name: 'Release finding' }).click()
    await main.getByText('“Two deliveries, called Halden”').waitFor()
    await main.getByRole('link', { name: 'Open payment' }).first().click()
    await main.getByRole('button', { name: 'Pay $485.50' }).click()
    await sofia.getByRole('dialog').getByRole('button', { name: 'Pay $485.50' }).click()
    await main.getByText('On its way').first().waitFor()
    const bill = (await maya.get(`/api/payments/bill-payments/${duplicate.paymentId}`)).body
    expect(['PROCESSING', 'PAID']).toContain(bill.status)
  })

  it('an admin sets what is looked for, with mistakes beside the fields', async () => {
    const page = await stage.signIn(MAYA)
    await page.goto('/settings/payments/checks')
    const main = page.getByRole('main')
    await main.getByRole('heading', { level: 2, name: 'What happens' }).waitFor()
    await noFaults(page, 'settings')
    await main.getByLabel('Day ends').fill('05:00')
    await main.getByRole('button', { name: 'Save checks' }).click()
    await main.getByText('The day must end after it starts').waitFor()
    await main.getByLabel('Day ends').fill('21:00')
    await main.getByRole('button', { name: 'Save checks' }).click()
    // It may loosen a check, and there is no other admin.
    await page.getByText('it takes effect in 24 hours, as no one else can confirm it').waitFor()
    const waiting = main.getByRole('alert', { name: 'Waiting for a second person' })
    await waiting.getByText(/^Checks of payments: limits\. Asked by Maya Lindqvist/).waitFor()
    expect(await main.getByLabel('Day ends').inputValue()).toBe('22:00')
    await noFaults(page, 'settings-waiting')
    await page.goto('/')
    const queue = main.getByRole('list', { name: 'Waiting for you' })
    const change = queue.getByRole('link', { name: /Checks of payments: limits/ })
    await change.waitFor()
    await noFaults(page, 'home-waiting')
    await page.emulateMedia({ colorScheme: 'dark' })
    await noFaults(page, 'home-waiting-dark')
    await change.click()
    await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor()
    await waiting.getByRole('button', { name: 'Cancel change' }).click()
    await page.getByText('Change canceled').waitFor()
    await waiting.waitFor({ state: 'detached' })
    expect(stage.complaints).toEqual([])
  })
})
