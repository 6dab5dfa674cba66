import { z } from 'zod'
import { endpoint } from '../../shared/endpoint.ts'
import { id, person } from '../../shared/values.ts'
import { intakeCategoryType } from '../categories/category-endpoints.ts'
import { answerValue } from '../forms/form.ts'
import { intakeSubmissionRow, nameRef } from './row-endpoints.ts'

/** Reading one request with its answers. */
export const submissionParams = z.object({ id })

/** The answer as people read it: labels of ids, formatted money and dates. */
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
  /** The note on the answer. Empty if there is none, or the question allows none. */
  note: z.string(),
  version: z.number().int(),
})
export type AnswerView = z.infer<typeof answerView>

export const intakeSubmission = intakeSubmissionRow.extend({
  intakeCategoryId: z.string(),
  contact: z.object({ name: z.string(), email: z.string() }).nullable(),
  formVersion: z.number().int(),
  version: z.number().int(),
  run: z.number().int(),
  createdBy: person,
  /** The first person who filed, edited or restarted it on someone's behalf. */
  filedThrough: nameRef.nullable(),
  category: nameRef.extend({ description: z.string(), type: intakeCategoryType }),
  watchers: z.array(nameRef),
  watcherUserIds: z.array(z.string()),
  /** The answers by step, as `POST /api/intake-submission` takes them. */
  steps: z.array(
    z.object({ stepId: z.string(), stepLabel: z.string(), stepOrdinal: z.number().int(), fields: z.array(answerView) }),
  ),
  /** Those in the answers and those linked to the request. */
  vendors: z.array(nameRef),
  requestorPerson: person,
  assignee: person.nullable(),
  /** Those in the answers. */
  answerVendors: z.array(nameRef),
  /** Those in the answers that the company doesn't have yet: they are made when the request is approved. */
  proposedVendors: z.array(nameRef),
  /** Those that people linked. */
  associatedVendors: z.array(nameRef.extend({ canRemove: z.boolean() })),
  /** Whether it is a form that a vendor fills in. */
  forVendor: z.boolean(),
  /** The vendor's account that fills it in. Null for a request of the company's own, and before there is one. */
  vendorCompany: nameRef.nullable(),
  /** Whether requests of this category have an assignee. */
  assigneesEnabled: z.boolean(),
  /** The answer to the question about a signer. */
  needsSigner: z.boolean(),
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

export const getIntakeAnswers = endpoint({
  id: 'intake.get-answers',
  method: 'GET',
  path: '/api/intake-submission/{id}/answers',
  summary: 'The answers of a request, by step',
  params: submissionParams,
  response: z.object({ version: z.number().int(), answers: z.array(answerView) }),
})

export const REQUEST_TABS = [
  'details',
  'approvals',
  'comments',
  'documents',
  'services',
  'spend-request',
  'history',
] as const
export type RequestTabId = (typeof REQUEST_TABS)[number]

export const getIntakeTabs = endpoint({
  id: 'intake.get-tabs',
  method: 'GET',
  path: '/api/intake-submission/{id}/tabs',
  summary: 'Which tabs the request shows',
  params: submissionParams,
  response: z.array(
    z.object({
      id: z.enum(REQUEST_TABS),
      label: z.string(),
    }),
  ),
})
