import { sql } from 'drizzle-orm'
import { integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'

/** Filters of any list by the hash of their content. */
export const listFilters = sqliteTable(
  'list_filters',
  {
    companyId: text('company_id').notNull(),
    list: text('list').notNull(),
    hash: text('hash').notNull(),
    definition: text('definition').notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.list, t.hash] })],
)

/** Filters that a person has saved. */
export const listViews = sqliteTable(
  'list_views',
  {
    id: text('id').primaryKey(),
    companyId: text('company_id').notNull(),
    list: text('list').notNull(),
    userId: text('user_id').notNull(),
    label: text('label').notNull(),
    hash: text('hash').notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (t) => [uniqueIndex('list_views_label').on(t.companyId, t.list, t.userId, sql`lower(${t.label})`)],
)

/** Which columns of a list a person sees, in which order and how wide. */
export const listColumns = sqliteTable(
  'list_columns',
  {
    companyId: text('company_id').notNull(),
    userId: text('user_id').notNull(),
    list: text('list').notNull(),
    /** See list-columns.ts. */
    columns: text('columns').notNull(),
    updatedAt: integer('updated_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.userId, t.list] })],
)
