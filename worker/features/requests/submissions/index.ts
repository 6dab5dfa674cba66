/**
 * Requests: drafts, filing, editing, deciding. Invariants: each request’s approval state has one object; a decision
 * names the answers that were seen; nothing is lost in a conflict.
 */
export { requireReadableBlock } from './block.ts'
export { wrongTypes } from './chosen.ts'
export { COLUMNS_SQL, columnTables } from './columns-statement.ts'
export { completeTask, decide } from './decide.ts'
export { contentOf } from './facts.ts'
export { type FilingContext, loadFilingContext, planFor } from './planning.ts'
export { labelsOf, namedValue, readApprovals } from './read.ts'
export { replaceReference } from './replace-reference.ts'
export { tellRequest } from './request-object.ts'
export { setArchived } from './route.ts'
export { joinsOf, type ListDbRow, listColumns, toListedSubmission, VENDOR_JOIN } from './rows.ts'
export { checkAnswers, linkDocuments, saveSubmission, withTitle } from './save.ts'
export { requestSubject } from './subject.ts'
export { createIntakeThread } from './threads.ts'
export { mayActFor, readableRequest, readableRequestParams, type SubmissionAccess } from './visibility.ts'
