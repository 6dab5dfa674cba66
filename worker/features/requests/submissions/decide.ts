import * as endpoints from '../../../../schema/requests/endpoints.ts'
import type { Answers } from '../../../../schema/requests/forms/form.ts'
import { command, inputOf, query } from '../../../core/operation.ts'
import { loadFilingContext, planFor } from './planning.ts'
import { tellRequest } from './request-object.ts'
import { isStillDraft, requireReadableSubmission } from './visibility.ts'

/**
 * Approves or rejects a block. Throws CONFLICT with ANSWERS_CHANGED, ALREADY_DECIDED, BLOCK_CLOSED, …, or 422 by the
 * rules.
 */
export const decide = command({
  id: 'intake.decide',
  access: 'requests.use',
  idempotency: 'object',
  input: inputOf(endpoints.decideIntakeSubmission),
  run: async (context, input) => {
    const seenVersion = input.seenVersion ?? (await requireReadableSubmission(context, input.id)).version
    const { status, sequence } = await tellRequest(context, {
      submissionId: input.id,
      categoryId: null,
      command: {
        type: 'decide',
        blockId: input.levelGroupStatusId,
        decision: input.status,
        comment: input.comment ?? '',
        seenVersion,
        allMyNonTaskBlocks: input.approveAllNonTaskBlocks ?? false,
      },
    })
    return { status, sequence }
  },
})

/** Throws CONFLICT with UNDO_OVER, BUILT_ON or NOTHING_TO_UNDO, or FORBIDDEN for someone else's decision. */
export const undoDecision = command({
  id: 'intake.undo-decision',
  access: 'requests.use',
  idempotency: 'object',
  input: inputOf(endpoints.undoIntakeDecision),
  run: async (context, { id, sequence: undone }) => {
    const { status, sequence } = await tellRequest(context, {
      submissionId: id,
      categoryId: null,
      command: { type: 'undoDecision', sequence: undone },
    })
    return { status, sequence }
  },
})

export const completeTask = command({
  id: 'intake.complete-task',
  access: 'requests.use',
  idempotency: 'object',
  input: inputOf(endpoints.completeIntakeTask),
  run: async (context, input) => {
    const { status, sequence } = await tellRequest(context, {
      submissionId: input.id,
      categoryId: null,
      command: {
        type: 'completeTask',
        blockId: input.levelGroupStatusId,
        comment: input.comment ?? '',
        ...(input.seenVersion !== undefined && { seenVersion: input.seenVersion }),
      },
    })
    return { status, sequence }
  },
})

export const remind = command({
  id: 'intake.remind',
  access: 'requests.use',
  asAnother: 'ACTING',
  idempotency: 'object',
  input: inputOf(endpoints.remindIntakeSubmission),
  run: async (context, input) => {
    const submission = await requireReadableSubmission(context, input.id)
    const { status, sequence } = await tellRequest(context, {
      submissionId: input.id,
      categoryId: submission.intakeCategoryId,
      command: { type: 'remind', blockId: input.levelGroupStatusId, note: input.note ?? '' },
    })
    return { status, sequence }
  },
})

/** A new run with the current answers, planned by the current workflow. */
export const restart = command({
  id: 'intake.restart',
  access: 'requests.use',
  idempotency: 'object',
  input: inputOf(endpoints.restartIntakeSubmission),
  run: async (context, { id }) => {
    const { db, actor } = context
    const submission = await requireReadableSubmission(context, id)
    if (submission.isDraft) throw isStillDraft()
    const rows = await db.all<{ questionId: string; value: string; formVersion: number }>(
      db.sql(
        `SELECT a.question_id AS questionId, a.value, s.form_version AS formVersion
           FROM intake_submissions s JOIN intake_answers a ON a.submission_id = s.id AND a.version = s.version
          WHERE s.id = ? AND s.company_id = ?`,
        id,
        actor.companyId,
      ),
    )
    const answers: Answers = Object.fromEntries(rows.map((row) => [row.questionId, JSON.parse(row.value)]))
    const filing = await loadFilingContext(context, {
      categoryId: submission.intakeCategoryId,
      requestorUserId: submission.requestorUserId,
      answers,
      formVersion: rows[0]?.formVersion,
      filedAt: submission.createdAt,
    })
    const outcome = await tellRequest(context, {
      submissionId: id,
      categoryId: submission.intakeCategoryId,
      planning: {
        ...planFor(filing, answers),
        settings: {
          mode: filing.approvalMode,
          enforceOrder: actor.policy.company.enforceIntakeApprovalOrder,
        },
      },
      command: { type: 'restart' },
    })
    return { status: outcome.status, sequence: outcome.sequence }
  },
})

/** Checks that the person can watch the request. The transport then passes the socket to its object. */
export const watch = query({
  id: 'intake.live',
  access: 'requests.use',
  input: inputOf(endpoints.watchIntakeSubmission),
  run: async (context, { id }) => {
    const submission = await requireReadableSubmission(context, id)
    if (submission.isDraft) throw isStillDraft()
    return { id }
  },
})
