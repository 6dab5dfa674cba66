import { z } from 'zod'
import type { Block } from '../../../schema/approvals/model.ts'
import { id } from '../../../schema/shared/values.ts'
import * as endpoints from '../../../schema/threads/endpoints.ts'
import type { StaffActor } from '../../core/actor.ts'
import { commit } from '../../core/commit.ts'
import { invalidField, notFound } from '../../core/errors.ts'
import { type BaseContext, command, inputOf } from '../../core/operation.ts'
import { announce, linkStatement, requireDocuments } from '../intake/request-documents.ts'
import { requireReadableBlock } from '../intake/submissions/block.ts'
import { requireReadableSubmission, type SubmissionAccess } from '../intake/visibility.ts'
import { attentionStatement, excerpt, notifyRows } from './comment-effects.ts'
import { requireThread } from './read.ts'
import { type Part, whoHears } from './request-subject.ts'

type StaffContext = BaseContext & { actor: StaffActor }

const COMMENT_TARGET = 'COMMENT'

interface Writing {
  request: SubmissionAccess
  /** Null starts one. */
  threadId: string | null
  part: Part | null
  block: Block | null
  body: string
  documentIds: string[]
  /** The name of the text in the input. */
  field: 'commentBody' | 'body'
}

/** Starts a thread, or adds to one; who answers has nothing waiting there any more. */
const write = async (context: StaffContext, writing: Writing) => {
  const { db, actor, clock } = context
  const { request, part, block, body, field } = writing
  if (request.isDraft) throw notFound('The request')
  const documents = await requireDocuments(context, writing.documentIds)
  const threadId = writing.threadId ?? context.newId()
  const commentId = context.newId()
  const told = await whoHears(context, { request, threadId, body, block, field })
  const now = clock.now()
  const about = block ? ` on “${block.label}”` : ''
  const result = await commit(context, {
    subject: 'The thread',
    statements: [
      ...(writing.threadId
        ? [
            db.sql(
              'DELETE FROM comment_attention WHERE company_id = ? AND thread_id = ? AND user_id = ?',
              actor.companyId,
              threadId,
              actor.userId,
            ),
            // An answer to what was resolved opens it again.
            db.sql(
              `UPDATE threads SET resolved_at = NULL, resolved_by_user_id = NULL
                WHERE id = ? AND company_id = ? AND resolved_at IS NOT NULL`,
              threadId,
              actor.companyId,
            ),
          ]
        : [
            db.sql(
              `INSERT INTO threads (id, company_id, target_type, target_id, part_type, part_id, created_by_user_id, created_at)
               VALUES (?, ?, 'INTAKE_SUBMISSION', ?, ?, ?, ?, ?)`,
              threadId,
              actor.companyId,
              request.id,
              part?.type ?? null,
              part?.id ?? null,
              actor.userId,
              now,
            ),
          ]),
      db.sql(
        `INSERT INTO comments (id, company_id, thread_id, body, created_by_user_id, created_at, updated_at)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?6)`,
        commentId,
        actor.companyId,
        threadId,
        body,
        actor.userId,
        now,
      ),
      ...(documents.length > 0
        ? [
            linkStatement(context, documents, [
              [COMMENT_TARGET, commentId],
              ['INTAKE_SUBMISSION', request.id],
            ]),
          ]
        : []),
      ...(told.waitsFor.length > 0 ? [attentionStatement(context, threadId, commentId, told)] : []),
    ],
    audit: [
      {
        changeKey: `comment:${commentId}:v1`,
        action: 'intake-submission.commented',
        targetType: 'INTAKE_SUBMISSION',
        targetId: request.id,
        message: `${actor.name} commented${about}: ${excerpt(body)}`,
        changeData: { commentId, threadId, ...(block && { blockId: block.id, label: block.label }), documents },
      },
    ],
    outbox: notifyRows(actor, request.id, body, told),
    result: { id: writing.threadId ? commentId : threadId },
  })
  announce(context, request.id)
  return result
}

/** Errors: INVALID beside `intakeSubmissionAnswerId` for a question that the request was not asked. */
export const createIntakeThread = command({
  id: 'intake.create-thread',
  access: 'requests.use',
  input: inputOf(endpoints.createIntakeThread),
  run: async (context, { id: requestId, commentBody, documentIds, intakeSubmissionAnswerId: questionId }) => {
    const request = await requireReadableSubmission(context, requestId)
    if (questionId) await requireQuestion(context, request, questionId)
    const part: Part | null = questionId ? { type: 'ANSWER', id: questionId } : null
    return write(context, {
      request,
      threadId: null,
      part,
      block: null,
      body: commentBody,
      documentIds,
      field: 'commentBody',
    })
  },
})

/** The same by GraphQL, with the names that it has there. */
export const createIntakeSubmissionThread = command({
  id: 'threads.create-for-request',
  access: 'requests.use',
  input: z.object({ intakeSubmissionId: id, commentBody: endpoints.commentBody }),
  run: async (context, { intakeSubmissionId, commentBody: body }) => {
    const request = await requireReadableSubmission(context, intakeSubmissionId)
    const writing = { threadId: null, part: null, block: null, documentIds: [], field: 'commentBody' as const }
    return write(context, { request, body, ...writing })
  },
})

const requireQuestion = async ({ db, actor }: StaffContext, request: SubmissionAccess, questionId: string) => {
  const found = await db.first(
    db.sql(
      `SELECT 1 FROM intake_form_versions f, json_each(f.definition, '$.steps') step, json_each(step.value, '$.questions') q
        WHERE f.intake_category_id = ? AND f.version = ? AND f.company_id = ? AND q.value ->> 'id' = ?`,
      request.intakeCategoryId,
      request.formVersion,
      actor.companyId,
      questionId,
    ),
  )
  if (!found) throw invalidField('intakeSubmissionAnswerId', 'The request has no such question')
}

export const createBlockThread = command({
  id: 'workflow-tasks.create-thread',
  access: 'requests.use',
  input: inputOf(endpoints.createBlockThread),
  run: async (context, { id: blockId, commentBody, documentIds }) => {
    const { request, block } = await requireReadableBlock(context, blockId)
    const part: Part = { type: 'BLOCK', id: blockId }
    return write(context, {
      request,
      threadId: null,
      part,
      block,
      body: commentBody,
      documentIds,
      field: 'commentBody',
    })
  },
})

const blockOf = async (context: StaffContext, part: Part | null): Promise<Block | null> =>
  part?.type === 'BLOCK'
    ? requireReadableBlock(context, part.id).then(
        ({ block }) => block,
        () => null,
      )
    : null

export const createCommentLine = command({
  id: 'threads.create-comment-line',
  access: 'staff.use',
  input: z.object({ threadId: id, body: endpoints.commentBody, documentIds: endpoints.commentDocuments }),
  run: async (context, { threadId, body, documentIds }) => {
    const { request, part } = await requireThread(context, threadId)
    const block = await blockOf(context, part)
    return write(context, { request, threadId, part, block, body, documentIds, field: 'body' })
  },
})
