import { type DocumentKind, KIND_WORDS } from '../../../../schema/documents/documents/expiry.ts'
import { addDays, dayIn, dayText } from '../../../../schema/shared/calendar.ts'
import * as endpoints from '../../../../schema/vendors/vendor-forms/document-endpoints.ts'
import { commit } from '../../../core/commit.ts'
import { AppError, invalidField, notFound } from '../../../core/errors.ts'
import { type BaseContext, command, inputOf, query } from '../../../core/operation.ts'
import { type DocumentRow, documentsStatement, requireDocumentOf, todayOf, toVendorDocument } from './document-rows.ts'
import { contactOf, mayFill, type OpenFormRow } from './form-row.ts'
import { limitLink, requireLinkedForm } from './link.ts'
import { requireOpen } from './open-form.ts'
import { atCustomer, formStatement, requireSentForm, uploaderOf, writingAtCustomer } from './portal.ts'

/** What a vendor says of the documents in its form. Invariant: only of its own files, and while it may change the form. */

const CLOSED = 'This form can’t be changed anymore.'

/** Throws INVALID for a day that has passed everywhere. */
export const requireNotPassed = ({ clock }: Pick<BaseContext, 'clock'>, expiresOn: string | null | undefined): void => {
  const lastToday = addDays(dayIn(null, clock.now()), -1)
  if (expiresOn && expiresOn < lastToday) throw invalidField('expiresOn', 'This date has passed')
}

interface Description {
  kind?: DocumentKind | undefined
  expiresOn?: string | null | undefined
}

const describe = async (
  context: BaseContext,
  form: OpenFormRow,
  { documentId, uploaders, userId }: { documentId: string; uploaders: string[]; userId: string | null },
  { kind, expiresOn }: Description,
) => {
  if (!mayFill(form)) throw new AppError('CONFLICT', CLOSED, { reason: 'FORM_CLOSED' })
  requireNotPassed(context, expiresOn)
  const { db, clock } = context
  const before = await db.first<Partial<DocumentRow> & { displayName: string }>(
    db.sql(
      `SELECT d.display_name AS displayName, x.kind, x.expires_on AS expiresOn, x.given_at AS givenAt FROM documents d
         LEFT JOIN vendor_documents x ON x.document_id = d.id
        WHERE d.id = ?1 AND d.company_id = ?2 AND d.deleted_at IS NULL AND coalesce(x.vendor_form_id, ?3) = ?3
          AND (x.document_id IS NOT NULL OR d.uploaded_by_user_id IN (SELECT value FROM json_each(?4)))`,
      ...[documentId, form.companyId, form.id, JSON.stringify(uploaders)],
    ),
  )
  if (!before) throw notFound('The document')
  const now = clock.now()
  const words = KIND_WORDS[kind ?? before.kind ?? 'OTHER']
  const until = expiresOn === undefined ? (before.expiresOn ?? null) : expiresOn
  await commit(context, {
    subject: 'The document',
    as: { companyId: form.companyId, userId },
    statements: [
      db.sql(
        `INSERT INTO vendor_documents (document_id, company_id, kind, expires_on, vendor_form_id, given_by_user_id, created_at)
         VALUES (?1, ?2, coalesce(?3, 'OTHER'), ?4, ?5, ?6, ?7)
         ON CONFLICT (document_id) DO UPDATE SET kind = coalesce(?3, kind), expires_on = ?4,
           asked_at = iif(expires_on IS ?4, asked_at, NULL), expired_at = iif(expires_on IS ?4, expired_at, NULL)`,
        ...[documentId, form.companyId, kind ?? null, until, form.id, userId, now],
      ),
    ],
    // Before the form is submitted the company knows nothing of it.
    audit: before.givenAt
      ? [
          {
            changeKey: `vendor-document:${documentId}:${context.newId()}`,
            action: 'intake-submission.document-described',
            targetType: 'INTAKE_SUBMISSION',
            targetId: form.intakeSubmissionId,
            message: `${form.vendorName} described ${before.displayName} as ${words}${until ? `, valid until ${dayText(until)}` : ''}`,
            changeData: {
              before: { kind: before.kind, expiresOn: before.expiresOn },
              after: { kind, expiresOn: until },
            },
          },
        ]
      : [],
    result: null,
  })
  return toVendorDocument(await requireDocumentOf(context, form, documentId), todayOf(context))
}

export const describeDocument = command({
  id: 'vendor-portal.describe-document',
  access: 'vendor.work',
  idempotency: 'none',
  input: inputOf(endpoints.describeDocument),
  run: async (context, { intakeSubmissionId, documentId, ...said }) => {
    const there = await writingAtCustomer(context)
    const form = await requireSentForm(there, intakeSubmissionId)
    const { userId } = context.vendor
    return describe(there, form, { documentId, userId, uploaders: [uploaderOf(userId), contactOf(form)] }, said)
  },
})

/** The same by a link. */
export const describeLinkDocument = command({
  id: 'vendor-forms.describe-link-document',
  access: 'public',
  idempotency: 'none',
  input: inputOf(endpoints.describeLinkDocument),
  place: ({ token }) => ({ secret: token }),
  run: async (context, { token, documentId, ...said }) => {
    const form = await requireLinkedForm(context, token)
    await limitLink(context, form)
    return describe(context, form, { documentId, userId: null, uploaders: [contactOf(form)] }, said)
  },
})

const listed = (context: BaseContext, rows: readonly Record<string, unknown>[]) =>
  rows.map((row) => toVendorDocument(row as unknown as DocumentRow, todayOf(context)))

export const listFormDocuments = query({
  id: 'vendor-portal.form-documents',
  access: 'vendor.work',
  input: inputOf(endpoints.listFormDocuments),
  run: async (context, { intakeSubmissionId }) => {
    const there = atCustomer(context)
    const [forms, documents] = await there.db.batch([
      formStatement(there, intakeSubmissionId),
      documentsStatement(there, context.vendor.company.id, intakeSubmissionId),
    ])
    requireOpen((forms?.results[0] as unknown as OpenFormRow | undefined) ?? null)
    return listed(there, documents?.results ?? [])
  },
})

export const listLinkDocuments = query({
  id: 'vendor-forms.link-documents',
  access: 'public',
  input: inputOf(endpoints.listLinkDocuments),
  place: ({ token }) => ({ secret: token }),
  run: async (context, { token }) => {
    const { companyId, intakeSubmissionId } = await requireLinkedForm(context, token)
    const { db } = context
    return listed(context, await db.all(documentsStatement(context, companyId, intakeSubmissionId)))
  },
})
