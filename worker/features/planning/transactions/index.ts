/**
 * Transactions as people read them. Invariant: lists, sums, charts, files and single reads all show the lines that
 * `scopeOf` names, so that no difference of two answers is a line that someone may not see.
 */

export { isNone, leavesOutPayroll, type Scope, scopeOf, seesAll, type Units, visibleSql } from './access.ts'
export { SPENT_BY_MONTH } from './fragments/of-vendor.ts'
export { readPage as readTransactionPage } from './list.ts'
export { requireTransaction, type SeenTransaction } from './read.ts'
export { groupIndex, sumTables } from './sum-source.ts'
