/**
 * The ledger: every amount that is owed, paid or moved, as entries of debits and credits. Invariants: an entry balances on
 * each date, in each currency and in the company's; it is posted once for what causes it; it never changes, and is
 * corrected by a reversal. What is owed to a vendor is the sum of its open bills. What CLEARING has is what the provider's
 * account has, without what has not arrived there.
 *
 * Other areas post in their own batch: `[...postEntry(context, who, billEntry(facts))]`, with the rules of
 * schema/money/ledger/posting.ts. The ledger knows neither bills nor payments.
 */

export { billOfSync, bookingOf } from './bill-entry.ts'
export { postEntry, type Reversal, reverseBill, reverseEntry } from './post.ts'
export { type BillFactsReader, registerBillFacts } from './sync-facts.ts'
export { recordSync, SYNC_OF_BILL, withdrawSync } from './sync-record.ts'
