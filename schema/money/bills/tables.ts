import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'

/**
 * Bills as lists and pages read them. Written by the projection of their ApprovalObjects (`bill:ID`), except `entry`, which
 * people change after the approval, and `paid_at`, which payments set.
 */
export const bills = sqliteTable(
  'bills',
  {
    id: text('id').primaryKey(),
    companyId: text('company_id').notNull(),
    requestorUserId: text('requestor_user_id').notNull(),
    createdByUserId: text('created_by_user_id').notNull(),
    /** An object of the accounting system, or one that waits to be made there. */
    erpVendorId: text('erp_vendor_id').notNull(),
    /** The company's vendor that it is mapped to. */
    vendorId: text('vendor_id'),
    erpEntityId: text('erp_entity_id'),
    invoiceId: text('invoice_id'),
    invoiceNumber: text('invoice_number').notNull(),
    /** The number as it is compared. */
    invoiceKey: text('invoice_key').notNull(),
    invoiceDate: text('invoice_date').notNull(),
    dueDate: text('due_date'),
    currency: text('currency').notNull(),
    totalMinor: integer('total_minor').notNull(),
    /** In the company's currency, at the rate recorded with the run. Null without a rate. */
    companyMinor: integer('company_minor'),
    /** The same for sorting, -1 without a rate. */
    amountSort: integer('amount_sort').notNull(),
    /** The due date for sorting: after all others without one. */
    dueSort: text('due_sort').notNull(),
    isCredit: integer('is_credit').notNull(),
    description: text('description').notNull(),
    spendRequestId: text('spend_request_id'),
    intakeSubmissionId: text('intake_submission_id'),
    /** A BillContent as JSON. */
    content: text('content').notNull(),
    /** Where the lines are booked since the approval, as JSON: a list of lines. Of this version only. */
    entry: text('entry'),
    entryVersion: integer('entry_version'),
    /** Counts changes of `entry`. */
    entryRevision: integer('entry_revision').notNull().default(0),
    status: text('status').notNull(),
    paidAt: integer('paid_at'),
    /** PAID once an approved one is paid. Computed by the database. */
    shownStatus: text('shown_status')
      .notNull()
      .generatedAlwaysAs(sql`(iif(status = 'APPROVED' AND paid_at IS NOT NULL, 'PAID', status))`, { mode: 'virtual' }),
    progress: integer('progress').notNull(),
    waitingFor: text('waiting_for').notNull(),
    approvedBy: text('approved_by').notNull(),
    rejectedBy: text('rejected_by').notNull(),
    /** Blocks of the current run with their approvers, as lists show them. */
    approvals: text('approvals').notNull(),
    version: integer('version').notNull(),
    run: integer('run').notNull(),
    plan: text('plan').notNull(),
    archivedAt: integer('archived_at'),
    archiveMessage: text('archive_message'),
    deletedAt: integer('deleted_at'),
    createdAt: integer('created_at').notNull(),
    submittedAt: integer('submitted_at').notNull(),
    completedAt: integer('completed_at'),
    updatedAt: integer('updated_at').notNull(),
    lastEvent: text('last_event').notNull().default(''),
    lastEventAt: integer('last_event_at'),
    projectedSequence: integer('projected_sequence').notNull(),
    purchaseOrderId: text('purchase_order_id'),
  },
  (t) => [
    index('bills_created').on(t.companyId, t.createdAt, t.id).where(sql`deleted_at IS NULL`),
    index('bills_invoice_date').on(t.companyId, t.invoiceDate, t.id).where(sql`deleted_at IS NULL`),
    index('bills_due').on(t.companyId, t.dueSort, t.id).where(sql`deleted_at IS NULL`),
    index('bills_amount').on(t.companyId, t.amountSort, t.id).where(sql`deleted_at IS NULL`),
    index('bills_status').on(t.companyId, t.shownStatus, t.createdAt, t.id).where(sql`deleted_at IS NULL`),
    index('bills_status_due').on(t.companyId, t.shownStatus, t.dueSort, t.id).where(sql`deleted_at IS NULL`),
    index('bills_archived')
      .on(t.companyId, t.createdAt, t.id)
      .where(sql`archived_at IS NOT NULL AND deleted_at IS NULL`),
    /** The bills of one accounting vendor, newest first: for its next one, and for the same amount. */
    index('bills_erp_vendor').on(t.companyId, t.erpVendorId, t.createdAt, t.id).where(sql`deleted_at IS NULL`),
    index('bills_amount_of_vendor')
      .on(t.companyId, t.erpVendorId, t.totalMinor, t.invoiceDate)
      .where(sql`deleted_at IS NULL`),
    index('bills_number').on(t.companyId, t.erpVendorId, t.invoiceKey).where(sql`deleted_at IS NULL`),
    index('bills_vendor').on(t.companyId, t.vendorId, t.createdAt, t.id).where(sql`vendor_id IS NOT NULL`),
    index('bills_invoice').on(t.companyId, t.invoiceId).where(sql`invoice_id IS NOT NULL`),
    index('bills_purchase_order')
      .on(t.companyId, t.purchaseOrderId, t.createdAt, t.id)
      .where(sql`purchase_order_id IS NOT NULL`),
    index('bills_spend_request').on(t.companyId, t.spendRequestId).where(sql`spend_request_id IS NOT NULL`),
    index('bills_intake').on(t.companyId, t.intakeSubmissionId).where(sql`intake_submission_id IS NOT NULL`),
  ],
)

