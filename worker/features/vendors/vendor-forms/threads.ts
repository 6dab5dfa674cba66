import type { CommentLine } from '../../../../schema/documents/threads/endpoints.ts'
import type { FormDefinition } from '../../../../schema/requests/forms/form.ts'
import { fullName } from '../../../../schema/shared/values.ts'
import * as endpoints from '../../../../schema/vendors/vendor-forms/portal-endpoints.ts'
import { stepsForVendor } from '../../../../schema/vendors/vendor-forms/steps.ts'
import { commit } from '../../../core/commit.ts'
import { guardOneRow } from '../../../core/database.ts'
import { AppError, invalidField, notFound, staleVersion } from '../../../core/errors.ts'
import { command, inputOf, query, type StaffContext, type VendorWorkContext } from '../../../core/operation.ts'
import { containsText } from '../../../core/text-search.ts'
import {
  commentsStatement,
  excerpt,
  threadStatements,
  toCommentLine,
  toThreads,
  writeComment,
} from '../../documents/threads/index.ts'
import { asSender } from './fill.ts'
import { OPEN_FORM, type OpenFormRow } from './form-row.ts'
import { requireOpen } from './open-form.ts'
import { atCustomer, requireSentForm, SENT_TO, sentToParams, uploaderOf, writingAtCustomer } from './portal.ts'

/**
 * Conversations of vendors with a customer about a form and its answers. Invariant: a vendor reads and writes only in
 * threads that are shared, of forms that it sees.
 */

export const KIND = 'INTAKE_SUBMISSION'

/** The person as someone who comments in the customer's company. Their commands are found by their own session. */
const asCommenter = (there: VendorWorkContext, form: OpenFormRow): StaffContext => {
  const { vendor } = there
  const name = fullName(vendor) || vendor.email
  const sender = asSender(there, form, { name, email: vendor.email, uploaderId: null })
  return {
    ...sender,
    home: { userId: vendor.userId, companyId: vendor.vendorCompany.id },
    actor: { ...sender.actor, userId: vendor.userId, name: `${name} (${form.vendorName})` },
  }
}

const forVendor = ({ impersonator: _, ...line }: CommentLine) => line

const formOf = (results: D1Result<Record<string, unknown>>[]): ReturnType<typeof requireOpen> =>
  requireOpen((results[0]?.results[0] as unknown as OpenFormRow | undefined) ?? null)

const formBy = (there: VendorWorkContext, where: string, value: string): D1PreparedStatement =>
  there.db.sql(`${OPEN_FORM} WHERE ${SENT_TO} AND ${where}`, ...sentToParams(there), value)

const OF_FORM = 'i.intake_submission_id = ?5'
const shared = (where: string): string =>
  `i.intake_submission_id = (SELECT t.target_id FROM threads t WHERE t.company_id = ?1 AND t.target_type = '${KIND}'
     AND t.shared_with_vendor = 1 AND t.id = ${where})`
const OF_THREAD = shared('?5')
const OF_COMMENT = shared('(SELECT thread_id FROM comments WHERE id = ?5 AND company_id = ?1 AND deleted_at IS NULL)')

export const labelsStatement = (
  db: VendorWorkContext['db'],
  companyId: string,
  submissionId: string,
): D1PreparedStatement =>
  db.sql(
    `SELECT f.definition FROM vendor_form_invitations i
      CROSS JOIN intake_form_versions f ON f.intake_category_id = i.intake_category_id AND f.version = i.form_version
      WHERE i.company_id = ? AND i.intake_submission_id = ?`,
    companyId,
    submissionId,
  )

export const questionsOf = (row: Record<string, unknown> | undefined): Map<string, string> => {
  const form: FormDefinition = row ? JSON.parse(String(row.definition)) : { steps: [] }
  return new Map(
    stepsForVendor(form).flatMap(({ questions }) => questions.map(({ id, label }) => [id, label] as const)),
  )
}

/** Threads as vendors read them, from their rows, those of their comments and the form. */
export const toVendorThreads = (
  [threads, comments, form]: (D1Result<Record<string, unknown>> | undefined)[],
  reader: StaffContext['actor'],
) => {
  const labels = questionsOf(form?.results[0])
  return toThreads(threads?.results, comments?.results, reader, ({ id }) => labels.get(id) ?? 'A removed question').map(
    ({ isShared: _, commentLines, ...thread }) => ({
      ...thread,
      commentLines: commentLines.map(forVendor),
      intakeSubmissionAnswerId: thread.part?.type === 'ANSWER' ? thread.part.id : null,
    }),
  )
}

