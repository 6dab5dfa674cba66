import { z } from 'zod'
import type { Block } from '../../../schema/approvals/model.ts'
import { id } from '../../../schema/shared/values.ts'
import * as endpoints from '../../../schema/threads/endpoints.ts'
import { plainText } from '../../../schema/threads/mentions.ts'
import type { StaffActor } from '../../core/actor.ts'
import { commit } from '../../core/commit.ts'
import { guardOneRow } from '../../core/database.ts'
import { AppError, invalidField, notFound, staleVersion } from '../../core/errors.ts'
import { type BaseContext, command, inputOf } from '../../core/operation.ts'
import { announce, linkStatement, requireDocuments } from '../intake/request-documents.ts'
import { requireReadableBlock } from '../intake/submissions/block.ts'
import { requireReadableSubmission, type SubmissionAccess } from '../intake/visibility.ts'
import { requireThread } from './read.ts'
import { type Part, type Told, whoHears } from './request-subject.ts'

type StaffContext = BaseContext & { actor: StaffActor }

const COMMENT_TARGET = 'COMMENT'
const EXCERPT = 200

const excerpt = (body: string): string => {
  const text = plainText(body).replaceAll(/\s+/g, ' ')
  return text.length > EXCERPT ? `${text.slice(0, EXCERPT)}…` : text
}

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

const outboxOf = (actor: StaffActor, requestId: string, body: string, { recipients }: Told) =>
  recipients.length === 0
    ? []
    : [
        {
          topic: 'request.notify' as const,
          payload: {
            targetType: 'INTAKE_SUBMISSION' as const,
            targetId: requestId,
            sequence: 0,
            actorName: actor.name,
            recipients,
            note: plainText(body),
            tab: 'comments' as const,
          },
        },
      ]

const attentionStatement = (
  { db, actor, clock }: StaffContext,
  threadId: string,
  commentId: string,
  { waitsFor }: Told,
): D1PreparedStatement =>
  db.sql(
    `INSERT OR IGNORE INTO comment_attention (company_id, user_id, comment_id, thread_id, created_at, is_mention)
     SELECT ?1, value ->> 'userId', ?2, ?3, ?4, value ->> 'isMention' FROM json_each(?5)`,
    actor.companyId,
    commentId,
    threadId,
    clock.now(),
    JSON.stringify(waitsFor.map((one) => ({ ...one, isMention: one.isMention ? 1 : 0 }))),
  )

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
    outbox: outboxOf(actor, request.id, body, told),
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

interface CommentRow {
  threadId: string
  body: string
  userId: string
  version: number
}

const requireComment = async (context: StaffContext, commentId: string) => {
  const { db, actor } = context
  const row = await db.first<CommentRow>(
    db.sql(
      `SELECT thread_id AS threadId, body, created_by_user_id AS userId, version FROM comments
        WHERE id = ? AND company_id = ? AND deleted_at IS NULL`,
      commentId,
      actor.companyId,
    ),
  )
  if (!row) throw notFound('The comment')
  const { request, part } = await requireThread(context, row.threadId)
  return { ...row, request, part }
}

/** Errors: FORBIDDEN for somebody else's; CONFLICT when it was changed since it was read. */
export const updateComment = command({
  id: 'threads.update-comment',
  access: 'staff.use',
  input: inputOf(endpoints.updateComment),
  run: async (context, { commentId, body, version }) => {
    const comment = await requireComment(context, commentId)
    const { db, actor, clock } = context
    if (comment.userId !== actor.userId) throw new AppError('FORBIDDEN', 'Only who wrote a comment may change it.')
    if (version !== undefined && version !== comment.version) throw staleVersion('The comment')
    const { request, threadId } = comment
    const told = await whoHears(context, { request, threadId, body, block: null, before: comment.body, field: 'body' })
    const next = comment.version + 1
    const result = await commit(context, {
      subject: 'The comment',
      statements: [
        db.sql(
          `UPDATE comments SET body = ?, updated_at = ?, version = ?
            WHERE id = ? AND company_id = ? AND version = ? AND deleted_at IS NULL`,
          body,
          clock.now(),
          next,
          commentId,
          actor.companyId,
          comment.version,
        ),
        guardOneRow(db),
        ...(told.waitsFor.length > 0 ? [attentionStatement(context, threadId, commentId, told)] : []),
      ],
      audit: [
        {
          changeKey: `comment:${commentId}:v${next}`,
          action: 'intake-submission.comment-edited',
          targetType: 'INTAKE_SUBMISSION',
          targetId: request.id,
          message: `${actor.name} changed a comment: ${excerpt(body)}`,
          changeData: { before: { body: comment.body }, after: { body }, commentId, threadId },
        },
      ],
      outbox: outboxOf(actor, request.id, body, told),
      result: { id: commentId, version: next },
    })
    announce(context, request.id)
    return result
  },
})

