import { z } from 'zod'
import type { Block } from '../../../../schema/approvals/engine/model.ts'
import * as endpoints from '../../../../schema/documents/threads/endpoints.ts'
import { id } from '../../../../schema/shared/values.ts'
import { commit } from '../../../core/commit.ts'
import { invalidField } from '../../../core/errors.ts'
import { command, inputOf, type StaffContext } from '../../../core/operation.ts'
import { requireReadableBlock } from '../../requests/submissions/block.ts'
import type { SubmissionAccess } from '../../requests/submissions/visibility.ts'
import { linkStatement, requireDocuments } from '../documents/links.ts'
import { announceSubject, attentionStatement, excerpt, hearers, notifyRows } from './comment-effects.ts'
import { requireThread } from './read.ts'
import type { Part } from './request-subject.ts'
import { auditOf, commentLinks, requireSubject, type Subject } from './subjects.ts'

interface Writing {
  subject: Subject
  /** Null starts one. */
  threadId: string | null
  part: Part | null
  block: Block | null
  body: string
  documentIds: string[]
  /** The name of the text in the input. */
  field: 'commentBody' | 'body'
}

/** Starts a thread, or adds to one. After answering, nothing in it waits for the writer anymore. */
const write = async (context: StaffContext, writing: Writing) => {
  const { db, actor, clock } = context
  const { subject, part, block, body, field } = writing
  const documents = await requireDocuments(context, writing.documentIds)
  const threadId = writing.threadId ?? context.newId()
  const commentId = context.newId()
  const said = { subject, threadId, body, block, field }
  const told = await hearers(context, said)
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
              `INSERT INTO threads (id, company_id, target_type, target_id, part_type, part_id, created_by_user_id, created_at)
               VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
              threadId,
              actor.companyId,
              subject.type,
              subject.id,
              part?.type ?? null,
              part?.id ?? null,
              actor.userId,
              now,
            ),
          ]),
      db.sql(
        `INSERT INTO comments (id, company_id, thread_id, body, created_by_user_id, created_at, updated_at,
                               impersonator_user_id)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?6, ?7)`,
        commentId,
        actor.companyId,
        threadId,
        body,
        actor.userId,
        now,
        actor.impersonator?.userId ?? null,
      ),
      ...(documents.length > 0 ? [linkStatement(context, documents, commentLinks(subject, commentId))] : []),
      ...(told.waitsFor.length > 0 ? [attentionStatement(context, threadId, commentId, told)] : []),
    ],
    audit: [
      {
        changeKey: `comment:${commentId}:v1`,
        ...auditOf(subject, 'commented'),
        message: `${actor.name} commented${about}: ${excerpt(body)}`,
        changeData: { commentId, threadId, ...(block && { blockId: block.id, label: block.label }), documents },
      },
    ],
    outbox: notifyRows(actor, said, told),
    result: { id: writing.threadId ? commentId : threadId },
  })
  announceSubject(context, subject)
  return result
}

const start = async (
  context: StaffContext,
  type: endpoints.ThreadTarget,
  objectId: string,
  comment: { body: string; documentIds: string[] },
) => {
  const subject = await requireSubject(context, type, objectId)
  return write(context, { subject, threadId: null, part: null, block: null, field: 'commentBody', ...comment })
}

/** Throws INVALID for `intakeSubmissionAnswerId` if the request wasn't asked that question. */
export const createIntakeThread = command({
  id: 'intake.create-thread',
  access: 'requests.use',
  asAnother: 'ACTING',
  input: inputOf(endpoints.createIntakeThread),
  run: async (context, { id: requestId, commentBody, documentIds, intakeSubmissionAnswerId: questionId }) => {
    const subject = await requireSubject(context, 'INTAKE_SUBMISSION', requestId)
    if (questionId && subject.type === 'INTAKE_SUBMISSION') await requireQuestion(context, subject.request, questionId)
    const part: Part | null = questionId ? { type: 'ANSWER', id: questionId } : null
    return write(context, {
      subject,
      threadId: null,
      part,
      block: null,
      body: commentBody,
      documentIds,
      field: 'commentBody',
    })
  },
})

/** The same for GraphQL, with its names. */
export const createIntakeSubmissionThread = command({
  id: 'threads.create-for-request',
  access: 'requests.use',
  asAnother: 'ACTING',
  input: z.object({ intakeSubmissionId: id, commentBody: endpoints.commentBody }),
  run: async (context, { intakeSubmissionId, commentBody: body }) => {
    return start(context, 'INTAKE_SUBMISSION', intakeSubmissionId, { body, documentIds: [] })
  },
})

const ofObject = { commentBody: endpoints.commentBody, documentIds: endpoints.commentDocuments }

/** Starts a thread about a vendor. Throws INVALID for `commentBody` if a mentioned person can't see it. */
export const createVendorThread = command({
  id: 'vendors.create-thread',
  access: 'staff.use',
  asAnother: 'ACTING',
  input: z.object({ vendorId: id, ...ofObject }),
  run: (context, { vendorId, commentBody: body, documentIds }) =>
    start(context, 'VENDOR', vendorId, { body, documentIds }),
})

export const createServiceThread = command({
  id: 'services.create-thread',
  access: 'services.use',
  asAnother: 'ACTING',
  input: z.object({ serviceId: id, ...ofObject }),
  run: (context, { serviceId, commentBody: body, documentIds }) =>
    start(context, 'SERVICE', serviceId, { body, documentIds }),
})

export const createDocumentThread = command({
  id: 'documents.create-thread',
  access: 'staff.use',
  asAnother: 'ACTING',
  input: z.object({ documentId: id, ...ofObject }),
  run: (context, { documentId, commentBody: body, documentIds }) =>
    start(context, 'DOCUMENT', documentId, { body, documentIds }),
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
  asAnother: 'ACTING',
  input: inputOf(endpoints.createBlockThread),
  run: async (context, { id: blockId, commentBody, documentIds }) => {
    const { request, block } = await requireReadableBlock(context, blockId)
    const part: Part = { type: 'BLOCK', id: blockId }
    return write(context, {
      subject: { type: 'INTAKE_SUBMISSION', id: request.id, request },
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
  asAnother: 'ACTING',
  input: z.object({ threadId: id, body: endpoints.commentBody, documentIds: endpoints.commentDocuments }),
  run: async (context, { threadId, body, documentIds }) => {
    const { subject, part } = await requireThread(context, threadId)
    const block = await blockOf(context, part)
    return write(context, { subject, threadId, part, block, body, documentIds, field: 'body' })
  },
})
