import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  afterEvent,
  BILL_PAYMENT_STATUSES,
  type BillPaymentEvent,
  type BillPaymentState,
  NEW_BILL_PAYMENT,
} from '../../../../schema/money/payments/bill-payment-states.ts'

const id = fc.constantFrom('a', 'b')
const event: fc.Arbitrary<BillPaymentEvent> = fc.oneof(
  fc.record({ type: fc.constant('METHOD_SET' as const), paymentMethodId: id }),
  fc.record({ type: fc.constant('DETAILS_CONFIRMED' as const), detailsId: id }),
  fc.record({
    type: fc.constant('PROVIDER_SAID' as const),
    attempt: fc.integer({ min: 0, max: 4 }),
    state: fc.constantFrom('POSTED' as const, 'FAILED' as const, 'CANCELLED' as const, 'RETURNED' as const),
  }),
  fc.constantFrom<BillPaymentEvent>(
    ...([{ type: 'DETAILS_REJECTED' }, { type: 'DETAILS_ENTERED' }, { type: 'STARTED' }] as const),
    ...([{ type: 'CANCELLED' }, { type: 'RETRIED' }, { type: 'PAID_OUTSIDE' }, { type: 'NOT_PAID_OUTSIDE' }] as const),
  ),
)
const ready: BillPaymentState = { ...NEW_BILL_PAYMENT, status: 'APPROVED', detailsId: 'a', paymentMethodId: 'a' }
/** The states that follow each other. An event that isn't allowed changes nothing. */
const walk = (from: BillPaymentState, events: readonly BillPaymentEvent[]): BillPaymentState[] => {
  const states = [from]
  for (const one of events) {
    const last = states.at(-1) ?? from
    states.push(afterEvent(last, one) ?? last)
  }
  return states
}

describe('a bill payment', () => {
  test('a payment is never sent without confirmed details and a bank account', () => {
    fc.assert(
      fc.property(fc.array(event, { maxLength: 40 }), (events) => {
        for (const { status, detailsId, paymentMethodId } of walk(NEW_BILL_PAYMENT, events))
          if (status === 'PROCESSING' || status === 'PAID' || status === 'APPROVED')
            expect([detailsId, paymentMethodId]).not.toContain(null)
      }),
      { numRuns: 2_000 },
    )
  })

  test('each start is another attempt, and only a payment that ended can be tried again', () => {
    fc.assert(
      fc.property(fc.array(event, { maxLength: 40 }), (events) => {
        const states = walk(ready, events)
        for (const [at, after] of states.entries()) {
          const before = states[at - 1]
          if (!before || after.attempt === before.attempt) continue
          expect([before.status, after.status]).toEqual(['APPROVED', 'PROCESSING'])
          expect(after.attempt).toBe(before.attempt + 1)
        }
      }),
      { numRuns: 2_000 },
    )
  })

  test('paid money is never sent again unless it was returned', () => {
    const paid = walk(ready, [{ type: 'STARTED' }, { type: 'PROVIDER_SAID', attempt: 1, state: 'POSTED' }])
    expect(paid.map(({ status }) => status)).toEqual(['APPROVED', 'PROCESSING', 'PAID'])
    const followed = new Set<string>()
    fc.assert(
      fc.property(fc.array(event, { maxLength: 40 }), (events) => {
        const states = walk(paid[2] ?? ready, events)
        for (const [at, { status }] of states.entries()) {
          const next = states[at + 1]?.status
          if (status === 'PAID' && next && next !== 'PAID') followed.add(next)
        }
      }),
      { numRuns: 2_000 },
    )
    expect(followed).toEqual(new Set(['RETURNED']))
  })

  test('what the provider says in any order, twice or of earlier attempts ends the same', () => {
    fc.assert(
      fc.property(
        fc.shuffledSubarray(['POSTED', 'RETURNED', 'POSTED', 'RETURNED'] as const, { minLength: 4 }),
        fc.integer({ min: 0, max: 3 }),
        (order, earlier) => {
          const processing = { ...ready, status: 'PROCESSING' as const, attempt: 4 }
          const news = order.flatMap((state): BillPaymentEvent[] => [
            { type: 'PROVIDER_SAID', attempt: earlier, state: 'FAILED' },
            { type: 'PROVIDER_SAID', attempt: 4, state },
          ])
          expect(walk(processing, news).at(-1)?.status).toBe('RETURNED')
        },
      ),
    )
  })

  test.each(BILL_PAYMENT_STATUSES)('from %s, marking it as paid outside can be undone', (status) => {
    const outside = afterEvent({ ...ready, status }, { type: 'PAID_OUTSIDE' })
    expect(outside !== null).toBe(['PENDING', 'APPROVED', 'FAILED', 'RETURNED'].includes(status))
    if (outside) expect(afterEvent(outside, { type: 'NOT_PAID_OUTSIDE' })?.status).toBe(status)
  })
})
