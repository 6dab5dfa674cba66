/**
 * Purchase orders: made by tasks of requests, numbered without gaps, sent to the accounting system once, or emailed to
 * the vendor. Invariants: a step has one order; an order's versions stay readable; only its step's people and the
 * approvers of a change decide what it says.
 */
export { type OrderedAmounts, readOrderedAmounts } from './totals.ts'

import './follow.ts'
import './vendor-use.ts'
