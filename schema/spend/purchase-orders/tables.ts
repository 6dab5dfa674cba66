import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { CURRENCIES } from '../../shared/money.ts'
import { ORDER_CHANGE_STATUSES } from './change.ts'
import { ORDER_STATUSES, ORDER_SYNC_STATES } from './content.ts'

/** Purchase orders, as they are now. */
export const purchaseOrders = sqliteTable(
  'purchase_orders',
  {
    id: text('id').primaryKey(),
    companyId: text('company_id').notNull(),
    /** Its number in the company, as people see it. Without gaps. */
    number: integer('number').notNull(),
    status: text('status', { enum: ORDER_STATUSES }).notNull(),
    /** The company's vendor. Null if the accounting system's vendor isn't mapped. */
    vendorId: text('vendor_id'),
    currency: text('currency', { enum: CURRENCIES }).notNull(),
    totalMinor: integer('total_minor').notNull(),
    /** In the company's currency, at the rate of the day it was written. Null without a rate. */
    companyMinor: integer('company_minor'),
    /** The same for sorting, -1 without a rate. */
    amountSort: integer('amount_sort').notNull(),
    transactionDate: text('transaction_date').notNull(),
    memo: text('memo').notNull(),
    /** An OrderContent as JSON. */
    content: text('content').notNull(),
    version: integer('version').notNull().default(1),
    /** The request and the step that it was made for. */
    intakeSubmissionId: text('intake_submission_id'),
    blockId: text('block_id'),
    createdByUserId: text('created_by_user_id'),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
    closedAt: integer('closed_at'),
    closeReason: text('close_reason'),

    /** The books it is written into. Null if it is only in Outlay. */
    connectionId: text('connection_id'),
    syncState: text('sync_state', { enum: ORDER_SYNC_STATES }).notNull(),
    /** Counts what the step has to know: changes here, and answers of the accounting system. */
    revision: integer('revision').notNull().default(1),
    erpId: text('erp_id'),
    erpNumber: text('erp_number'),
    erpUrl: text('erp_url'),
    /** The total there, when it was last read. */
    erpTotalMinor: integer('erp_total_minor'),
    syncedAt: integer('synced_at'),
    syncError: text('sync_error'),

    /** The last email to the vendor. */
    mailedTo: text('mailed_to'),
    mailedAt: integer('mailed_at'),

    /** What bills that weren't rejected or withdrawn take from it, and how much of that is paid. Kept by triggers. */
    billedMinor: integer('billed_minor').notNull().default(0),
    paidMinor: integer('paid_minor').notNull().default(0),
    /** Counts the changes of what bills take. */
    drawRevision: integer('draw_revision').notNull().default(0),
    erpVendorId: text('erp_vendor_id').generatedAlwaysAs(sql`(content ->> '$.erpVendor.id')`, { mode: 'virtual' }),
  },
  (t) => [
    uniqueIndex('purchase_orders_number').on(t.companyId, t.number),
    uniqueIndex('purchase_orders_block').on(t.companyId, t.blockId).where(sql`block_id IS NOT NULL`),
    index('purchase_orders_created').on(t.companyId, t.createdAt, t.id),
    index('purchase_orders_amount').on(t.companyId, t.amountSort, t.id),
    index('purchase_orders_date').on(t.companyId, t.transactionDate, t.id),
    index('purchase_orders_vendor').on(t.companyId, t.vendorId, t.createdAt, t.id),
    index('purchase_orders_sent')
      .on(t.companyId, t.vendorId, t.createdAt, t.id)
      .where(sql`status = 'OPEN' AND (mailed_at IS NOT NULL OR sync_state = 'SYNCED')`),
    index('purchase_orders_status').on(t.companyId, t.status, t.createdAt, t.id),
    index('purchase_orders_erp_vendor')
      .on(t.companyId, t.erpVendorId, t.createdAt, t.id)
      .where(sql`erp_vendor_id IS NOT NULL`),
    index('purchase_orders_request').on(t.companyId, t.intakeSubmissionId).where(sql`intake_submission_id IS NOT NULL`),
  ],
)

