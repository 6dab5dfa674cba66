import { z } from 'zod'
import * as endpoints from '../../../../schema/requests/submissions/thread-endpoints.ts'
import { id } from '../../../../schema/shared/values.ts'
import { invalidField } from '../../../core/errors.ts'
import { command, inputOf, query, type StaffContext } from '../../../core/operation.ts'
import { newThread, startThread, threadStatements, threadsAbout, toThreads } from '../../documents/threads/index.ts'
import { requireReadableBlock } from './block.ts'

/** Conversations about a request, its answers and its steps, by the names of the specification. */

const KIND = 'INTAKE_SUBMISSION'
/** SQL of the request of block ?4. */
const REQUEST_OF_BLOCK = 'SELECT target_id FROM level_group_statuses WHERE id = ?4 AND company_id = ?1'

export const readIntakeThreads = query({
  id: 'intake.get-threads',
  access: 'requests.use',
  input: inputOf(endpoints.listIntakeThreads),
  run: async (context, { id: requestId, ...page }) => {
    const threads = await threadsAbout(context, KIND, requestId, page)
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
  access: 'requests.use',
  input: inputOf(endpoints.listBlockThreads),
  run: async (context, { id: blockId, ...page }) => {
    const wanted = { kind: KIND, part: { type: 'BLOCK', id: blockId }, objectOf: REQUEST_OF_BLOCK } as const
    const { block, results } = await requireReadableBlock(context, blockId, threadStatements(context, wanted, page))
    return toThreads(results[0], results[1], context.actor, () => block.label)
  },
})

/** Throws INVALID for `intakeSubmissionAnswerId` if the request wasn't asked that question. */
export const createIntakeThread = command({
  id: 'intake.create-thread',
  access: 'requests.use',
  asAnother: 'ACTING',
  input: inputOf(endpoints.createIntakeThread),
  run: async (context, { id: requestId, commentBody, documentIds, intakeSubmissionAnswerId: questionId }) => {
    const part = questionId ? ({ type: 'ANSWER', id: questionId } as const) : undefined
    const requirePart = questionId ? () => requireQuestion(context, requestId, questionId) : undefined
    return startThread(context, KIND, requestId, { commentBody, documentIds, part, requirePart })
  },
})

/** The same for GraphQL, with its names. */
export const createIntakeSubmissionThread = command({
  id: 'threads.create-for-request',
  access: 'requests.use',
  asAnother: 'ACTING',
  input: z.object({ intakeSubmissionId: id, commentBody: newThread.commentBody }),
  run: (context, { intakeSubmissionId, commentBody }) =>
    startThread(context, KIND, intakeSubmissionId, { commentBody, documentIds: [] }),
})

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
  access: 'requests.use',
  asAnother: 'ACTING',
  input: inputOf(endpoints.createBlockThread),
  run: async (context, { id: blockId, ...thread }) => {
    const { request } = await requireReadableBlock(context, blockId)
    return startThread(context, KIND, request.id, { ...thread, part: { type: 'BLOCK', id: blockId } })
  },
})
