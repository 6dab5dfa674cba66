import { orderChanges } from '../../../../schema/spend/purchase-orders/change.ts'
import type { OrderContent, OrderDifference } from '../../../../schema/spend/purchase-orders/content.ts'

const NOTHING = '—'
const textOf = (value: unknown): string => (typeof value === 'string' ? value : NOTHING)

/** What differs between two versions of an order, as its page says it. */
export const orderDifferences = (before: OrderContent, after: OrderContent): OrderDifference[] =>
  orderChanges(before, after).map((change) => ({
    ...{ label: change.label, before: textOf(change.before), after: textOf(change.after) },
  }))
