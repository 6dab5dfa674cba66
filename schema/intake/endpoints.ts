import { z } from 'zod'
import { ruleType, workflowDefinition } from '../approvals/definition.ts'
import { endpoint } from '../shared/endpoint.ts'
import { money } from '../shared/money.ts'
import { connection, pageQuery, sortDirection } from '../shared/paging.ts'
import { id, person, requiredText } from '../shared/values.ts'
import { answerValue, formDefinition } from './form.ts'

export const INTAKE_CATEGORY_TYPES = [
  'INTERNAL',
  'PUBLIC',
  'VENDOR',
  'CUSTOM_VENDOR_FORM',
  'SERVICE',
  'SERVICE_ITEM',
] as const
export const intakeCategoryType = z.enum(INTAKE_CATEGORY_TYPES)

// ---- Categories (request configuration)

export const intakeCategory = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  ordinal: z.number().int(),
  isReadOnly: z.boolean(),
  type: intakeCategoryType,
  enableAssignees: z.boolean(),
  /** Of the form; 0 while nothing was saved yet. */
  formVersion: z.number().int(),
  version: z.number().int(),
})
export type IntakeCategory = z.infer<typeof intakeCategory>

export const listIntakeCategories = endpoint({
  id: 'intake.list-categories',
  method: 'GET',
  path: '/api/intake-categories',
  summary: 'Categories that a request can be filed under, by ordinal',
  response: z.array(intakeCategory),
})

export const intakeCategoryForSettings = intakeCategory.extend({
  questionCount: z.number().int(),
  workflowCount: z.number().int(),
  requestCount: z.number().int(),
})
export const listIntakeCategoriesForSettings = endpoint({
  id: 'intake.list-categories-for-settings',
  method: 'GET',
  path: '/api/intake-categories/for-settings',
  summary: 'Categories that the person may configure, by ordinal',
  response: z.array(intakeCategoryForSettings),
})

export const createIntakeCategory = endpoint({
  id: 'intake.create-category',
  method: 'POST',
  path: '/api/intake-categories',
  summary: 'Create a category',
  body: z.object({
    name: requiredText(120),
    description: z.string().trim().max(2000).default(''),
    type: intakeCategoryType.default('INTERNAL'),
  }),
  response: z.object({ id: z.string() }),
})

const categoryParams = z.object({ intakeCategoryId: id })

export const updateIntakeCategory = endpoint({
  id: 'intake.update-category',
  method: 'PUT',
  path: '/api/intake-categories/{intakeCategoryId}',
  summary: 'Change name and description of a category',
  params: categoryParams,
  body: z.object({
    name: requiredText(120),
    description: z.string().trim().max(2000),
    /** The version that was read; another one answers 409. */
    version: z.number().int(),
  }),
  response: intakeCategory,
})

export const reorderIntakeCategories = endpoint({
  id: 'intake.update-categories',
  method: 'PUT',
  path: '/api/intake-categories',
  summary: 'Set the order of the categories',
  body: z
    .array(z.object({ id, ordinal: z.number().int().min(0).max(10_000) }))
    .min(1)
    .max(500),
  response: z.array(intakeCategory),
})

export const deleteIntakeCategory = endpoint({
  id: 'intake.delete-category',
  method: 'DELETE',
  path: '/api/intake-categories/{intakeCategoryId}',
  summary: 'Delete a category; its requests stay',
  params: categoryParams,
  response: z.null(),
})

/** The form as it is filled in. `options` of lookups (vendors, departments, …) come from their own calls. */
export const getIntakeSteps = endpoint({
  id: 'intake.get-steps',
  method: 'GET',
  path: '/api/intake-categories/{intakeCategoryId}/steps',
  summary: "The category's form; an earlier version for a request that was filed with it",
  params: categoryParams,
  query: z.object({ formVersion: z.coerce.number().int().min(1).optional() }),
  response: formDefinition.extend({ category: intakeCategory }),
})

// ---- Workflows

