import { erpObjectCounts } from '../../../../../schema/platform/accounting/tables.ts'
import { select, typed } from '../../../../core/record.ts'

/** SQL about the accounting system's vendors, for areas that say which vendors of the company they are. */

/** What it is mapped to by now. */
export const vendorOfErpVendor = (id: string, company: string): string =>
  `(SELECT eo.vendor_id FROM erp_objects eo WHERE eo.id = ${id} AND +eo.company_id = ${company})`

/** What the accounting system calls an object. */
export const nameOfErpObject = (id: string, company: string): string =>
  `coalesce((SELECT eo.name FROM erp_objects eo WHERE eo.id = ${id} AND +eo.company_id = ${company}), 'A removed vendor')`

/** Those that are mapped to the vendor, by their ids. */
export const erpVendorsOf = (vendorId: string): string =>
  `SELECT eo.id FROM erp_objects eo INDEXED BY erp_objects_vendor WHERE eo.company_id = ?1 AND eo.vendor_id = ${vendorId}`

/** A FROM of those of company ?1 that are mapped to none, as `o`, in the order of `ORDER`. */
export const UNMAPPED_VENDORS = `erp_objects o INDEXED BY erp_objects_unmapped
  ON o.company_id = ?1 AND o.mapped_kind = 'VENDOR' AND o.is_unmapped`

/** A FROM of the one with this id, as `o`. */
export const erpVendor = (id: string): string =>
  `erp_objects o ON o.id = ${id} AND +o.company_id = ?1 AND +o.mapped_kind = 'VENDOR' AND o.deleted_at IS NULL`

/** The names of up to three others that are mapped to the vendor, as JSON. */
export const otherErpNames = (vendorId: string, besides: string): string =>
  `(SELECT json_group_array(a.name) FROM (
      SELECT n.name FROM erp_objects n INDEXED BY erp_objects_vendor
       WHERE n.company_id = ?1 AND n.vendor_id = ${vendorId} AND n.id <> ${besides} AND n.deleted_at IS NULL LIMIT 3) a)`

/** The companies with vendors that are mapped to none. */
export const COMPANIES_WITH_UNMAPPED_VENDORS = typed`SELECT ${select(erpObjectCounts, 'n', ['companyId'])}
  FROM erp_object_counts n INDEXED BY erp_object_counts_open WHERE n.mapped_kind = 'VENDOR' AND n.unmapped > 0`
