import type { BillPaymentState, BillPaymentStatus } from '../../../../schema/money/payments/bill-payment-states.ts'
import { NO_REASON, reasonOf } from '../../../../schema/money/payments/values.ts'
import { utcDayOf } from '../../../../schema/shared/day-count.ts'
import type { Currency, Money } from '../../../../schema/shared/money.ts'
import { notFound } from '../../../core/errors.ts'
import type { BaseContext, StaffContext } from '../../../core/operation.ts'
import { wordsOf } from '../../../integrations/stripe/errors.ts'

/** Rows of payments of bills, as commands and jobs read them. */

export interface PaymentRow {
  id: string
  companyId: string
  billId: string
  run: number
  erpVendorId: string
  erpVendorName: string
  vendorId: string | null
  erpEntityId: string | null
  status: BillPaymentStatus
  statusBefore: BillPaymentStatus | null
  attempt: number
  amountMinor: number
  currency: Currency
  invoiceNumber: string
  dueDate: string | null
  billCreatedByUserId: string
  detailsId: string | null
  paymentMethodId: string | null
  payOn: string | null
  payOnByUserId: string | null
  providerId: string | null
  failCode: string | null
  arrivesAt: number | null
  outsideVersion: number | null
  startedByUserId: string | null
  startedAt: number | null
  paidAt: number | null
  version: number
  createdAt: number
}

/** Of payment `p` and its vendor `o`. */
export const PAYMENT_COLUMNS = `p.id, p.company_id AS companyId, p.bill_id AS billId, p.run, p.erp_vendor_id AS erpVendorId,
  coalesce(o.name, 'A removed vendor') AS erpVendorName, o.vendor_id AS vendorId, p.erp_entity_id AS erpEntityId, p.status,
  p.status_before AS statusBefore, p.attempt, p.amount_minor AS amountMinor, p.currency,
  p.invoice_number AS invoiceNumber, p.due_date AS dueDate, p.bill_created_by_user_id AS billCreatedByUserId,
  p.details_id AS detailsId, p.payment_method_id AS paymentMethodId, p.pay_on AS payOn,
  p.pay_on_by_user_id AS payOnByUserId, p.provider_id AS providerId,
  p.fail_code AS failCode, p.arrives_at AS arrivesAt, p.outside_version AS outsideVersion,
  p.started_by_user_id AS startedByUserId, p.started_at AS startedAt, p.paid_at AS paidAt, p.version,
  p.created_at AS createdAt`
export const PAYMENT_VENDOR = 'LEFT JOIN erp_objects o ON o.id = p.erp_vendor_id AND +o.company_id = p.company_id'

export const paymentStatement = ({ db }: Pick<BaseContext, 'db'>, companyId: string, id: string): D1PreparedStatement =>
  db.sql(
    `SELECT ${PAYMENT_COLUMNS} FROM bill_payments p ${PAYMENT_VENDOR} WHERE p.id = ? AND p.company_id = ?`,
    ...[id, companyId],
  )

/** Throws NOT_FOUND. */
export const requirePayment = async (context: StaffContext, id: string): Promise<PaymentRow> => {
  const row = await context.db.first<PaymentRow>(paymentStatement(context, context.actor.companyId, id))
  if (!row) throw notFound('The payment')
  return row
}

export const stateOf = (row: PaymentRow): BillPaymentState => ({
  ...{ status: row.status, detailsId: row.detailsId, paymentMethodId: row.paymentMethodId },
  ...{ attempt: row.attempt, before: row.statusBefore },
})

export const amountOf = ({ amountMinor, currency }: Pick<PaymentRow, 'amountMinor' | 'currency'>): Money => ({
  value: amountMinor,
  currency,
})

/** The key of an attempt at the provider. */
export const attemptId = ({ id, attempt }: Pick<PaymentRow, 'id' | 'attempt'>): string => `${id}-${attempt}`

/** "Bill INV-12 of Acme". */
export const billName = ({
  invoiceNumber,
  erpVendorName,
}: Pick<PaymentRow, 'invoiceNumber' | 'erpVendorName'>): string => `bill ${invoiceNumber} of ${erpVendorName}`

/** When it is expected to arrive, while it may. A calendar date. */
export const expectedArrival = ({ status, arrivesAt }: Pick<PaymentRow, 'status' | 'arrivesAt'>): string | null =>
  arrivesAt === null || (status !== 'PROCESSING' && status !== 'PAID') ? null : utcDayOf(arrivesAt)

/** What the provider refused at once has its own words. */
export const failReason = ({
  status,
  failCode,
  providerId,
}: Pick<PaymentRow, 'status' | 'failCode' | 'providerId'>): string | null => {
  if (status !== 'FAILED' && status !== 'RETURNED') return null
  if (failCode === null) return reasonOf(NO_REASON)
  return status === 'FAILED' && providerId === null ? wordsOf(failCode) : reasonOf(failCode)
}
