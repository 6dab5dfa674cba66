import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { approvedPayment, makePaidScene, morePayments, type PaidScene } from '../../../support/worker/bill-payments.ts'
import { confirmGuarded } from '../../../support/worker/payments.ts'
import { rows, run } from '../../../support/worker/sessions.ts'

/** What the preview of a run says is what the run then does, whatever is among its payments. */

let scene: PaidScene
let model: { billId: string; paymentId: string }
beforeAll(async () => {
  scene = await makePaidScene({ cash: 1_000_000_000 })
  model = await approvedPayment(scene)
})

const set = (values: string, id: string) => run(`UPDATE bill_payments SET ${values} WHERE id = ?`, id)

/** What is wrong with a payment, and how. */
const FAULTS = {
  none: async () => undefined,
  // Confirmed ones are chosen already.
  waiting: (id: string) => set("status = 'PENDING', payment_method_id = NULL", id),
  cancelled: (id: string) => set("status = 'CANCELLED'", id),
  processing: (id: string) => set("status = 'PROCESSING'", id),
  undetailed: (id: string) => set("status = 'PENDING', details_id = NULL", id),
  foreign: (id: string) => set("currency = 'EUR'", id),
  own: (id: string) => set(`bill_created_by_user_id = '${scene.people.colleague.userId}'`, id),
  changed: (id: string) =>
    run('UPDATE bills SET run = run + 1 WHERE id = (SELECT bill_id FROM bill_payments WHERE id = ?)', id),
} satisfies Record<string, (id: string) => Promise<unknown>>
type Fault = keyof typeof FAULTS
const ABLE: Fault[] = ['none', 'waiting']

const payment = fc.record({
  fault: fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...ABLE) },
    { weight: 1, arbitrary: fc.constantFrom(...(Object.keys(FAULTS) as Fault[])) },
  ),
  amount: fc.integer({ min: 1, max: 50_000 }),
  due: fc.constantFrom('2026-11-15', '2027-03-03', '2027-03-04', null),
})
type Payment = typeof payment extends fc.Arbitrary<infer T> ? T : never

const make = async (payments: readonly Payment[]): Promise<string[]> => {
  const ids = await morePayments(scene, model, payments.length)
  for (const [at, { fault, amount, due }] of payments.entries()) {
    const id = ids[at] ?? ''
    await run('UPDATE bill_payments SET amount_minor = ?, due_date = ? WHERE id = ?', amount, due, id)
    await FAULTS[fault](id)
  }
  return ids
}

const stored = (ids: readonly string[]) =>
  rows('SELECT * FROM bill_payments WHERE id IN (SELECT value FROM json_each(?)) ORDER BY id', JSON.stringify(ids))
const preview = async (billPaymentIds: readonly string[], payWhen: string) =>
  (await scene.colleague.post('/api/payments/payment-runs/preview', { billPaymentIds, payWhen })).body
const create = (billPaymentIds: readonly string[], payWhen: string) =>
  scene.colleague.post('/api/payments/payment-runs', { billPaymentIds, paymentMethodId: scene.bank, payWhen })
const setLimit = async (runLimit: number) => {
  expect((await scene.admin.call('PUT', '/api/payments/limits', { body: { runLimit, freeBelow: 0 } })).status).toBe(200)
  await confirmGuarded(scene.company)
}

/** As if it were another day, on which so much was started by one person. */
const startAlone = async (amount: number): Promise<void> => {
  await run("DELETE FROM hands WHERE company_id = ? AND act = 'STARTED'", scene.company.id)
  await run('UPDATE bill_payments SET pay_on = NULL WHERE company_id = ?', scene.company.id)
  if (amount === 0) return
  await setLimit(1_000_000_000)
  const ids = await make([{ fault: 'none', amount, due: null }])
  expect((await create(ids, 'NOW')).body.status).toBe('STARTED')
}

