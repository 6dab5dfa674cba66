/**
 * One request: filing, answers, approvals, changes and its page. Invariants: a draft saves itself and loses no one's
 * text; what a person decides on is what they saw.
 */
export { requestHref } from './address.ts'
export { byStep, linesOf, NOT_ANSWERED } from './answer-text.ts'
export {
  archiveRequests,
  categoriesQuery,
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
export { type ApprovalEffects, ApprovalEffectsProvider } from './approval-effects.ts'
export { AUTOSAVE_START, autosave, delayOf, isUnsaved, needsPerson, saveWord } from './autosave.ts'
export { splitAnswers } from './batches.ts'
export { myBlocks } from './blocks.ts'
export { useAdditionalSteps } from './details/actions-api.ts'
export { BlockDialogs } from './details/block-dialogs.tsx'
export { CHANGE_DETAILS } from './details/change-details.tsx'
export { DecisionBar } from './details/decision-bar.tsx'
export { default as detailsClasses } from './details/details.module.css'
export { type FurtherTabs, RequestPage } from './details/request-page.tsx'
export { SendBackNotice } from './details/send-back-notice.tsx'
export { Sentence } from './details/sentence.tsx'
export { SubjectInInbox } from './details/subject-in-inbox.tsx'
export { SubjectSentence } from './details/subject-sentence.tsx'
export { SubjectWatchers } from './details/subject-watchers.tsx'
export { Timeline } from './details/timeline.tsx'
export { useDecisionKeys } from './details/use-decision-keys.ts'
export { useActionDialog } from './details/use-dialog.ts'
export { useLive } from './details/use-live.ts'
export { useOpenedItem } from './details/use-opened-item.ts'
export { WithdrawDialog } from './details/withdraw-dialog.tsx'
export { changesIn, type Difference, toDifferences } from './differences.ts'
export { default as formClasses } from './form/form.module.css'
export { DuplicateRequest, EditRequest, NewRequest } from './form/form-page.tsx'
export { HowApproved } from './form/how-approved.tsx'
export { REQUEST_SAMPLE } from './form/request-sample.tsx'
export { StepList } from './form/step-list.tsx'
export { useAnswersDraft } from './form/use-answers-draft.ts'
export { questionControl, type RequestFormState, useRequestForm } from './form/use-request-form.ts'
export { REQUEST_IN_INBOX } from './inbox-subject.ts'
export { toIso } from './instants.ts'
export { NoteText } from './note-text.tsx'
export { statusSentence, type Words } from './status-sentence.ts'
export { draftEntries, questionsOf, REVIEW, strayErrors, submittedEntries, toAnswers, toNotes } from './steps.ts'
export { type SubjectApi, SubjectApiProvider } from './subject-api.ts'
export { useLabels } from './use-labels.ts'