export const intakeWorkflowSummary = z.object({
  id: z.string(),
  label: z.string(),
  ordinal: z.number().int(),
  levelCount: z.number().int(),
  ruleCount: z.number().int(),
  hasEntryPoints: z.boolean(),
  version: z.number().int(),
  updatedAt: z.string(),
})

export const listIntakeWorkflows = endpoint({
  id: 'intake.list-workflows',
  method: 'GET',
  path: '/api/intake-categories/{intakeCategoryId}/workflows',
  summary: "The category's workflows, in the order they are tried",
  params: categoryParams,
  response: z.array(intakeWorkflowSummary),
})

export const intakeWorkflow = z.object({
  id: z.string(),
  intakeCategoryId: z.string(),
  label: z.string(),
  version: z.number().int(),
  definition: workflowDefinition,
})
export type IntakeWorkflow = z.infer<typeof intakeWorkflow>

export const getIntakeWorkflow = endpoint({
  id: 'intake.get-workflow',
  method: 'GET',
  path: '/api/intake-workflow/{id}',
  summary: 'A workflow with its entry points, levels and rules',
  params: z.object({ id }),
  response: intakeWorkflow,
})

export const saveIntakeWorkflowLevels = endpoint({
  id: 'intake.save-workflow-levels',
  method: 'POST',
  path: '/api/intake-workflow/{id}/levels',
  summary: 'Save the whole workflow as a new version; running requests keep theirs',
  params: z.object({ id }),
  body: workflowDefinition.extend({ version: z.number().int() }),
  response: intakeWorkflow,
})

export const deleteIntakeWorkflow = endpoint({
  id: 'intake.delete-workflow',
  method: 'DELETE',
  path: '/api/intake-categories/{intakeCategoryId}/workflows/{intakeWorkflowId}',
  summary: 'Delete a workflow; running requests keep theirs',
  params: z.object({ intakeCategoryId: id, intakeWorkflowId: id }),
  response: z.null(),
})

// ---- Requests

export const requestStatus = z.enum(['PENDING', 'APPROVED', 'REJECTED'])
export type RequestStatus = z.infer<typeof requestStatus>

const nameRef = z.object({ id: z.string(), name: z.string() })

export const waitingFor = z.object({
  label: z.string(),
  since: z.string(),
  people: z.array(nameRef),
})

export const intakeSubmissionRow = z.object({
  id: z.string(),
  number: z.number().int(),
  title: z.string(),
  category: nameRef,
  requestor: nameRef,
  status: requestStatus,
  isDraft: z.boolean(),
  archived: z.boolean(),
  /** 0 to 100. */
  progress: z.number().int(),
  waitingFor: z.array(waitingFor),
  approvedBy: z.array(nameRef),
  rejectedBy: z.array(nameRef),
  requestAmount: money.nullable(),
  vendor: nameRef.nullable(),
  dueDate: z.string().nullable(),
  createdAt: z.string(),
  submittedAt: z.string().nullable(),
  approvedOrRejectedAt: z.string().nullable(),
  currentLevelSince: z.string().nullable(),
  lastAuditLogMessage: z.string(),
  lastAuditLogAt: z.string().nullable(),
})
export type IntakeSubmissionRow = z.infer<typeof intakeSubmissionRow>

export const listStatusFilter = z.enum(['ACTION_REQUIRED', 'ACTIVE', 'ALL', 'ARCHIVED'])
export const LIST_FILTER_LABELS: Record<z.infer<typeof listStatusFilter>, string> = {
  ACTION_REQUIRED: 'Pending (action required)',
  ACTIVE: 'Active',
  ALL: 'All',
  ARCHIVED: 'Archived',
}

export const REQUEST_SORT_FIELDS = [
  'createdAt',
  'number',
  'requestorName',
  'coalescedRequestAmount',
  'dueDate',
] as const
export const requestSortField = z.enum(REQUEST_SORT_FIELDS)

export const requestListQuery = pageQuery.extend({
  orderBy: z.object({ by: z.array(requestSortField).max(1), dir: z.array(sortDirection).max(1) }).optional(),
  filter: listStatusFilter.default('ACTIVE'),
  intakeCategoryId: id.optional(),
  status: requestStatus.optional(),
  /** The person's own drafts instead of submitted requests. */
  drafts: z.stringbool().optional(),
  /** The person's own requests only. */
  mine: z.stringbool().optional(),
  search: z.string().trim().max(200).optional(),
})

