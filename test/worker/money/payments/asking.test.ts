import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import { Database } from '../../../../worker/core/database.ts'
import { createLogger } from '../../../../worker/core/log.ts'
import { systemContext } from '../../../../worker/core/system-context.ts'
import { advancePayment } from '../../../../worker/features/money/payments/bill-payment-send.ts'
import { askForLost } from '../../../../worker/features/money/payments/follow.ts'
import { approvedPayment, makePaidScene, morePayments, type PaidScene } from '../../../support/worker/bill-payments.ts'
import { deliver, passAtStripe, settled, stripeThere } from '../../../support/worker/payments.ts'
import { planOf, statementsOf } from '../../../support/worker/query-plans.ts'
import { rows, run } from '../../../support/worker/sessions.ts'

/** When the provider is asked for payments that no event told about. */

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

let scene: PaidScene
let paymentId: string
const begin = async (accountNumber: string) => {
  scene = await makePaidScene({ accountNumber })
  ;({ paymentId } = await approvedPayment(scene))
  await scene.colleague.post(`/api/payments/start-bill-payment-process/${paymentId}/${scene.bank}`)
  await settled()
}

/** One that stays on its way. */
beforeEach(() => begin('000000000009'))

const asking = async (id = paymentId) =>
  (
    await rows<{ status: string; askAt: number | null; asks: number; since: number }>(
      `SELECT status, ask_at AS askAt, asks, coalesce(paid_at, started_at) AS since FROM bill_payments WHERE id = ?`,
      id,
    )
  )[0]

/** What the sweep asks for at a time. */
const sweepAt = async (at: number, { company } = scene): Promise<string[]> => {
  const job = { name: 'cron.payments-lost-events', companyId: null, may: ['system.maintain' as const] }
  const context = {
    ...{ env, db: new Database(env.DB, 'first-primary'), log: createLogger({}, 'error') },
    clock: { now: () => at },
  }
  await askForLost(systemContext(context, job))
  const asked = await rows<{ id: string }>(
    `SELECT payload ->> 'id' AS id FROM outbox WHERE topic = 'payments.follow' AND payload ->> 'isAgain' AND created_at = ?
        AND company_id = ?`,
    ...[at, company.id],
  )
  // They would be asked at that time only.
  await run("DELETE FROM outbox WHERE topic = 'payments.follow' AND created_at = ? AND done_at IS NULL", at)
  return asked.map(({ id }) => id)
}

describe('a payment on its way', () => {
  it('the provider is asked for it when its time has come, each time after a longer wait', async () => {
    const first = await asking()
    expect(first).toMatchObject({ status: 'PROCESSING', asks: 0 })
    let at = Number(first?.askAt)
    // A moment passes between the two.
    expect(at - Number(first?.since)).toBeGreaterThanOrEqual(MINUTE_MS)
    expect(at - Number(first?.since)).toBeLessThan(MINUTE_MS + 1000)
    expect(await sweepAt(at - 1)).toEqual([])
    for (const minutes of [2, 5, 10, 30, 60, 180, 360, 720, 1440, 1440]) {
      expect(await sweepAt(at)).toEqual([paymentId])
      const next = Number((await asking())?.askAt)
      expect(next - at).toBe(minutes * MINUTE_MS)
      expect(await sweepAt(next - 1)).toEqual([])
      at = next
    }
    await settled()
    expect(await asking()).toMatchObject({ status: 'PROCESSING', askAt: at })
  })

  it('an event about it makes Outlay ask soon again', async () => {
    await sweepAt(Number((await asking())?.askAt))
    await run('UPDATE bill_payments SET asks = 9, ask_at = ? WHERE id = ?', Date.now() + DAY_MS, paymentId)
    const [flow] = scene.flows()
    const [account] = Object.values(stripeThere().state.accounts).filter(({ flows }) => flows[flow?.id ?? ''])
    stripeThere().events.add('treasury.outbound_payment.expected_arrival_date_updated', account?.id ?? '', {
      ...{ id: flow?.id ?? '', object: 'treasury.outbound_payment' },
    })
    await deliver(stripeThere())
    const after = await asking()
    expect(after?.asks).toBe(0)
    expect(Number(after?.askAt)).toBeLessThan(Date.now() + HOUR_MS)
  })

  it('a cancelled one is no more asked for', async () => {
    await scene.clerk.post('/graphql', {
      query: `mutation { cancelBillPayment(billPaymentId: "${paymentId}") { id } }`,
    })
    expect(await asking()).toMatchObject({ status: 'CANCELLED', askAt: null })
    expect(await sweepAt(Date.now() + 300 * DAY_MS)).toEqual([])
  })
})

