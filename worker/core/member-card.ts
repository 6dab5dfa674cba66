import type { IntakeCategoryType } from '../../schema/requests/categories/category-endpoints.ts'
import type { DelegationLimits } from '../../schema/shared/delegation-limits.ts'
import type { Currency } from '../../schema/shared/money.ts'

interface Named {
  id: string
  name: string
}

/**
 * A membership's copy of its member, as the view member_cards builds it. Triggers keep it up to date, and the commands that
 * rename what it names (kinds/copy-names.ts).
 */
export interface MemberCard {
  firstName: string
  lastName: string
  departments: (Named & { approvesRequests: boolean })[]
  businessUnits: (Named & { approvesRequests: boolean })[]
  groups: Named[]
  entities: Named[]
  manager: Named | null
  location: Named | null
  receiveEmail: boolean
  receiveSlack: boolean
  /** Owners can still see the requests of a deleted category. */
  ownedCategories: { id: string; type: IntakeCategoryType; deleted: boolean }[]
}

export const readCard = (json: string): MemberCard => JSON.parse(json) as MemberCard

/** A delegation as the session's row lists it. */
export type StoredDelegation = [
  userId: string,
  categoryIds: string[] | null,
  amount: number | null,
  currency: Currency | null,
  setBy: string | null,
]

export const limitsIn = (delegations: readonly StoredDelegation[]): Record<string, DelegationLimits> =>
  Object.fromEntries(
    delegations.flatMap(([userId, categoryIds, amount, currency]) =>
      categoryIds === null && amount === null
        ? []
        : [[userId, { categoryIds, maxAmount: amount !== null && currency ? { value: amount, currency } : null }]],
    ),
  )

/** By person who delegates: someone else, who made this one their delegate. */
export const settersIn = (delegations: readonly StoredDelegation[]): Record<string, string> =>
  Object.fromEntries(delegations.flatMap(([userId, , , , setBy]) => (setBy === null ? [] : [[userId, setBy]])))
