import * as endpoints from '../../../../schema/money/payments/attention-endpoints.ts'
import type { BillPaymentStatus } from '../../../../schema/money/payments/bill-payment-states.ts'
import { inputOf, query } from '../../../core/operation.ts'
import { approversFault, approversStatement, confirmersOf, confirmersStatement } from './approvers.ts'
import { amountOf, failReason, PAYMENT_COLUMNS, PAYMENT_VENDOR, type PaymentRow } from './bill-payment-rows.ts'
import { type DetailsRow, toShownDetails, waitingStatement } from './details.ts'
import { type RunRow, toShownRun, waitingRunsStatement } from './payment-runs.ts'

/** What in payments needs someone, for Home and the payments inbox, in one round trip. */

const MOST = 20

const ended = (status: BillPaymentStatus): string => `
SELECT * FROM (SELECT ${PAYMENT_COLUMNS}, p.updated_at AS updatedAt
  FROM bill_payments p INDEXED BY bill_payments_status ${PAYMENT_VENDOR}
 WHERE p.company_id = ?1 AND p.status = '${status}' ORDER BY p.created_at DESC, p.id DESC LIMIT ${MOST})`

export const readAttention = query({
  id: 'payments.attention',
  access: 'payments.use',
  input: inputOf(endpoints.getAttention),
  run: async (context): Promise<endpoints.PaymentsAttention> => {
    const { db, actor } = context
    const [groups, people, details, runs, payments] = await db.batch([
      approversStatement(context),
      confirmersStatement(context),
      waitingStatement(context),
      waitingRunsStatement(context),
      db.sql(`${ended('FAILED')} UNION ALL ${ended('RETURNED')}`, actor.companyId),
    ])
    const confirmers = confirmersOf(actor, groups?.results, people?.results)
    const rows = (payments?.results ?? []) as unknown as PaymentRow[]
    return {
      approversFault: approversFault(groups?.results ?? []),
      paymentInformation: ((details?.results ?? []) as unknown as DetailsRow[]).map((row) =>
        toShownDetails(context, row, confirmers),
      ),
      runs: ((runs?.results ?? []) as unknown as RunRow[]).map((row) => toShownRun(row, actor)),
      payments: rows.map((row) => ({
        ...{ id: row.id, status: row.status, amount: amountOf(row), invoiceNumber: row.invoiceNumber },
        erpVendor: { id: row.erpVendorId, name: row.erpVendorName },
        vendorId: row.vendorId,
        reason: failReason(row),
      })),
    }
  },
})
