import { z } from 'zod'
import { isBlock } from '../../../../schema/approvals/engine/block-ids.ts'
import * as endpoints from '../../../../schema/requests/submissions/thread-endpoints.ts'
import type { Kind } from '../../../../schema/shared/kinds.ts'
import { id } from '../../../../schema/shared/values.ts'
import { AppError, invalidField } from '../../../core/errors.ts'
import { command, inputOf, query, type StaffContext } from '../../../core/operation.ts'
import { approvableKinds, requireReadableBlock } from '../../approvals/blocks/index.ts'
import { newThread, startThread, threadStatements, threadsAbout, toThreads } from '../../documents/threads/index.ts'
import { isStillDraft, requireReadableSubmission } from './visibility.ts'

/** Conversations about a request, its answers and its steps, by the names of the specification. */

const KIND = 'INTAKE_SUBMISSION'
/** SQL of what block ?4 belongs to. */
const OBJECT_OF_BLOCK = `SELECT target_id FROM level_group_statuses WHERE ${isBlock('?4')} AND company_id = ?1`

/** Conversations begin with a submitted request, which says so to the author of a draft. */
const orStillDraft = async <T>(context: StaffContext, requestId: string, ask: () => Promise<T>): Promise<T> => {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof AppError && error.code === 'NOT_FOUND') {
      const { isDraft } = await requireReadableSubmission(context, requestId)
      if (isDraft) throw isStillDraft()
    }
    throw error
  }
}

export const readIntakeThreads = query({
  id: 'intake.get-threads',
  access: 'requests.use',
  input: inputOf(endpoints.listIntakeThreads),
  run: async (context, { id: requestId, ...page }) => {
    const threads = await orStillDraft(context, requestId, () => threadsAbout(context, KIND, requestId, page))
    return threads.map((thread) => ({
      ...thread,
      intakeSubmissionThread: {
        id: thread.id,
        intakeSubmissionId: requestId,
        intakeSubmissionAnswerId: thread.part?.type === 'ANSWER' ? thread.part.id : null,
      },
    }))
  },
})

export const readBlockThreads = query({
  id: 'workflow-tasks.list-threads',
  access: 'approvals.take-part',
  input: inputOf(endpoints.listBlockThreads),
  run: async (context, { id: blockId, ...page }) => {
    const kinds = approvableKinds()
    // For every kind that has blocks, so that it takes one round trip: the block's kind isn't known before.
    const ofKinds = kinds.map((kind) => {
      const wanted = { kind: kind as Kind, part: { type: 'BLOCK', id: blockId }, objectOf: OBJECT_OF_BLOCK } as const
      return threadStatements(context, wanted, page)
    })
    const { block, reader, results } = await requireReadableBlock(context, blockId, ofKinds.flat())
    const before = ofKinds.slice(0, kinds.indexOf(reader.targetType)).flat().length
    return toThreads(results[before], results[before + 1], context.actor, () => block.label)
  },
})

/** Throws INVALID for `intakeSubmissionAnswerId` if the request wasn't asked that question. */
export const createIntakeThread = command({
  id: 'intake.create-thread',
  access: 'requests.use',
  asAnother: 'ACTING',
  input: inputOf(endpoints.createIntakeThread),
  run: async (
    context,
    { id: requestId, commentBody, documentIds, intakeSubmissionAnswerId: questionId, shareWithVendor },
  ) => {
    const part = questionId ? ({ type: 'ANSWER', id: questionId } as const) : undefined
    const requirePart = async (): Promise<void> => {
      if (shareWithVendor) await requireVendorForm(context, requestId)
      if (questionId) await requireQuestion(context, requestId, questionId)
    }
    const thread = { commentBody, documentIds, part, requirePart, isShared: shareWithVendor }
    return orStillDraft(context, requestId, () => startThread(context, KIND, requestId, thread))
  },
})

/** The same for GraphQL, with its names. */
export const createIntakeSubmissionThread = command({
  id: 'threads.create-for-request',
  access: 'requests.use',
  asAnother: 'ACTING',
  input: z.object({ intakeSubmissionId: id, commentBody: newThread.commentBody }),
  run: (context, { intakeSubmissionId, commentBody }) =>
    orStillDraft(context, intakeSubmissionId, () =>
      startThread(context, KIND, intakeSubmissionId, { commentBody, documentIds: [] }),
    ),
})

/** Throws INVALID for a request that no vendor filled in. */
const requireVendorForm = async ({ db, actor }: StaffContext, requestId: string): Promise<void> => {
  const found = await db.first<{ vendorFormId: string | null }>(
    db.sql(
      'SELECT vendor_form_id AS vendorFormId FROM intake_submissions WHERE id = ? AND company_id = ?',
      requestId,
      actor.companyId,
    ),
  )
  if (found?.vendorFormId === null)
    throw invalidField('shareWithVendor', 'No vendor filled in this request, so it can’t be shared with one')
}

const requireQuestion = async ({ db, actor }: StaffContext, requestId: string, questionId: string): Promise<void> => {
  const found = await db.first(
    db.sql(
      `SELECT 1 FROM intake_submissions s
         JOIN intake_form_versions f ON f.intake_category_id = s.intake_category_id AND f.version = s.form_version,
              json_each(f.definition, '$.steps') step, json_each(step.value, '$.questions') q
        WHERE s.id = ?1 AND s.company_id = ?2 AND f.company_id = ?2 AND q.value ->> 'id' = ?3`,
      requestId,
      actor.companyId,
      questionId,
    ),
  )
  if (!found) throw invalidField('intakeSubmissionAnswerId', 'The request has no such question')
}

export const createBlockThread = command({
  id: 'workflow-tasks.create-thread',
  access: 'approvals.take-part',
  asAnother: 'ACTING',
  input: inputOf(endpoints.createBlockThread),
  run: async (context, { id: blockId, ...thread }) => {
    const { access, reader } = await requireReadableBlock(context, blockId)
    return startThread(context, reader.targetType as Kind, access.id, {
      ...thread,
      part: { type: 'BLOCK', id: blockId },
    })
  },
})
