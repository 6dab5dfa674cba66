import type { BillPaymentStatus } from '../../../schema/money/payments/bill-payment-states.ts'
import { newId } from '../../../worker/core/clock.ts'
import { postBill } from './posted-bills.ts'
import { run } from './sessions.ts'

/** A stored payment of an approved bill, without the bill's object. */
export const addBillPayment = async (
  companyId: string,
  {
    erpVendorId,
    createdBy,
    status = 'APPROVED',
    detailsId = null,
    bank = null,
    amount = 5_000,
  }: {
    erpVendorId: string
    createdBy: string
    status?: BillPaymentStatus
    detailsId?: string | null
    bank?: string | null
    amount?: number
  },
): Promise<{ id: string; billId: string }> => {
  const [id, billId, now] = [newId(), newId(), Date.now()]
  const number = `ZEBRA-${id.slice(-6)}`
  await run(
    `INSERT INTO bills (id, company_id, requestor_user_id, created_by_user_id, erp_vendor_id, invoice_number, invoice_key,
       invoice_date, currency, total_minor, amount_sort, due_sort, is_credit, description, content, status, progress,
       waiting_for, approved_by, rejected_by, approvals, version, run, plan, created_at, submitted_at, updated_at,
       projected_sequence)
     VALUES (?1, ?2, ?3, ?3, ?4, ?5, ?5, '2026-11-01', 'USD', ?6, ?6, '9999-12-31', 0, '', '{"lines":[]}', 'APPROVED', 100,
       '[]', '[]', '[]', '[]', 1, 1, '{}', ?7, ?7, ?7, 1)`,
    ...[billId, companyId, createdBy, erpVendorId, number, amount, now],
  )
  await postBill(companyId, { billId, erpVendorId, total: { value: amount, currency: 'USD' } })
  await run(
    `INSERT INTO bill_payments (id, company_id, bill_id, run, erp_vendor_id, status, status_before, attempt, amount_minor,
       currency, invoice_number, due_sort, bill_created_by_user_id, details_id, payment_method_id, paid_at, created_at,
       updated_at)
     VALUES (?1, ?2, ?3, 1, ?4, ?5, ?6, 0, ?7, 'USD', ?8, '9999-12-31', ?9, ?10, ?11, ?12, ?13, ?13)`,
    ...[id, companyId, billId, erpVendorId, status, status === 'PAID_OUTSIDE' ? 'APPROVED' : null, amount, number],
    ...[createdBy, detailsId, bank, status === 'PAID' ? now : null, now],
  )
  return { id, billId }
}
