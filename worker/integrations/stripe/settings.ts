import Stripe from 'stripe'
import { ProviderError } from '../../core/provider-error.ts'
import type { Env } from '../../env.ts'

/** Stripe, which holds companies' money and sends it (https://docs.stripe.com/api). */

export type StripeSettings = Pick<Env, 'OUTLAY_STRIPE_SECRET_KEY'>

/** The name of the webhook's sender. */
export const STRIPE = 'stripe'

/** The version whose answers the adapter reads. Stripe keeps answering in it. */
const API_VERSION = '2026-10-28.endive'
const TIMEOUT_MS = 30_000

/** Whether companies can set up payments at all. */
export const hasStripe = (env: StripeSettings): boolean => Boolean(env.OUTLAY_STRIPE_SECRET_KEY)

/**
 * Calls are never repeated here: who calls keeps the idempotency key, and asks before it sends again.
 */
export const clientOf = (env: StripeSettings): Stripe => {
  const key = env.OUTLAY_STRIPE_SECRET_KEY
  if (!key) throw new ProviderError('Payments are not set up on this installation.', { isFinal: true })
  return new Stripe(key, {
    apiVersion: API_VERSION,
    // Each time, because a test's network is another one.
    httpClient: Stripe.createFetchHttpClient((...given: Parameters<typeof fetch>) => fetch(...given)),
    maxNetworkRetries: 0,
    timeout: TIMEOUT_MS,
    telemetry: false,
  })
}

/** A company's account at Stripe, which calls are made for. */
export interface AccountRef {
  env: StripeSettings
  accountId: string
}