/** Every version of an order, which stays readable. */
export const purchaseOrderVersions = sqliteTable(
  'purchase_order_versions',
  {
    purchaseOrderId: text('purchase_order_id').notNull(),
    version: integer('version').notNull(),
    companyId: text('company_id').notNull(),
    content: text('content').notNull(),
    /** Why it was changed. */
    note: text('note').notNull(),
    changedByName: text('changed_by_name').notNull(),
    changedAt: integer('changed_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.purchaseOrderId, t.version] }),
    index('purchase_order_versions_company').on(t.companyId),
  ],
)

/** The change of an order that waits for approvals, or the last one. Written by the projections of its object. */
export const purchaseOrderChanges = sqliteTable('purchase_order_changes', {
  /** The order's. */
  id: text('id').primaryKey(),
  companyId: text('company_id').notNull(),
  number: integer('number').notNull(),
  status: text('status', { enum: ORDER_CHANGE_STATUSES }).notNull(),
  requestorUserId: text('requestor_user_id').notNull(),
  createdByUserId: text('created_by_user_id').notNull(),
  vendorName: text('vendor_name').notNull(),
  totalMinor: integer('total_minor').notNull(),
  /** In the company's currency, at the rate of the run. Null without a rate. */
  companyMinor: integer('company_minor'),
  currency: text('currency', { enum: CURRENCIES }).notNull(),
  version: integer('version').notNull(),
  run: integer('run').notNull(),
  /** The definitions, what they skipped, and the rates, as JSON. */
  plan: text('plan').notNull(),
  archivedAt: integer('archived_at'),
  deletedAt: integer('deleted_at'),
  lastEvent: text('last_event').notNull(),
  lastEventAt: integer('last_event_at'),
  createdAt: integer('created_at').notNull(),
  updatedAt: integer('updated_at').notNull(),
  projectedSequence: integer('projected_sequence').notNull(),
})

/** Each change of an order with how it ended, which stays readable. */
export const purchaseOrderChangeRuns = sqliteTable(
  'purchase_order_change_runs',
  {
    purchaseOrderId: text('purchase_order_id').notNull(),
    run: integer('run').notNull(),
    companyId: text('company_id').notNull(),
    /** The version of the order that it changes. */
    baseVersion: integer('base_version').notNull(),
    /** An OrderContent as JSON. */
    content: text('content').notNull(),
    reason: text('reason').notNull(),
    changedByName: text('changed_by_name').notNull(),
    changedByUserId: text('changed_by_user_id'),
    changedAt: integer('changed_at').notNull(),
    status: text('status', { enum: ORDER_CHANGE_STATUSES }).notNull(),
    completedAt: integer('completed_at'),
    /** The version that it became. Null until the order has it. */
    appliedVersion: integer('applied_version'),
    /** Why the order couldn’t be changed although it was approved. */
    problem: text('problem'),
  },
  (t) => [
    primaryKey({ columns: [t.purchaseOrderId, t.run] }),
    index('purchase_order_change_runs_company').on(t.companyId),
  ],
)

/** What each bill takes from an order, by its lines. */
export const purchaseOrderDraws = sqliteTable(
  'purchase_order_draws',
  {
    companyId: text('company_id').notNull(),
    billId: text('bill_id').notNull(),
    purchaseOrderId: text('purchase_order_id').notNull(),
    /** Empty for what isn't for one of the order's lines. */
    orderLineId: text('order_line_id').notNull(),
    /** Credits give back what they say, so they are below zero. */
    amountMinor: integer('amount_minor').notNull(),
    /** 0 if the bill was rejected, withdrawn or archived. */
    counts: integer('counts').notNull(),
    isPaid: integer('is_paid').notNull(),
    /** Set until the bill itself says so. */
    reservedAt: integer('reserved_at'),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.billId, t.purchaseOrderId, t.orderLineId] }),
    index('purchase_order_draws_reserved').on(t.companyId, t.purchaseOrderId).where(sql`reserved_at IS NOT NULL`),
  ],
)

/** The sums of what bills take from the lines of orders. Kept by triggers. */
export const purchaseOrderBilled = sqliteTable(
  'purchase_order_billed',
  {
    companyId: text('company_id').notNull(),
    purchaseOrderId: text('purchase_order_id').notNull(),
    orderLineId: text('order_line_id').notNull(),
    billedMinor: integer('billed_minor').notNull(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.purchaseOrderId, t.orderLineId] })],
)
