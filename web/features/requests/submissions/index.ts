/**
 * One request: filing, answers, approvals, changes and its page. Invariants: a draft saves itself and loses no one's
 * text; what a person decides on is what they saw.
 */
export { requestHref } from './address.ts'
export { linesOf, NOT_ANSWERED } from './answer-text.ts'
export {
  archiveRequests,
  csvHref,
  deleteSavedFilter,
  fetchRequests,
  remindRequests,
  requestKeys,
  saveFilter,
  submissionQuery,
  useAnswers,
  useCategories,
  useCategoryColumns,
  useFilterOptions,
  useForm,
  useSavedFilters,
  useSubmission,
} from './api.ts'
export { splitAnswers } from './batches.ts'
export { useAdditionalSteps } from './details/actions-api.ts'
export { RequestPage } from './details/request-page.tsx'
export { default as formClasses } from './form/form.module.css'
export { DuplicateRequest, EditRequest, NewRequest } from './form/form-page.tsx'
export { REQUEST_SAMPLE } from './form/request-sample.tsx'
export { StepList } from './form/step-list.tsx'
export { questionControl, useRequestForm } from './form/use-request-form.ts'
export { toIso } from './instants.ts'
export { NoteText } from './note-text.tsx'
export { questionsOf, REVIEW, strayErrors, submittedEntries, toAnswers } from './steps.ts'
export { useLabels } from './use-labels.ts'
