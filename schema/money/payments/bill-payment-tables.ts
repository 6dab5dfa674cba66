import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { CURRENCIES } from '../../shared/money.ts'
import { BILL_PAYMENT_STATUSES } from './bill-payment-states.ts'

/** The payment of an approved bill. Each start is an attempt with a key of its own, written before the provider is called. */
export const billPayments = sqliteTable(
  'bill_payments',
  {
    id: text('id').primaryKey(),
    companyId: text('company_id').notNull(),
    billId: text('bill_id').notNull(),
    /** The approvals of the bill that it is for. */
    run: integer('run').notNull(),
    erpVendorId: text('erp_vendor_id').notNull(),
    erpEntityId: text('erp_entity_id'),
    status: text('status', { enum: BILL_PAYMENT_STATUSES }).notNull(),
    /** Before it was marked as paid outside. */
    statusBefore: text('status_before', { enum: BILL_PAYMENT_STATUSES }),
    attempt: integer('attempt').notNull().default(0),
    amountMinor: integer('amount_minor').notNull(),
    currency: text('currency', { enum: CURRENCIES }).notNull(),
    invoiceNumber: text('invoice_number').notNull(),
    dueDate: text('due_date'),
    /** The due date for sorting: after all others without one. */
    dueSort: text('due_sort').notNull(),
    billCreatedByUserId: text('bill_created_by_user_id').notNull(),
    /** The bank details that were confirmed for it, which it pays whatever becomes of the vendor's. */
    detailsId: text('details_id'),
    paymentMethodId: text('payment_method_id'),
    /** The last attempt's id at the provider. */
    providerId: text('provider_id'),
    failCode: text('fail_code'),
    arrivesAt: integer('arrives_at'),
    /** With which version it was marked as paid outside, and by whom. */
    outsideVersion: integer('outside_version'),
    outsideByUserId: text('outside_by_user_id'),
    startedByUserId: text('started_by_user_id'),
    startedAt: integer('started_at'),
    paidAt: integer('paid_at'),
    returnedAt: integer('returned_at'),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
    version: integer('version').notNull().default(1),
    /** The day on which it starts automatically, and for whom. Only while it is ready. */
    payOn: text('pay_on'),
    payOnByUserId: text('pay_on_by_user_id'),
    /** When the provider is asked next. Null: there is nothing to ask for. */
    askAt: integer('ask_at'),
    asks: integer('asks').notNull().default(0),
  },
  (t) => [
    uniqueIndex('bill_payments_bill').on(t.companyId, t.billId, t.run),
    index('bill_payments_created').on(t.companyId, t.createdAt, t.id),
    index('bill_payments_due').on(t.companyId, t.dueSort, t.id),
    index('bill_payments_status').on(t.companyId, t.status, t.createdAt, t.id),
    index('bill_payments_status_due').on(t.companyId, t.status, t.dueSort, t.id),
    index('bill_payments_vendor').on(t.companyId, t.erpVendorId, t.createdAt, t.id),
    index('bill_payments_scheduled').on(t.payOn).where(sql`pay_on IS NOT NULL`),
    /** What someone has scheduled for a day. */
    index('bill_payments_scheduler').on(t.companyId, t.payOnByUserId, t.payOn).where(sql`pay_on IS NOT NULL`),
    /** Whether anything was paid to a vendor, and what isn't sent yet. */
    index('bill_payments_vendor_paid').on(t.companyId, t.erpVendorId).where(sql`status IN ('PAID', 'PAID_OUTSIDE')`),
    index('bill_payments_vendor_waiting')
      .on(t.companyId, t.erpVendorId)
      .where(sql`status IN ('PENDING', 'APPROVED', 'FAILED', 'RETURNED')`),
    uniqueIndex('bill_payments_provider').on(t.providerId).where(sql`provider_id IS NOT NULL`),
    index('bill_payments_ask').on(t.askAt).where(sql`ask_at IS NOT NULL`),
  ],
)

/** What happened to a payment, one for each of its versions. */
export const billPaymentEvents = sqliteTable(
  'bill_payment_events',
  {
    companyId: text('company_id').notNull(),
    paymentId: text('payment_id').notNull(),
    version: integer('version').notNull(),
    eventType: text('event_type').notNull(),
    eventBody: text('event_body').notNull(),
    createdByUserId: text('created_by_user_id'),
    createdAt: integer('created_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.paymentId, t.version] })],
)
