import { z } from 'zod'
import * as endpoints from '../../../../schema/documents/threads/endpoints.ts'
import type { Kind } from '../../../../schema/shared/kinds.ts'
import { id } from '../../../../schema/shared/values.ts'
import { commit } from '../../../core/commit.ts'
import { AppError } from '../../../core/errors.ts'
import type { Part, PartInvolved } from '../../../core/kinds/threads.ts'
import { command, type StaffContext } from '../../../core/operation.ts'
import { linkStatement, requireDocuments } from '../documents/index.ts'
import { announceSubject, attentionStatement, excerpt, notifyRows, outsideRows } from './comment-effects.ts'
import { hearers } from './hearers.ts'
import { requireThread, type ThreadAccess } from './read.ts'
import { auditOf, commentLinks, requireSubject, requireUnarchivedSubject, type Subject, threadsOf } from './subjects.ts'

export interface Writing {
  subject: Subject
  /** Null starts one. */
  threadId: string | null
  part: Part | null
  /** The part, if someone in particular is responsible for it. */
  involved: PartInvolved | null
  body: string
  documentIds: string[]
  /** Whether people outside read the thread too. */
  isShared: boolean
  /** The name of the text in the input. */
  field: 'commentBody' | 'body'
  /** It came as the answer to an email, without a sign-in. */
  isMailed?: boolean
  /** Set for someone without an account. */
  author?: { name: string; email: string }
}

/**
 * Starts a thread, or adds to one, for someone who can read what it is about. After answering, nothing in it waits for
 * the writer anymore.
 */
export const write = async (context: StaffContext, writing: Writing) => {
  const { db, actor, clock } = context
  const { subject, part, involved, body, field } = writing
  requireUnarchivedSubject(subject)
  const documents = await requireDocuments(context, writing.documentIds)
  const threadId = writing.threadId ?? context.newId()
  const commentId = context.newId()
  const said = { subject, threadId, body, part: involved, field }
  const told = await hearers(context, said)
  const now = clock.now()
  const about = `${writing.isMailed ? ' by email' : ''}${involved ? ` on “${involved.label}”` : ''}`
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
            // Answering a resolved thread reopens it.
            db.sql(
              `UPDATE threads SET resolved_at = NULL, resolved_by_user_id = NULL
                WHERE id = ? AND company_id = ? AND resolved_at IS NOT NULL`,
              threadId,
              actor.companyId,
            ),
          ]
        : [
            db.sql(
              `INSERT INTO threads (id, company_id, target_type, target_id, part_type, part_id, created_by_user_id, created_at,
                 shared_with_vendor) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
              threadId,
              actor.companyId,
              subject.kind,
              subject.id,
              part?.type ?? null,
              part?.id ?? null,
              actor.userId,
              now,
              writing.isShared ? 1 : 0,
            ),
          ]),
      db.sql(
        `INSERT INTO comments (id, company_id, thread_id, body, created_by_user_id, created_at, updated_at,
                               impersonator_user_id, author_name, author_email)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?6, ?7, ?8, ?9)`,
        commentId,
        actor.companyId,
        threadId,
        body,
        actor.userId,
        now,
        actor.impersonator?.userId ?? null,
        writing.author?.name ?? null,
        writing.author?.email ?? null,
      ),
      ...(documents.length > 0 ? [linkStatement(context, documents, commentLinks(subject, commentId))] : []),
      ...(told.waitsFor.length > 0 ? [attentionStatement(context, threadId, commentId, told)] : []),
    ],
    audit: [
      {
        changeKey: `comment:${commentId}:v1`,
        ...auditOf(subject, 'commented'),
        message: `${actor.name} commented${about}: ${excerpt(body)}`,
        changeData: {
          commentId,
          threadId,
          ...(involved && { blockId: involved.id, label: involved.label }),
          documents,
          ...(writing.isMailed && { isMailed: true }),
        },
      },
    ],
    outbox: [...notifyRows(actor, said, told), ...(writing.isShared ? outsideRows(actor, said) : [])],
    result: { id: writing.threadId ? commentId : threadId },
  })
  announceSubject(context, subject)
  return result
}

/** What a person sends to start a thread. */
export const newThread = { commentBody: endpoints.commentBody, documentIds: endpoints.commentDocuments }

interface NewThread {
  commentBody: string
  documentIds: string[]
  part?: Part | undefined
  /** Throws if the object, which the person can see, has no such part. */
  requirePart?: (() => Promise<void>) | undefined
  isShared?: boolean | undefined
  isMailed?: boolean
}

/**
 * Starts a thread about an object or one of its parts. Throws NOT_FOUND if the person can't see the object, INVALID for
 * `commentBody` if a mentioned person can't.
 */
export const startThread = async (
  context: StaffContext,
  kind: Kind,
  objectId: string,
  { commentBody: body, documentIds, part, requirePart, isShared = false, isMailed = false }: NewThread,
) => {
  const subject = await requireSubject(context, kind, objectId)
  await requirePart?.()
  const involved = part ? await involvedIn(context, kind, part) : null
  return write(context, {
    subject,
    threadId: null,
    part: part ?? null,
    involved,
    body,
    documentIds,
    isShared,
    isMailed,
    field: 'commentBody',
  })
}

const involvedIn = async (context: StaffContext, kind: Kind, part: Part): Promise<PartInvolved | null> =>
  (await threadsOf(kind).threads.parts?.involved(context, part)) ?? null

export const createDocumentThread = command({
  id: 'documents.create-thread',
  access: 'staff.use',
  asAnother: 'ACTING',
  input: z.object({ documentId: id, ...newThread }),
  run: (context, { documentId, ...thread }) => startThread(context, 'DOCUMENT', documentId, thread),
})

/** Throws NOT_FOUND for a thread about something the person can't see, INVALID for `body`. */
const continueThread = async (
  context: StaffContext,
  { id: threadId, subject, part, isShared }: ThreadAccess,
  comment: { body: string; documentIds: string[]; isMailed?: boolean },
) => {
  const involved = part && (await involvedIn(context, subject.kind, part))
  return write(context, { subject, threadId, part, involved, isShared, field: 'body', ...comment })
}

export const createCommentLine = command({
  id: 'threads.create-comment-line',
  access: 'staff.use',
  asAnother: 'ACTING',
  input: z.object({ threadId: id, body: endpoints.commentBody, documentIds: endpoints.commentDocuments }),
  run: async (context, { threadId, ...comment }) =>
    continueThread(context, await requireThread(context, threadId), comment),
})

/**
 * The answer to an email about a comment. Throws as above, and RULE_BROKEN where people outside read the thread too,
 * because the email didn't say that.
 */
export const answerByMail = async (
  context: StaffContext,
  threadId: string,
  comment: { body: string; documentIds: string[] },
) => {
  const thread = await requireThread(context, threadId)
  if (thread.isShared) throw new AppError('RULE_BROKEN', 'People outside read this thread, too.')
  return continueThread(context, thread, { ...comment, isMailed: true })
}
