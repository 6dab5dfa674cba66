/**
 * Vendors that requests propose. Invariants: no one sees one who can't read a request that names it; it is in no list of
 * vendors; it is a vendor once its request is approved, and only then.
 */
export { registerNaming, usableStatement } from './access.ts'
export { forgetStatements } from './forget.ts'
export { maySettle, PROPOSED_COLUMNS, type ProposedRow, proposedRows, requireProposed } from './read.ts'
export { awaitsOnlyTasks, later, settleEffect } from './settle-effect.ts'
export { type SimilarRow, similarStatement, similarVendors } from './similar.ts'
