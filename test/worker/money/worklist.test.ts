import { expect, it } from 'vitest'
import { newId } from '../../../worker/core/clock.ts'
import { addBillPayment } from '../../support/worker/bill-payment-rows.ts'
import { addErpObject } from '../../support/worker/fixtures/mappings.ts'
import { run } from '../../support/worker/sessions.ts'
import { makeCompany, signIn } from '../../support/worker/world.ts'

it('each part of the worklist says how much waits and since when, and nothing of zero is to be paid', async () => {
  const company = await makeCompany(['paymentsEnabled'])
  const person = await company.addPerson({ flags: ['hasAdminAccess'] })
  const admin = await signIn(company, person)
  const vendorId = await company.add('vendors', 'Acme')
  const erpVendorId = await addErpObject(company.id, 'VENDOR', { name: 'Acme Inc', vendorId })
  const add = (more: object) => addBillPayment(company.id, { erpVendorId, createdBy: person.userId, ...more })
  const at = (id: string, day: string) =>
    run('UPDATE bill_payments SET created_at = ? WHERE id = ?', Date.parse(`${day}T00:00:00Z`), id)
  const [first, second] = [await add({}), await add({})]
  await at(first.id, '2026-11-03')
  await at(second.id, '2026-11-05')
  await run('UPDATE bill_payments SET amount_minor = 0 WHERE id = ?', (await add({})).id)
  await at((await add({ status: 'FAILED' })).id, '2026-10-01')
  await at((await add({ status: 'PENDING' })).id, '2026-10-02')
  await add({ status: 'PAID' })
  // Two in approval: the vendor of both has an open order, which one of them names.
  const [unmatched, matched] = [await add({ status: 'CANCELLED' }), await add({ status: 'CANCELLED' })]
  await run(
    "UPDATE bills SET status = 'PENDING', vendor_id = ?, created_at = ? WHERE id IN (?, ?)",
    ...[vendorId, Date.parse('2026-11-07T00:00:00Z'), unmatched.billId, matched.billId],
  )
  await run("UPDATE bills SET purchase_order_id = 'order' WHERE id = ?", matched.billId)
  const orderId = newId()
  const read = async () => (await admin.get('/api/payments/worklist')).body
  expect((await read()).lanes.MATCH).toEqual({ count: 0, oldest: null })
  await run(ORDER, orderId, company.id, vendorId)
  const { lanes, toMatch } = await read()
  expect(lanes).toEqual({
    ENTER: { count: 0, oldest: null },
    MATCH: { count: 1, oldest: '2026-11-07T00:00:00.000Z' },
    APPROVE: { count: 2, oldest: '2026-11-07T00:00:00.000Z' },
    PAY: { count: 2, oldest: '2026-11-03T00:00:00.000Z' },
    STUCK: { count: 2, oldest: '2026-10-01T00:00:00.000Z' },
  })
  expect(toMatch).toMatchObject([{ id: unmatched.billId, vendorName: 'Acme Inc', total: { value: 5_000 } }])
})

const ORDER = `INSERT INTO purchase_orders (id, company_id, number, status, vendor_id, currency, total_minor, amount_sort,
    transaction_date, memo, content, created_at, updated_at, sync_state)
  VALUES (?, ?, 1, 'OPEN', ?, 'USD', 9000, 9000, '2026-11-01', '', '{}', 1, 1, 'NONE')`
