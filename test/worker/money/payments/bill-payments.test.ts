import { env } from 'cloudflare:workers'
import { describe, expect, it, vi } from 'vitest'
import { approvedPayment, makePaidScene, type PaidScene } from '../../../support/worker/bill-payments.ts'
import { bodyOf, decide, enter, follow, readBill } from '../../../support/worker/bills.ts'
import { askFor, packOf } from '../../../support/worker/evidence.ts'
import { sentMails } from '../../../support/worker/outside.ts'
import { deliver, passAtStripe, settled, stripeThere } from '../../../support/worker/payments.ts'
import { mailTo, rows, run } from '../../../support/worker/sessions.ts'
import { tablesWith } from '../../../support/worker/stored/tables-with.ts'
import { addDetails } from '../../../support/worker/vendor-bank-details.ts'
import { type Client, makeCompany, signIn } from '../../../support/worker/world.ts'

/** Payments of approved bills, from the approval to the vendor's bank and back. */

const start = (client: Client, { bank }: PaidScene, paymentId: string) =>
  client.post(`/api/payments/start-bill-payment-process/${paymentId}/${bank}`)
const read = async (client: Client, paymentId: string) =>
  (await client.get(`/api/payments/bill-payments/${paymentId}`)).body
const mutate = async (client: Client, field: string) => {
  const { body } = await client.post('/graphql', { query: `mutation { ${field} { id } }` })
  return body.errors ? (body.errors[0].message as string) : 'OK'
}
/** Accounts that have something, in cents. */
const balances = async ({ company }: PaidScene) =>
  Object.fromEntries(
    (
      await rows<{ account: string; sum: number }>(
        `SELECT account, SUM(amount_minor) AS sum FROM ledger_postings WHERE company_id = ? GROUP BY account
         HAVING SUM(amount_minor) <> 0`,
        company.id,
      )
    ).map(({ account, sum }) => [account, sum]),
  )
const arrives = async () => {
  passAtStripe(60_000)
  await deliver(stripeThere())
}

