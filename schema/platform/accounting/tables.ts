import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { CURRENCIES } from '../../shared/money.ts'
import { ACCOUNT_TYPES, BOOK_KINDS, BOOKS_SYSTEMS } from './books.ts'
import { ACTUALS_STEPS, CONNECTION_STATES, MAPPED_KINDS, TRACKING_LEVELS } from './values.ts'

/** Connections to accounting systems. A company has at most one that isn't disconnected. Secrets are elsewhere. */
export const erpConnections = sqliteTable(
  'erp_connections',
  {
    id: text('id').primaryKey(),
    companyId: text('company_id').notNull(),
    system: text('system', { enum: BOOKS_SYSTEMS }).notNull(),
    /** QuickBooks' realm, NetSuite's account. */
    accountId: text('account_id').notNull(),
    /** The company's name there. */
    name: text('name').notNull(),
    /** The currency of the books. */
    currency: text('currency', { enum: CURRENCIES }).notNull(),
    state: text('state', { enum: CONNECTION_STATES }).notNull(),
    /** Where the wizard is. */
    step: text('step', { enum: ACTUALS_STEPS }).notNull(),
    /** The first day (calendar date) of the documents that are read. */
    readFrom: text('read_from').notNull(),
    /** Set to read everything in the next run, instead of what has changed. */
    isFullWanted: integer('is_full_wanted', { mode: 'boolean' }).notNull(),
    /** Why the system refuses the connection, in words for people. */
    error: text('error'),
    version: integer('version').notNull().default(1),
    connectedByUserId: text('connected_by_user_id').notNull(),
    connectedAt: integer('connected_at').notNull(),
    disconnectedAt: integer('disconnected_at'),
  },
  (t) => [
    uniqueIndex('erp_connections_one').on(t.companyId).where(sql`disconnected_at IS NULL`),
    index('erp_connections_company').on(t.companyId, t.connectedAt, t.id),
    index('erp_connections_account').on(t.system, t.accountId).where(sql`disconnected_at IS NULL`),
    index('erp_connections_due').on(t.state, t.id),
  ],
)

/**
 * The objects of the accounting system, and what they are in the company. A sync writes the former, people the latter,
 * and neither touches the other's columns.
 */
