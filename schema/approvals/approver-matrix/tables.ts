import { sql } from 'drizzle-orm'
import { integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'

/** A deleted matrix stays, because requests that started with it use it until they end. */
export const approverMatrices = sqliteTable(
  'approver_matrices',
  {
    id: text('id').primaryKey(),
    companyId: text('company_id').notNull(),
    name: text('name').notNull(),
    /** `MatrixGrid['conditionColumns']`, as JSON. */
    conditionColumns: text('condition_columns').notNull().default('[]'),
    /** `MatrixGrid['approverColumns']`, as JSON. */
    approverColumns: text('approver_columns').notNull().default('[]'),
    /** `MatrixGrid['rows']`, as JSON. */
    rows: text('rows').notNull().default('[]'),
    rowCount: integer('row_count').notNull().default(0),
    /** The ids in all condition cells, and in all approver cells, to find matrices without reading their rows. */
    valueIds: text('value_ids').notNull().default('[]'),
    userIds: text('user_ids').notNull().default('[]'),
    version: integer('version').notNull().default(1),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
    deletedAt: integer('deleted_at'),
    /** By row and person: who named them there, and when. */
    namedBy: text('named_by').notNull().default('{}'),
  },
  (t) => [uniqueIndex('approver_matrices_name').on(t.companyId, sql`lower(${t.name})`).where(sql`deleted_at IS NULL`)],
)
