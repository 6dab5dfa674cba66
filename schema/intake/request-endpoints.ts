import { z } from 'zod'
import { ruleType } from '../approvals/definition.ts'
import { endpoint } from '../shared/endpoint.ts'
import { money } from '../shared/money.ts'
import { id, person } from '../shared/values.ts'
import { answerValue } from './form.ts'

/** Reading requests: lists, what needs attention, one request with its answers. */
export const requestStatus = z.enum(['PENDING', 'APPROVED', 'REJECTED'])
export type RequestStatus = z.infer<typeof requestStatus>

export const nameRef = z.object({ id: z.string(), name: z.string() })

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
  /** How long the open level has waited, in milliseconds; null where none is open. */
  currentLevelPendingDuration: z.number().int().nullable(),
  lastAuditLogMessage: z.string(),
  lastAuditLogAt: z.string().nullable(),
  /** Of who sent it by a public form; null for requests of members. */
  contactEmail: z.string().nullable(),
})
export type IntakeSubmissionRow = z.infer<typeof intakeSubmissionRow>

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
  actions: z.array(
    z.object({
      id: z.string(),
      label: z.string(),
      ruleType,
      onBehalfOf: nameRef.nullable(),
      /** Since when this one waits; null for what has waited since before each kept its own. */
      since: z.string().nullable(),
    }),
  ),
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

export const submissionParams = z.object({ id })

export const intakeSubmission = intakeSubmissionRow.extend({
  intakeCategoryId: z.string(),
  contact: z.object({ name: z.string(), email: z.string() }).nullable(),
  formVersion: z.number().int(),
  version: z.number().int(),
  run: z.number().int(),
  createdBy: person,
  watcherUserIds: z.array(z.string()),
  requestorPerson: person,
  assignee: person.nullable(),
  /** Those that the answers name. */
  answerVendors: z.array(nameRef),
  /** Those that people have linked beside them. */
  associatedVendors: z.array(nameRef.extend({ canRemove: z.boolean() })),
  /** Whether requests of this category have an assignee. */
  assigneesEnabled: z.boolean(),
  canEdit: z.boolean(),
  canRestart: z.boolean(),
  canDelete: z.boolean(),
  canArchive: z.boolean(),
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
  summary: 'Delete a draft or a request',
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
  /** What was added to the answer; empty where nothing was, or the question allows no note. */
  note: z.string(),
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
  response: z.array(
    z.object({
      id: z.enum(['details', 'approvals', 'comments', 'documents', 'services', 'history']),
      label: z.string(),
    }),
  ),
})
