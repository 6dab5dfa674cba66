import { describe, expect, it } from 'vitest'
import { DEFAULT_CHECK_SETTINGS } from '../../../../schema/money/checks/values.ts'
import { addDays } from '../../../../schema/shared/calendar.ts'
import { approvedPayment, makePaidScene, type PaidScene } from '../../../support/worker/bill-payments.ts'
import { addErp, bodyOf, bookedOf, decide, follow, readBill } from '../../../support/worker/bills.ts'
import { addBankAccount } from '../../../support/worker/fixtures/payments.ts'
import { type Door, doors, isAsItWas, makeReadyPayment } from '../../../support/worker/payment-doors.ts'
import { confirmGuarded, deliver, passAtStripe, settled, stripeThere } from '../../../support/worker/payments.ts'
import { rows, run } from '../../../support/worker/sessions.ts'
import { addDetails } from '../../../support/worker/vendor-bank-details.ts'
import { makeVendorCompany } from '../../../support/worker/vendor-companies.ts'

/** What belongs to a payment: its details, its bank account, its bill, and what is looked at before it leaves. */

const choose = async (scene: PaidScene, paymentId: string, detailsId: string) => {
  const { body } = await scene.clerk.graphql(
    `mutation ($input: AddErpVendorPaymentInformationToBillPaymentInput!) {
      addErpVendorPaymentInformationToBillPayment(input: $input) { id } }`,
    { input: { billPaymentId: paymentId, erpVendorPaymentInformationId: detailsId } },
  )
  return body.errors?.[0]?.extensions ?? 'OK'
}

describe('the bank details of a payment', () => {
  it('those of another vendor of the company can’t be chosen, and neither can unconfirmed ones', async () => {
    const scene = await makePaidScene()
    const { company, people } = scene
    const { paymentId } = await approvedPayment(scene)
    const other = await addErp(company.id, 'VENDOR', 'Other vendor', { connection_id: scene.connectionId })
    const by = { createdBy: people.clerk.userId }
    const theirs = await addDetails(company.id, other, { ...by, state: 'CONFIRMED' })
    expect(await choose(scene, paymentId, theirs)).toMatchObject({ code: 'NOT_FOUND' })
    const waiting = await addDetails(company.id, scene.erpVendorId, by)
    expect(await choose(scene, paymentId, waiting)).toMatchObject({ reason: 'NOT_CONFIRMED' })
    const [row] = await rows('SELECT details_id AS details FROM bill_payments WHERE id = ?', paymentId)
    expect(row).toEqual({ details: scene.details })
    expect(await choose(scene, paymentId, scene.details)).toBe('OK')
  })
})

describe('the bank account that a bill is paid from', () => {
  it('the account of its entity comes first, then the default one, and only verified ones count', async () => {
    const scene = await makePaidScene()
    const ofEntity = await addBankAccount(scene.company.id)
    const other = await addErp(scene.company.id, 'ENTITY', 'Acme UK', { connection_id: scene.connectionId })
    const attached = await scene.admin.post(`/api/payments/payment-methods/${ofEntity}/attach-to-erp-entity`, {
      erpEntityId: other,
    })
    expect(attached.status).toBe(200)
    const bankOf = async (erpEntityId: string) => {
      const { paymentId, status } = await approvedPayment(scene, { erpEntityId })
      const [row] = await rows<{ bank: string | null }>(
        'SELECT payment_method_id AS bank FROM bill_payments WHERE id = ?',
        paymentId,
      )
      return [row?.bank, status]
    }
    expect(await bankOf(other)).toEqual([ofEntity, 'APPROVED'])
    expect(await bankOf(scene.erpEntityId)).toEqual([scene.bank, 'APPROVED'])
    await run("UPDATE payment_methods SET state = 'FAILED' WHERE id = ?", ofEntity)
    expect(await bankOf(other)).toEqual([scene.bank, 'APPROVED'])
    await run('UPDATE payment_methods SET is_default = 0 WHERE id = ?', scene.bank)
    expect(await bankOf(scene.erpEntityId)).toEqual([null, 'PENDING'])
  })
})

