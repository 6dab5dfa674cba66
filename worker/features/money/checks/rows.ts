import type { FindingRow } from '../../../../schema/money/checks/endpoints.ts'
import type { CheckRule, CheckState } from '../../../../schema/money/checks/values.ts'
import type { Currency } from '../../../../schema/shared/money.ts'

/** Rows of findings, as the list, their page and bills show them. */

export interface StoredFinding {
  id: string
  rule: CheckRule
  state: CheckState
  isBlocking: number
  why: string
  erpVendorId: string
  vendorName: string | null
  billId: string | null
  invoiceNumber: string | null
  totalMinor: number | null
  currency: Currency | null
  foundAt: number
  decidedByUserId: string | null
  decidedByName: string | null
  decidedAt: number | null
}

/** Of finding `f`, with the joins below. */
export const FINDING_COLUMNS = `f.id, f.rule, f.state, f.is_blocking AS isBlocking, f.why, f.erp_vendor_id AS erpVendorId,
  o.name AS vendorName, f.bill_id AS billId, b.invoice_number AS invoiceNumber, b.total_minor AS totalMinor, b.currency,
  f.found_at AS foundAt, f.decided_by_user_id AS decidedByUserId,
  trim(du.first_name || ' ' || du.last_name) AS decidedByName, f.decided_at AS decidedAt`
export const FINDING_JOINS = `LEFT JOIN erp_objects o ON o.id = f.erp_vendor_id AND +o.company_id = f.company_id
  LEFT JOIN bills b ON b.id = f.bill_id AND +b.company_id = f.company_id LEFT JOIN users du ON du.id = f.decided_by_user_id`

export const toFinding = (row: StoredFinding): FindingRow => ({
  ...{ id: row.id, rule: row.rule, state: row.state, isBlocking: row.isBlocking === 1, why: row.why },
  erpVendor: { id: row.erpVendorId, name: row.vendorName ?? 'A removed vendor' },
  bill:
    row.billId === null || row.invoiceNumber === null
      ? null
      : {
          ...{ id: row.billId, invoiceNumber: row.invoiceNumber },
          amount: { value: row.totalMinor ?? 0, currency: row.currency ?? 'USD' },
        },
  foundAt: new Date(row.foundAt).toISOString(),
  decidedBy:
    row.decidedByUserId === null ? null : { id: row.decidedByUserId, name: row.decidedByName ?? 'A former member' },
  decidedAt: row.decidedAt === null ? null : new Date(row.decidedAt).toISOString(),
})

/** SQL condition: payments of what finding `f` is about wait. */
export const HOLDS = "(f.state = 'REJECTED' OR (f.state = 'OPEN' AND f.is_blocking = 1))"
