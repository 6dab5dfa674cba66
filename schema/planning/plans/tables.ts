import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { CURRENCIES } from '../../shared/money.ts'
import { PLAN_MAPPING_KINDS, PLAN_TYPES } from './values.ts'

/** Plans, in the company's currency. Their months never change, so that amounts are lists with one for each month. */
export const plans = sqliteTable(
  'plans',
  {
    id: text('id').primaryKey(),
    companyId: text('company_id').notNull(),
    name: text('name').notNull(),
    description: text('description').notNull(),
    startMonth: text('start_month').notNull(),
    endMonth: text('end_month').notNull(),
    currency: text('currency', { enum: CURRENCIES }).notNull(),
    version: integer('version').notNull().default(1),
    /** Counts changes of its lines. */
    revision: integer('revision').notNull().default(0),
    lines: integer('lines').notNull().default(0),
    createdByUserId: text('created_by_user_id').notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (t) => [
    index('plans_name').on(t.companyId, sql`lower(${t.name})`, t.id),
    index('plans_start').on(t.companyId, t.startMonth, t.id),
    index('plans_created').on(t.companyId, t.createdAt, t.id),
  ],
)

/** The plan's own departments, vendors and so on, by the names that it was imported with. */
export const planItems = sqliteTable(
  'plan_items',
  {
    id: text('id').primaryKey(),
    companyId: text('company_id').notNull(),
    planId: text('plan_id').notNull(),
    kind: text('kind', { enum: PLAN_MAPPING_KINDS }).notNull(),
    name: text('name').notNull(),
    nameKey: text('name_key').notNull(),
    version: integer('version').notNull().default(1),
  },
  (t) => [
    uniqueIndex('plan_items_plan').on(t.companyId, t.planId, t.kind, t.nameKey),
    index('plan_items_name').on(t.companyId, t.kind, t.nameKey, t.id),
  ],
)

/** How many items of a kind a plan has, and how many of them are linked to nothing. Counted again with each change. */
export const planItemCounts = sqliteTable(
  'plan_item_counts',
  {
    companyId: text('company_id').notNull(),
    planId: text('plan_id').notNull(),
    kind: text('kind', { enum: PLAN_MAPPING_KINDS }).notNull(),
    total: integer('total').notNull(),
    unlinked: integer('unlinked').notNull(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.planId, t.kind] })],
)

/** What they are in the company: departments, business units, locations and categories. */
export const planUnitLinks = sqliteTable(
  'plan_unit_links',
  {
    companyId: text('company_id').notNull(),
    itemId: text('item_id').notNull(),
    unitId: text('unit_id').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.itemId, t.unitId] }),
    index('plan_unit_links_unit').on(t.companyId, t.unitId, t.itemId),
  ],
)

/** The same for vendors, which merges follow. */
export const planVendorLinks = sqliteTable(
  'plan_vendor_links',
  {
    companyId: text('company_id').notNull(),
    itemId: text('item_id').notNull(),
    vendorId: text('vendor_id').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.itemId, t.vendorId] }),
    index('plan_vendor_links_vendor').on(t.companyId, t.vendorId, t.itemId),
  ],
)

/** What is planned. Blank: the line names none. Each combination has one line. */
export const planLines = sqliteTable(
  'plan_lines',
  {
    companyId: text('company_id').notNull(),
    planId: text('plan_id').notNull(),
    type: text('type', { enum: PLAN_TYPES }).notNull(),
    departmentItemId: text('department_item_id').notNull(),
    businessUnitItemId: text('business_unit_item_id').notNull(),
    categoryItemId: text('category_item_id').notNull(),
    locationItemId: text('location_item_id').notNull(),
    vendorItemId: text('vendor_item_id').notNull(),
    /** JSON: minor units of the plan's currency, one for each of its months. */
    amounts: text('amounts').notNull(),
  },
  (t) => [
    primaryKey({
      columns: [
        t.companyId,
        t.planId,
        t.type,
        t.departmentItemId,
        t.businessUnitItemId,
        t.categoryItemId,
        t.locationItemId,
        t.vendorItemId,
      ],
    }),
    index('plan_lines_business_unit').on(t.companyId, t.planId, t.type, t.businessUnitItemId),
    index('plan_lines_category').on(t.companyId, t.planId, t.type, t.categoryItemId),
    index('plan_lines_location').on(t.companyId, t.planId, t.type, t.locationItemId),
    index('plan_lines_vendor').on(t.companyId, t.planId, t.type, t.vendorItemId),
  ],
)

/** What the lines of a plan sum to, of each of its items, so that a page reads its own rows only. */
export const planSums = sqliteTable(
  'plan_sums',
  {
    companyId: text('company_id').notNull(),
    planId: text('plan_id').notNull(),
    type: text('type', { enum: PLAN_TYPES }).notNull(),
    /** A dimension, or "all". */
    dimension: text('dimension').notNull(),
    /** Blank: lines that name none. */
    itemId: text('item_id').notNull(),
    totalMinor: integer('total_minor').notNull(),
    amounts: text('amounts').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.planId, t.type, t.dimension, t.itemId] }),
    index('plan_sums_total').on(t.companyId, t.planId, t.type, t.dimension, t.totalMinor, t.itemId),
  ],
)
