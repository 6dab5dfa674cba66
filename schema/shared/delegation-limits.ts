import { formatLimit, type Money } from './money.ts'

/** What a delegate may act on, if not on everything. Pure: the approval machine, emails and screens use it. */

export interface DelegationLimits {
  /** Request and spend categories. Null for all. */
  categoryIds: string[] | null
  /** In the company's currency. Null for any amount. */
  maxAmount: Money | null
}

/** What a thing to approve is about. */
export interface DelegationScope {
  /** The category of a request, or those of the lines of a spend request. Null stands for a line without one. */
  categoryIds: readonly (string | null)[]
  /** In the company's currency at the rates of its run. Null if it has none, or no rate. */
  amount: Money | null
}

export type BeyondLimits = 'CATEGORY' | 'NO_AMOUNT' | 'AMOUNT'

const isWithin = (ids: readonly string[], { categoryIds }: DelegationScope): boolean =>
  categoryIds.length > 0 && categoryIds.every((id) => id !== null && ids.includes(id))

/**
 * Why a delegation doesn't reach that far, or null if it does. Every category has to be one of those delegated. An
 * amount that isn't known can't be shown to be below the ceiling.
 */
export const beyondLimits = (
  { categoryIds, maxAmount }: DelegationLimits,
  scope: DelegationScope,
): BeyondLimits | null => {
  if (categoryIds && !isWithin(categoryIds, scope)) return 'CATEGORY'
  if (!maxAmount) return null
  const { amount } = scope
  if (amount?.currency !== maxAmount.currency) return 'NO_AMOUNT'
  return amount.value > maxAmount.value ? 'AMOUNT' : null
}

/** The reason for people: "only up to $10,000". */
export const beyondWords = (why: BeyondLimits, { maxAmount }: DelegationLimits): string => {
  if (why === 'CATEGORY') return 'only in other categories'
  const most = maxAmount ? formatLimit(maxAmount) : ''
  return why === 'AMOUNT' ? `only up to ${most}` : `only up to ${most}, and there is no amount to compare`
}