export const listIntakeSubmissions = endpoint({
  id: 'intake.list-submissions',
  method: 'GET',
  path: '/api/intake-submissions',
  summary: 'Requests that the person may see, keyset-paged',
  query: requestListQuery,
  response: connection(intakeSubmissionRow),
})

export const attentionItem = z.object({
  id: z.string(),
  number: z.number().int(),
  title: z.string(),
  category: nameRef,
  requestor: nameRef,
  status: requestStatus,
  requestAmount: money.nullable(),
  /** Since when it waits for this person; for completed ones, when it was completed. */
  since: z.string(),
  actions: z.array(z.object({ id: z.string(), label: z.string(), ruleType, onBehalfOf: nameRef.nullable() })),
})
export type AttentionItem = z.infer<typeof attentionItem>

export const needsAttention = endpoint({
  id: 'intake.needs-attention',
  method: 'GET',
  path: '/api/intake-submissions/needs-attention',
  summary: 'Requests that wait for the person, that they watch, or that were completed lately',
  query: z.object({
    filter: z.enum(['approver', 'watcher', 'recently-completed']).default('approver'),
    first: z.coerce.number().int().min(1).max(50).default(20),
  }),
  response: z.array(attentionItem),
})

export const answersInput = z.array(z.object({ questionId: id, value: answerValue })).max(1000)

export const submissionInput = z.object({
  /** Of an existing draft or request; absent for a new one. */
  id: id.optional(),
  intakeCategoryId: id,
  isDraft: z.boolean(),
  /** The version that was read; needed with `id`. */
  version: z.number().int().optional(),
  /** File on behalf of this member. */
  requestorUserId: id.optional(),
  answers: answersInput,
})

/** A submission comes in numbered batches of answers joined by `transactionId`; the last one to come saves it. */
export const saveIntakeSubmission = endpoint({
  id: 'intake.save-submission',
  method: 'POST',
  path: '/api/intake-submission',
  summary: 'Save a draft, submit a request, or edit one',
  body: z.object({
    transactionId: id.optional(),
    batch: z.number().int().min(1).max(100),
    totalBatches: z.number().int().min(1).max(100),
    submission: submissionInput,
  }),
  response: z.object({
    /** False while batches are missing. */
    complete: z.boolean(),
    id: z.string().nullable(),
    version: z.number().int().nullable(),
    isDraft: z.boolean(),
  }),
})

const submissionParams = z.object({ id })

const approverView = z.object({ userId: z.string(), name: z.string(), via: z.string() })

export const blockPreview = z.object({
  ruleId: z.string(),
  label: z.string(),
  ruleType,
  reason: z.string(),
  approvers: z.array(approverView),
  watchers: z.array(approverView),
  completesAtOnce: z.boolean(),
})

/** Who would approve these answers, and why: the same planning that submission uses. */
export const previewApprovals = endpoint({
  id: 'intake.preview-approvals',
  method: 'POST',
  path: '/api/intake-submissions/preview-approvals',
  summary: 'Who would approve, before submitting',
  body: z.object({ intakeCategoryId: id, requestorUserId: id.optional(), answers: answersInput }),
  response: z.object({
    workflow: z.object({ id: z.string(), label: z.string() }).nullable(),
    levels: z.array(z.object({ number: z.number().int(), blocks: z.array(blockPreview) })),
    /** Rules that did not apply, with why. */
    skipped: z.array(z.object({ label: z.string(), level: z.number().int(), reason: z.string() })),
    /** Set when the plan cannot run, e.g. nobody could approve. */
    problem: z.string().nullable(),
  }),
})

export const intakeSubmission = intakeSubmissionRow.extend({
  intakeCategoryId: z.string(),
  formVersion: z.number().int(),
  version: z.number().int(),
  run: z.number().int(),
  createdBy: person,
  requestorPerson: person,
  canEdit: z.boolean(),
  canRestart: z.boolean(),
  canDelete: z.boolean(),
})
export type IntakeSubmission = z.infer<typeof intakeSubmission>

