/**
 * Purchase orders: made by tasks of requests, numbered without gaps, sent to the accounting system once, or emailed to
 * the vendor. Invariants: a step has one order; an order's versions stay readable; what an order says changes by its task
 * or by a change that its approvers approved (change.ts).
 */
export { type OrderedAmounts, readOrderedAmounts } from './totals.ts'

import './follow.ts'
import './vendor-use.ts'
