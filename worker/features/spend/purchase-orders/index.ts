/**
 * Purchase orders: made by tasks of requests, numbered without gaps, sent to the accounting system once, or emailed to
 * the vendor. Invariants: a step has one order; an order's versions stay readable; what an order says changes by its task
 * or by a change that its approvers approved (change.ts); what bills take from an order is known before they are
 * entered (draws.ts).
 */
export { readableOrderStatement } from './access.ts'
export { type Draws, drawStatements, reserveDraws } from './draws.ts'
export { hasOpenOrder } from './fragments/open-orders.ts'
export {
  ORDERED_STATEMENTS,
  type OrderedAmounts,
  openOrdersOf,
  openOrdersStatement,
  orderedOf,
  orderedStatements,
} from './totals.ts'

import './follow.ts'
import './vendor-use.ts'
