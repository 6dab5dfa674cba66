/**
 * Requests: drafts, filing, editing, deciding. Invariants: each request’s approval state has one object; a decision
 * names the answers that were seen; nothing is lost in a conflict.
 */
export { requireReadableBlock } from './block.ts'
export { answersIn, checkAnswers, refuseUnknown, unknownIn } from './checks/check-answers.ts'
export { wrongTypes } from './checks/chosen.ts'
export { COLUMNS_SQL, columnTables } from './columns-statement.ts'
export { completeTask, decide } from './decide.ts'
export { requestReaders } from './discussion.ts'
export { deleteDraft, deleteSubmission } from './drafts.ts'
export { contentOf } from './facts.ts'
export { type FilingContext, loadFilingContext, loadFilingContexts, planFor } from './planning.ts'
export { labelsOf, namedValue, notesOfRows, readApprovals, registerRequestTab, toAnswerViews } from './read.ts'
export { registerDueReminders } from './reminders.ts'
export { replaceReference } from './replace-reference.ts'
export { tellRequest } from './request-object.ts'
export { setArchived } from './route.ts'
export { type ListDbRow, listColumns, toListedSubmission } from './rows.ts'
export { readRunning } from './running.ts'
export { idOfNew, linkDocuments, saveSubmission, withTitle } from './save.ts'
export { requestSubject } from './subject.ts'
export { createIntakeThread } from './threads.ts'
export {
  mayActFor,
  readableRequest,
  readableRequestBy,
  readableRequestParams,
  readsRequest,
  type SubmissionAccess,
} from './visibility.ts'
