import type { BillStatus } from '../bills/values.ts'
import type { BillPaymentStatus } from '../payments/bill-payment-states.ts'

/** How far an invoice is, as its vendor sees it. It says nothing of who decides what, and why. */

export const VENDOR_INVOICE_STATES = ['RECEIVED', 'ENTERED', 'APPROVED', 'SCHEDULED', 'PAID', 'REJECTED'] as const
export type VendorInvoiceState = (typeof VENDOR_INVOICE_STATES)[number]

export interface InvoiceProgress {
  isRejected: boolean
  /** The last bill that names it. */
  bill: { status: BillStatus } | null
  /** For the bill's current approvals. */
  payment: { status: BillPaymentStatus; payOn: string | null } | null
}

const ofPayment = ({ status, payOn }: NonNullable<InvoiceProgress['payment']>): VendorInvoiceState => {
  if (status === 'PAID' || status === 'PAID_OUTSIDE') return 'PAID'
  return status === 'PROCESSING' || (status === 'APPROVED' && payOn !== null) ? 'SCHEDULED' : 'APPROVED'
}

/** A withdrawn bill is entered again or deleted, so until then it counts as entered. */
export const vendorInvoiceState = ({ isRejected, bill, payment }: InvoiceProgress): VendorInvoiceState => {
  if (isRejected) return 'REJECTED'
  if (!bill) return 'RECEIVED'
  if (bill.status === 'REJECTED' || bill.status === 'PAID') return bill.status
  if (bill.status !== 'APPROVED') return 'ENTERED'
  return payment ? ofPayment(payment) : 'APPROVED'
}