describe('the preview of a run', () => {
  it('it says what can’t be started, what it comes to, and whether a second person is asked', {
    timeout: 120_000,
  }, async () => {
    const asked = fc.record({
      payments: fc.array(payment, { minLength: 1, maxLength: 5 }),
      payWhen: fc.constantFrom('NOW', 'DUE'),
      // From what it comes to, so that the limit itself is among them.
      limit: fc.constantFrom(-1, 0, 1),
      // Started alone before, on the same day.
      earlier: fc.constantFrom(0, 30_000),
    })
    await fc.assert(
      fc.asyncProperty(asked, async ({ payments, payWhen, limit, earlier }) => {
        await startAlone(earlier)
        const ids = await make(payments)
        const able = ids.filter((_, at) => ABLE.includes(payments[at]?.fault ?? 'own'))
        const sum = payments
          .filter(({ fault }) => ABLE.includes(fault))
          .reduce((total, { amount }) => total + amount, 0)
        await setLimit(Math.max(0, earlier + sum + limit))
        const said = await preview(ids, payWhen)
        expect(said).toMatchObject({ amount: { value: sum, currency: 'USD' }, count: able.length })
        expect(said.faults.map(({ billPaymentId }: { billPaymentId: string }) => billPaymentId).toSorted()).toEqual(
          ids.filter((id) => !able.includes(id)).toSorted(),
        )
        expect(said.needsSecondPerson).toBe(earlier + sum >= Math.max(0, earlier + sum + limit))
        const before = await stored(ids)
        if (able.length < ids.length) {
          const refused = await create(ids, payWhen)
          expect(refused.status).toBe(400)
          const faults = said.faults.map(({ fault }: { fault: string }) => fault)
          expect(faults.some((fault: string) => refused.body.fields.billPaymentIds.includes(fault))).toBe(true)
          expect(await stored(ids)).toEqual(before)
        }
        if (able.length === 0) return
        const { totals, amount, count, needsSecondPerson, faults } = await preview(able, payWhen)
        expect({ amount, count, faults }).toEqual({ amount: said.amount, count: able.length, faults: [] })
        const { status, body } = await create(able, payWhen)
        expect([status, body.status]).toEqual([200, needsSecondPerson ? 'WAITING' : 'STARTED'])
        if (needsSecondPerson) {
          expect(await stored(ids)).toEqual(before)
          const decided = await scene.clerk.post(`/api/payments/payment-runs/${body.id}/decide`, {
            shouldConfirm: true,
          })
          expect(decided.body).toEqual({ id: body.id, status: 'STARTED' })
        }
        const made = (await scene.clerk.get(`/api/payments/payment-runs/${body.id}`)).body
        expect(made).toMatchObject({ amount, count, skipped: [] })
        expect(made.progress.reduce((all: number, one: { count: number }) => all + one.count, 0)).toBe(count)
        const days = ({ leavesOn, dueDate, amount: of, count: many }: (typeof totals)[number]) => [
          ...[leavesOn, dueDate, of.value, many],
        ]
        // Also in the evening in New York, when it is another day in UTC.
        expect(made.totals.map(days)).toEqual(totals.map(days))
      }),
      { numRuns: 15 },
    )
  })

  it.each([
    [999_999, false],
    [1_000_000, true],
    [1_000_001, true],
  ])(
    'without a limit of its own a company asks a second person from ten thousand dollars on: %d cents',
    async (amount, isAsked) => {
      await startAlone(0)
      await run('DELETE FROM payment_limits WHERE company_id = ?', scene.company.id)
      const ids = await make([{ fault: 'none', amount, due: null }])
      expect((await preview(ids, 'NOW')).needsSecondPerson).toBe(isAsked)
      expect((await create(ids, 'NOW')).body.status).toBe(isAsked ? 'WAITING' : 'STARTED')
    },
  )
})

describe('a start whose answer is lost', () => {
  it('a start is repeated with its command id without starting anything again, alone and together', async () => {
    await setLimit(1_000_000_000)
    const [one = '', ...more] = await make([1, 2, 3].map((amount) => ({ fault: 'none' as const, amount, due: null })))
    const path = `/api/payments/start-bill-payment-process/${one}/${scene.bank}`
    const together = { billPaymentIds: more, paymentMethodId: scene.bank, payWhen: 'NOW' }
    const answers = {
      alone: [
        await scene.colleague.post(path, {}, `alone-${one}`),
        await scene.colleague.post(path, {}, `alone-${one}`),
      ],
      together: [
        await scene.colleague.post('/api/payments/payment-runs', together, `run-${one}`),
        await scene.colleague.post('/api/payments/payment-runs', together, `run-${one}`),
      ],
    }
    for (const [first, second] of Object.values(answers)) {
      expect(first?.status).toBe(200)
      expect([second?.status, second?.body]).toEqual([200, first?.body])
    }
    const attempts = await rows<{ attempt: number; started: number }>(
      `SELECT p.attempt, (SELECT COUNT(*) FROM bill_payment_events e WHERE e.payment_id = p.id
          AND e.event_type = 'payment.started') AS started FROM bill_payments p WHERE p.id IN (SELECT value FROM json_each(?))`,
      JSON.stringify([one, ...more]),
    )
    expect(attempts).toEqual(Array.from({ length: 3 }, () => ({ attempt: 1, started: 1 })))
    const [runs] = await rows<{ count: number }>(
      'SELECT COUNT(*) AS count FROM payment_runs WHERE company_id = ? AND payment_ids = ?',
      ...[scene.company.id, JSON.stringify(more)],
    )
    expect(runs?.count).toBe(1)
  })
})
