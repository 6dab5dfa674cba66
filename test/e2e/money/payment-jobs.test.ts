import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { formatMoney } from '../../../schema/shared/money.ts'
import { Api, eventually } from '../../support/e2e/api.ts'
import type { Stage } from '../../support/e2e/browser.ts'
import { addInvoice, BOOKED, IN_BOOKS } from '../../support/e2e/invoices.ts'
import { afterUndo } from '../../support/e2e/past-undo.ts'
import { staged } from '../../support/e2e/staged.ts'

/**
 * Maya enters bills and confirms bank details, Dana approves and enters details, and Sofia pays: no one pays what they
 * entered or confirmed alone. Where Sofia confirms too, Grace pays.
 */
const MAYA = 'maya@brightwater.example'
const DANA = 'dana@brightwater.example'
const SOFIA = 'sofia@brightwater.example'
const GRACE = 'grace@brightwater.example'
const KESTREL = { erpVendorId: 'books-vendor-1' }
const RUN = 20
const usd = (value: number) => formatMoney({ value, currency: 'USD' })

type Vendor = { erpVendorId: string } | { newErpVendorName: string }

describe('payments, from several at once to one that comes back', () => {
  let stage: Stage
  let maya: Api
  let dana: Api
  let sofia: Api
  let sofiaPage: Page
  let danaPage: Page

  const noFaults = async (page: Page, name: string) => {
    expect(await stage.faultsAtBothWidths(page, `payment-jobs-${name}`)).toEqual([])
  }
  const enter = async (vendor: Vendor, invoiceNumber: string, amount: number, dueDate = '2026-12-02') => {
    const { status, body } = await maya.call('POST', '/api/payments/bills', {
      ...{ ...vendor, ...IN_BOOKS, invoiceId: await addInvoice(maya), invoiceNumber, invoiceDate: '2026-11-02' },
      ...{ dueDate, totalAmount: amount, description: 'Tools', lines: [{ amount, memo: 'Tools', ...BOOKED }] },
    })
    expect(status, JSON.stringify(body)).toBe(200)
    const { levels } = (await dana.get(`/api/payments/bills/${body.id}/approvals`)).body
    await dana.call('POST', `/api/payments/bills/${body.id}/status`, {
      ...{ status: 'APPROVED', levelGroupStatusId: levels[0].blocks[0].id },
    })
    return body.id as string
  }
  const billOf = async (id: string) => (await maya.get(`/api/payments/bills/${id}`)).body
  const paymentOf = (billId: string): Promise<string> =>
    afterUndo(stage.host, 'the payment', async () => (await billOf(billId)).billPayment?.id, 60)
  const enterAccount = async (erpVendorId: string, accountNumber: string): Promise<string> => {
    const { status, body } = await dana.call('PUT', `/api/erp-vendors/${erpVendorId}/payment-information`, {
      ...{ accountHolderName: 'Vendor', accountHolderType: 'COMPANY', routingNumber: '110000000', accountNumber },
    })
    expect(status, JSON.stringify(body)).toBe(200)
    return body.id
  }
  const CONFIRM = 'mutation ($id: ID!) { confirmErpVendorPaymentInformation(id: $id, shouldConfirm: true) { id } }'
  const confirm = (by: Api, id: string) => by.graphql(CONFIRM, { id })
  const pay = async (page: Page, paymentId: string, amount: number) => {
    await page.goto(`/payments/bill-payments/${paymentId}`)
    await page.getByRole('button', { name: `Pay ${usd(amount)}` }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: `Pay ${usd(amount)}` })
      .click()
    await page.getByText('On its way').first().waitFor()
  }

  let larkin: string
  let morrow: { billId: string; paymentId: string }
  let kestrel: string
  const amountOf = (at: number) => 4_000 + at * 10
  const total = Array.from({ length: RUN }, (_, at) => amountOf(at)).reduce((sum, amount) => sum + amount, 0)

  staged('payment-jobs', async (opened) => {
    stage = opened
    maya = await Api.signIn(stage.host, MAYA)
    dana = await Api.signIn(stage.host, DANA)
    sofia = await Api.signIn(stage.host, SOFIA)
    const first = await enter({ newErpVendorName: 'Larkin Tools' }, 'LT-2000', amountOf(0))
    larkin = (await billOf(first)).erpVendor.id
    const others = Array.from({ length: RUN - 1 }, (_, at) => at + 1)
    for (let at = 0; at < others.length; at += 5)
      await Promise.all(
        others
          .slice(at, at + 5)
          .map((n) =>
            enter({ erpVendorId: larkin }, `LT-${2000 + n}`, amountOf(n), n < 12 ? '2026-12-02' : '2026-12-09'),
          ),
      )
    const sign = await enter({ newErpVendorName: 'Morrow Signs' }, 'M-1', 31_500)
    // The bank closes accounts with this number a moment after they were paid.
    await confirm(maya, await enterAccount((await billOf(sign)).erpVendor.id, '000111111113'))
    await confirm(maya, await enterAccount(larkin, '000765432109'))
    kestrel = await paymentOf(await enter(KESTREL, 'KC-7811', 5_230))
    morrow = { billId: sign, paymentId: await paymentOf(sign) }
    const limits = await maya.call('PUT', '/api/payments/limits', { runLimit: 50_000, freeBelow: 0 })
    expect(limits.status, JSON.stringify(limits.body)).toBe(200)
    sofiaPage = await stage.signIn(SOFIA)
    danaPage = await stage.signIn(DANA)
  })

  it('twenty bills are paid at once: one person asks, and sees what leaves by day; a second one confirms', async () => {
    await afterUndo(stage.host, 'all payments', async () => {
      const { body } = await sofia.get(`/api/payments/bill-payments?search=Larkin&status=APPROVED&first=50`)
      return body.edges.length === RUN
    })
    await sofiaPage.goto('/payments/transactions?search=Larkin')
    await sofiaPage
      .getByRole('row', { name: /Larkin Tools/ })
      .first()
      .waitFor()
    await sofiaPage.getByRole('checkbox', { name: 'Select all rows' }).check()
    await noFaults(sofiaPage, 'selected')
    await sofiaPage.getByRole('button', { name: 'Pay selected' }).click()
    const dialog = sofiaPage.getByRole('dialog', { name: 'Pay selected bills' })
    await dialog.getByRole('row', { name: /Dec 2, 2026 12 / }).waitFor()
    await dialog.getByRole('row', { name: /Dec 9, 2026 8 / }).waitFor()
    await dialog.getByRole('row', { name: `Total ${RUN} ${usd(total)}` }).waitFor()
    await dialog.getByText('This is at or above your company’s limit, so a second person confirms it first.').waitFor()
    await noFaults(sofiaPage, 'totals')
    await dialog.getByRole('button', { name: 'Ask a second person' }).click()
    const own = sofiaPage.getByRole('dialog', { name: 'Payment run' })
    await own.getByText('You asked for these payments, so someone else has to confirm them.').waitFor()
    await noFaults(sofiaPage, 'asked')

    await danaPage.goto('/payments/transactions')
    await danaPage.getByText(`${RUN} payments of ${usd(total)}, asked by Sofia`).waitFor()
    await noFaults(danaPage, 'waiting')
    await danaPage.getByRole('button', { name: 'Review' }).click()
    const run = danaPage.getByRole('dialog', { name: 'Payment run' })
    await run.getByRole('button', { name: `Confirm and pay ${usd(total)}` }).click()
    await run.getByRole('progressbar', { name: 'Progress' }).waitFor()
    await run.getByText(`${RUN} paid`).waitFor({ timeout: 60_000 })
    // The list beside it follows.
    await danaPage
      .getByRole('row', { name: /Larkin Tools LT-2007 .*Paid/, includeHidden: true })
      .waitFor({ state: 'attached' })
    await noFaults(danaPage, 'run-paid')
    const { body } = await sofia.get(`/api/payments/bill-payments?search=Larkin&status=PAID&first=50`)
    expect(body.edges).toHaveLength(RUN)
  })

  it('a vendor sees the payment of its bill in the portal, and nothing of other vendors', async () => {
    await pay(sofiaPage, kestrel, 5_230)
    const isPaid = async () => (await maya.get(`/api/payments/bill-payments/${kestrel}`)).body.status === 'PAID'
    await afterUndo(stage.host, 'the payment is made', isPaid, 60)
    const lena = await stage.signIn('lena@kestrelcad.example')
    await lena.getByRole('button', { name: /Brightwater Robotics/ }).click()
    await lena.getByRole('heading', { name: 'Your customers' }).waitFor()
    await lena.goto('/v/payments')
    const main = lena.getByRole('main')
    await main.getByRole('row', { name: /KC-7811.*Paid/ }).waitFor()
    expect(await main.getByText('LT-2001').count()).toBe(0)
    await noFaults(lena, 'vendor')
  })

  it('a payment that comes back after it was paid says why, and its bill is open again', async () => {
    await pay(sofiaPage, morrow.paymentId, 31_500)
    const main = sofiaPage.getByRole('main')
    const statusOf = async () => (await maya.get(`/api/payments/bill-payments/${morrow.paymentId}`)).body.status
    await afterUndo(stage.host, 'the payment is made', async () => (await statusOf()) === 'PAID', 60)
    expect((await billOf(morrow.billId)).status).toBe('PAID')
    await afterUndo(stage.host, 'the payment came back', async () => (await statusOf()) === 'RETURNED', 60)
    await sofiaPage.reload()
    await main.getByText('Returned', { exact: true }).first().waitFor()
    await main.getByText('The bank account is closed.').first().waitFor()
    await noFaults(sofiaPage, 'returned')
    expect((await billOf(morrow.billId)).status).toBe('APPROVED')
    await sofiaPage.goto('/')
    const waiting = main.getByRole('list', { name: 'Waiting for you' }).getByRole('listitem')
    await waiting.filter({ hasText: 'Morrow Signs' }).getByText('Returned: pay again').waitFor()
    await noFaults(sofiaPage, 'home')
  })

  it('a changed bank account holds the vendor’s payments for a day, until two people confirmed and one released it', async () => {
    const { body: group } = await maya.call('POST', '/api/groups', { name: 'Bank details' })
    const userIds = ['demo-maya', 'demo-sofia']
    expect((await maya.call('POST', `/api/groups/${group.id}/members`, { userIds })).status).toBe(200)
    await maya.call('POST', '/api/payments/payment-information-approvers', { groupIds: [group.id] })
    const granted = await maya.call('POST', '/api/members/permissions', {
      ...{ memberIds: ['demo-grace'], hasPaymentsAccess: true },
    })
    expect(granted.status, JSON.stringify(granted.body)).toBe(200)
    // No other admin could confirm the approvers, so they hold a day later. By then new members and rights count, too.
    const waited = [
      'UPDATE guarded_changes SET effective_at = 1',
      'UPDATE group_members SET added_at = 1',
      'UPDATE company_memberships SET payments_granted_at = 1',
    ]
    expect((await stage.host.ask('migrate', { binding: 'DB', statements: waited })).status).toBe(200)
    await eventually('the approvers', async () => {
      const { body } = await maya.get('/api/payments/payment-information-approvers')
      return body.groups.length === 1
    })
    const paymentId = await paymentOf(await enter({ erpVendorId: larkin }, 'LT-2020', 7_770))
    await danaPage.goto(`/payments/bill-payments/${paymentId}`)
    await danaPage.getByRole('button', { name: 'Add bank details' }).click()
    await danaPage.getByRole('menuitem', { name: 'Enter bank details' }).click()
    const dialog = danaPage.getByRole('dialog', { name: 'Bank details of Larkin Tools' })
    await dialog.getByLabel('Routing number').fill('110000000')
    await dialog.getByLabel('Account number').fill('000765439876')
    await dialog.getByRole('button', { name: 'Enter bank details' }).click()
    await danaPage.getByText(/0 of 2 confirmations/).waitFor()
    await noFaults(danaPage, 'quarantined')

    const mayaPage = await stage.signIn(MAYA)
    for (const page of [mayaPage, sofiaPage]) {
      await page.goto(`/payments/bill-payments/${paymentId}`)
      await page.getByRole('button', { name: 'Confirm bank details' }).click()
      await page.getByRole('button', { name: 'Confirm bank details' }).waitFor({ state: 'detached' })
    }
    await sofiaPage.getByText(/In quarantine: payments to this vendor are held until/).waitFor()
    expect(await sofiaPage.getByRole('button', { name: `Pay ${usd(7_770)}` }).count()).toBe(0)
    await noFaults(sofiaPage, 'held')

    // A day passes.
    const passed = ['UPDATE vendor_bank_details SET held_until = 1 WHERE held_until > 1']
    expect((await stage.host.ask('migrate', { binding: 'DB', statements: passed })).status).toBe(200)
    const gracePage = await stage.signIn(GRACE)
    for (const page of [sofiaPage, gracePage]) {
      await page.goto('/payments/checks')
      const row = page.getByRole('row', { name: /Changed bank details.*Larkin Tools/ }).first()
      await row.getByRole('link', { name: 'Changed bank details' }).click()
      await page.getByRole('heading', { level: 2, name: 'Bank details side by side' }).waitFor()
    }
    await sofiaPage
      .getByText('You confirmed the bank details that this is about, so someone else has to decide.')
      .waitFor()
    await gracePage.getByRole('button', { name: 'Release' }).click()
    const release = gracePage.getByRole('dialog', { name: 'Release this finding?' })
    await release.getByLabel('Reason').fill('Called Larkin at the number we know')
    await release.getByRole('button', { name: 'Release finding' }).click()
    await gracePage.getByText('“Called Larkin at the number we know”').waitFor()
    await noFaults(gracePage, 'released')
    await pay(gracePage, paymentId, 7_770)
    await eventually(
      'the payment is made',
      async () => {
        const { body } = await maya.get(`/api/payments/bill-payments/${paymentId}`)
        return body.status === 'PAID'
      },
      60,
    )
    await noFaults(gracePage, 'paid-after-release')
    expect(stage.complaints).toEqual([])
  })
})