const MOST_THREADS = 50

export const listThreads = query({
  id: 'vendor-portal.list-threads',
  access: 'vendor.work',
  input: inputOf(endpoints.listVendorThreads),
  run: async (context, { intakeSubmissionId, intakeSubmissionAnswerId }) => {
    const there = atCustomer(context)
    const actor = { companyId: context.vendor.company.id } as StaffContext['actor']
    const page = { first: MOST_THREADS, onlyShared: true }
    const results = await there.db.batch([
      formBy(there, OF_FORM, intakeSubmissionId),
      ...threadStatements({ db: there.db, actor }, { kind: KIND, targetId: intakeSubmissionId }, page),
      labelsStatement(there.db, there.vendor.company.id, intakeSubmissionId),
    ])
    const form = formOf(results)
    const read = toVendorThreads(results.slice(1), asCommenter(there, form).actor)
    return read.filter(({ part }) => !intakeSubmissionAnswerId || part?.id === intakeSubmissionAnswerId)
  },
})

/** Files of the person that no one has attached yet. */
const claim = async (there: VendorWorkContext, documentIds: readonly string[]): Promise<void> => {
  if (documentIds.length === 0) return
  const { userId, company } = there.vendor
  await there.db.batch([
    there.db.sql(
      `UPDATE documents SET uploaded_by_user_id = ?3
        WHERE id IN (SELECT value FROM json_each(?4)) AND company_id = ?1 AND uploaded_by_user_id = ?2 AND deleted_at IS NULL`,
      ...[company.id, uploaderOf(userId), userId, JSON.stringify(documentIds)],
    ),
  ])
}

/** Comments name their author, whose account is in the directory. */
const introduce = async (there: VendorWorkContext): Promise<void> => {
  const { db, directory, vendor, clock } = there
  if (db === directory) return
  const { userId, email, firstName, lastName } = vendor
  await db.batch([
    db.sql(
      'INSERT OR IGNORE INTO users (id, email, first_name, last_name, created_at) VALUES (?, ?, ?, ?, ?)',
      ...[userId, email, firstName, lastName, clock.now()],
    ),
  ])
}

export const requireSubmitted = (form: OpenFormRow): void => {
  if (form.status === 'UNSUBMITTED')
    throw new AppError('RULE_BROKEN', 'Submit the form first. Then you can discuss your answers here.', {
      reason: 'NOT_SUBMITTED',
    })
}

export type Written = Pick<Parameters<typeof writeComment>[1], 'threadId' | 'part' | 'body' | 'documentIds' | 'field'>

const say = async (there: VendorWorkContext, form: OpenFormRow, writing: Written) => {
  await introduce(there)
  await claim(there, writing.documentIds)
  return writeComment(asCommenter(there, form), {
    ...writing,
    subject: { kind: KIND, id: form.intakeSubmissionId, name: form.categoryName, row: { vendorFormId: form.id } },
    involved: null,
    isShared: true,
  })
}

/** Throws RULE_BROKEN before the form is submitted, INVALID for an unknown question. */
export const createThread = command({
  id: 'vendor-portal.create-thread',
  access: 'vendor.work',
  input: inputOf(endpoints.createVendorThread),
  run: async (context, { intakeSubmissionId, commentBody: body, documentIds, intakeSubmissionAnswerId: answerId }) => {
    const there = await writingAtCustomer(context)
    const form = await requireSentForm(there, intakeSubmissionId)
    requireSubmitted(form)
    if (answerId) {
      const row = await there.db.first<Record<string, unknown>>(
        labelsStatement(there.db, there.vendor.company.id, intakeSubmissionId),
      )
      if (!questionsOf(row ?? undefined).has(answerId))
        throw invalidField('intakeSubmissionAnswerId', 'The form has no such question')
    }
    const part = answerId ? ({ type: 'ANSWER', id: answerId } as const) : null
    return say(there, form, { threadId: null, part, body, documentIds, field: 'commentBody' })
  },
})

const requireBy = async (
  there: VendorWorkContext,
  where: string,
  value: string,
  noun: string,
): Promise<OpenFormRow> => {
  const row = await there.db.first<OpenFormRow>(formBy(there, where, value))
  if (!row) throw notFound(noun)
  return requireOpen(row)
}

