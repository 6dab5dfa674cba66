import { z } from 'zod'
import type { Currency } from '../../shared/money.ts'

/** What a company pays bills from (specification 3 §2, §3; design of money). */

/** Money is held and sent in dollars only. */
export const PAYMENTS_CURRENCY: Currency = 'USD'

export const ACCOUNT_STATES = ['CREATED', 'SUBMITTED', 'ACTIVE', 'REJECTED'] as const
export type AccountState = (typeof ACCOUNT_STATES)[number]

export const BANK_STATES = ['VERIFYING', 'VERIFIED', 'FAILED', 'CANCELLED', 'REMOVED'] as const
export type BankState = (typeof BANK_STATES)[number]
export const BANK_STATE_WORDS: Record<BankState, string> = {
  VERIFYING: 'Verifying',
  VERIFIED: 'Verified',
  FAILED: 'Not verified',
  CANCELLED: 'Canceled',
  REMOVED: 'Removed',
}

/** Until a transfer was sent it waits, so that nothing is sent that isn't known. */
export const TRANSFER_STATES = ['WAITING', 'PROCESSING', 'POSTED', 'FAILED', 'CANCELLED', 'RETURNED'] as const
export type TransferState = (typeof TRANSFER_STATES)[number]
export const TRANSFER_STATE_WORDS: Record<TransferState, string> = {
  WAITING: 'Sending',
  PROCESSING: 'On its way',
  POSTED: 'Completed',
  FAILED: 'Failed',
  CANCELLED: 'Canceled',
  RETURNED: 'Returned',
}

export const TRANSFER_KINDS = ['LOAD', 'WITHDRAWAL'] as const
export type TransferKind = (typeof TRANSFER_KINDS)[number]
/** Before an amount. */
export const TRANSFER_KIND_WORDS: Record<TransferKind, string> = { LOAD: 'Adding', WITHDRAWAL: 'Moving back' }

/** Ten million dollars. */
export const MOST_TRANSFER_MINOR = 1_000_000_000

export const transferAmount = z
  .number()
  .int('Amounts are whole minor units')
  .min(100, 'Enter $1 or more')
  .max(MOST_TRANSFER_MINOR, 'At most $10,000,000 at once')

/** In which states the provider may still change something, in the order in which they follow each other. */
const RANK: Record<TransferState, number> = {
  ...{ WAITING: 0, PROCESSING: 1, POSTED: 2, FAILED: 3, CANCELLED: 3, RETURNED: 3 },
}

/**
 * Whether a transfer that is in one state can be in the other, later. What the provider says may come late, twice, and in
 * any order, so that an older state never takes the place of a newer one.
 */
export const canFollow = (from: TransferState, to: TransferState): boolean => {
  if (from === 'POSTED') return to === 'RETURNED'
  return RANK[to] > RANK[from]
}

/** Why a transfer failed or came back, in words. */
const REASONS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    account_closed: 'The bank account is closed.',
    account_frozen: 'The bank account is frozen.',
    bank_account_restricted: 'The bank account doesn’t allow this kind of transfer.',
    bank_ownership_changed: 'The bank account has a new owner.',
    debit_not_authorized: 'The account holder didn’t authorize the debit.',
    declined: 'The bank declined the transfer.',
    incorrect_account_holder_name: 'The account holder’s name doesn’t match.',
    insufficient_funds: 'There wasn’t enough money in the bank account.',
    invalid_account_number: 'The account number isn’t valid.',
    invalid_currency: 'The bank account isn’t kept in US dollars.',
    no_account: 'There is no such bank account.',
  }),
)

export const reasonOf = (code: string | null): string | null =>
  code === null ? null : (REASONS.get(code) ?? 'The bank gave no reason.')

/** The provider doesn't always tell why something failed or came back. */
export const NO_REASON = 'other'

interface Moved {
  kind: keyof typeof TRANSFER_KIND_WORDS
  state: string
  failCode: string | null
}

/** Why a transfer between the bank and the payments balance ended without its money, at every door. */
export const transferReason = ({ kind, state, failCode }: Moved): string | null => {
  if (kind === 'WITHDRAWAL' && failCode === 'insufficient_funds') return 'The payments balance was too low.'
  return reasonOf(failCode ?? (state === 'FAILED' || state === 'RETURNED' ? NO_REASON : null))
}