describe('a payment', () => {
  it('a payment of an approved bill is sent once and is paid when the provider says so', async () => {
    const scene = await makePaidScene()
    const { billId, paymentId, status } = await approvedPayment(scene)
    expect(status).toBe('APPROVED')
    expect((await start(scene.colleague, scene, paymentId)).status).toBe(200)
    expect((await start(scene.colleague, scene, paymentId)).status).toBe(422)
    await settled()
    expect(await read(scene.clerk, paymentId)).toMatchObject({ status: 'PROCESSING', accountNumber: '••••6789' })
    expect(await balances(scene)).toEqual({ EXPENSE: 120_000, PAYABLE: -120_000 })
    await arrives()
    expect(scene.flows()).toMatchObject([{ amount: 120_000, status: 'posted', number: '000123456789' }])
    expect(await read(scene.clerk, paymentId)).toMatchObject({
      ...{
        status: 'PAID',
        paidAt: expect.any(String),
        bill: { status: 'PAID' },
        startedBy: { name: 'Carl Colleague' },
      },
      paymentTransferEvents: [{ eventType: 'payment.paid' }, { eventType: 'payment.started' }],
    })
    expect(await balances(scene)).toEqual({ EXPENSE: 120_000, CLEARING: -120_000 })
    expect((await readBill(scene.clerk, billId)).status).toBe('PAID')
    const unsynced = await scene.clerk.get('/api/payments/general-ledger-entries?filter=UNSYNCED')
    expect(unsynced.body.edges.map(({ node }: { node: { type: string } }) => node.type).sort()).toEqual([
      'BILL',
      'BILL_PAYMENT',
    ])
  })

  it('the vendor gets the payment advice with a PDF at the address of its bank details', async () => {
    const scene = await makePaidScene()
    const email = `remit-${scene.company.id}@vendor.test`
    await run('UPDATE vendor_bank_details SET remittance_email = ? WHERE company_id = ?', email, scene.company.id)
    const { paymentId } = await approvedPayment(scene, { invoiceNumber: 'INV-77' })
    const path = `/api/payments/bill-payments/${paymentId}/send-remittance-email`
    expect(await scene.clerk.post(path)).toMatchObject({ status: 422, body: { reason: 'NOT_PAID' } })
    await start(scene.colleague, scene, paymentId)
    await settled()
    await arrives()
    const mail = await mailTo(email)
    expect(mail.text).toContain('INV-77')
    expect(mail.attachments).toMatchObject([{ filename: 'payment-advice.pdf', content_type: 'application/pdf' }])
    expect(atob(mail.attachments?.[0]?.content ?? '')).toMatch(/^%PDF/)
    expect((await scene.clerk.post(path)).status).toBe(200)
    await mailTo(email, 2)
  })

  it('the vendor’s account number reaches the provider and nothing else', async () => {
    const canary = '90471183550013'
    const logged: unknown[] = []
    for (const level of ['log', 'warn', 'error'] as const)
      vi.spyOn(console, level).mockImplementation((...given) => void logged.push(given))
    const scene = await makePaidScene({ accountNumber: canary })
    const { billId, paymentId } = await approvedPayment(scene)
    await start(scene.colleague, scene, paymentId)
    await settled()
    await arrives()
    expect(scene.flows()).toMatchObject([{ number: canary, status: 'posted' }])
    const { body: saved } = await scene.clerk.post('/api/payments/bill-payments/by-filter', {
      filters: { status: 'PAID' },
    })
    const file = (await scene.clerk.get(`/api/payments/bill-payments/by-filter/${saved.hash}.csv`)).body
    expect(file).toContain('••••0013')
    const page = await read(scene.clerk, paymentId)
    const { body: asked } = await askFor(scene.admin, 'BILL', billId)
    expect(await packOf(scene.admin, scene.company.id, asked.id)).toMatchObject({ body: { status: 'DONE' } })
    vi.restoreAllMocks()
    expect(JSON.stringify([file, page, sentMails(), logged])).not.toContain(canary)
    expect(await tablesWith(paymentId)).toContain('bill_payments')
    expect(await tablesWith(canary)).toEqual([])
    const { objects } = await env.DOCUMENTS.list()
    expect(objects.length).toBeGreaterThan(0)
    for (const { key } of objects) {
      const stored = await (await env.DOCUMENTS.get(key))?.text()
      expect({ key, has: stored?.includes(canary) }).toEqual({ key, has: false })
    }
  })

  it('who entered the bill or confirmed the bank details can’t start it, admins included', async () => {
    const scene = await makePaidScene()
    const { paymentId } = await approvedPayment(scene)
    const said = async (client: Client) => (await start(client, scene, paymentId)).body.message
    expect(await said(scene.clerk)).toContain('You entered this bill')
    await run(
      'UPDATE vendor_bank_details SET confirmed_by_user_id = ? WHERE id = ?',
      scene.people.admin.userId,
      scene.details,
    )
    expect(await said(scene.admin)).toContain('You confirmed these bank details')
    expect(await read(scene.admin, paymentId)).toMatchObject({ can: { start: false }, startFault: expect.any(String) })
    expect((await start(scene.colleague, scene, paymentId)).status).toBe(200)
  })

  it('a payment that comes back is taken out of the books, and is paid by another attempt', async () => {
    const scene = await makePaidScene({ accountNumber: '000111111113' })
    const { billId, paymentId } = await approvedPayment(scene)
    await start(scene.colleague, scene, paymentId)
    await settled()
    await arrives()
    expect((await read(scene.clerk, paymentId)).status).toBe('PAID')
    passAtStripe(600_000)
    await deliver(stripeThere(), (events) => [...events, ...events].toReversed())
    expect(await read(scene.clerk, paymentId)).toMatchObject({
      ...{ status: 'RETURNED', outboundPaymentFailReason: expect.stringContaining('closed') },
    })
    expect(await balances(scene)).toEqual({ EXPENSE: 120_000, PAYABLE: -120_000 })
    expect((await readBill(scene.clerk, billId)).status).toBe('APPROVED')
    const better = await addDetails(scene.company.id, scene.erpVendorId, { createdBy: scene.people.clerk.userId })
    await run("UPDATE vendor_bank_details SET state = 'REPLACED' WHERE id = ?", scene.details)
    await run("UPDATE vendor_bank_details SET state = 'CONFIRMED' WHERE id = ?", better)
    const input = `input: { billPaymentId: "${paymentId}", erpVendorPaymentInformationId: "${better}" }`
    expect(await mutate(scene.clerk, `addErpVendorPaymentInformationToBillPayment(${input})`)).toBe('OK')
    expect((await start(scene.colleague, scene, paymentId)).status).toBe(200)
    await settled()
    await arrives()
    expect((await read(scene.clerk, paymentId)).status).toBe('PAID')
    expect(
      scene
        .flows()
        .map(({ status }) => status)
        .sort(),
    ).toEqual(['posted', 'returned'])
    expect(await balances(scene)).toEqual({ EXPENSE: 120_000, CLEARING: -120_000 })
  })

  it('a payment that the balance is too low for fails with the reason, and can be started again', async () => {
    const scene = await makePaidScene({ cash: 0 })
    const { paymentId } = await approvedPayment(scene)
    await start(scene.colleague, scene, paymentId)
    await settled()
    expect(await read(scene.clerk, paymentId)).toMatchObject({
      ...{ status: 'FAILED', outboundPaymentFailReason: expect.stringContaining('balance is too low') },
    })
    scene.money.cash = 200_000
    await start(scene.colleague, scene, paymentId)
    await settled()
    await arrives()
    expect((await read(scene.clerk, paymentId)).status).toBe('PAID')
    expect(scene.flows()).toHaveLength(1)
  })

  it('a payment that waits or is on its way is cancelled, and one that arrived is not', async () => {
    const scene = await makePaidScene()
    const { paymentId } = await approvedPayment(scene)
    const cancel = () => mutate(scene.clerk, `cancelBillPayment(billPaymentId: "${paymentId}")`)
    expect(await cancel()).toBe('OK')
    expect((await read(scene.clerk, paymentId)).status).toBe('CANCELLED')
    expect(await cancel()).toContain('was canceled')
    await start(scene.colleague, scene, paymentId)
    await settled()
    expect(await cancel()).toBe('OK')
    expect((await read(scene.clerk, paymentId)).status).toBe('CANCELLED')
    expect(scene.money.cash).toBe(10_000_000)
    await start(scene.colleague, scene, paymentId)
    await settled()
    await arrives()
    expect(await cancel()).toContain('is paid')
    expect(await balances(scene)).toEqual({ EXPENSE: 120_000, CLEARING: -120_000 })
  })

  it('a bill that is paid outside is settled from the bank, and open again when that is undone', async () => {
    const scene = await makePaidScene()
    const { billId, paymentId } = await approvedPayment(scene)
    const mark = (id: string, is: boolean) =>
      mutate(scene.clerk, `updateBillPaymentPaidOutside(id: "${id}", isPaidOutside: ${is})`)
    for (const id of [paymentId, billId]) {
      expect(await mark(id, true)).toBe('OK')
      expect(await balances(scene)).toEqual({ EXPENSE: 120_000, BANK: -120_000 })
      expect((await readBill(scene.clerk, billId)).status).toBe('PAID')
      expect((await start(scene.colleague, scene, paymentId)).status).toBe(422)
      expect(await mark(id, false)).toBe('OK')
      expect(await balances(scene)).toEqual({ EXPENSE: 120_000, PAYABLE: -120_000 })
    }
    expect(await read(scene.clerk, paymentId)).toMatchObject({ status: 'APPROVED', paidAt: null })
  })

  it('a bill in another currency is only paid outside', async () => {
    const scene = await makePaidScene()
    const rate = await scene.admin.post('/api/currency-rates', { base: 'EUR', rate: '1.1', date: '2026-11-01' })
    expect(rate.status).toBe(200)
    const { billId, paymentId } = await approvedPayment(scene, { currency: 'EUR' })
    expect(await read(scene.clerk, paymentId)).toMatchObject({
      ...{ status: 'PENDING', amount: { value: 120_000, currency: 'EUR' }, can: { start: false } },
    })
    const words = 'Only bills in US dollars are paid from here. Mark this one as paid outside.'
    expect(await start(scene.colleague, scene, paymentId)).toMatchObject({ status: 422, body: { message: words } })
    const run = { billPaymentIds: [paymentId], paymentMethodId: scene.bank }
    expect((await scene.colleague.post('/api/payments/payment-runs', run)).status).toBe(400)
    await settled()
    expect(scene.flows()).toEqual([])
    expect(await mutate(scene.clerk, `updateBillPaymentPaidOutside(id: "${paymentId}", isPaidOutside: true)`)).toBe(
      'OK',
    )
    expect((await readBill(scene.clerk, billId)).status).toBe('PAID')
    expect(await balances(scene)).toEqual({ EXPENSE: 120_000, BANK: -120_000 })
  })

  it('another company’s payment doesn’t exist', async () => {
    const scene = await makePaidScene()
    const { paymentId } = await approvedPayment(scene)
    const other = await makePaidScene()
    expect((await other.admin.get(`/api/payments/bill-payments/${paymentId}`)).status).toBe(404)
    expect((await start(other.colleague, other, paymentId)).status).toBe(404)
    expect((await start(scene.colleague, other, paymentId)).status).toBe(404)
    expect(await mutate(other.admin, `cancelBillPayment(billPaymentId: "${paymentId}")`)).toContain('not found')
    const stranger = await makeCompany(['paymentsEnabled', 'paymentsOnboarded'])
    const client = await signIn(stranger, await stranger.addPerson({ flags: ['hasPaymentsAccess'] }))
    expect((await client.get('/api/payments/bill-payments')).body.edges).toEqual([])
  })
})