describe('the bill of a payment', () => {
  it.each([
    ['PROCESSING', 'on its way'],
    ['PAID', 'is paid'],
    ['PAID_OUTSIDE', 'is paid'],
  ])('while it is %s the bill can be neither changed nor deleted', async (status, words) => {
    const scene = await makePaidScene()
    const { billId, paymentId } = await approvedPayment(scene)
    await run('UPDATE bill_payments SET status = ? WHERE id = ?', status, paymentId)
    const path = `/api/payments/bills/${billId}`
    const changed = await scene.clerk.call('PUT', path, { body: await bodyOf(scene, { description: 'Changed' }) })
    expect(changed).toMatchObject({ status: 422, body: { reason: 'PAYMENT', message: expect.stringContaining(words) } })
    const deleted = await scene.clerk.call('DELETE', path)
    expect(deleted).toMatchObject({ status: 422, body: { reason: 'PAYMENT', message: expect.stringContaining(words) } })
    expect(await readBill(scene.clerk, billId)).toMatchObject({ description: 'Hosting' })
  })

  it.each(['PENDING', 'APPROVED', 'REJECTED', 'FAILED', 'RETURNED', 'CANCELLED'])(
    'while it is %s the bill can be changed',
    async (status) => {
      const scene = await makePaidScene()
      const { billId, paymentId } = await approvedPayment(scene)
      await run('UPDATE bill_payments SET status = ? WHERE id = ?', status, paymentId)
      const body = await bodyOf(scene, { description: 'Changed' })
      expect((await scene.clerk.call('PUT', `/api/payments/bills/${billId}`, { body })).status).toBe(200)
    },
  )

  it('its vendor sees the payment of the bill as it is now, and not that of the bill before its change', async () => {
    const scene = await makePaidScene()
    const vendor = await makeVendorCompany()
    await vendor.sellTo(scene.company, scene.vendorId)
    const client = await vendor.signIn(await vendor.addPerson(), scene.company)
    const seen = async () =>
      (
        await client.graphql('{ vendorCompanyBillPayments { id bill { totalAmount { value } } } }')
      ).body.data.vendorCompanyBillPayments.map(
        ({ id, bill }: { id: string; bill: { totalAmount: { value: number } } }) => [id, bill.totalAmount.value],
      )
    const { billId, paymentId } = await approvedPayment(scene)
    expect(await seen()).toEqual([[paymentId, 120_000]])
    const lines = [{ amount: 90_000, ...bookedOf(scene) }]
    const body = await bodyOf(scene, { totalAmount: 90_000, lines })
    expect((await scene.clerk.call('PUT', `/api/payments/bills/${billId}`, { body })).status).toBe(200)
    expect(await seen()).toEqual([])
    await follow(scene, 'bill.reopened')
    await decide(scene.approver, billId)
    await follow(scene)
    const { billPayment } = await readBill(scene.clerk, billId)
    expect(await seen()).toEqual([[billPayment.id, 90_000]])
  })
})

