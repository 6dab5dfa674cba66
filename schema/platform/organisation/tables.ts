import { sql } from 'drizzle-orm'
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'

/** Departments, business units, locations, entities, groups and spend categories are beside the people (members). */

export const revenueCategories = sqliteTable(
  'revenue_categories',
  {
    id: text('id').primaryKey(),
    companyId: text('company_id').notNull(),
    name: text('name').notNull(),
    type: text('type', { enum: ['REVENUE', 'OTHER_INCOME'] })
      .notNull()
      .default('REVENUE'),
    version: integer('version').notNull().default(1),
    createdAt: integer('created_at').notNull(),
  },
  (t) => [uniqueIndex('revenue_categories_name').on(t.companyId, sql`lower(${t.name})`)],
)

/**
 * The spend of a unit in a month (yyyy-mm, UTC), in minor units of the company's currency. Kept by the code that
 * records transactions. A month without a row had none.
 */
export const unitSpendMonths = sqliteTable(
  'unit_spend_months',
  {
    companyId: text('company_id').notNull(),
    unitKind: text('unit_kind', { enum: ['DEPARTMENT', 'BUSINESS_UNIT'] }).notNull(),
    unitId: text('unit_id').notNull(),
    month: text('month').notNull(),
    amountMinor: integer('amount_minor').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.unitKind, t.unitId, t.month] }),
    check('unit_spend_months_month', sql`${t.month} GLOB '[0-9][0-9][0-9][0-9]-[0-1][0-9]'`),
  ],
)

/** Units that were merged into others. Ids are unique among all kinds. */
export const unitMerges = sqliteTable(
  'unit_merges',
  {
    companyId: text('company_id').notNull(),
    fromId: text('from_id').notNull(),
    /** The one that remained, also after merges of that one. It may have been deleted since. */
    survivorId: text('survivor_id').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.fromId] }),
    index('unit_merges_survivor').on(t.companyId, t.survivorId),
  ],
)