export const reply = command({
  id: 'vendor-portal.reply-thread',
  access: 'vendor.work',
  input: inputOf(endpoints.replyToThread),
  run: async (context, { threadId, body, documentIds }) => {
    const there = await writingAtCustomer(context)
    const form = await requireBy(there, OF_THREAD, threadId, 'The thread')
    return say(there, form, { threadId, part: null, body, documentIds, field: 'body' })
  },
})

const MOST_COMMENTS = 100

export const listComments = query({
  id: 'vendor-portal.thread-comments',
  access: 'vendor.work',
  input: inputOf(endpoints.listVendorComments),
  run: async (context, { threadId }) => {
    const there = atCustomer(context)
    const actor = { companyId: context.vendor.company.id } as StaffContext['actor']
    const results = await there.db.batch([
      formBy(there, OF_THREAD, threadId),
      commentsStatement({ db: there.db, actor }, threadId, { first: MOST_COMMENTS }),
    ])
    if (!results[0]?.results.length) throw notFound('The thread')
    const reader = asCommenter(there, formOf(results)).actor
    return (results[1]?.results ?? []).reverse().map((row) => forVendor(toCommentLine(row, reader)))
  },
})

const requireOwnComment = async (there: VendorWorkContext, commentId: string) => {
  const form = await requireBy(there, OF_COMMENT, commentId, 'The comment')
  const row = await there.db.first<{ threadId: string; body: string; version: number; userId: string }>(
    there.db.sql(
      'SELECT thread_id AS threadId, body, version, created_by_user_id AS userId FROM comments WHERE id = ? AND company_id = ?',
      commentId,
      there.vendor.company.id,
    ),
  )
  if (!row) throw notFound('The comment')
  if (row.userId !== there.vendor.userId)
    throw new AppError('FORBIDDEN', 'Only the author can change or delete a comment.')
  return { ...row, form }
}

const auditOf = (form: OpenFormRow, changeKey: string, verb: string, message: string, changeData: object) => ({
  changeKey,
  action: `intake-submission.${verb}`,
  targetType: KIND as 'INTAKE_SUBMISSION',
  targetId: form.intakeSubmissionId,
  message,
  changeData,
})

export const updateComment = command({
  id: 'vendor-portal.update-comment',
  access: 'vendor.work',
  input: inputOf(endpoints.updateVendorComment),
  run: async (context, { commentId, body, version }) => {
    const there = await writingAtCustomer(context)
    const comment = await requireOwnComment(there, commentId)
    if (version !== undefined && version !== comment.version) throw staleVersion('The comment')
    const { db, clock } = there
    const { actor } = asCommenter(there, comment.form)
    const next = comment.version + 1
    return commit(there, {
      subject: 'The comment',
      as: { companyId: actor.companyId, userId: actor.userId },
      statements: [
        db.sql(
          'UPDATE comments SET body = ?, updated_at = ?, version = ? WHERE id = ? AND version = ? AND deleted_at IS NULL',
          ...[body, clock.now(), next, commentId, comment.version],
        ),
        guardOneRow(db),
      ],
      audit: [
        auditOf(
          comment.form,
          `comment:${commentId}:v${next}`,
          'comment-edited',
          `${actor.name} changed a comment: ${excerpt(body)}`,
          {
            ...{ before: { body: comment.body }, after: { body }, commentId, threadId: comment.threadId },
          },
        ),
      ],
      result: { id: commentId, version: next },
    })
  },
})

export const deleteComment = command({
  id: 'vendor-portal.delete-comment',
  access: 'vendor.work',
  input: inputOf(endpoints.deleteVendorComment),
  run: async (context, { commentId }): Promise<null> => {
    const there = await writingAtCustomer(context)
    const comment = await requireOwnComment(there, commentId)
    const { db, clock } = there
    const { actor } = asCommenter(there, comment.form)
    return commit(there, {
      subject: 'The comment',
      as: { companyId: actor.companyId, userId: actor.userId },
      statements: [
        db.sql(
          'UPDATE comments SET deleted_at = ?1, updated_at = ?1 WHERE id = ?2 AND company_id = ?3 AND deleted_at IS NULL',
          ...[clock.now(), commentId, actor.companyId],
        ),
        guardOneRow(db),
        db.sql(
          'DELETE FROM comment_attention WHERE company_id = ? AND thread_id = ? AND comment_id = ?',
          ...[actor.companyId, comment.threadId, commentId],
        ),
      ],
      audit: [
        auditOf(comment.form, `comment:${commentId}:deleted`, 'comment-deleted', `${actor.name} deleted a comment`, {
          ...{ before: { body: comment.body }, commentId, threadId: comment.threadId },
        }),
      ],
      result: null,
    })
  },
})