describe('an invoice that a vendor sent', () => {
  it('it shows how far the payment of its bill is now, and nothing of the bill before its change', async () => {
    const scene = await makePaidScene()
    const vendor = await makeVendorCompany()
    await vendor.sellTo(scene.company, scene.vendorId)
    const person = await vendor.addPerson()
    const client = await vendor.signIn(person, scene.company)
    const { billId } = await approvedPayment(scene)
    await run(
      `INSERT INTO vendor_invoices (company_id, document_id, vendor_company_id, vendor_company_name, sent_by_user_id,
         sent_by_name, sent_at, file_name, sha256, message)
       SELECT ?1, i.document_id, ?2, 'Acme', ?3, 'Vera Vendor', ?4, 'Invoice.pdf', i.document_id, ''
         FROM bills b JOIN invoices i ON i.id = b.invoice_id WHERE b.id = ?5`,
      ...[scene.company.id, vendor.id, person.userId, Date.now(), billId],
    )
    const state = async () => (await client.get('/api/v/invoices')).body.invoices[0].state
    const markPaid = (is: boolean) =>
      scene.clerk.graphql(
        'mutation ($id: ID!, $is: Boolean!) { updateBillPaymentPaidOutside(id: $id, isPaidOutside: $is) { id } }',
        { id: billId, is },
      )
    expect(await state()).toBe('APPROVED')
    const [own] = await rows<{ id: string }>('SELECT invoice_id AS id FROM bills WHERE id = ?', billId)
    const lines = [{ amount: 90_000, ...bookedOf(scene) }]
    const body = await bodyOf(scene, { totalAmount: 90_000, lines, invoiceId: own?.id })
    expect((await scene.clerk.call('PUT', `/api/payments/bills/${billId}`, { body })).status).toBe(200)
    await follow(scene, 'bill.reopened')
    expect(await state()).toBe('ENTERED')
    await decide(scene.approver, billId)
    await follow(scene)
    expect(await state()).toBe('APPROVED')
    const { billPayment } = await readBill(scene.clerk, billId)
    await run("UPDATE bill_payments SET status = 'PROCESSING' WHERE id = ?", billPayment.id)
    expect(await state()).toBe('SCHEDULED')
    await run("UPDATE bill_payments SET status = 'APPROVED' WHERE id = ?", billPayment.id)
    expect((await markPaid(true)).body.errors).toBeUndefined()
    expect(await state()).toBe('PAID')
  })
})

describe('checks before money leaves', () => {
  it.each<Door>(['start', 'schedule', 'run', 'day'])('the checks run again at the door “%s”', async (door) => {
    const made = await makeReadyPayment()
    const settings = { ...DEFAULT_CHECK_SETTINGS, firstPaymentLimit: 10_000 }
    expect((await made.admin.call('PUT', '/api/payments/check-settings', { body: settings })).status).toBe(200)
    // Nothing has looked at it since.
    await run('DELETE FROM check_findings WHERE company_id = ?', made.company.id)
    await run("UPDATE outbox SET done_at = 1 WHERE company_id = ? AND topic = 'checks.run'", made.company.id)
    expect(await doors[door](made)).toContain('A check holds this payment (large first payment)')
    await isAsItWas(made)
  })
})

describe('a silence of a check', () => {
  it.each([
    ['on its last day', 0, 'Started'],
    ['on the day after', -1, 'A check holds this payment (large first payment)'],
  ])('it counts until its last day, and no longer: %s', async (_, days, said) => {
    const made = await makeReadyPayment()
    const settings = { ...DEFAULT_CHECK_SETTINGS, firstPaymentLimit: 10_000, timeZone: 'UTC' }
    await made.admin.call('PUT', '/api/payments/check-settings', { body: settings })
    await confirmGuarded(made.company)
    const today = new Date().toISOString().slice(0, 10)
    const { status } = await made.colleague.post('/api/payments/check-silences', {
      ...{ rule: 'FIRST_PAYMENT', erpVendorId: made.erpVendorId, reason: 'Known', until: addDays(today, 1) },
    })
    expect(status).toBe(200)
    await run('UPDATE check_silences SET until = ? WHERE company_id = ?', addDays(today, days), made.company.id)
    expect(await doors.start(made)).toContain(said)
  })
})

describe('money back to the bank', () => {
  it('a withdrawal that arrived is in the books as money from the balance to the bank', async () => {
    const scene = await makePaidScene()
    const { body } = await scene.colleague.post('/api/payments/transfer-funds-to-bank-account', {
      ...{ paymentMethodId: scene.bank, amount: 5_000 },
    })
    expect(body.id).toEqual(expect.any(String))
    await settled()
    passAtStripe(60_000)
    await deliver(stripeThere())
    const balances = () =>
      rows(
        'SELECT account, SUM(amount_minor) AS sum FROM ledger_postings WHERE company_id = ? GROUP BY 1 ORDER BY 1',
        scene.company.id,
      )
    expect(await balances()).toEqual([
      { account: 'BANK', sum: 5_000 },
      { account: 'CLEARING', sum: -5_000 },
    ])
  })
})
