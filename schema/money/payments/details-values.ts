import { z } from 'zod'
import { type Act, type Identities, mayTake, type Step, whoCan } from '../../platform/hands/rule.ts'
import { email, limitedText, requiredText } from '../../shared/values.ts'
import { ACCOUNT_HOLDER_TYPES, accountNumber, BANK_ACCOUNT_TYPES, routingNumber } from '../../vendors/portal/values.ts'

/** Bank details of vendors, and what decides whether they are used (design of money, "Bank details"). */

/** REPLACED by others that came into force, or that were entered while these waited. */
export const DETAILS_STATES = ['WAITING', 'CONFIRMED', 'REJECTED', 'REPLACED', 'DELETED'] as const
export type DetailsState = (typeof DETAILS_STATES)[number]
export const DETAILS_STATE_WORDS: Record<DetailsState, string> = {
  WAITING: 'Needs confirmation',
  CONFIRMED: 'Confirmed',
  REJECTED: 'Rejected',
  REPLACED: 'Replaced',
  DELETED: 'Deleted',
}

export const bankDetails = z.object({
  accountHolderName: requiredText(200),
  accountHolderType: z.enum(ACCOUNT_HOLDER_TYPES, { error: 'Required' }),
  accountNumber,
  routingNumber,
  bankAccountType: z.enum(BANK_ACCOUNT_TYPES).default('CHECKING'),
  address1: limitedText(300).default(''),
  address2: limitedText(300).default(''),
  city: limitedText(120).default(''),
  state: limitedText(120).default(''),
  postalCode: limitedText(40).default(''),
  country: limitedText(80).default(''),
  remittanceEmail: z.union([z.literal(''), email], { error: 'Invalid email' }).default(''),
})
export type BankDetails = z.output<typeof bankDetails>

/** Details that replace others wait this long, so that the vendor can say that they aren't theirs. */
const QUARANTINE_HOURS = 24
const HOUR_MS = 60 * 60 * 1000

/** @param isChange the vendor had confirmed details before */
export const heldUntil = (isChange: boolean, now: number): number => (isChange ? now + QUARANTINE_HOURS * HOUR_MS : now)

/** New details of a vendor that had others are quarantined, so two people confirm them. */
export const confirmationsNeeded = ({ isChange }: { isChange: boolean }): number => (isChange ? 2 : 1)

export interface DetailsDuties {
  decider: Identities
  enteredByUserId: string
  /** Whether they belong to the approvers' groups, or are an admin where no groups are chosen. */
  isApprover: boolean
  confirmedByUserIds: readonly string[]
}

/** Why this person can't decide on them, in words. Null if they can. Admins are no exception. */
export const detailsDutyFault = (
  { decider, enteredByUserId, isApprover, confirmedByUserIds }: DetailsDuties,
  step: Extract<Step, 'CONFIRM_DETAILS' | 'LIFT_QUARANTINE'> = 'CONFIRM_DETAILS',
): string | null => {
  if (!isApprover) return 'Only approvers of payment details can do this. They are chosen under Settings › Payments.'
  return mayTake(step, handsOf({ enteredByUserId, confirmedByUserIds }), decider)
}

const handsOf = ({
  enteredByUserId,
  confirmedByUserIds,
}: Pick<DetailsDuties, 'enteredByUserId' | 'confirmedByUserIds'>) => {
  const hand = (act: Act) => (userId: string) => ({ matter: 'BANK_DETAILS', act, userId }) as const
  return [hand('ENTERED')(enteredByUserId), ...confirmedByUserIds.map(hand('CONFIRMED'))]
}

/**
 * Who can confirm them, for someone who can't.
 * @param approvers all approvers who work with payments, for whom that counts already
 */
export const whoConfirms = (
  { decider, ...duties }: Omit<DetailsDuties, 'isApprover'>,
  approvers: readonly { id: string; name: string }[],
): string => whoCan('CONFIRM_DETAILS', handsOf(duties), decider, approvers)

/** Payments to their vendor wait for them: new ones in place of others, until they are confirmed and a day has passed. */
export const isInQuarantine = (
  { state, isChange, heldUntil: until }: { state: DetailsState; isChange: boolean; heldUntil: number },
  now: number,
): boolean => isChange && (state === 'WAITING' || (state === 'CONFIRMED' && until > now))
