import { NO_DUE_DATE } from '../../../../schema/money/bills/values.ts'
import { PAYMENTS_CURRENCY } from '../../../../schema/money/payments/values.ts'
import { AppError } from '../../../core/errors.ts'
import { registerBillFollower } from '../bills/index.ts'

/**
 * A payment for each approved bill, in the batch of what follows from the approval. Credits are not paid, and a bill that
 * is paid by then isn't paid again.
 */

/** SQL of the bank account that a bill of entity ?6 is paid from. */
const METHOD = `coalesce(
  (SELECT e.payment_method_id FROM payment_method_entities e
    CROSS JOIN payment_methods m ON m.id = e.payment_method_id AND m.state = 'VERIFIED'
    WHERE e.company_id = ?2 AND e.erp_entity_id = ?6),
  (SELECT m.id FROM payment_methods m INDEXED BY payment_methods_default
    WHERE m.company_id = ?2 AND m.is_default AND m.state = 'VERIFIED'))`
const DETAILS = `(SELECT d.id FROM vendor_bank_details d INDEXED BY vendor_bank_details_in_force
  WHERE d.company_id = ?2 AND d.erp_vendor_id = ?5 AND d.state = 'CONFIRMED')`

/** Those of earlier runs, which no one may start any more. */
const WITHDRAWN = `company_id = ?1 AND bill_id = ?2 AND run < ?3
  AND status IN ('PENDING', 'APPROVED', 'REJECTED', 'FAILED', 'RETURNED')`

registerBillFollower({
  name: 'payments',
  approved: ({ db, clock, newId }, { id: billId, companyId, run, content, createdByUserId }) => {
    // A bill of nothing is settled by its approval: no one has to pay zero.
    if (content.isCredit || content.totalAmount <= 0) return { statements: [] }
    const now = clock.now()
    const isPayable = content.currency === PAYMENTS_CURRENCY ? 1 : 0
    return {
      statements: [
        db.sql(
          `INSERT INTO bill_payments (id, company_id, bill_id, run, erp_vendor_id, erp_entity_id, status, amount_minor,
             currency, invoice_number, due_date, due_sort, bill_created_by_user_id, details_id, payment_method_id,
             paid_at, created_at, updated_at)
           SELECT ?1, ?2, ?3, ?4, ?5, ?6,
                  CASE WHEN b.paid_at IS NOT NULL THEN 'PAID'
                       WHEN k.details IS NULL OR k.method IS NULL THEN 'PENDING' ELSE 'APPROVED' END, ?7, ?8, ?9,
                  ?10, ?11, ?12, k.details, k.method, b.paid_at, ?13, ?13
             FROM (SELECT ${DETAILS} AS details, iif(?14, ${METHOD}, NULL) AS method) k
            CROSS JOIN bills b ON b.id = ?3 AND b.company_id = ?2
               ON CONFLICT (company_id, bill_id, run) DO NOTHING`,
          ...[newId(), companyId, billId, run, content.erpVendorId, content.erpEntityId, content.totalAmount],
          ...[content.currency, content.invoiceNumber, content.dueDate, content.dueDate ?? NO_DUE_DATE],
          ...[createdByUserId, now, isPayable],
        ),
      ],
    }
  },
  reopened: ({ db, clock }, { id, companyId, run }) => ({
    statements: [
      db.sql(
        `INSERT OR IGNORE INTO bill_payment_events (company_id, payment_id, version, event_type, event_body, created_at)
         SELECT company_id, id, version + 1, 'payment.withdrawn', '{}', ?4 FROM bill_payments WHERE ${WITHDRAWN}`,
        ...[companyId, id, run, clock.now()],
      ),
      db.sql(
        `UPDATE bill_payments SET status = 'CANCELLED', pay_on = NULL, version = version + 1, updated_at = ?4 WHERE ${WITHDRAWN}`,
        ...[companyId, id, run, clock.now()],
      ),
    ],
  }),
  requireFree: async ({ db, actor }, billId, what) => {
    const moving = await db.first<{ status: string }>(
      db.sql(
        `SELECT status FROM bill_payments INDEXED BY bill_payments_bill
          WHERE company_id = ? AND bill_id = ? AND status IN ('PROCESSING', 'PAID', 'PAID_OUTSIDE') LIMIT 1`,
        ...[actor.companyId, billId],
      ),
    )
    if (!moving) return
    const verb = what === 'DELETE' ? 'deleted' : 'changed'
    throw new AppError(
      'RULE_BROKEN',
      moving.status === 'PROCESSING'
        ? `This bill’s payment is on its way, so it can’t be ${verb}.`
        : `This bill is paid, so it can’t be ${verb}.`,
      { reason: 'PAYMENT' },
    )
  },
  columns: {
    billPayment: `(SELECT json_object('id', bp.id, 'status', bp.status) FROM bill_payments bp INDEXED BY bill_payments_bill
      WHERE bp.company_id = s.company_id AND bp.bill_id = s.id AND bp.run = s.run)`,
    hasPaymentInformation: `EXISTS (SELECT 1 FROM vendor_bank_details vd INDEXED BY vendor_bank_details_in_force
      WHERE vd.company_id = s.company_id AND vd.erp_vendor_id = s.erp_vendor_id AND vd.state = 'CONFIRMED')`,
  },
})
