import { z } from 'zod'
import * as endpoints from '../../../../schema/documents/threads/endpoints.ts'
import { id } from '../../../../schema/shared/values.ts'
import { commit } from '../../../core/commit.ts'
import { guardOneRow } from '../../../core/database.ts'
import { AppError, notFound, staleVersion } from '../../../core/errors.ts'
import { command, inputOf, type StaffContext } from '../../../core/operation.ts'
import { announceSubject, attentionStatement, excerpt, notifyRows } from './comment-effects.ts'
import { hearers } from './hearers.ts'
import { requireThread } from './read.ts'
import { auditOf } from './subjects.ts'

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
  const { subject } = await requireThread(context, row.threadId)
  return { ...row, subject }
}

/** Throws FORBIDDEN for someone else's comment, CONFLICT if it changed since it was read. */
export const updateComment = command({
  id: 'threads.update-comment',
  access: 'staff.use',
  asAnother: 'ACTING',
  input: inputOf(endpoints.updateComment),
  run: async (context, { commentId, body, version }) => {
    const comment = await requireComment(context, commentId)
    const { db, actor, clock } = context
    if (comment.userId !== actor.userId) throw new AppError('FORBIDDEN', 'Only the author can change a comment.')
    if (version !== undefined && version !== comment.version) throw staleVersion('The comment')
    const { subject, threadId } = comment
    const said = { subject, threadId, body, part: null, before: comment.body, field: 'body' }
    const told = await hearers(context, said)
    const next = comment.version + 1
    const result = await commit(context, {
      subject: 'The comment',
      statements: [
        db.sql(
          `UPDATE comments SET body = ?, updated_at = ?, version = ?, impersonator_user_id = ?
            WHERE id = ? AND company_id = ? AND version = ? AND deleted_at IS NULL`,
          body,
          clock.now(),
          next,
          actor.impersonator?.userId ?? null,
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
          ...auditOf(subject, 'comment-edited'),
          message: `${actor.name} changed a comment: ${excerpt(body)}`,
          changeData: { before: { body: comment.body }, after: { body }, commentId, threadId },
        },
      ],
      outbox: notifyRows(actor, said, told),
      result: { id: commentId, version: next },
    })
    announceSubject(context, subject)
    return result
  },
})

/** Leaves its place in the thread empty. Its text stays in the history, for auditors. */
export const deleteComment = command({
  id: 'threads.delete-comment',
  access: 'staff.use',
  asAnother: 'ACTING',
  input: inputOf(endpoints.deleteComment),
  run: async (context, { commentId }) => {
    const comment = await requireComment(context, commentId)
    const { db, actor, clock } = context
    if (comment.userId !== actor.userId && !actor.policy.flags.hasAdminAccess)
      throw new AppError('FORBIDDEN', 'Only the author or an admin can delete a comment.')
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
          ...auditOf(comment.subject, 'comment-deleted'),
          message: `${actor.name} deleted a comment`,
          changeData: { before: { body: comment.body }, commentId, threadId: comment.threadId },
        },
      ],
      result: null,
    })
    announceSubject(context, comment.subject)
    return null
  },
})

const setResolved = async (context: StaffContext, threadId: string, resolved: boolean) => {
  const { subject, resolvedAt } = await requireThread(context, threadId)
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
            ...auditOf(subject, resolved ? 'thread-resolved' : 'thread-reopened'),
            message: `${actor.name} ${resolved ? 'resolved' : 'reopened'} a discussion`,
            changeData: { threadId },
          },
        ]
      : [],
    result: { id: threadId },
  })
  if (isChange) announceSubject(context, subject)
  return result
}

const ofThread = z.object({ threadId: id })

export const resolveThread = command({
  id: 'threads.resolve',
  access: 'staff.use',
  asAnother: 'ACTING',
  input: ofThread,
  run: (context, { threadId }) => setResolved(context, threadId, true),
})

export const unresolveThread = command({
  id: 'threads.unresolve',
  access: 'staff.use',
  asAnother: 'ACTING',
  input: ofThread,
  run: (context, { threadId }) => setResolved(context, threadId, false),
})