export const erpObjects = sqliteTable(
  'erp_objects',
  {
    id: text('id').primaryKey(),
    companyId: text('company_id').notNull(),
    connectionId: text('connection_id').notNull(),
    kind: text('kind', { enum: BOOK_KINDS }).notNull(),
    /** How it is mapped. Null for what isn't, such as currencies and bank accounts. */
    mappedKind: text('mapped_kind', { enum: MAPPED_KINDS }),
    erpId: text('erp_id').notNull(),
    name: text('name').notNull(),
    /** Lower case without surrounding space. */
    nameKey: text('name_key').notNull(),
    number: text('number'),
    isActive: integer('is_active', { mode: 'boolean' }).notNull(),
    parentErpId: text('parent_erp_id'),
    accountType: text('account_type', { enum: ACCOUNT_TYPES }),
    classification: text('classification'),
    currency: text('currency', { enum: CURRENCIES }),
    details: text('details').notNull().default('{}'),
    /** In the system. Its lines stay. */
    deletedAt: integer('deleted_at'),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
    /** The last twelve months' amount in the company's currency: cost of expenses, income of revenue. */
    last12Minor: integer('last12_minor').notNull().default(0),

    vendorId: text('vendor_id'),
    departmentId: text('department_id'),
    businessUnitId: text('business_unit_id'),
    locationId: text('location_id'),
    entityId: text('entity_id'),
    /** A spend category of an expense account, a revenue category of a revenue account. */
    categoryId: text('category_id'),
    trackingLevel: text('tracking_level', { enum: TRACKING_LEVELS }).notNull().default('ALL_TRANSACTIONS'),
    isPayroll: integer('is_payroll', { mode: 'boolean' }).notNull().default(false),
    /** Whether lines of the department or location are tracked. */
    isTracked: integer('is_tracked', { mode: 'boolean' }).notNull().default(true),
    isDismissed: integer('is_dismissed', { mode: 'boolean' }).notNull().default(false),
    mappingVersion: integer('mapping_version').notNull().default(1),
    /** Whether people should still say what it is. Computed by the database. */
    isUnmapped: integer('is_unmapped', { mode: 'boolean' })
      .notNull()
      .generatedAlwaysAs(
        sql`(is_active AND deleted_at IS NULL AND coalesce(CASE mapped_kind
              WHEN 'VENDOR' THEN vendor_id IS NULL AND NOT is_dismissed
              WHEN 'DEPARTMENT' THEN department_id IS NULL AND is_tracked
              WHEN 'LOCATION' THEN location_id IS NULL AND is_tracked
              WHEN 'CLASSIFICATION' THEN business_unit_id IS NULL
              WHEN 'ENTITY' THEN entity_id IS NULL
              WHEN 'EXPENSE_ACCOUNT' THEN category_id IS NULL AND tracking_level <> 'NONE'
              WHEN 'REVENUE_ACCOUNT' THEN category_id IS NULL AND tracking_level <> 'NONE' END, 0))`,
        { mode: 'virtual' },
      ),
    /** What people say an account is, instead of what the system says. */
    chosenType: text('chosen_type', { enum: ACCOUNT_TYPES }),
  },
  (t) => [
    uniqueIndex('erp_objects_erp').on(t.companyId, t.connectionId, t.kind, t.erpId),
    index('erp_objects_name').on(t.companyId, t.kind, t.nameKey, t.id),
    index('erp_objects_mapped').on(t.companyId, t.mappedKind, t.last12Minor, t.id).where(sql`mapped_kind IS NOT NULL`),
    index('erp_objects_unmapped').on(t.companyId, t.mappedKind, t.last12Minor, t.id).where(sql`is_unmapped`),
    index('erp_objects_department')
      .on(t.companyId, t.departmentId, t.mappedKind, t.nameKey, t.id)
      .where(sql`department_id IS NOT NULL`),
    index('erp_objects_business_unit')
      .on(t.companyId, t.businessUnitId, t.mappedKind, t.nameKey, t.id)
      .where(sql`business_unit_id IS NOT NULL`),
    index('erp_objects_location')
      .on(t.companyId, t.locationId, t.mappedKind, t.nameKey, t.id)
      .where(sql`location_id IS NOT NULL`),
    index('erp_objects_entity')
      .on(t.companyId, t.entityId, t.mappedKind, t.nameKey, t.id)
      .where(sql`entity_id IS NOT NULL`),
    index('erp_objects_category')
      .on(t.companyId, t.categoryId, t.mappedKind, t.nameKey, t.id)
      .where(sql`category_id IS NOT NULL`),
    index('erp_objects_payroll').on(t.companyId, t.categoryId, t.nameKey).where(sql`is_payroll`),
    index('erp_objects_open_period')
      .on(t.companyId, sql`(details ->> 'startDay')`, t.id)
      .where(
        sql`kind = 'ACCOUNTING_PERIOD' AND deleted_at IS NULL AND is_active AND coalesce(details ->> 'isClosed', 0) = 0 AND coalesce(details ->> 'isPosting', 1) = 1`,
      ),
    index('erp_objects_vendor').on(t.companyId, t.vendorId, t.nameKey, t.id).where(sql`vendor_id IS NOT NULL`),
  ],
)

/** How many objects of a kind there are and how many aren't mapped yet. Kept by triggers. */
export const erpObjectCounts = sqliteTable(
  'erp_object_counts',
  {
    companyId: text('company_id').notNull(),
    mappedKind: text('mapped_kind', { enum: MAPPED_KINDS }).notNull(),
    total: integer('total').notNull(),
    unmapped: integer('unmapped').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.mappedKind] }),
    index('erp_object_counts_open').on(t.companyId).where(sql`mapped_kind = 'VENDOR' AND unmapped > 0`),
  ],
)

/** What an entity's bills and payments are written with, as ids of objects. */
export const erpEntitySettings = sqliteTable(
  'erp_entity_settings',
  {
    entityObjectId: text('entity_object_id').primaryKey(),
    companyId: text('company_id').notNull(),
    payableAccountId: text('payable_account_id'),
    fundingAccountId: text('funding_account_id'),
    clearingAccountId: text('clearing_account_id'),
    isBillSynced: integer('is_bill_synced', { mode: 'boolean' }).notNull().default(false),
    isPaymentSynced: integer('is_payment_synced', { mode: 'boolean' }).notNull().default(false),
    updatedAt: integer('updated_at').notNull(),
  },
  (t) => [index('erp_entity_settings_company').on(t.companyId)],
)

/** Custom fields and segments that people have chosen for bills, or taken off again. */
export const erpBillFields = sqliteTable(
  'erp_bill_fields',
  {
    objectId: text('object_id').primaryKey(),
    companyId: text('company_id').notNull(),
    isOnBills: integer('is_on_bills', { mode: 'boolean' }).notNull(),
  },
  (t) => [index('erp_bill_fields_company').on(t.companyId)],
)
