import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { StripeStandIn } from '../../../../worker/local/host/stand-ins/stripe/index.ts'
import { emptyState } from '../../../../worker/local/host/stand-ins/stripe/state.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2026, 2, 2, 12) })
})
afterEach(() => {
  vi.useRealTimers()
})

/** An account whose payment moves a second from now, which is kept and told. */
const standInWithPayment = () => {
  const flow = {
    ...{ id: 'obp_1', object: 'treasury.outbound_payment', financial_account: 'fa_1', number: '000123456789' },
    ...{ status: 'processing', amount: 100, transitions: {} },
    next: { at: Date.now() + 1_000, status: 'posted', code: null },
  }
  const money = { id: 'fa_1', cash: 0, inbound_pending: 0, outbound_pending: 100 }
  const state = {
    ...emptyState(),
    accounts: { acct_1: { id: 'acct_1', financial: { fa_1: money }, flows: { obp_1: flow } } },
  }
  const write = vi.fn()
  const deliver = vi.fn(async () => new Response(null))
  return { write, deliver, stripe: new StripeStandIn({ deliver, kept: { read: () => JSON.stringify(state), write } }) }
}

test('what happens at the provider is kept and told while it runs', async () => {
  const { write, deliver, stripe } = standInWithPayment()
  await vi.advanceTimersByTimeAsync(5_000)
  expect(write).toHaveBeenCalled()
  await vi.waitFor(() => expect(deliver).toHaveBeenCalled())
  stripe.stop()
})

test('a stopped provider keeps and tells nothing, although its folder is gone', async () => {
  const { write, deliver, stripe } = standInWithPayment()
  stripe.events.add('account.updated', 'acct_1', { id: 'acct_1', object: 'account' })
  stripe.stop()
  await vi.advanceTimersByTimeAsync(60_000)
  stripe.settle()
  expect(write).not.toHaveBeenCalled()
  expect(deliver).not.toHaveBeenCalled()
  expect(vi.getTimerCount()).toBe(0)
})