describe('what a payment waits for', () => {
  it('a payment waits for confirmed details, is rejected with them, and waits again for others', async () => {
    const scene = await makePaidScene()
    await run('DELETE FROM vendor_bank_details WHERE company_id = ?', scene.company.id)
    const { paymentId, status } = await approvedPayment(scene)
    expect(status).toBe('PENDING')
    expect((await start(scene.colleague, scene, paymentId)).body.message).toContain('bank details are missing')
    const details = {
      ...{ accountHolderName: 'Acme', accountHolderType: 'COMPANY', accountNumber: '000123456789' },
      ...{ routingNumber: '110000000' },
    }
    const add = async () => {
      const { body } = await scene.clerk.post('/graphql', {
        query: `mutation ($i: AddManualPaymentInformationInput!) {
          addManualPaymentInformation(input: $i, billPaymentId: "${paymentId}") { id } }`,
        variables: { i: details },
      })
      return body.data.addManualPaymentInformation.id as string
    }
    const confirm = (id: string, should: boolean) =>
      mutate(scene.admin, `confirmErpVendorPaymentInformation(id: "${id}", shouldConfirm: ${should})`)
    expect(await confirm(await add(), false)).toBe('OK')
    expect((await read(scene.clerk, paymentId)).status).toBe('REJECTED')
    const second = await add()
    expect((await read(scene.clerk, paymentId)).status).toBe('PENDING')
    expect(await confirm(second, true)).toBe('OK')
    expect(await read(scene.clerk, paymentId)).toMatchObject({
      ...{ status: 'APPROVED', erpVendorPaymentInformationId: second },
    })
  })

  it('payments to a vendor are held while new details of it are in quarantine', async () => {
    const scene = await makePaidScene()
    const { paymentId } = await approvedPayment(scene)
    const changed = await addDetails(scene.company.id, scene.erpVendorId, { createdBy: scene.people.clerk.userId })
    await run('UPDATE vendor_bank_details SET is_change = 1 WHERE id = ?', changed)
    const said = async () => (await start(scene.colleague, scene, paymentId)).body.message
    expect(await said()).toContain('quarantine')
    await run("UPDATE vendor_bank_details SET state = 'REPLACED' WHERE id = ?", scene.details)
    await run(
      "UPDATE vendor_bank_details SET state = 'CONFIRMED', held_until = ? WHERE id = ?",
      Date.now() + 60_000,
      changed,
    )
    expect(await said()).toContain('quarantine')
    await run('UPDATE vendor_bank_details SET held_until = 0 WHERE id = ?', changed)
    expect((await start(scene.colleague, scene, paymentId)).status).toBe(200)
    // It pays what was confirmed for it.
    expect(await read(scene.clerk, paymentId)).toMatchObject({ erpVendorPaymentInformationId: scene.details })
  })

  it('a changed bill takes its payment back, and one whose payment is in progress can’t be changed', async () => {
    const scene = await makePaidScene()
    const { billId, paymentId } = await approvedPayment(scene)
    const body = await bodyOf(scene, {
      totalAmount: 90_000,
      lines: [{ amount: 90_000, erpAccountId: scene.accountId }],
    })
    const edit = () => scene.clerk.call('PUT', `/api/payments/bills/${billId}`, { body })
    expect((await edit()).status).toBe(200)
    expect((await start(scene.colleague, scene, paymentId)).status).toBe(422)
    await follow(scene, 'bill.reopened')
    expect((await read(scene.clerk, paymentId)).status).toBe('CANCELLED')
    await decide(scene.approver, billId)
    await follow(scene)
    const { billPayment } = await readBill(scene.clerk, billId)
    expect(billPayment.id).not.toBe(paymentId)
    expect((await start(scene.colleague, scene, paymentId)).status).toBe(422)
    expect((await start(scene.colleague, scene, billPayment.id)).status).toBe(200)
    expect(await edit()).toMatchObject({ status: 422, body: { reason: 'PAYMENT' } })
    await settled()
    expect(scene.flows()).toMatchObject([{ amount: 90_000 }])
  })

  it('a credit is not paid', async () => {
    const scene = await makePaidScene()
    const billId = await enter(scene, { isCredit: true })
    expect((await decide(scene.approver, billId)).status).toBe(200)
    await follow(scene)
    expect(await readBill(scene.clerk, billId)).toMatchObject({ status: 'APPROVED', billPayment: null })
    expect(await rows('SELECT 1 FROM bill_payments WHERE company_id = ?', scene.company.id)).toEqual([])
  })
})
