import { isMaskedTaxId, maskTaxId } from '../../../../schema/shared/tax-ids.ts'
import type { TaxpayerId } from '../../../../schema/vendors/vendors/values.ts'
import * as endpoints from '../../../../schema/vendors/vendors/verification-endpoints.ts'
import { commit } from '../../../core/commit.ts'
import { invalidField } from '../../../core/errors.ts'
import { command, inputOf, query } from '../../../core/operation.ts'
import { readableDocument, readableParams } from '../../documents/documents/index.ts'
import { requireChangeable } from './change.ts'
import { newsOf } from './news.ts'
import { requireVendor } from './rows.ts'

interface Row extends Omit<endpoints.VendorVerification, 'createdAt' | 'syncedAt' | 'verifiedAt' | 'document'> {
  createdAt: number
  syncedAt: number | null
  verifiedAt: number | null
  documentId: string | null
  documentName: string | null
  documentDisplayName: string | null
}

const iso = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString())

const toVerification = ({
  documentId,
  documentName,
  documentDisplayName,
  ...row
}: Row): endpoints.VendorVerification => ({
  ...row,
  businessTaxId: maskTaxId(row.businessTaxId),
  createdAt: new Date(row.createdAt).toISOString(),
  syncedAt: iso(row.syncedAt),
  verifiedAt: iso(row.verifiedAt),
  document:
    documentId && documentName
      ? { id: documentId, name: documentName, displayName: documentDisplayName ?? documentName }
      : null,
})

const COLUMNS = `w.id, w.created_at AS createdAt, w.synced_at AS syncedAt, w.business_name AS businessName,
  w.business_address1 AS businessAddress1, w.business_address2 AS businessAddress2, w.business_city AS businessCity,
  w.business_state AS businessState, w.business_postal_code AS businessPostalCode,
  w.business_country AS businessCountry, w.business_tax_id AS businessTaxId, w.note, w.verified_at AS verifiedAt,
  coalesce(nullif(trim(u.first_name || ' ' || u.last_name), ''), u.email, '') AS createdBy,
  d.id AS documentId, d.name AS documentName, d.display_name AS documentDisplayName`

export const readVerifications = query({
  id: 'vendors.list-verifications',
  access: 'vendors.use',
  input: inputOf(endpoints.listVendorVerifications),
  run: async (context, { vendorId }) => {
    const { db, actor } = context
    const { results } = await requireVendor(context, vendorId, [
      db.sql(
        `SELECT ${COLUMNS} FROM vendor_verifications w
           LEFT JOIN users u ON u.id = w.created_by_user_id
           LEFT JOIN documents d ON d.id = w.document_id AND d.deleted_at IS NULL
          WHERE w.company_id = ? AND w.vendor_id = ? ORDER BY w.created_at DESC, w.id DESC LIMIT 100`,
        actor.companyId,
        vendorId,
      ),
    ])
    return (results[0] as unknown as Row[]).map(toVerification)
  },
})

/** A form filled in from the vendor sends its taxpayer id masked. Throws INVALID for a mask that matches none. */
const taxIdOf = (given: string, known: TaxpayerId[]): string => {
  if (!isMaskedTaxId(given)) return given
  const found = known.find((taxId) => maskTaxId(taxId.taxPayerIdentificationNumber) === given)
  if (!found) throw invalidField('businessTaxId', 'Enter the full number, not just its last digits')
  return found.taxPayerIdentificationNumber
}

/** The record never changes. A new check is a new record. Throws INVALID for a document the person can't read. */
export const createVerification = command({
  id: 'vendors.create-verification',
  access: 'vendors.use',
  input: inputOf(endpoints.createVendorVerification),
  run: async (context, { vendorId, documentId, note, verified, ...given }) => {
    const { db, actor, clock } = context
    const { vendor, stored } = await requireChangeable(context, vendorId)
    const business = { ...given, businessTaxId: taxIdOf(given.businessTaxId, stored.taxIds) }
    const document = documentId
      ? await db.first<{ name: string; displayName: string }>(
          db.sql(
            `SELECT d.name, d.display_name AS displayName FROM documents d WHERE d.id = ?5 AND ${readableDocument()}`,
            ...readableParams(actor),
            documentId,
          ),
        )
      : null
    if (documentId && !document) throw invalidField('documentId', 'Choose a document')
    const now = clock.now()
    const id = context.newId()
    const result = toVerification({
      ...business,
      id,
      note,
      createdAt: now,
      createdBy: actor.name,
      syncedAt: null,
      verifiedAt: verified ? now : null,
      documentId: documentId ?? null,
      documentName: document?.name ?? null,
      documentDisplayName: document?.displayName ?? null,
    })
    return commit(context, {
      subject: 'The verification',
      statements: [
        db.sql(
          `INSERT INTO vendor_verifications (id, company_id, vendor_id, business_name, business_address1,
             business_address2, business_city, business_state, business_postal_code, business_country, business_tax_id,
             document_id, note, verified_at, created_by_user_id, created_at)
           VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16)`,
          id,
          actor.companyId,
          vendorId,
          business.businessName,
          business.businessAddress1,
          business.businessAddress2,
          business.businessCity,
          business.businessState,
          business.businessPostalCode,
          business.businessCountry,
          business.businessTaxId,
          documentId ?? null,
          note,
          verified ? now : null,
          actor.userId,
          now,
        ),
        ...(documentId
          ? [
              db.sql(
                `INSERT OR IGNORE INTO document_links (company_id, document_id, target_type, target_id, created_at,
                   created_by_user_id) VALUES (?, ?, 'VENDOR', ?, ?, ?)`,
                actor.companyId,
                documentId,
                vendorId,
                now,
                actor.userId,
              ),
            ]
          : []),
      ],
      audit: [
        {
          changeKey: `vendor-verification:${id}`,
          action: verified ? 'vendor.verified' : 'vendor.not-verified',
          targetType: 'VENDOR',
          targetId: vendorId,
          message: verified
            ? `Verified ${vendor.name} as ${business.businessName}`
            : `Recorded that ${vendor.name} couldn’t be verified as ${business.businessName}`,
          changeData: {
            after: {
              ...business,
              businessTaxId: maskTaxId(business.businessTaxId),
              note,
              document: document?.displayName ?? null,
            },
          },
        },
      ],
      outbox: newsOf(context, { kind: verified ? 'VERIFIED' : 'NOT_VERIFIED', businessName: business.businessName }, [
        { id: vendorId, name: vendor.name, ownerIds: vendor.owners.map((owner) => owner.id) },
      ]),
      result,
    })
  },
})
