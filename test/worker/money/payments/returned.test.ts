import { describe, expect, it } from 'vitest'
import { approvedPayment, makePaidScene, type PaidScene } from '../../../support/worker/bill-payments.ts'
import { readBill } from '../../../support/worker/bills.ts'
import { deliver, passAtStripe, settled, stripeThere } from '../../../support/worker/payments.ts'
import { rows, run } from '../../../support/worker/sessions.ts'

/** What the bank returned days later, in the books and on its way to the accounting system. */

/** The bank takes it and returns it. */
const RETURNED_NUMBER = '000111111113'

const paid = async () => {
  const scene = await makePaidScene({ accountNumber: RETURNED_NUMBER })
  const made = await approvedPayment(scene)
  await scene.colleague.post(`/api/payments/start-bill-payment-process/${made.paymentId}/${scene.bank}`)
  await settled()
  passAtStripe(60_000)
  await deliver(stripeThere())
  return { scene, ...made }
}
const comesBack = async () => {
  passAtStripe(600_000)
  await deliver(stripeThere())
}
const queued = async ({ clerk }: PaidScene, filter = 'UNSYNCED') =>
  (await clerk.get(`/api/payments/general-ledger-entries?filter=${filter}`)).body.edges.map(
    ({ node }: { node: { type: string } }) => node.type,
  )
const entryOf = async (paymentId: string) =>
  (
    await rows<{ id: string; state: string; isRemoval: number; isDeleted: number }>(
      `SELECT id, state, is_removal AS isRemoval, deleted_at IS NOT NULL AS isDeleted FROM ledger_syncs WHERE owner_id = ?`,
      paymentId,
    )
  )[0]

describe('a returned payment', () => {
  it('it is no longer queued for the accounting system if it was never sent there', async () => {
    const { scene, paymentId, billId } = await paid()
    expect((await queued(scene)).toSorted()).toEqual(['BILL', 'BILL_PAYMENT'])
    await comesBack()
    expect(await queued(scene)).toEqual(['BILL'])
    expect(await entryOf(paymentId)).toMatchObject({ isRemoval: 0, isDeleted: 1 })
    expect((await readBill(scene.clerk, billId)).status).toBe('APPROVED')
    expect((await scene.clerk.get('/api/payments/ledger/payables/summary')).body).toMatchObject({
      ...{ amount: { value: 120_000 }, bills: 1 },
    })
  })

  it('it waits to be deleted there if it was sent', async () => {
    const { scene, paymentId } = await paid()
    await run("UPDATE ledger_syncs SET state = 'SYNCED', erp_id = 'there-7' WHERE owner_id = ?", paymentId)
    expect(await queued(scene)).toEqual(['BILL'])
    await comesBack()
    expect((await queued(scene)).toSorted()).toEqual(['BILL', 'BILL_PAYMENT'])
    expect(await entryOf(paymentId)).toMatchObject({ state: 'UNSYNCED', isRemoval: 1, isDeleted: 0 })
  })

  it('people are told, its page and the bill’s history say why, and every account is as before', async () => {
    const { scene, paymentId, billId } = await paid()
    const looks = async () =>
      (
        await rows<{ payload: string }>(
          "SELECT payload FROM outbox WHERE company_id = ? AND topic = 'checks.run'",
          scene.company.id,
        )
      ).filter(({ payload }) => payload.includes(billId)).length
    const before = await looks()
    await comesBack()
    // Nothing was paid to the vendor after all, which decides about its other bills.
    expect(await looks()).toBe(before + 1)
    const page = (await scene.clerk.get(`/api/payments/bill-payments/${paymentId}`)).body
    // It had arrived, and then came back.
    expect(page.completedAt).toEqual(expect.any(String))
    expect(page).toMatchObject({ status: 'RETURNED', outboundPaymentFailReason: expect.stringMatching(/closed/) })
    expect(page.expectedArrivalDate).toBeNull()
    expect(page.paymentTransferEvents.map(({ eventType }: { eventType: string }) => eventType)).toEqual([
      ...['payment.returned', 'payment.paid', 'payment.started'],
    ])
    const told = await rows<{ action: string }>(
      `SELECT full_action AS action FROM audit_log WHERE company_id = ? AND target_id = ? AND full_action LIKE 'bill.payment-%'`,
      ...[scene.company.id, billId],
    )
    expect(told.map(({ action }) => action).toSorted()).toEqual([
      ...['bill.payment-paid', 'bill.payment-returned', 'bill.payment-started'],
    ])
    const alarms = await rows<{ payload: string }>(
      "SELECT payload FROM outbox WHERE company_id = ? AND topic = 'payments.alarm'",
      scene.company.id,
    )
    expect(alarms.map(({ payload }) => JSON.parse(payload))).toEqual([{ what: 'RETURNED', id: paymentId }])
    const { accounts } = (await scene.clerk.get('/api/payments/ledger/trial-balance?month=2099-01')).body
    expect(
      Object.fromEntries(
        accounts.map(({ account, balance }: { account: string; balance: { value: number } }) => [
          ...[account, balance.value],
        ]),
      ),
    ).toEqual({ CLEARING: 0, EXPENSE: 120_000, PAYABLE: -120_000 })
  })
})
