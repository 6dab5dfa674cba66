import type { SystemContext } from '../../../core/operation.ts'
import type { OutboxHandler } from '../../../core/outbox-registry.ts'

/**
 * A merge moves portal accounts to the remaining vendor in the company's cell, which is what counts for that. Writes to
 * the directory what the cell says now, however late or often it runs.
 */
export const followMerges: OutboxHandler<'vendor-portal.customers', SystemContext> = async ({ db, directory }) => {
  return async ({ companyId, payload: { vendorIds } }) => {
    if (db === directory) return
    const known = await db.all<{ id: string; vendorId: string }>(
      db.sql(
        `SELECT vendor_company_id AS id, vendor_id AS vendorId FROM vendor_company_customers
          WHERE company_id = ? AND vendor_id IN (SELECT value FROM json_each(?))`,
        companyId,
        JSON.stringify(vendorIds),
      ),
    )
    await directory.batch([
      directory.sql(
        `UPDATE vendor_company_customers SET vendor_id = j.value ->> 'vendorId' FROM json_each(?2) j
          WHERE vendor_company_id = j.value ->> 'id' AND company_id = ?1`,
        companyId,
        JSON.stringify(known),
      ),
    ])
  }
}
