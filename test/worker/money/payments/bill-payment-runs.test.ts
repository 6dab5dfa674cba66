import { env } from 'cloudflare:workers'
import { expect, it } from 'vitest'
import { Database } from '../../../../worker/core/database.ts'
import { createLogger } from '../../../../worker/core/log.ts'
import { runGroup } from '../../../../worker/core/outbox-runner.ts'
import {
  approvedPayment,
  hurry,
  makePaidScene,
  morePayments,
  type PaidScene,
} from '../../../support/worker/bill-payments.ts'
import { Breaker, brokenOff } from '../../../support/worker/faulty-database.ts'
import { standIn } from '../../../support/worker/outside.ts'
import { deliver, passAtStripe, settled, stripeThere } from '../../../support/worker/payments.ts'
import { rows } from '../../../support/worker/sessions.ts'

/**
 * Runs of payments in which calls break off before and after the provider took them, jobs end between any two of their
 * statements, and events are lost, doubled, shuffled and late. `OUTLAY_SEEDS` asks for more runs than the suite does.
 */

const SEEDS = Number((env as unknown as Record<string, string>).OUTLAY_SEEDS ?? 2)
const PAYMENTS = 3
const ROUNDS = 3

/** Mulberry32: the same seed is the same run. */
const randomOf = (seed: number) => {
  let state = seed
  return (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** Stripe, which sometimes doesn't answer although it did what it was asked, or didn't. */
const unreliable = (random: () => number): void => {
  const real = stripeThere().standIns.find(({ host }) => host === 'api.stripe.com')
  standIn('api.stripe.com', {
    answer: async (request) => {
      const chance = random()
      if (chance < 0.15) return new Response('gateway', { status: 504 })
      const answer = (await real?.answer(request)) ?? Response.error()
      return chance < 0.3 ? new Response('gateway', { status: 504 }) : answer
    },
  })
}

/** Runs what is due with a database that breaks off at one of its calls, before or after it was carried out. */
const dying = async ({ company }: PaidScene, random: () => number): Promise<void> => {
  const due = await rows<{ id: string }>(
    "SELECT id FROM outbox WHERE company_id = ? AND topic = 'payments.follow' AND done_at IS NULL AND dead_at IS NULL",
    company.id,
  )
  for (const { id } of due) {
    const breaker = new Breaker(1 + Math.floor(random() * 8), random() < 0.5)
    const db = new Database(breaker.database(env.DB), 'first-primary')
    const context = { env, db, clock: { now: () => Date.now() + 60_000 }, log: createLogger({}, 'error') }
    await brokenOff(runGroup(context, 'payments.follow', [id]))
  }
}

const shuffled = <T>(items: T[], random: () => number): T[] =>
  items
    .map((item) => ({ item, at: random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ item }) => item)

const paid = async ({ company }: PaidScene) =>
  rows<{ id: string; status: string; amount: number; attempt: number; billPaid: number }>(
    `SELECT p.id, p.status, p.amount_minor AS amount, p.attempt, b.paid_at IS NOT NULL AS billPaid
       FROM bill_payments p JOIN bills b ON b.id = p.bill_id WHERE p.company_id = ? AND p.attempt > 0`,
    company.id,
  )

const balance = async ({ company }: PaidScene, account: string): Promise<number> => {
  const [row] = await rows<{ sum: number | null }>(
    'SELECT SUM(amount_minor) AS sum FROM ledger_postings WHERE company_id = ? AND account = ?',
    ...[company.id, account],
  )
  return row?.sum ?? 0
}

it.each(Array.from({ length: SEEDS }, (_, seed) => seed + 1))(
  'whatever is lost, doubled or breaks off, each payment is made once and every cent is balanced (run %d)',
  { timeout: 120_000 },
  async (seed) => {
    const random = randomOf(seed)
    const accountNumber = random() < 0.3 ? '000111111113' : '000123456789'
    const scene = await makePaidScene({ accountNumber })
    const payments = await morePayments(scene, await approvedPayment(scene), PAYMENTS)
    unreliable(random)
    for (const id of payments)
      await scene.colleague.post(`/api/payments/start-bill-payment-process/${id}/${scene.bank}`)
    const late: ReturnType<typeof stripeThere>['events']['waiting'] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      await dying(scene, random)
      if (random() < 0.6) passAtStripe(random() < 0.5 ? 60_000 : 600_000)
      await deliver(stripeThere(), (events) => {
        const told = shuffled([...late.splice(0), ...events, ...events], random).filter(() => random() < 0.7)
        late.push(...events.filter(() => random() < 0.3))
        return told
      })
      if (random() < 0.5) await hurry(scene, random() < 0.5)
    }
    // The provider answers again, and all that is left to ask is asked.
    stripeThere()
    passAtStripe(60_000)
    passAtStripe(600_000)
    for (let round = 0; round < 3; round += 1) {
      await hurry(scene, true)
      await settled()
    }
    const flows = scene.flows()
    const made = await paid(scene)
    expect(made).toHaveLength(PAYMENTS)
    for (const { id, status, amount, attempt, billPaid } of made) {
      const its = flows.filter(({ metadata }) => metadata.outlayId?.startsWith(id))
      expect(its.length).toBeLessThanOrEqual(attempt)
      const standing = its.filter(({ status: there }) => there === 'posted')
      expect(standing.map((flow) => flow.amount)).toEqual(status === 'PAID' ? [amount] : [])
      expect({ id, status, billPaid }).toEqual({ id, status, billPaid: status === 'PAID' ? 1 : 0 })
      expect(['PAID', 'RETURNED']).toContain(status)
    }
    const out = made.filter(({ status }) => status === 'PAID').reduce((sum, { amount }) => sum + amount, 0)
    expect(await balance(scene, 'CLEARING')).toBe(-out)
    expect(10_000_000 - scene.money.cash).toBe(out)
    const [trial] = await rows<{ sum: number }>(
      'SELECT SUM(amount_minor) AS sum FROM ledger_postings WHERE company_id = ?',
      scene.company.id,
    )
    expect(trial?.sum).toBe(0)
    const open = await balance(scene, 'PAYABLE')
    const owed = made.filter(({ status }) => status === 'RETURNED').reduce((sum, { amount }) => sum + amount, 0)
    expect(-open).toBe(owed + 120_000)
  },
)
