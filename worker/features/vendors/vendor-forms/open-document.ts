import * as endpoints from '../../../../schema/vendors/vendor-forms/document-endpoints.ts'
import { inputOf, query } from '../../../core/operation.ts'
import { type FileRow, type OpenedFile, storedFile } from '../../documents/documents/index.ts'
import { contactOf } from './form-row.ts'
import { atAnother } from './held-documents.ts'
import { requireLinkedForm } from './link.ts'
import { OPEN_TO_VENDORS } from './open-form.ts'
import { SENT_TO, sentToParams, uploaderOf } from './portal.ts'

/**
 * Files that a vendor opens. Invariant: those of its own forms, and those of comments that are shared with it, and none
 * that the customer has deleted.
 */

/** SQL condition that document `d` of company ?1 belongs to a form `i`, or to a comment that is shared there. */
const OF_FORM = `(EXISTS (SELECT 1 FROM vendor_documents x WHERE x.document_id = d.id AND x.vendor_form_id = i.id)
  OR d.uploaded_by_user_id = 'contact-form-' || i.id
  OR EXISTS (SELECT 1 FROM document_links l
      CROSS JOIN comments c ON c.id = l.target_id AND c.company_id = ?1 AND c.deleted_at IS NULL
      CROSS JOIN threads t ON t.id = c.thread_id AND t.company_id = ?1 AND t.shared_with_vendor = 1
       AND t.target_type = 'INTAKE_SUBMISSION' AND t.target_id = i.intake_submission_id
      WHERE l.company_id = ?1 AND l.document_id = d.id AND l.target_type = 'COMMENT'))`

/** The submissions and comments that a document is attached to lead to its forms. */
const FORMS_OF = `(
  SELECT x.vendor_form_id AS id FROM vendor_documents x WHERE x.document_id = ?5
  UNION SELECT substr(d.uploaded_by_user_id, 14) FROM documents d WHERE d.id = ?5 AND d.uploaded_by_user_id LIKE 'contact-form-%'
  UNION SELECT i.id FROM document_links l
   CROSS JOIN comments c ON c.id = l.target_id AND c.company_id = ?1
   CROSS JOIN threads t ON t.id = c.thread_id
   CROSS JOIN vendor_form_invitations i ON i.company_id = ?1 AND i.intake_submission_id = t.target_id
   WHERE l.company_id = ?1 AND l.document_id = ?5 AND l.target_type = 'COMMENT')`

export const openVendorDocument = query({
  id: 'vendor-portal.open-document',
  access: 'vendor.work',
  input: inputOf(endpoints.openVendorDocument),
  run: async (context, { documentId, companyId }): Promise<OpenedFile> => {
    const there = await atAnother(context, companyId)
    const row = await there.db.first<FileRow>(
      there.db.sql(
        `SELECT d.storage_key AS storageKey, d.display_name AS displayName FROM documents d
          WHERE d.id = ?5 AND d.company_id = ?1 AND d.deleted_at IS NULL AND ${OPEN_TO_VENDORS}
            AND (d.uploaded_by_user_id = ?6 OR EXISTS (SELECT 1 FROM ${FORMS_OF} f
                  CROSS JOIN vendor_form_invitations i ON i.id = f.id WHERE ${SENT_TO} AND ${OF_FORM}))`,
        ...sentToParams(there),
        ...[documentId, uploaderOf(context.vendor.userId)],
      ),
    )
    return storedFile(there, row)
  },
})

export const openLinkDocument = query({
  id: 'vendor-forms.open-link-document',
  access: 'public',
  input: inputOf(endpoints.openLinkDocument),
  place: ({ token }) => ({ secret: token }),
  run: async (context, { token, documentId }): Promise<OpenedFile> => {
    const form = await requireLinkedForm(context, token)
    const { db } = context
    const row = await db.first<FileRow>(
      db.sql(
        `SELECT d.storage_key AS storageKey, d.display_name AS displayName FROM documents d
          CROSS JOIN vendor_form_invitations i ON i.id = ?3
          WHERE d.id = ?2 AND d.company_id = ?1 AND d.deleted_at IS NULL AND (d.uploaded_by_user_id = ?4 OR ${OF_FORM})`,
        ...[form.companyId, documentId, form.id, contactOf(form)],
      ),
    )
    return storedFile(context, row)
  },
})
