import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { ACCOUNT_TYPES } from '../../platform/accounting/books.ts'
import { TRANSACTION_TYPES } from '../actuals/values.ts'

/**
 * What tracked lines sum to in the company's currency, payroll apart. Whole months are summed again once their lines were
 * read or mapped again. A trigger follows single lines whose vendor or category is changed.
 */

const sums = {
  amountMinor: integer('amount_minor').notNull(),
  /** How many lines. */
  lines: integer('lines').notNull(),
  /** How many of them have no exchange rate. */
  unrated: integer('unrated').notNull(),
}

/** By month and one thing that lines belong to. */
export const transactionSums = sqliteTable(
  'transaction_sums',
  {
    companyId: text('company_id').notNull(),
    type: text('type', { enum: TRANSACTION_TYPES }).notNull(),
    /** "all", a dimension, or "accountType". */
    dimension: text('dimension').notNull(),
    month: text('month').notNull(),
    /** Blank: lines that have none. */
    value: text('value').notNull(),
    isPayroll: integer('is_payroll', { mode: 'boolean' }).notNull(),
    ...sums,
  },
  (t) => [primaryKey({ columns: [t.companyId, t.type, t.dimension, t.month, t.value, t.isPayroll] })],
)

/** By month and all of them at once. Rows add up: a group can have several. */
export const transactionGroups = sqliteTable(
  'transaction_groups',
  {
    id: integer('id').primaryKey(),
    companyId: text('company_id').notNull(),
    type: text('type', { enum: TRANSACTION_TYPES }).notNull(),
    month: text('month').notNull(),
    accountType: text('account_type', { enum: ACCOUNT_TYPES }).notNull(),
    departmentId: text('department_id'),
    businessUnitId: text('business_unit_id'),
    categoryId: text('category_id'),
    locationId: text('location_id'),
    vendorId: text('vendor_id'),
    isPayroll: integer('is_payroll', { mode: 'boolean' }).notNull(),
    ...sums,
  },
  (t) => [
    index('transaction_groups_month').on(t.companyId, t.month, t.type),
    index('transaction_groups_department')
      .on(t.companyId, t.departmentId, t.type, t.month)
      .where(sql`department_id IS NOT NULL`),
    index('transaction_groups_business_unit')
      .on(t.companyId, t.businessUnitId, t.type, t.month)
      .where(sql`business_unit_id IS NOT NULL`),
    index('transaction_groups_category')
      .on(t.companyId, t.categoryId, t.type, t.month)
      .where(sql`category_id IS NOT NULL`),
    index('transaction_groups_location')
      .on(t.companyId, t.locationId, t.type, t.month)
      .where(sql`location_id IS NOT NULL`),
    index('transaction_groups_vendor').on(t.companyId, t.vendorId, t.type, t.month).where(sql`vendor_id IS NOT NULL`),
  ],
)