it('a payment whose first job runs a day late is sent once, although the answer to another one got lost', async () => {
  await run('UPDATE bill_payments SET provider_id = NULL WHERE id = ?', paymentId)
  passAtStripe(25 * HOUR_MS)
  const late = { now: () => Date.now() + 25 * HOUR_MS }
  const context = { env, db: new Database(env.DB, 'first-primary'), log: createLogger({}, 'error'), clock: late }
  const job = { name: 'payments.follow', companyId: scene.company.id, may: ['system.maintain' as const] }
  await advancePayment(systemContext(context, job), scene.company.id, paymentId, false)
  expect(scene.flows()).toHaveLength(1)
  const [row] = await rows('SELECT provider_id AS id FROM bill_payments WHERE id = ?', paymentId)
  expect(row).toEqual({ id: scene.flows()[0]?.id })
})

describe('a payment that arrived', () => {
  it('one that arrived is asked for an hour later, until sixty days have passed or it came back', async () => {
    await begin('000111111113')
    passAtStripe(MINUTE_MS)
    await deliver(stripeThere())
    const paid = await asking()
    expect(paid?.status).toBe('PAID')
    const paidAt = Number(paid?.since)
    expect(Number(paid?.askAt)).toBeGreaterThanOrEqual(paidAt + HOUR_MS)
    expect(await sweepAt(paidAt + HOUR_MS - 1)).toEqual([])
    expect(await sweepAt(paidAt + 59.9 * DAY_MS)).toEqual([paymentId])
    expect(await asking()).toMatchObject({ status: 'PAID', askAt: null })
    await run('UPDATE bill_payments SET ask_at = 1 WHERE id = ?', paymentId)
    passAtStripe(10 * MINUTE_MS)
    stripeThere().events.waiting = []
    await settled()
    expect(await asking()).toMatchObject({ status: 'RETURNED', askAt: null })
  })
})

it('a sweep asks for the longest waiting ones, so many at once, and for none twice', async () => {
  const other = await makePaidScene()
  const ids = await morePayments(other, await approvedPayment(other), 120)
  await run(
    `UPDATE bill_payments SET status = 'PROCESSING', provider_id = NULL, ask_at = (SELECT key + 1 FROM json_each(?2) WHERE value = bill_payments.id)
      WHERE company_id = ?1 AND id IN (SELECT value FROM json_each(?2))`,
    ...[other.company.id, JSON.stringify(ids)],
  )
  const now = Date.now()
  expect((await sweepAt(now, other)).toSorted()).toEqual(ids.slice(0, 100).toSorted())
  const again = await sweepAt(now + 1, other)
  expect(again.toSorted()).toEqual(ids.slice(100).toSorted())
})

it('the sweep reads the due rows only, from their index', async () => {
  const statements = await statementsOf(() => sweepAt(1))
  const plans = await Promise.all(statements.map(planOf))
  expect(plans.map((plan) => plan.join()).toSorted()).toEqual(
    ['bill_payments', 'payment_methods', 'payment_transfers', 'payments_accounts'].map((table) =>
      // Whether the company lives here is looked up for each that is found.
      expect.stringMatching(
        new RegExp(
          `^SEARCH t USING (COVERING )?INDEX ${table}_ask \\(ask_at<\\?\\),CORRELATED .+_company_locks_1 \\(company_id=\\?\\)$`,
        ),
      ),
    ),
  )
  for (const { sql } of statements) expect(sql).toMatch(/ORDER BY ask_at LIMIT 100$/)
})
