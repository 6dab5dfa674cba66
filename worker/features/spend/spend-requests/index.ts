/**
 * Spend requests: amounts by line, planned by rule sets and approved by one object each. Invariants: the total is the
 * sum of the lines in minor units; a decision names the version that was seen; an approved version stays readable while
 * a change of it is not approved.
 */
export { decide, setArchived } from './act.ts'
export { readSpentDuring } from './by-month/during.ts'
export { createSpendThread } from './discussion.ts'
export { changeServices } from './links.ts'
export { readApprovals, readSpendRequest } from './read.ts'
export { createSpendRequest, fileSpendRequest, updateSpendRequest } from './save.ts'
export { spendSubject } from './subject.ts'