/** One bill for each number of a vendor. Reserved before the bill is filed, so that two at once are one. */
export const billNumbers = sqliteTable(
  'bill_numbers',
  {
    companyId: text('company_id').notNull(),
    erpVendorId: text('erp_vendor_id').notNull(),
    invoiceKey: text('invoice_key').notNull(),
    billId: text('bill_id').notNull(),
    reservedAt: integer('reserved_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.erpVendorId, t.invoiceKey] }),
    index('bill_numbers_bill').on(t.companyId, t.billId),
  ],
)

/** The lines of the current version, booked as they are now. */
export const billLines = sqliteTable(
  'bill_lines',
  {
    companyId: text('company_id').notNull(),
    billId: text('bill_id').notNull(),
    id: text('id').notNull(),
    ordinal: integer('ordinal').notNull(),
    amountMinor: integer('amount_minor').notNull(),
    memo: text('memo').notNull(),
    erpAccountId: text('erp_account_id'),
    erpBusinessUnitId: text('erp_business_unit_id'),
    erpDepartmentMappingId: text('erp_department_mapping_id'),
    erpTaxCodeId: text('erp_tax_code_id'),
    erpAmortizationTemplateId: text('erp_amortization_template_id'),
    amortizationStart: text('amortization_start'),
    amortizationEnd: text('amortization_end'),
    /** Values of custom fields and segments, as JSON. */
    fields: text('fields').notNull(),
    categoryId: text('category_id'),
    departmentId: text('department_id'),
    businessUnitId: text('business_unit_id'),
    /** Copied from the bill, for the report of lines in order. */
    billCreatedAt: integer('bill_created_at').notNull(),
    invoiceDate: text('invoice_date').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.billId, t.id] }),
    index('bill_lines_created').on(t.companyId, t.billCreatedAt, t.billId, t.ordinal),
    index('bill_lines_invoice_date').on(t.companyId, t.invoiceDate, t.billId, t.ordinal),
    index('bill_lines_account').on(t.companyId, t.erpAccountId),
    index('bill_lines_category').on(t.companyId, t.categoryId).where(sql`category_id IS NOT NULL`),
    index('bill_lines_department').on(t.companyId, t.departmentId).where(sql`department_id IS NOT NULL`),
    index('bill_lines_business_unit').on(t.companyId, t.businessUnitId).where(sql`business_unit_id IS NOT NULL`),
  ],
)

