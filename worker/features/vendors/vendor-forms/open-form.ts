import { readCompanyFlags } from '../../../../schema/shared/permissions.ts'
import { notFound } from '../../../core/errors.ts'
import type { OpenFormRow } from './form-row.ts'

/** SQL condition that company ?1 has vendor forms. */
export const OPEN_TO_VENDORS = `EXISTS (SELECT 1 FROM companies o WHERE o.id = ?1
  AND o.flags ->> 'enableVendorIntake' = 1 AND o.flags ->> 'enableIntakeRequests' = 1)`

/** Throws NOT_FOUND for a missing form, also if the company has turned vendor forms off. */
export const requireOpen = (row: OpenFormRow | null): OpenFormRow => {
  const flags = row && readCompanyFlags(row.companyFlags)
  if (!row || !flags?.enableVendorIntake || !flags.enableIntakeRequests) throw notFound('The form')
  return row
}
