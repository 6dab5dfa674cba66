import type { BillPaymentStatus } from '../../../../../schema/money/payments/bill-payment-states.ts'

/** When payments of company ?1 in a status were made, `most` of the oldest. Those of nothing aren't paid. */
export const paymentsIn = (status: BillPaymentStatus, most: number): string =>
  `SELECT at FROM (SELECT p.created_at AS at, p.amount_minor FROM bill_payments p INDEXED BY bill_payments_status
     WHERE p.company_id = ?1 AND p.status = '${status}' ORDER BY p.created_at, p.id LIMIT ${most}) WHERE amount_minor > 0`
