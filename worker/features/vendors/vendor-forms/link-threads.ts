import * as endpoints from '../../../../schema/vendors/vendor-forms/link-endpoints.ts'
import { isLocked } from '../../../core/cells.ts'
import { companyMoves, invalidField, notFound } from '../../../core/errors.ts'
import { type BaseContext, command, inputOf, query, type StaffContext } from '../../../core/operation.ts'
import { threadStatements, writeComment } from '../../documents/threads/index.ts'
import { asSender } from './fill.ts'
import type { OpenFormRow } from './form-row.ts'
import { limitLink, requireLinkedForm } from './link.ts'
import { KIND, labelsStatement, questionsOf, requireSubmitted, toVendorThreads, type Written } from './threads.ts'

/**
 * Conversations about a form by its link. Invariant: only threads that are shared, of the one form that the link opens.
 */

const MOST_THREADS = 50

const filler = (form: OpenFormRow, name: string | undefined) => ({
  name: name ?? form.email ?? form.vendorName,
  email: form.email ?? '',
  uploaderId: null,
})

export const listLinkThreads = query({
  id: 'vendor-forms.link-threads',
  access: 'public',
  input: inputOf(endpoints.listLinkThreads),
  place: ({ token }) => ({ secret: token }),
  run: async (context, { token }) => {
    const form = await requireLinkedForm(context, token)
    const { actor } = asSender(context, form, filler(form, undefined))
    const { db } = context
    const [threads, comments, labels] = await db.batch([
      ...threadStatements(
        { db, actor },
        { kind: KIND, targetId: form.intakeSubmissionId },
        { first: MOST_THREADS, onlyShared: true },
      ),
      labelsStatement(db, form.companyId, form.intakeSubmissionId),
    ])
    const read = toVendorThreads([threads, comments, labels], actor)
    // A comment can be changed only with an account.
    return read.map((thread) => ({
      ...thread,
      commentLines: thread.commentLines.map((line) => ({ ...line, canEdit: false, canDelete: false })),
    }))
  },
})

const say = async (
  context: BaseContext,
  form: OpenFormRow,
  { name, ...writing }: Written & { name: string | undefined },
) => {
  if (await isLocked(context, form.companyId)) throw companyMoves()
  await limitLink(context, form)
  const who = filler(form, name)
  const sender = asSender(context, form, who)
  const commenter: StaffContext = {
    ...sender,
    actor: { ...sender.actor, name: `${who.name} (${form.vendorName})` },
  }
  return writeComment(commenter, {
    ...writing,
    subject: { kind: KIND, id: form.intakeSubmissionId, name: form.categoryName, row: { vendorFormId: form.id } },
    involved: null,
    isShared: true,
    author: { name: who.name, email: who.email },
  })
}

/** Throws RULE_BROKEN before the form is submitted, INVALID for an unknown question. */
export const createLinkThread = command({
  id: 'vendor-forms.create-link-thread',
  access: 'public',
  idempotency: 'public',
  input: inputOf(endpoints.createLinkThread),
  place: ({ token }) => ({ secret: token }),
  run: async (context, { token, commentBody: body, documentIds, intakeSubmissionAnswerId: answerId, name }) => {
    const form = await requireLinkedForm(context, token)
    requireSubmitted(form)
    if (answerId) {
      const { db } = context
      const row = await db.first<Record<string, unknown>>(labelsStatement(db, form.companyId, form.intakeSubmissionId))
      if (!questionsOf(row ?? undefined).has(answerId))
        throw invalidField('intakeSubmissionAnswerId', 'The form has no such question')
    }
    const part = answerId ? ({ type: 'ANSWER', id: answerId } as const) : null
    return say(context, form, { threadId: null, part, body, documentIds, field: 'commentBody', name })
  },
})

/** Throws NOT_FOUND for a thread that isn't shared, or of another form. */
export const replyByLink = command({
  id: 'vendor-forms.reply-by-link',
  access: 'public',
  idempotency: 'public',
  input: inputOf(endpoints.replyByLink),
  place: ({ token }) => ({ secret: token }),
  run: async (context, { token, threadId, body, documentIds, name }) => {
    const form = await requireLinkedForm(context, token)
    const { db } = context
    const found = await db.first(
      db.sql(
        `SELECT 1 AS one FROM threads WHERE id = ? AND company_id = ? AND target_type = ? AND target_id = ?
            AND shared_with_vendor = 1`,
        ...[threadId, form.companyId, KIND, form.intakeSubmissionId],
      ),
    )
    if (!found) throw notFound('The thread')
    return say(context, form, { threadId, part: null, body, documentIds, field: 'body', name })
  },
})
