import * as endpoints from '../../../../schema/vendors/vendors/endpoints.ts'
import { commit } from '../../../core/commit.ts'
import { command, inputOf } from '../../../core/operation.ts'
import { requireChangeable } from './change.ts'

/**
 * Can't be repeated by its command id, because the ids would be stored with the answer. Throws NOT_FOUND, FORBIDDEN.
 */
export const revealTaxIds = command({
  id: 'vendors.reveal-tax-ids',
  access: 'vendors.use',
  idempotency: 'none',
  input: inputOf(endpoints.revealVendorTaxIds),
  run: async (context, { vendorId }) => {
    const { db, actor } = context
    const { vendor, stored } = await requireChangeable(context, vendorId)
    const verifications = await db.all<{ id: string; businessTaxId: string }>(
      db.sql(
        `SELECT id, business_tax_id AS businessTaxId FROM vendor_verifications
          WHERE company_id = ? AND vendor_id = ? AND business_tax_id <> '' ORDER BY created_at DESC, id DESC LIMIT 100`,
        actor.companyId,
        vendorId,
      ),
    )
    return commit(context, {
      subject: 'The vendor',
      statements: [],
      audit: [
        {
          changeKey: `vendor:${vendorId}:tax-ids-shown:${context.newId()}`,
          action: 'vendor.tax-ids-shown',
          targetType: 'VENDOR',
          targetId: vendorId,
          message: `Viewed the tax IDs of ${vendor.name}`,
          changeData: null,
        },
      ],
      result: { taxPayerIdentificationNumbers: stored.taxIds, verifications },
    })
  },
})
