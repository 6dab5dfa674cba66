import { z } from 'zod'
import { requestOutcome } from '../../approvals/engine/outcome.ts'
import { approvalsPreview } from '../../approvals/engine/preview.ts'
import { endpoint } from '../../shared/endpoint.ts'
import { id } from '../../shared/values.ts'
import { answersInput, answerValue } from '../forms/form.ts'
import { submissionParams } from './request-endpoints.ts'

/** Filing and deciding requests. */

export const submissionInput = z.object({
  /** The id of an existing draft or request. Missing for a new one. */
  id: id.optional(),
  intakeCategoryId: id,
  isDraft: z.boolean(),
  /** The version that was read. Required with `id`. */
  version: z.number().int().optional(),
  /** File on behalf of this member. */
  requestorUserId: id.optional(),
  /** All members who watch the request besides those of the workflow. Without it an edited request keeps its own. */
  watcherUserIds: z.array(id).max(100, 'At most 100 watchers').optional(),
  /** For editing a pending request: its approvals stay, whatever changes. Needs approval-bypass access. */
  skipApprovals: z.boolean().optional(),
  /** For the title question, if it isn't among the answers. */
  title: z.string().trim().max(500).optional(),
  answers: answersInput.optional(),
  /** The answers by step, as they are read, together with `answers` or instead of them. */
  steps: z
    .array(
      z.object({
        stepId: id,
        stepLabel: z.string().max(500).optional(),
        stepOrdinal: z.number().optional(),
        fields: answersInput,
      }),
    )
    .max(100, 'At most 100 steps')
    .optional(),
})
export type SubmissionInput = z.output<typeof submissionInput>

/** All answers, whether given by step or not. */
export const answersOf = ({ answers, steps }: Pick<SubmissionInput, 'answers' | 'steps'>) => [
  ...(answers ?? []),
  ...(steps ?? []).flatMap(({ fields }) => fields),
]

/**
 * A submission comes in numbered batches of answers, in any order, and the last one to arrive saves it. A
 * `transactionId` names the save: a repeat gets its first answer, for a day. Without one, the batches of one request (or
 * of one category, for a new request), person and total belong together. What is left of a save that wasn't finished is
 * dropped, with a 400 that says so, when a batch comes that isn't part of it.
 */
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

export const duplicateIntakeSubmission = endpoint({
  id: 'intake.duplicate',
  method: 'POST',
  path: '/api/intake-submission/{id}/duplicate',
  summary: 'A new draft with the answers of a request',
  params: submissionParams,
  response: z.object({ id: z.string() }),
})

export const workflowRef = z.object({ id: z.string(), label: z.string() })

/** Who would approve these answers, and why, planned exactly like a submission. */
export const previewApprovals = endpoint({
  id: 'intake.preview-approvals',
  method: 'POST',
  path: '/api/intake-submissions/preview-approvals',
  summary: 'Who would approve, before submitting',
  body: z.object({
    intakeCategoryId: id,
    requestorUserId: id.optional(),
    ...submissionInput.pick({ answers: true, steps: true }).shape,
    /** For a pending request being edited, to include what the edit would restart. */
    submissionId: id.optional(),
    /** As the edit will have it. */
    skipApprovals: z.boolean().optional(),
  }),
  response: approvalsPreview.extend({
    workflow: workflowRef.nullable(),
    /**
     * For an edit: the steps that are asked again, with the people who decided. Null if it isn't an edit, or is
     * incomplete.
     */
    restarts: z.array(z.object({ id: z.string(), label: z.string(), people: z.array(z.string()) })).nullable(),
  }),
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
    /**
     * The version of the answers that was on the screen. Another one gets a 409 ANSWERS_CHANGED. Defaults to the
     * current one.
     */
    seenVersion: z.number().int().optional(),
  }),
  response: requestOutcome,
})

export const undoIntakeDecision = endpoint({
  id: 'intake.undo-decision',
  method: 'POST',
  path: '/api/intake-submission/{id}/undo-decision',
  summary: 'Undo a decision within ten seconds',
  params: submissionParams,
  /** From the answer to the decision. */
  body: z.object({ sequence: z.number().int().min(1) }),
  response: requestOutcome,
})

const answerChange = z.object({
  questionId: z.string(),
  label: z.string(),
  before: answerValue,
  after: answerValue,
  /** The version of the note on the answer, not of the answer. */
  part: z.literal('NOTE').optional(),
})

/** For people who decided on an earlier version of the answers. */
export const getIntakeChanges = endpoint({
  id: 'intake.get-changes',
  method: 'GET',
  path: '/api/intake-submission/{id}/changes',
  summary: 'What changed since a version of the answers',
  params: submissionParams,
  query: z.object({ since: z.coerce.number().int().min(0) }),
  response: z.object({ version: z.number().int(), changes: z.array(answerChange) }),
})

export const completeIntakeTask = endpoint({
  id: 'intake.complete-task',
  method: 'POST',
  path: '/api/intake-submission/{id}/complete-task',
  summary: 'Complete a task of a request',
  params: submissionParams,
  body: z.object({
    levelGroupStatusId: id,
    comment: z.string().trim().max(5000).optional(),
    /** The version of the answers that was on the screen. Required to confirm the answers of an additional step. */
    seenVersion: z.number().int().optional(),
  }),
  response: requestOutcome,
})

export const remindIntakeSubmission = endpoint({
  id: 'intake.remind',
  method: 'POST',
  path: '/api/intake-submission/{id}/remind',
  summary: 'Remind the approvers of a block',
  params: submissionParams,
  body: z.object({ levelGroupStatusId: id, note: z.string().trim().max(2000).optional() }),
  response: requestOutcome,
})

export const restartIntakeSubmission = endpoint({
  id: 'intake.restart',
  method: 'POST',
  path: '/api/intake-submission/{id}/restart',
  summary: 'Restart the approvals from the current answers',
  params: submissionParams,
  response: requestOutcome,
})

/** A WebSocket that sends `{"type":"changed","sequence":n}` whenever the request changes. */
export const watchIntakeSubmission = endpoint({
  id: 'intake.live',
  method: 'GET',
  path: '/api/intake-submission/{id}/live',
  summary: 'Live changes of a request (WebSocket)',
  params: submissionParams,
  response: z.null(),
  raw: 'websocket',
})
