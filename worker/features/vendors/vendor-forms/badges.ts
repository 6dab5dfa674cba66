import { DOCUMENT_KINDS, type DocumentKind, stateOf } from '../../../../schema/documents/documents/expiry.ts'
import type { FormDefinition } from '../../../../schema/requests/forms/form.ts'
import { type DocumentBadge, listDocumentBadges } from '../../../../schema/vendors/vendor-forms/document-endpoints.ts'
import { stepsForVendor } from '../../../../schema/vendors/vendor-forms/steps.ts'
import { inputOf, query } from '../../../core/operation.ts'
import { readableDocument, readableParams } from '../../documents/documents/index.ts'
import { missingVendor } from '../vendors/index.ts'
import { todayOf } from './document-rows.ts'

/** What a company has from a vendor, at a glance: one badge for each kind of document, also for one that is missing. */

interface HeldRow {
  documentId: string
  kind: DocumentKind
  expiresOn: string | null
  isReadable: number
}

const FORMS = 25
const NEWEST = `SELECT i.id, i.intake_category_id, i.form_version, i.revoked_at
   FROM vendor_form_invitations i INDEXED BY vendor_form_invitations_vendor
  WHERE i.company_id = ?1 AND i.vendor_id = ?5 AND i.deleted_at IS NULL
  ORDER BY i.created_at DESC, i.id DESC LIMIT ${FORMS}`

/** Which documents the forms ask for. Only the newest forms count, as many as are looked through for documents. */
const askedIn = (definitions: readonly string[]): Set<DocumentKind> =>
  new Set(
    definitions
      .flatMap((text) => stepsForVendor(JSON.parse(text) as FormDefinition))
      .flatMap(({ questions }) => questions)
      .flatMap(({ type, documentKind }) => (type === 'DOCUMENTS' && documentKind ? [documentKind] : [])),
  )

/** The one that is valid the longest. Of other documents, the one that expires first. */
const shown = (kind: DocumentKind, rows: readonly HeldRow[]): HeldRow | undefined => {
  const last = (row: HeldRow): string => row.expiresOn ?? '9999-12-31'
  const sorted = rows.toSorted((a, b) => last(b).localeCompare(last(a)))
  return kind === 'OTHER' ? sorted.filter(({ expiresOn }) => expiresOn !== null).at(-1) : sorted[0]
}

/** Throws NOT_FOUND for another company's vendor. For a merged one it names the remaining one. */
export const readDocumentBadges = query({
  id: 'vendors.document-badges',
  access: 'vendor-forms.use',
  input: inputOf(listDocumentBadges),
  readsFirst: true,
  run: async (context, { vendorId }): Promise<DocumentBadge[]> => {
    const { db, actor } = context
    const [vendors, held, forms] = await db.batch([
      db.sql('SELECT 1 FROM vendors WHERE company_id = ? AND id = ?', actor.companyId, vendorId),
      db.sql(
        `SELECT d.id AS documentId, x.kind, x.expires_on AS expiresOn, (${readableDocument()}) AS isReadable
           FROM (${NEWEST}) n
          CROSS JOIN vendor_documents x ON x.company_id = ?1 AND x.vendor_form_id = n.id AND x.given_at IS NOT NULL
            AND x.replaced_at IS NULL
          CROSS JOIN documents d ON d.id = x.document_id AND d.deleted_at IS NULL
          ORDER BY x.given_at DESC, d.id LIMIT 60`,
        ...readableParams(actor),
        vendorId,
      ),
      db.sql(
        `SELECT DISTINCT f.definition FROM (${NEWEST.replace('?5', '?2')}) n
          CROSS JOIN intake_form_versions f ON f.intake_category_id = n.intake_category_id AND f.version = n.form_version
          WHERE n.revoked_at IS NULL`,
        ...[actor.companyId, vendorId],
      ),
    ])
    if (!vendors?.results.length) throw await missingVendor(context, vendorId)
    const today = todayOf(context)
    const byKind = Map.groupBy((held?.results ?? []) as unknown as HeldRow[], ({ kind }) => kind)
    const asked = askedIn((forms?.results ?? []).map(({ definition }) => String(definition)))
    return DOCUMENT_KINDS.flatMap((kind): DocumentBadge[] => {
      const row = shown(kind, byKind.get(kind) ?? [])
      if (row) {
        const { expiresOn, documentId, isReadable } = row
        return [{ kind, state: stateOf(expiresOn, today), expiresOn, documentId: isReadable === 1 ? documentId : null }]
      }
      return kind !== 'OTHER' && asked.has(kind) ? [{ kind, state: 'MISSING', expiresOn: null, documentId: null }] : []
    })
  },
})