/** Every version of the content, for comparing and for what was decided on. */
export const billVersions = sqliteTable(
  'bill_versions',
  {
    billId: text('bill_id').notNull(),
    version: integer('version').notNull(),
    companyId: text('company_id').notNull(),
    content: text('content').notNull(),
    changedByName: text('changed_by_name').notNull(),
    changedAt: integer('changed_at').notNull(),
    /** Set if this version was approved. */
    approvedAt: integer('approved_at'),
  },
  (t) => [primaryKey({ columns: [t.billId, t.version] })],
)

/** The sort keys of bills for each person they involve, so that their list reads only its page. */
export const billOrders = sqliteTable(
  'bill_orders',
  {
    companyId: text('company_id').notNull(),
    userId: text('user_id').notNull(),
    billId: text('bill_id').notNull(),
    /** 1 while it waits for the person. */
    isAsked: integer('is_asked').notNull(),
    createdAt: integer('created_at').notNull(),
    invoiceDate: text('invoice_date').notNull(),
    dueSort: text('due_sort').notNull(),
    amountSort: integer('amount_sort').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.billId, t.userId] }),
    index('bill_orders_created').on(t.companyId, t.userId, t.createdAt, t.billId),
    index('bill_orders_invoice_date').on(t.companyId, t.userId, t.invoiceDate, t.billId),
    index('bill_orders_due').on(t.companyId, t.userId, t.dueSort, t.billId),
    index('bill_orders_amount').on(t.companyId, t.userId, t.amountSort, t.billId),
    index('bill_orders_asked').on(t.companyId, t.userId, t.createdAt, t.billId).where(sql`is_asked = 1`),
    index('bill_orders_asked_due').on(t.companyId, t.userId, t.dueSort, t.billId).where(sql`is_asked = 1`),
  ],
)

/** Documents that are to be paid. A bill names one. */
export const invoices = sqliteTable(
  'invoices',
  {
    id: text('id').primaryKey(),
    companyId: text('company_id').notNull(),
    documentId: text('document_id').notNull(),
    /** UPLOAD by a member, EMAIL, or PORTAL by a vendor. */
    source: text('source', { enum: ['UPLOAD', 'EMAIL', 'PORTAL'] }).notNull(),
    /** The entity of the accounting system whose address it came to. */
    erpEntityId: text('erp_entity_id'),
    createdAt: integer('created_at').notNull(),
    createdByUserId: text('created_by_user_id'),
    deletedAt: integer('deleted_at'),
    /** How many bills name it that aren't deleted. Kept by triggers. */
    billCount: integer('bill_count').notNull().default(0),
    /** Who emailed it, and whether their domain confirmed that. */
    senderAddress: text('sender_address'),
    senderVerified: integer('sender_verified', { mode: 'boolean' }).notNull().default(false),
  },
  (t) => [
    index('invoices_known_sender')
      .on(t.companyId, t.senderAddress)
      .where(sql`sender_address IS NOT NULL AND bill_count > 0`),
    uniqueIndex('invoices_document').on(t.companyId, t.documentId),
    index('invoices_created').on(t.companyId, t.createdAt, t.id).where(sql`deleted_at IS NULL`),
    index('invoices_waiting').on(t.companyId, t.createdAt, t.id).where(sql`deleted_at IS NULL AND bill_count = 0`),
  ],
)

/** By how much a bill may be over its purchase order, and who approves more. */
export const billMatchSettings = sqliteTable('bill_match_settings', {
  companyId: text('company_id').primaryKey(),
  /** Hundredths of a percent of the order. Null if only the amount counts. */
  basisPoints: integer('basis_points'),
  /** In the company's currency. Null if only the percentage counts. */
  amountMinor: integer('amount_minor'),
  /** JSON arrays of ids. Without any, admins approve. */
  groupIds: text('group_ids').notNull(),
  userIds: text('user_ids').notNull(),
  version: integer('version').notNull(),
  updatedAt: integer('updated_at').notNull(),
})
