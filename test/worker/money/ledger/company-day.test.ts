import { beforeEach, describe, expect, it } from 'vitest'
import { setClock } from '../../../support/clock.ts'
import { approvedPayment, makePaidScene, type PaidScene } from '../../../support/worker/bill-payments.ts'
import { enter, follow } from '../../../support/worker/bills.ts'
import { deliver, passAtStripe, settled, stripeThere } from '../../../support/worker/payments.ts'
import { rows, run } from '../../../support/worker/sessions.ts'

/**
 * The day in the books is that of the company's time zone, not of the people who act: half past three in the
 * night to November by UTC, when New York is still in October and Kiritimati well into November.
 */
setClock('2026-11-01T03:30:00Z')

const ZONES = [
  ['Pacific/Honolulu', '2026-10-31', '2026-10'],
  ['America/New_York', '2026-10-31', '2026-10'],
  ['UTC', '2026-11-01', '2026-11'],
  ['Asia/Tokyo', '2026-11-01', '2026-11'],
] as const

let scene: PaidScene
beforeEach(async () => {
  // The bank takes what is paid there and returns it later.
  scene = await makePaidScene({ accountNumber: '000111111113' })
})

const live = async (timeZone: string): Promise<void> => {
  const saved = await scene.admin.call('PUT', '/api/company-settings', { body: { timeZone } })
  expect(saved.status, JSON.stringify(saved.body)).toBe(200)
  // People elsewhere than their company.
  await run(
    "UPDATE users SET timezone = 'Pacific/Kiritimati' WHERE id IN (SELECT user_id FROM company_memberships WHERE company_id = ?)",
    scene.company.id,
  )
  await run("UPDATE sessions SET timezone = 'Pacific/Kiritimati' WHERE company_id = ?", scene.company.id)
}

/** What was posted today, and on which day: bills have that of their invoice. */
const posted = () =>
  rows<{ memo: string; date: string }>(
    `SELECT replace(memo, substr(memo, instr(memo, 'INV')), '') AS memo, date FROM ledger_entries
      WHERE company_id = ? AND (type <> 'BILL' OR reverses_id IS NOT NULL) ORDER BY created_at, id`,
    scene.company.id,
  )
const days = async () => [...new Set((await posted()).map(({ date }) => date))]

describe.each(ZONES)('the books of a company in %s', (timeZone, day, month) => {
  it(`payments, what comes back and transfers are posted on ${day}`, async () => {
    await live(timeZone)
    const { paymentId } = await approvedPayment(scene)
    await scene.colleague.post(`/api/payments/start-bill-payment-process/${paymentId}/${scene.bank}`)
    await settled()
    passAtStripe(60_000)
    await deliver(stripeThere())
    expect(await posted()).toHaveLength(1)
    passAtStripe(600_000)
    await deliver(stripeThere())
    expect(await posted()).toHaveLength(2)
    const { status, body } = await scene.colleague.post('/api/payments/load-funds', {
      ...{ paymentMethodId: scene.bank, amount: 9000 },
    })
    expect(status, JSON.stringify(body)).toBe(200)
    await settled()
    passAtStripe(60_000)
    await deliver(stripeThere())
    expect((await posted()).length).toBeGreaterThan(2)
    expect(await days()).toEqual([day])
    const syncs = await rows<{ date: string }>(
      "SELECT DISTINCT facts ->> 'date' AS date FROM ledger_syncs WHERE company_id = ? AND type <> 'BILL'",
      scene.company.id,
    )
    expect(syncs).toEqual([{ date: day }])
  })

  it(`what is paid outside, taken back and changed is posted on ${day}`, async () => {
    await live(timeZone)
    const { paymentId, billId } = await approvedPayment(scene, { invoiceDate: '2026-10-15' })
    const mark = (isPaidOutside: boolean) =>
      scene.colleague.graphql(
        'mutation($id: ID!, $is: Boolean!) { updateBillPaymentPaidOutside(id: $id, isPaidOutside: $is) { id } }',
        { id: paymentId, is: isPaidOutside },
      )
    for (const is of [true, false]) expect(JSON.stringify((await mark(is)).body)).toContain(paymentId)
    expect(await posted()).toHaveLength(2)
    const deleted = await scene.clerk.call('DELETE', `/api/payments/bills/${billId}`)
    expect([deleted.status, deleted.body]).toEqual([
      expect.toSatisfy((status: number) => status < 300),
      expect.anything(),
    ])
    await follow(scene, 'bill.reopened')
    expect(await posted()).toHaveLength(3)
    expect(await days()).toEqual([day])
  })

  it(`what is owed is as of ${day}, and the trial balance of ${month}`, async () => {
    await live(timeZone)
    await enter(scene)
    expect((await scene.clerk.get('/api/payments/ledger/payables/summary')).body.asOf).toBe(day)
    expect((await scene.clerk.get('/api/payments/ledger/trial-balance')).body.month).toBe(month)
  })
})

it('the time zone is the admins’, in the history, and a zone that isn’t one is refused', async () => {
  const change = (timeZone: string) => scene.admin.call('PUT', '/api/company-settings', { body: { timeZone } })
  expect((await change('America/Nowhere')).body).toMatchObject({ fields: { timeZone: 'Choose a time zone' } })
  expect((await change('Asia/Tokyo')).status).toBe(200)
  expect((await scene.admin.get('/api/company-settings')).body.timeZone).toBe('Asia/Tokyo')
  expect((await scene.clerk.get('/api/current-company')).body.timeZone).toBe('Asia/Tokyo')
  const { body } = await scene.clerk.graphql('{ applicationConfiguration { companyTimeZone } }', {})
  expect(body.data.applicationConfiguration.companyTimeZone).toBe('Asia/Tokyo')
  expect((await scene.clerk.call('PUT', '/api/company-settings', { body: { timeZone: 'UTC' } })).status).toBe(403)
  const log = await scene.admin.get(`/api/audit-logs?targetType=COMPANY&targetId=${scene.company.id}`)
  expect(JSON.stringify(log.body)).toContain('Changed the time zone of the company’s books to Asia/Tokyo')
})