/** Leaves its place in the thread; what it said is in the history of those who audit. */
export const deleteComment = command({
  id: 'threads.delete-comment',
  access: 'staff.use',
  input: inputOf(endpoints.deleteComment),
  run: async (context, { commentId }) => {
    const comment = await requireComment(context, commentId)
    const { db, actor, clock } = context
    if (comment.userId !== actor.userId && !actor.policy.flags.hasAdminAccess)
      throw new AppError('FORBIDDEN', 'Only who wrote a comment, or an admin, may delete it.')
    const now = clock.now()
    await commit(context, {
      subject: 'The comment',
      statements: [
        db.sql(
          'UPDATE comments SET deleted_at = ?1, updated_at = ?1 WHERE id = ?2 AND company_id = ?3 AND deleted_at IS NULL',
          now,
          commentId,
          actor.companyId,
        ),
        guardOneRow(db),
        db.sql(
          'DELETE FROM comment_attention WHERE company_id = ? AND thread_id = ? AND comment_id = ?',
          actor.companyId,
          comment.threadId,
          commentId,
        ),
      ],
      audit: [
        {
          changeKey: `comment:${commentId}:deleted`,
          action: 'intake-submission.comment-deleted',
          targetType: 'INTAKE_SUBMISSION',
          targetId: comment.request.id,
          message: `${actor.name} deleted a comment`,
          changeData: { before: { body: comment.body }, commentId, threadId: comment.threadId },
        },
      ],
      result: null,
    })
    announce(context, comment.request.id)
    return null
  },
})

const setResolved = async (context: StaffContext, threadId: string, resolved: boolean) => {
  const { request, resolvedAt } = await requireThread(context, threadId)
  const { db, actor, clock } = context
  const isChange = (resolvedAt !== null) !== resolved
  const result = await commit(context, {
    subject: 'The thread',
    statements: isChange
      ? [
          db.sql(
            'UPDATE threads SET resolved_at = ?, resolved_by_user_id = ? WHERE id = ? AND company_id = ?',
            resolved ? clock.now() : null,
            resolved ? actor.userId : null,
            threadId,
            actor.companyId,
          ),
          ...(resolved
            ? [
                db.sql(
                  'DELETE FROM comment_attention WHERE company_id = ? AND thread_id = ?',
                  actor.companyId,
                  threadId,
                ),
              ]
            : []),
        ]
      : [],
    audit: isChange
      ? [
          {
            changeKey: `thread:${threadId}:${context.newId()}`,
            action: resolved ? 'intake-submission.thread-resolved' : 'intake-submission.thread-reopened',
            targetType: 'INTAKE_SUBMISSION',
            targetId: request.id,
            message: `${actor.name} ${resolved ? 'resolved' : 'reopened'} a discussion`,
            changeData: { threadId },
          },
        ]
      : [],
    result: { id: threadId },
  })
  if (isChange) announce(context, request.id)
  return result
}

const ofThread = z.object({ threadId: id })

export const resolveThread = command({
  id: 'threads.resolve',
  access: 'staff.use',
  input: ofThread,
  run: (context, { threadId }) => setResolved(context, threadId, true),
})

export const unresolveThread = command({
  id: 'threads.unresolve',
  access: 'staff.use',
  input: ofThread,
  run: (context, { threadId }) => setResolved(context, threadId, false),
})