/** The person's forms are looked through from the newest one on. */
const NEWEST_FORMS = `SELECT i.intake_submission_id AS id, i.owner_user_id AS ownerId, i.intake_category_id AS categoryId
   FROM (SELECT id FROM vendor_form_invitations INDEXED BY vendor_form_invitations_vendor
          WHERE company_id = ?1 AND vendor_id = ?2 AND deleted_at IS NULL ORDER BY created_at DESC, id DESC LIMIT 12) n
  CROSS JOIN vendor_form_invitations i ON i.id = n.id WHERE ${SENT_TO}`

export const listMentionable = query({
  id: 'vendor-portal.users-for-mentions',
  access: 'vendor.work',
  input: inputOf(endpoints.listMentionable),
  run: (context, { query: words = '' }) => {
    const { db } = atCustomer(context)
    return db.all<{ id: string; firstName: string; lastName: string; email: string }>(
      db.sql(
        `SELECT DISTINCT u.id, u.first_name AS firstName, u.last_name AS lastName, u.email FROM (${NEWEST_FORMS}) f
          CROSS JOIN company_memberships m ON m.company_id = ?1 AND m.user_id = f.ownerId AND m.disabled_at IS NULL
          CROSS JOIN users u ON u.id = m.user_id
          WHERE ${containsText("u.first_name || ' ' || u.last_name || ' ' || u.email", '?5')} ORDER BY u.first_name, u.id LIMIT 20`,
        ...sentToParams(context),
        words,
      ),
    )
  },
})

interface AttentionRow {
  id: string
  createdAt: number
  threadId: string
  body: string
  userId: string
  firstName: string
  lastName: string
  email: string
  submissionId: string
  answerId: string | null
  form: string
}

export const listAttention = query({
  id: 'vendor-portal.needs-attention-comments',
  access: 'vendor.work',
  input: inputOf(endpoints.vendorAttention),
  run: async (context) => {
    const { db } = atCustomer(context)
    const { id, name } = context.vendor.company
    const rows = await db.all<AttentionRow>(
      db.sql(
        `SELECT c.id, c.created_at AS createdAt, t.id AS threadId, c.body, u.id AS userId, u.first_name AS firstName,
                u.last_name AS lastName, u.email, f.id AS submissionId,
                CASE t.part_type WHEN 'ANSWER' THEN t.part_id END AS answerId,
                (SELECT name FROM intake_categories WHERE id = f.categoryId) AS form
           FROM (${NEWEST_FORMS}) f
          CROSS JOIN threads t ON t.id IN (SELECT s.id FROM threads s INDEXED BY threads_shared WHERE s.company_id = ?1
              AND s.target_id = f.id AND s.shared_with_vendor = 1 ORDER BY s.created_at DESC LIMIT 2) AND t.resolved_at IS NULL
          CROSS JOIN comments c ON c.id = (SELECT n.id FROM comments n WHERE n.company_id = ?1 AND n.thread_id = t.id
              AND n.deleted_at IS NULL ORDER BY n.created_at DESC, n.id DESC LIMIT 1)
          CROSS JOIN company_memberships m ON m.company_id = ?1 AND m.user_id = c.created_by_user_id
          CROSS JOIN users u ON u.id = m.user_id
          ORDER BY c.created_at DESC LIMIT 20`,
        ...sentToParams(context),
      ),
    )
    return rows.map((row) => ({
      ...{ id: row.id, threadId: row.threadId, body: row.body, form: row.form, company: { id, name } },
      createdAt: new Date(row.createdAt).toISOString(),
      user: { id: row.userId, firstName: row.firstName, lastName: row.lastName, email: row.email },
      intakeSubmissionThread: {
        ...{ id: row.threadId, intakeSubmissionId: row.submissionId, intakeSubmissionAnswerId: row.answerId },
      },
    }))
  },
})
