import { inCell } from '../../../core/cells.ts'
import type { VendorContext } from '../../../core/operation.ts'
import type { Customer } from '../../../core/vendor-actor.ts'

export interface FormCounts {
  forms: number
  submitted: number
}

/** The forms that each customer has sent to the vendor company's person. One statement for each cell of the customers. */
export const countForms = async (
  context: VendorContext,
  customers: readonly Pick<Customer, 'id' | 'vendorId' | 'cell'>[],
): Promise<Map<string, FormCounts>> => {
  const { vendor } = context
  const counts = new Map<string, FormCounts>()
  const known = customers.filter(({ vendorId }) => vendorId !== null)
  await Promise.all(
    [...Map.groupBy(known, ({ cell }) => cell)].map(async ([cell, there]) => {
      const { db } = inCell(context, cell)
      const rows = await db.all<FormCounts & { companyId: string }>(
        db.sql(
          `SELECT i.company_id AS companyId, COUNT(*) AS forms, SUM(i.status <> 'UNSUBMITTED') AS submitted
             FROM json_each(?1) j
            CROSS JOIN vendor_form_invitations i ON i.company_id = j.value ->> 0 AND i.vendor_id = j.value ->> 1
              AND i.deleted_at IS NULL
            WHERE i.revoked_at IS NULL AND i.archived_at IS NULL
              AND (i.recipient = 'VENDOR_COMPANY' OR i.vendor_user_id = ?2 OR i.email = ?3)
            GROUP BY i.company_id`,
          ...[JSON.stringify(there.map(({ id, vendorId }) => [id, vendorId])), vendor.userId, vendor.email],
        ),
      )
      for (const { companyId, forms, submitted } of rows) counts.set(companyId, { forms, submitted })
    }),
  )
  return counts
}
