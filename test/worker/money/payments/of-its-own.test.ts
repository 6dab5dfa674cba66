import { describe, expect, it } from 'vitest'
import { approvedPayment, makePaidScene, type PaidScene } from '../../../support/worker/bill-payments.ts'
import { addErp } from '../../../support/worker/bills.ts'
import {
  addBank,
  deliver,
  onboard,
  passAtStripe,
  payingCompany,
  settled,
  stripeThere,
} from '../../../support/worker/payments.ts'
import { rows, run } from '../../../support/worker/sessions.ts'
import { addDetails } from '../../../support/worker/vendor-bank-details.ts'

/** What one vendor, bill or bank account is told reaches no other one of the same company. */

const start = ({ colleague, bank }: PaidScene, paymentId: string) =>
  colleague.post(`/api/payments/start-bill-payment-process/${paymentId}/${bank}`)
const stored = async (paymentId: string) =>
  (
    await rows<{ status: string; details: string | null }>(
      'SELECT status, details_id AS details FROM bill_payments WHERE id = ?',
      paymentId,
    )
  )[0]

describe('bank details of a vendor', () => {
  it.each([
    [true, { status: 'APPROVED' }, { status: 'PENDING', details: null }],
    [false, { status: 'REJECTED', details: null }, { status: 'PENDING', details: null }],
  ])('decided with %s, they decide about its payments and not about another vendor’s', async (should, own, others) => {
    const scene = await makePaidScene()
    const { company, people } = scene
    await run('DELETE FROM vendor_bank_details WHERE company_id = ?', company.id)
    const other = await addErp(company.id, 'VENDOR', 'Other vendor', { connection_id: scene.connectionId })
    const [mine, theirs] = [await approvedPayment(scene), await approvedPayment(scene, { erpVendorId: other })]
    const details = await addDetails(company.id, scene.erpVendorId, { createdBy: people.clerk.userId })
    const { body } = await scene.admin.graphql(
      'mutation ($id: ID!, $should: Boolean!) { confirmErpVendorPaymentInformation(id: $id, shouldConfirm: $should) { id } }',
      { id: details, should },
    )
    expect(body.errors).toBeUndefined()
    expect(await stored(mine.paymentId)).toMatchObject({ ...own, ...(should && { details }) })
    expect(await stored(theirs.paymentId)).toEqual(others)
  })

  it.each([
    ['wait', "is_change = 1, state = 'WAITING'"],
    ['are in quarantine', `is_change = 1, state = 'CONFIRMED', held_until = ${Date.parse('2099-01-01')}`],
  ])('new ones of another vendor that %s hold nothing of this one', async (_, values) => {
    const scene = await makePaidScene()
    const { company, people } = scene
    const { paymentId } = await approvedPayment(scene)
    const other = await addErp(company.id, 'VENDOR', 'Other vendor', { connection_id: scene.connectionId })
    const theirs = await addDetails(company.id, other, { createdBy: people.clerk.userId })
    await run(`UPDATE vendor_bank_details SET ${values} WHERE id = ?`, theirs)
    expect((await start(scene, paymentId)).status).toBe(200)
  })
})

describe('a payment of a bill as it was', () => {
  it('it doesn’t make the bill paid as it is now', async () => {
    const scene = await makePaidScene()
    const { billId, paymentId } = await approvedPayment(scene)
    await start(scene, paymentId)
    await settled()
    // As if the bill had been approved again in the moment between.
    await run('UPDATE bills SET run = run + 1 WHERE id = ?', billId)
    passAtStripe(60_000)
    await deliver(stripeThere())
    expect((await stored(paymentId))?.status).toBe('PAID')
    expect(await rows('SELECT paid_at AS paid FROM bills WHERE id = ?', billId)).toEqual([{ paid: null }])
  })
})

describe('the default bank account', () => {
  it('once it is removed the next one that is verified takes its place', async () => {
    const scene = await payingCompany()
    await onboard(scene)
    const first = await addBank(scene)
    expect((await scene.admin.call('DELETE', `/api/payments/payment-methods/${first}`)).status).toBe(200)
    await settled()
    const second = await addBank(scene)
    expect(await rows('SELECT id FROM payment_methods WHERE company_id = ? AND is_default', scene.company.id)).toEqual([
      { id: second },
    ])
  })
})
