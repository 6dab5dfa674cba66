import type { BaseContext } from '../../../core/operation.ts'

/** What becomes of a vendor's open payments with its bank details, by the rules of `afterEvent`, in their batch. */

type Writing = Pick<BaseContext, 'db' | 'clock'>

interface Vendor {
  companyId: string
  erpVendorId: string
}

const change = (
  { db, clock }: Writing,
  { companyId, erpVendorId }: Vendor,
  { from, set, type, detailsId = null }: { from: string; set: string; type: string; detailsId?: string | null },
): D1PreparedStatement[] => {
  const which = `company_id = ?1 AND erp_vendor_id = ?2 AND status = ?3 AND details_id IS NULL`
  return [
    db.sql(
      `INSERT INTO bill_payment_events (company_id, payment_id, version, event_type, event_body, created_at)
       SELECT company_id, id, version + 1, ?4, '{}', ?5 FROM bill_payments WHERE ${which}`,
      ...[companyId, erpVendorId, from, type, clock.now()],
    ),
    db.sql(
      `UPDATE bill_payments SET ${set}, version = version + 1, updated_at = ?4 WHERE ${which}`,
      ...[companyId, erpVendorId, from, clock.now(), ...(detailsId === null ? [] : [detailsId])],
    ),
  ]
}

/** Those that wait are paid there. One that has details keeps them. */
export const confirmedForPayments = (context: Writing, vendor: Vendor, detailsId: string): D1PreparedStatement[] =>
  change(context, vendor, {
    ...{ from: 'PENDING', type: 'payment.details-confirmed', detailsId },
    set: "details_id = ?5, status = iif(payment_method_id IS NULL, 'PENDING', 'APPROVED')",
  })

export const rejectedForPayments = (context: Writing, vendor: Vendor): D1PreparedStatement[] =>
  change(context, vendor, { from: 'PENDING', type: 'payment.details-rejected', set: "status = 'REJECTED'" })

export const enteredForPayments = (context: Writing, vendor: Vendor): D1PreparedStatement[] =>
  change(context, vendor, { from: 'REJECTED', type: 'payment.details-entered', set: "status = 'PENDING'" })
