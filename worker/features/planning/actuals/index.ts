/**
 * Actuals: what the accounting system says that the company has spent and earned, as lines that belong to its vendors,
 * categories and units. Invariants: a page of the books is stored with where the next one begins; a document's lines are
 * those that it has now; what a person set on a line or on an object is never changed by a sync.
 */
export { candidatesOf, proposalOf } from './mapping-propose.ts'
export { mappedObjectsSql } from './references.ts'
export { monthStatements } from './sum-months.ts'
export { booksSync } from './sync.ts'
export { vendorSpendStatement } from './vendor-spend.ts'
