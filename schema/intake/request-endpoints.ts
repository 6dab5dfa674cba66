import { z } from 'zod'
import { endpoint } from '../shared/endpoint.ts'
import { id, person } from '../shared/values.ts'
import { intakeCategoryType } from './category-endpoints.ts'
import { answerValue } from './form.ts'
import { intakeSubmissionRow, nameRef } from './row-endpoints.ts'

/** Reading one request with its answers. */
export const submissionParams = z.object({ id })

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

export const intakeSubmission = intakeSubmissionRow.extend({
  intakeCategoryId: z.string(),
  contact: z.object({ name: z.string(), email: z.string() }).nullable(),
  formVersion: z.number().int(),
  version: z.number().int(),
  run: z.number().int(),
  createdBy: person,
  /** Who filed, edited or restarted it on somebody's behalf, the first of them. */
  filedThrough: nameRef.nullable(),
  category: nameRef.extend({ description: z.string(), type: intakeCategoryType }),
  watchers: z.array(nameRef),
  watcherUserIds: z.array(z.string()),
  /** The answers by step, as `POST /api/intake-submission` takes them. */
  steps: z.array(
    z.object({ stepId: z.string(), stepLabel: z.string(), stepOrdinal: z.number().int(), fields: z.array(answerView) }),
  ),
  /** Those of the answers and those that are linked. */
  vendors: z.array(nameRef),
  requestorPerson: person,
  assignee: person.nullable(),
  /** Those that the answers name. */
  answerVendors: z.array(nameRef),
  /** Those that people have linked beside them. */
  associatedVendors: z.array(nameRef.extend({ canRemove: z.boolean() })),
  /** Whether it is a form that a vendor fills in. */
  forVendor: z.boolean(),
  /** The vendor's account that fills it in; null of a request of the company's own, and before there is one. */
  vendorCompany: nameRef.nullable(),
  /** Whether requests of this category have an assignee. */
  assigneesEnabled: z.boolean(),
  /** What the question about a signer was answered. */
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
