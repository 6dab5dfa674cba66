import { matchKeyOf } from '../../../../schema/shared/match-key.ts'
import * as endpoints from '../../../../schema/vendors/vendors/endpoints.ts'
import { commit } from '../../../core/commit.ts'
import { guardOneRow } from '../../../core/database.ts'
import { invalidField } from '../../../core/errors.ts'
import { command, inputOf, query } from '../../../core/operation.ts'
import { signedFileUrl } from '../../../core/signed-urls.ts'
import { requireChangeable } from './change.ts'

/** Logos of vendors: uploaded pictures, shown wherever the vendor is named. */

const PICTURES = new Set(['image/png', 'image/jpeg'])
const MOST_BYTES = 1024 * 1024

/** The logo is also found by another spelling of the vendor's name (specification 3 §7). */
export const readLogo = query({
  id: 'vendors.logo',
  access: 'vendors.use',
  input: inputOf(endpoints.getVendorLogo),
  run: async (context, { name }) => {
    const { db, actor } = context
    const row = await db.first<{ logoKey: string }>(
      db.sql(
        `SELECT logo_key AS logoKey FROM vendors
          WHERE company_id = ?1 AND match_key = ?2 AND logo_key IS NOT NULL ORDER BY id LIMIT 1`,
        actor.companyId,
        matchKeyOf(name),
      ),
    )
    return { logoUrl: row && (await signedFileUrl(context, { key: row.logoKey, disposition: 'inline' })) }
  },
})

interface Upload {
  mimeType: string | null
  size: number | null
}

/** Throws INVALID for `name` if it isn't a picture the person uploaded, or is too large. */
export const setLogo = command({
  id: 'vendors.set-logo',
  access: 'vendors.use',
  asAnother: 'ACTING',
  input: inputOf(endpoints.setVendorLogo),
  run: async (context, { vendorId, name }) => {
    const { db, actor } = context
    const { vendor, stored } = await requireChangeable(context, vendorId)
    if (name === stored.logoKey) return { id: vendorId, version: vendor.version }
    if (name !== null) {
      const upload = await db.first<Upload>(
        db.sql(
          `SELECT mime_type AS mimeType, size FROM uploads WHERE storage_key = ? AND company_id = ? AND user_id = ?
              AND document_id IS NULL AND received_at IS NOT NULL`,
          name,
          actor.companyId,
          actor.userId,
        ),
      )
      if (!upload) throw invalidField('name', 'Error uploading file')
      if (!PICTURES.has(upload.mimeType ?? '')) throw invalidField('name', 'Choose a PNG or JPEG image')
      if ((upload.size ?? 0) > MOST_BYTES) throw invalidField('name', 'The image is larger than 1 MB')
    }
    const version = vendor.version + 1
    return commit(context, {
      subject: 'The vendor',
      statements: [
        db.sql(
          'UPDATE vendors SET logo_key = ?, version = version + 1 WHERE id = ? AND company_id = ? AND version = ?',
          name,
          vendorId,
          actor.companyId,
          vendor.version,
        ),
        guardOneRow(db),
        ...(name === null
          ? []
          : [
              db.sql(
                'UPDATE uploads SET document_id = ? WHERE storage_key = ? AND document_id IS NULL',
                `logo-${vendorId}`,
                name,
              ),
              guardOneRow(db),
            ]),
        // The previous picture is removed with other unclaimed uploads.
        ...(stored.logoKey
          ? [db.sql('UPDATE uploads SET document_id = NULL, created_at = 0 WHERE storage_key = ?', stored.logoKey)]
          : []),
      ],
      audit: [
        {
          changeKey: `vendor:${vendorId}:v${version}`,
          action: 'vendor.changed',
          targetType: 'VENDOR',
          targetId: vendorId,
          message: `Changed the vendor ${vendor.name}: logo`,
          changeData: { before: { logo: stored.logoKey !== null }, after: { logo: name !== null } },
        },
      ],
      result: { id: vendorId, version },
    })
  },
})
