import { KIND_WORDS } from '../../../../schema/documents/documents/expiry.ts'
import { dayText } from '../../../../schema/shared/calendar.ts'
import { fullName } from '../../../../schema/shared/values.ts'
import * as endpoints from '../../../../schema/vendors/vendor-forms/document-endpoints.ts'
import { commit } from '../../../core/commit.ts'
import { guardOneRow } from '../../../core/database.ts'
import { AppError, invalidField } from '../../../core/errors.ts'
import { type BaseContext, command, inputOf } from '../../../core/operation.ts'
import { requireNotPassed } from './describe-document.ts'
import { type DocumentRow, requireDocumentOf, todayOf, toVendorDocument } from './document-rows.ts'
import { contactOf, type OpenFormRow } from './form-row.ts'
import { requireHeld, writingAtAnother } from './held-documents.ts'
import { limitLink, requireLinkedForm } from './link.ts'
import { requireSentForm, uploaderOf } from './portal.ts'

/**
 * A new version of a document that a customer has. The one before stays where it was named, and the people who can read
 * it can read the new one.
 */

interface Renewal {
  by: { name: string; userId: string | null }
  uploaderId: string
  newDocumentId: string
  expiresOn: string | null
}

type NewFile = Pick<DocumentRow, 'displayName' | 'mimeType' | 'size'>

const requireNewFile = async (
  { db }: BaseContext,
  { companyId }: OpenFormRow,
  { uploaderId, newDocumentId }: Renewal,
): Promise<NewFile> => {
  const file = await db.first<NewFile>(
    db.sql(
      `SELECT d.display_name AS displayName, d.mime_type AS mimeType, d.size FROM documents d
        WHERE d.id = ? AND d.company_id = ? AND d.uploaded_by_user_id = ? AND d.deleted_at IS NULL
          AND NOT EXISTS (SELECT 1 FROM vendor_documents x WHERE x.document_id = d.id)`,
      ...[newDocumentId, companyId, uploaderId],
    ),
  )
  if (!file) throw invalidField('newDocumentId', 'Upload the new file first')
  return file
}

const renew = async (context: BaseContext, form: OpenFormRow, before: DocumentRow, renewal: Renewal) => {
  const { by, newDocumentId, expiresOn } = renewal
  requireNotPassed(context, expiresOn)
  if (before.givenAt === null || before.replacedAt !== null)
    throw new AppError('CONFLICT', 'This document was already replaced. Reload to see the new version.', {
      reason: 'ALREADY_REPLACED',
    })
  const file = await requireNewFile(context, form, renewal)
  const { db, clock } = context
  const now = clock.now()
  const owners = await db.first<{ ids: string }>(
    db.sql('SELECT owner_ids AS ids FROM vendors WHERE company_id = ? AND id = ?', form.companyId, form.vendorId),
  )
  const words = KIND_WORDS[before.kind]
  const until = expiresOn ? `, valid until ${dayText(expiresOn)}` : ''
  const data = { before: { expiresOn: before.expiresOn }, after: { expiresOn } }
  return commit(context, {
    subject: 'The document',
    as: { companyId: form.companyId, userId: by.userId },
    statements: [
      db.sql(
        'UPDATE vendor_documents SET replaced_at = ? WHERE document_id = ? AND company_id = ? AND replaced_at IS NULL',
        ...[now, before.id, form.companyId],
      ),
      guardOneRow(db),
      db.sql(
        `INSERT INTO vendor_documents (document_id, company_id, kind, expires_on, vendor_form_id, question_id, replaces_id,
                                       given_at, given_by_user_id, created_at)
         SELECT ?1, company_id, kind, ?2, vendor_form_id, question_id, document_id, ?3, ?4, ?3 FROM vendor_documents
          WHERE document_id = ?5`,
        ...[newDocumentId, expiresOn, now, by.userId, before.id],
      ),
      db.sql(
        'UPDATE documents SET uploaded_by_user_id = ?, updated_at = ? WHERE id = ? AND company_id = ?',
        ...[contactOf(form), now, newDocumentId, form.companyId],
      ),
      db.sql(
        `INSERT OR IGNORE INTO document_links (company_id, document_id, target_type, target_id, created_at)
         SELECT company_id, ?1, target_type, target_id, ?2 FROM document_links WHERE company_id = ?3 AND document_id = ?4`,
        ...[newDocumentId, now, form.companyId, before.id],
      ),
    ],
    audit: [
      {
        changeKey: `vendor-document:${newDocumentId}:given`,
        action: 'vendor.document-renewed',
        targetType: 'VENDOR',
        targetId: form.vendorId,
        message: `${by.name} gave a new version of a document: ${words}${until}`,
        changeData: data,
      },
      {
        changeKey: `vendor-document:${newDocumentId}:given:form`,
        action: 'intake-submission.document-renewed',
        targetType: 'INTAKE_SUBMISSION',
        targetId: form.intakeSubmissionId,
        message: `${by.name} gave ${file.displayName} as the new version of ${before.displayName}${until}`,
        changeData: { ...data, documentId: newDocumentId, replaces: before.id },
      },
    ],
    outbox: [
      {
        topic: 'vendor.notify',
        payload: {
          event: { kind: 'DOCUMENT_RENEWED', document: words, expiresOn },
          vendors: [
            { id: form.vendorId, name: form.vendorName, ownerIds: JSON.parse(owners?.ids ?? '[]') as string[] },
          ],
          by: { userId: by.userId ?? '', name: by.name },
        },
      },
    ],
    result: toVendorDocument(
      { ...file, id: newDocumentId, kind: before.kind, expiresOn, givenAt: now, replacedAt: null },
      todayOf(context),
    ),
  })
}

export const renewDocument = command({
  id: 'vendor-portal.renew-document',
  access: 'vendor.work',
  input: inputOf(endpoints.renewDocument),
  run: async (context, { documentId, companyId, newDocumentId, expiresOn = null }) => {
    const there = await writingAtAnother(context, companyId)
    const held = await requireHeld(there, documentId)
    const form = await requireSentForm(there, held.intakeSubmissionId)
    const { vendor } = context
    const by = { name: fullName(vendor) || vendor.email, userId: vendor.userId }
    return renew(there, form, held, { by, uploaderId: uploaderOf(vendor.userId), newDocumentId, expiresOn })
  },
})

/** By the link of the form that the document was given in. */
export const renewLinkDocument = command({
  id: 'vendor-forms.renew-link-document',
  access: 'public',
  idempotency: 'public',
  input: inputOf(endpoints.renewLinkDocument),
  place: ({ token }) => ({ secret: token }),
  run: async (context, { token, documentId, newDocumentId, expiresOn = null }) => {
    const form = await requireLinkedForm(context, token)
    await limitLink(context, form)
    const before = await requireDocumentOf(context, form, documentId)
    const by = { name: form.email ?? form.vendorName, userId: null }
    return renew(context, form, before, { by, uploaderId: contactOf(form), newDocumentId, expiresOn })
  },
})
