import type { Database } from '../../../../core/database.ts'
import { vendorOfErpVendor } from '../../../platform/accounting/index.ts'
import { isActiveMember } from '../../../platform/members/index.ts'

/** What the link of an accounting vendor means for its bills, for the area that links them. */

/** SQL: whether the accounting vendor has a bill. `o` has its id and company. */
export const hasBill = (o: string): string =>
  `EXISTS (SELECT 1 FROM bills b INDEXED BY bills_erp_vendor
     WHERE b.company_id = ${o}.company_id AND b.erp_vendor_id = ${o}.id AND b.deleted_at IS NULL)`

/** Bills of these accounting vendors belong to the vendors that these are mapped to by now. */
export const billsFollow = (
  db: Pick<Database, 'sql'>,
  companyId: string,
  erpVendorIds: readonly string[],
): D1PreparedStatement =>
  db.sql(
    `UPDATE bills SET vendor_id = ${vendorOfErpVendor('bills.erp_vendor_id', '?1')}
      WHERE id IN (SELECT b.id FROM json_each(?2) j CROSS JOIN bills b INDEXED BY bills_erp_vendor
           ON b.company_id = ?1 AND b.erp_vendor_id = j.value AND b.deleted_at IS NULL
        WHERE b.vendor_id IS NOT ${vendorOfErpVendor('b.erp_vendor_id', '?1')})`,
    companyId,
    JSON.stringify(erpVendorIds),
  )

/** SQL: how many bills of the vendor wait for approval, among its newest hundred. */
export const billsToApprove = (vendorId: string): string =>
  `(SELECT count(*) FROM (SELECT b.status, b.deleted_at, b.archived_at FROM bills b INDEXED BY bills_vendor
      WHERE b.company_id = ?1 AND b.vendor_id = ${vendorId} AND b.vendor_id IS NOT NULL
      ORDER BY b.created_at DESC, b.id DESC LIMIT 100)
    WHERE status = 'PENDING' AND deleted_at IS NULL AND archived_at IS NULL)`

/** SQL: who entered most of the accounting vendor's newest bills, of those who are still members. Null if no one is. */
export const mostEnteredBy = (erpVendorId: string): string =>
  `(SELECT n.created_by_user_id FROM (SELECT b.created_by_user_id, b.created_at FROM bills b INDEXED BY bills_erp_vendor
      WHERE b.company_id = ?1 AND b.erp_vendor_id = ${erpVendorId} AND b.deleted_at IS NULL
      ORDER BY b.created_at DESC, b.id DESC LIMIT 20) n
    WHERE ${isActiveMember('n.created_by_user_id')}
    GROUP BY n.created_by_user_id ORDER BY count(*) DESC, max(n.created_at) DESC LIMIT 1)`
