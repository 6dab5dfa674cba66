import { sql } from 'drizzle-orm'
import { integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'

export const vendors = sqliteTable(
  'vendors',
  {
    id: text('id').primaryKey(),
    companyId: text('company_id').notNull(),
    name: text('name').notNull(),
    archivedAt: integer('archived_at'),
    version: integer('version').notNull().default(1),
    createdAt: integer('created_at').notNull(),
  },
  (t) => [uniqueIndex('vendors_name').on(t.companyId, sql`lower(${t.name})`)],
)

/**
 * The custom fields of vendors, services and service items, whole, version by version; the highest one holds. An
 * empty vendor category means all vendors.
 */
export const customFormFieldVersions = sqliteTable(
  'custom_form_field_versions',
  {
    companyId: text('company_id').notNull(),
    vendorCategoryId: text('vendor_category_id').notNull().default(''),
    version: integer('version').notNull(),
    definition: text('definition').notNull(),
    createdByUserId: text('created_by_user_id').notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.vendorCategoryId, t.version] })],
)

/** The custom columns of the lists of vendors and services, whole, version by version; the highest one holds. */
export const customColumnVersions = sqliteTable(
  'custom_column_versions',
  {
    companyId: text('company_id').notNull(),
    version: integer('version').notNull(),
    definition: text('definition').notNull(),
    createdByUserId: text('created_by_user_id').notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.version] })],
)
