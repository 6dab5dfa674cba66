import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'

/**
 * Spend requests as lists and pages read them. All of it is written by the projection of their ApprovalObjects
 * (`spend:ID`), except the services that people link.
 */
export const spendRequests = sqliteTable(
  'spend_requests',
  {
    id: text('id').primaryKey(),
    companyId: text('company_id').notNull(),
    /** Its number in the company, as people see it. */
    number: integer('number').notNull(),
    requestorUserId: text('requestor_user_id').notNull(),
    createdByUserId: text('created_by_user_id').notNull(),
    vendorId: text('vendor_id').notNull(),
    description: text('description').notNull(),
    currency: text('currency').notNull(),
    totalMinor: integer('total_minor').notNull(),
    /** In the company's currency, at the rate recorded with the run. Null without a rate. */
    companyMinor: integer('company_minor'),
    /** The same for sorting, -1 without a rate. */
    amountSort: integer('amount_sort').notNull(),
    serviceStart: text('service_start').notNull(),
    serviceEnd: text('service_end'),
    needsSigner: integer('needs_signer').notNull(),
    /** A SpendContent as JSON. */
    content: text('content').notNull(),
    /** JSON lists of the lines' ids. */
    categoryIds: text('category_ids').notNull(),
    departmentIds: text('department_ids').notNull(),
    businessUnitIds: text('business_unit_ids').notNull(),
    status: text('status').notNull(),
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
    /** The request for which it was raised. */
    intakeSubmissionId: text('intake_submission_id'),
    projectedSequence: integer('projected_sequence').notNull(),
  },
  (t) => [
    uniqueIndex('spend_requests_number').on(t.companyId, t.number),
    index('spend_requests_created').on(t.companyId, t.createdAt, t.id).where(sql`deleted_at IS NULL`),
    index('spend_requests_amount').on(t.companyId, t.amountSort, t.id).where(sql`deleted_at IS NULL`),
    index('spend_requests_start').on(t.companyId, t.serviceStart, t.id).where(sql`deleted_at IS NULL`),
    index('spend_requests_archived')
      .on(t.companyId, t.createdAt, t.id)
      .where(sql`archived_at IS NOT NULL AND deleted_at IS NULL`),
    index('spend_requests_vendor').on(t.companyId, t.vendorId, t.createdAt, t.id).where(sql`deleted_at IS NULL`),
    index('spend_requests_requestor')
      .on(t.companyId, t.requestorUserId, t.createdAt, t.id)
      .where(sql`deleted_at IS NULL`),
    index('spend_requests_vendor_status').on(t.companyId, t.vendorId, t.status),
    index('spend_requests_intake').on(t.companyId, t.intakeSubmissionId).where(sql`intake_submission_id IS NOT NULL`),
  ],
)

/** How many there are in each state. Kept by triggers. */
export const spendRequestCounts = sqliteTable(
  'spend_request_counts',
  {
    companyId: text('company_id').notNull(),
    status: text('status').notNull(),
    isArchived: integer('is_archived').notNull(),
    total: integer('total').notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.status, t.isArchived] })],
)

/** The lines of the current version. */
export const spendRequestLines = sqliteTable(
  'spend_request_lines',
  {
    companyId: text('company_id').notNull(),
    spendRequestId: text('spend_request_id').notNull(),
    id: text('id').notNull(),
    ordinal: integer('ordinal').notNull(),
    amountMinor: integer('amount_minor').notNull(),
    description: text('description').notNull(),
    categoryId: text('category_id').notNull(),
    departmentId: text('department_id').notNull(),
    businessUnitId: text('business_unit_id'),
    entityId: text('entity_id'),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.spendRequestId, t.id] }),
    index('spend_request_lines_category').on(t.companyId, t.categoryId),
    index('spend_request_lines_department').on(t.companyId, t.departmentId),
    index('spend_request_lines_business_unit').on(t.companyId, t.businessUnitId),
    index('spend_request_lines_entity').on(t.companyId, t.entityId),
  ],
)

/** Every version of the content, for comparing and for what was decided on. */
export const spendRequestVersions = sqliteTable(
  'spend_request_versions',
  {
    spendRequestId: text('spend_request_id').notNull(),
    version: integer('version').notNull(),
    companyId: text('company_id').notNull(),
    content: text('content').notNull(),
    changedByName: text('changed_by_name').notNull(),
    changedAt: integer('changed_at').notNull(),
    /** Set if this version was approved. */
    approvedAt: integer('approved_at'),
  },
  (t) => [primaryKey({ columns: [t.spendRequestId, t.version] })],
)

/** The sort keys of spend requests for each person they involve, so that their list reads only its page. */
export const spendRequestOrders = sqliteTable(
  'spend_request_orders',
  {
    companyId: text('company_id').notNull(),
    userId: text('user_id').notNull(),
    spendRequestId: text('spend_request_id').notNull(),
    /** 1 while it waits for the person. */
    isAsked: integer('is_asked').notNull(),
    createdAt: integer('created_at').notNull(),
    amountSort: integer('amount_sort').notNull(),
    serviceStart: text('service_start').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.spendRequestId, t.userId] }),
    index('spend_request_orders_created').on(t.companyId, t.userId, t.createdAt, t.spendRequestId),
    index('spend_request_orders_amount').on(t.companyId, t.userId, t.amountSort, t.spendRequestId),
    index('spend_request_orders_start').on(t.companyId, t.userId, t.serviceStart, t.spendRequestId),
    index('spend_request_orders_asked')
      .on(t.companyId, t.userId, t.createdAt, t.spendRequestId)
      .where(sql`is_asked = 1`),
    index('spend_request_orders_asked_amount')
      .on(t.companyId, t.userId, t.amountSort, t.spendRequestId)
      .where(sql`is_asked = 1`),
    index('spend_request_orders_asked_start')
      .on(t.companyId, t.userId, t.serviceStart, t.spendRequestId)
      .where(sql`is_asked = 1`),
  ],
)

/** Services that a spend request pays for. */
export const spendRequestServices = sqliteTable(
  'spend_request_services',
  {
    companyId: text('company_id').notNull(),
    serviceId: text('service_id').notNull(),
    spendRequestId: text('spend_request_id').notNull(),
    createdAt: integer('created_at').notNull(),
    /** When the spend request was filed. Kept by triggers. */
    filedAt: integer('filed_at').notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.serviceId, t.spendRequestId] }),
    index('spend_request_services_filed').on(t.companyId, t.serviceId, t.filedAt, t.spendRequestId),
    index('spend_request_services_request').on(t.companyId, t.spendRequestId),
  ],
)