export const getIntakeSubmission = endpoint({
  id: 'intake.get-submission',
  method: 'GET',
  path: '/api/intake-submission/{id}',
  summary: 'A request',
  params: submissionParams,
  response: intakeSubmission,
})

export const deleteIntakeSubmission = endpoint({
  id: 'intake.delete-submission',
  method: 'DELETE',
  path: '/api/intake-submission/{id}',
  summary: 'Delete a draft',
  params: submissionParams,
  response: z.null(),
})

/** The answer with how a person reads it: labels of ids, formatted money and dates. */
export const answerView = z.object({
  questionId: z.string(),
  stepId: z.string(),
  stepLabel: z.string(),
  stepOrdinal: z.number().int(),
  questionOrdinal: z.number().int(),
  type: z.string(),
  label: z.string(),
  description: z.string(),
  isRequired: z.boolean(),
  value: answerValue,
  /** Names of the chosen options, people, vendors, departments or documents. */
  labels: z.array(z.string()),
  version: z.number().int(),
})
export type AnswerView = z.infer<typeof answerView>

export const getIntakeAnswers = endpoint({
  id: 'intake.get-answers',
  method: 'GET',
  path: '/api/intake-submission/{id}/answers',
  summary: 'The answers of a request, by step',
  params: submissionParams,
  response: z.object({ version: z.number().int(), answers: z.array(answerView) }),
})

export const getIntakeTabs = endpoint({
  id: 'intake.get-tabs',
  method: 'GET',
  path: '/api/intake-submission/{id}/tabs',
  summary: 'Which tabs the request shows',
  params: submissionParams,
  response: z.array(z.object({ id: z.enum(['details', 'approvals', 'documents', 'history']), label: z.string() })),
})

export const decideIntakeSubmission = endpoint({
  id: 'intake.decide',
  method: 'POST',
  path: '/api/intake-submission/{id}/status',
  summary: 'Approve or reject a block of a request',
  params: submissionParams,
  body: z.object({
    status: z.enum(['APPROVED', 'REJECTED']),
    levelGroupStatusId: id,
    comment: z.string().trim().max(5000).optional(),
    approveAllNonTaskBlocks: z.boolean().optional(),
    /** The version of the answers that was on the screen; another one answers 409 ANSWERS_CHANGED. */
    seenVersion: z.number().int(),
  }),
  response: z.object({ status: requestStatus, sequence: z.number().int() }),
})

export const completeIntakeTask = endpoint({
  id: 'intake.complete-task',
  method: 'POST',
  path: '/api/intake-submission/{id}/complete-task',
  summary: 'Complete a task of a request',
  params: submissionParams,
  body: z.object({ levelGroupStatusId: id, comment: z.string().trim().max(5000).optional() }),
  response: z.object({ status: requestStatus, sequence: z.number().int() }),
})

export const remindIntakeSubmission = endpoint({
  id: 'intake.remind',
  method: 'POST',
  path: '/api/intake-submission/{id}/remind',
  summary: 'Remind the approvers of a block',
  params: submissionParams,
  body: z.object({ levelGroupStatusId: id, note: z.string().trim().max(2000).optional() }),
  response: z.object({ status: requestStatus, sequence: z.number().int() }),
})

export const restartIntakeSubmission = endpoint({
  id: 'intake.restart',
  method: 'POST',
  path: '/api/intake-submission/{id}/restart',
  summary: 'Start the approvals again from the current answers',
  params: submissionParams,
  response: z.object({ status: requestStatus, sequence: z.number().int() }),
})

/** A WebSocket that says `{"type":"changed","sequence":n}` whenever the request changes. */
export const watchIntakeSubmission = endpoint({
  id: 'intake.live',
  method: 'GET',
  path: '/api/intake-submission/{id}/live',
  summary: 'Live changes of a request (WebSocket)',
  params: submissionParams,
  response: z.null(),
  raw: 'websocket',
})
