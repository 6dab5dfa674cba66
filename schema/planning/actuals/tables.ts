import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { ACCOUNT_TYPES, DOCUMENT_KINDS } from '../../platform/accounting/books.ts'
import { CURRENCIES } from '../../shared/money.ts'
import { TRANSACTION_TYPES } from './values.ts'

/**
 * Actuals: the lines of the accounting system's documents on accounts of expenses and revenue. What they are in the
 * company (vendor, category, …) follows from the mapping of their objects, or is set on the line itself.
 */
export const transactions = sqliteTable(
  'transactions',
  {
    id: text('id').primaryKey(),
    companyId: text('company_id').notNull(),
    connectionId: text('connection_id').notNull(),
    type: text('type', { enum: TRANSACTION_TYPES }).notNull(),
    documentKind: text('document_kind', { enum: DOCUMENT_KINDS }).notNull(),
    erpId: text('erp_id').notNull(),
    lineErpId: text('line_erp_id').notNull(),
    documentNumber: text('document_number'),
    /** A calendar date. */
    date: text('date').notNull(),
    /** Cost of an expense, income of revenue, in minor units of `currency`. Negative for credits. */
    amountMinor: integer('amount_minor').notNull(),
    currency: text('currency', { enum: CURRENCIES }).notNull(),
    /** The same in the company's currency. Null while there is no rate. */
    companyMinor: integer('company_minor'),
    /** The rate it was computed with, its day and its source. Null if both currencies are the same. */
    exchange: text('exchange'),
    memo: text('memo').notNull(),
    description: text('description').notNull(),
    url: text('url'),
    accountType: text('account_type', { enum: ACCOUNT_TYPES }).notNull(),

    /** Objects of the accounting system. */
    accountObjectId: text('account_object_id').notNull(),
    vendorObjectId: text('vendor_object_id'),
    departmentObjectId: text('department_object_id'),
    locationObjectId: text('location_object_id'),
    classificationObjectId: text('classification_object_id'),
    entityObjectId: text('entity_object_id'),

    /** What they are in the company. */
    vendorId: text('vendor_id'),
    categoryId: text('category_id'),
    departmentId: text('department_id'),
    businessUnitId: text('business_unit_id'),
    locationId: text('location_id'),
    entityId: text('entity_id'),
    isPayroll: integer('is_payroll', { mode: 'boolean' }).notNull(),
    /** False for lines that the mapping leaves out. */
    isTracked: integer('is_tracked', { mode: 'boolean' }).notNull(),
    /** Set on the line by a person, so that no mapping changes it. */
    isVendorSet: integer('is_vendor_set', { mode: 'boolean' }).notNull().default(false),
    isCategorySet: integer('is_category_set', { mode: 'boolean' }).notNull().default(false),
    version: integer('version').notNull().default(1),
    /** The step that wrote it last, which deletes what a document no longer has. */
    stamp: text('stamp').notNull(),
    /** Its discussions, counted by triggers. */
    openThreads: integer('open_threads').notNull().default(0),
    allThreads: integer('all_threads').notNull().default(0),
  },
  (t) => [
    uniqueIndex('transactions_line').on(t.companyId, t.connectionId, t.documentKind, t.erpId, t.lineErpId),
    // Each has payroll apart, so that those who don't see it read none of it.
    index('transactions_date').on(t.companyId, t.isTracked, t.type, t.isPayroll, t.date, t.id),
    index('transactions_vendor')
      .on(t.companyId, t.vendorId, t.isTracked, t.type, t.isPayroll, t.date, t.id)
      .where(sql`vendor_id IS NOT NULL`),
    index('transactions_category')
      .on(t.companyId, t.categoryId, t.isTracked, t.type, t.isPayroll, t.date, t.id)
      .where(sql`category_id IS NOT NULL`),
    index('transactions_department')
      .on(t.companyId, t.departmentId, t.isTracked, t.type, t.isPayroll, t.date, t.id)
      .where(sql`department_id IS NOT NULL`),
    index('transactions_business_unit')
      .on(t.companyId, t.businessUnitId, t.isTracked, t.type, t.isPayroll, t.date, t.id)
      .where(sql`business_unit_id IS NOT NULL`),
    index('transactions_location')
      .on(t.companyId, t.locationId, t.isTracked, t.type, t.isPayroll, t.date, t.id)
      .where(sql`location_id IS NOT NULL`),
    index('transactions_account_type').on(t.companyId, t.accountType, t.isTracked, t.type, t.isPayroll, t.date, t.id),
    index('transactions_account').on(t.companyId, t.accountObjectId, t.date),
    /** Lines of accounting vendors that belong to no vendor yet. */
    index('transactions_vendor_object')
      .on(t.companyId, t.vendorObjectId, t.isPayroll)
      .where(sql`vendor_id IS NULL AND vendor_object_id IS NOT NULL`),
    index('transactions_unrated').on(t.companyId, t.date).where(sql`company_minor IS NULL`),
  ],
)

/** What an object's lines sum to in a month (yyyy-mm), in the company's currency. */
export const erpObjectMonths = sqliteTable(
  'erp_object_months',
  {
    companyId: text('company_id').notNull(),
    objectId: text('object_id').notNull(),
    month: text('month').notNull(),
    amountMinor: integer('amount_minor').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.month, t.objectId] }),
    index('erp_object_months_object').on(t.companyId, t.objectId, t.month),
  ],
)
