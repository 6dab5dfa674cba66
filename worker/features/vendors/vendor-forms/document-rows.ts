import { type DocumentKind, stateOf } from '../../../../schema/documents/documents/expiry.ts'
import { dayIn } from '../../../../schema/shared/calendar.ts'
import type { VendorDocument } from '../../../../schema/vendors/vendor-forms/document-endpoints.ts'
import { notFound } from '../../../core/errors.ts'
import type { BaseContext } from '../../../core/operation.ts'

/** A document that a vendor gave, or is about to give, as statements read it. */

export interface DocumentRow {
  id: string
  displayName: string
  mimeType: string
  size: number
  storageKey: string
  sha256: string
  kind: DocumentKind
  expiresOn: string | null
  vendorFormId: string
  givenAt: number | null
  replacedAt: number | null
}

/** Columns of a vendor's document `x` with its file `d`. */
export const DOCUMENT_COLUMNS = `d.id, d.display_name AS displayName, d.mime_type AS mimeType, d.size,
  d.storage_key AS storageKey, d.sha256, x.kind, x.expires_on AS expiresOn, x.vendor_form_id AS vendorFormId,
  x.given_at AS givenAt, x.replaced_at AS replacedAt`
/** Their files, without those that the company has deleted. */
export const DOCUMENT_FILES = `CROSS JOIN documents d ON d.id = x.document_id AND d.company_id = x.company_id
  AND d.deleted_at IS NULL`

const MOST = 60

/** The documents of a form, given its submission's id, newest first. */
export const documentsStatement = (
  { db }: Pick<BaseContext, 'db'>,
  companyId: string,
  submissionId: string,
): D1PreparedStatement =>
  db.sql(
    `SELECT ${DOCUMENT_COLUMNS} FROM vendor_form_invitations i
      CROSS JOIN vendor_documents x ON x.company_id = i.company_id AND x.vendor_form_id = i.id ${DOCUMENT_FILES}
      WHERE i.company_id = ? AND i.intake_submission_id = ?
      ORDER BY x.created_at DESC, x.document_id DESC LIMIT ${MOST}`,
    companyId,
    submissionId,
  )

/** Throws NOT_FOUND for what isn't a document of the form. */
export const requireDocumentOf = async (
  { db }: Pick<BaseContext, 'db'>,
  form: { id: string; companyId: string },
  documentId: string,
): Promise<DocumentRow> => {
  const row = await db.first<DocumentRow>(
    db.sql(
      `SELECT ${DOCUMENT_COLUMNS} FROM vendor_documents x ${DOCUMENT_FILES}
        WHERE x.document_id = ? AND x.company_id = ? AND x.vendor_form_id = ?`,
      ...[documentId, form.companyId, form.id],
    ),
  )
  if (!row) throw notFound('The document')
  return row
}

/** Today, where the person is. */
export const todayOf = ({ clock, vendor, actor }: Pick<BaseContext, 'clock' | 'vendor' | 'actor'>): string =>
  dayIn(vendor?.timezone ?? actor?.timezone ?? null, clock.now())

/** A document without where its file is. */
type ShownRow = Omit<DocumentRow, 'storageKey' | 'sha256' | 'vendorFormId'>

export const toVendorDocument = (row: ShownRow, today: string): VendorDocument => ({
  id: row.id,
  fileName: row.displayName,
  mimeType: row.mimeType,
  size: row.size,
  kind: row.kind,
  expiresOn: row.expiresOn,
  state: stateOf(row.expiresOn, today),
  givenAt: row.givenAt === null ? null : new Date(row.givenAt).toISOString(),
  isReplaced: row.replacedAt !== null,
})
