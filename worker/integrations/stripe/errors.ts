import Stripe from 'stripe'
import { ProviderError, type ProviderReason } from '../../core/provider-error.ts'

/**
 * What Stripe refuses, in words for people. Stripe's own words are never passed on: they may quote what was sent, and
 * that may be a bank account.
 */

/** Whether Stripe may have done what it was asked. Then one asks for it instead of sending it again. */
export type Taken = 'NO' | 'MAYBE'

export class StripeRefusal extends ProviderError {
  readonly taken: Taken
  /** Stripe's code, such as "resource_missing". */
  readonly code: string
  constructor(
    message: string,
    {
      taken,
      code = '',
      ...options
    }: { taken: Taken; code?: string; isFinal?: boolean; retryAfterMs?: number; reason?: ProviderReason | null },
  ) {
    super(message, options)
    this.taken = taken
    this.code = code
  }
}

const WORDS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    insufficient_funds: 'The payments balance is too low. Add funds, then try again.',
    routing_number_invalid: 'There is no US bank with this routing number.',
    account_number_invalid: 'The bank doesn’t recognize this account number.',
    bank_account_unusable: 'The bank refused this account. Use another one.',
    payment_method_microdeposit_verification_amounts_invalid: 'Enter both amounts in cents.',
    payment_method_microdeposit_verification_amounts_mismatch: 'The amounts don’t match the deposits.',
    payment_method_microdeposit_verification_descriptor_code_mismatch: 'The code doesn’t match the deposit.',
    payment_method_microdeposit_verification_attempts_exceeded:
      'The deposits were entered wrong too often. Add the bank account again.',
    payment_method_microdeposit_verification_timeout:
      'The deposits were not confirmed within 10 days. Add the bank account again.',
    payment_method_microdeposit_failed: 'The bank refused the deposits. Check the numbers, then add the account again.',
    resource_missing: 'Stripe no longer has this.',
    amount_too_small: 'The amount is too small for a bank transfer.',
    amount_too_large: 'The amount is more than Stripe transfers at once.',
    account_invalid: 'The payments account was closed at Stripe. Contact Stripe to reopen it.',
    treasury_financial_account_feature_not_active: 'Stripe hasn’t finished opening the payments account yet.',
  }),
)

const WAIT_MS = 5_000

/** The words for a code that explains a failed verification or refusal. */
export const wordsOf = (code: string): string =>
  WORDS.get(code) ?? `Stripe refused this${code ? ` (${code.replaceAll('_', ' ')})` : ''}.`

const late = (): StripeRefusal =>
  new StripeRefusal('Stripe did not answer. Outlay asks again in a moment.', { taken: 'MAYBE' })

/** In words, from whatever the SDK throws. */
export const refusalOf = (error: unknown): StripeRefusal => {
  if (error instanceof StripeRefusal) return error
  if (!(error instanceof Stripe.errors.StripeError)) return late()
  const code = error.code ?? ''
  const { StripeRateLimitError, StripeAuthenticationError, StripePermissionError, StripeIdempotencyError } =
    Stripe.errors
  if (error instanceof StripeRateLimitError || error.statusCode === 429)
    return new StripeRefusal('Stripe allows no more calls at the moment.', {
      ...{ taken: 'NO', code, retryAfterMs: WAIT_MS },
    })
  // The first call with this key hasn't ended, or was made with something else. Either way it may have been taken.
  if (error instanceof StripeIdempotencyError || error.statusCode === 409) return late()
  if (error instanceof StripeAuthenticationError)
    return new StripeRefusal('Payments are set up wrong on this installation. Contact support.', {
      ...{ taken: 'NO', code, isFinal: true, reason: 'NOT_ALLOWED' },
    })
  if (error instanceof StripePermissionError)
    return new StripeRefusal('Stripe no longer lets Outlay use this payments account.', {
      ...{ taken: 'NO', code, isFinal: true, reason: 'RECONNECT' },
    })
  const status = error.statusCode ?? 0
  if (status >= 400 && status < 500) return new StripeRefusal(wordsOf(code), { taken: 'NO', code, isFinal: true })
  return late()
}

/** Runs a call of the SDK. Throws a StripeRefusal for anything but success. */
export const asking = async <T>(call: () => Promise<T>): Promise<T> => {
  try {
    return await call()
  } catch (error) {
    throw refusalOf(error)
  }
}
