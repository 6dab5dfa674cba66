import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** What companies cost by day (UTC): about right, see worker/features/platform/operations/costs.ts. In the directory. */
export const companyCosts = sqliteTable(
  'company_costs',
  {
    day: text('day').notNull(),
    companyId: text('company_id').notNull(),
    /** Calls of people and programs, and jobs. */
    calls: integer('calls').notNull(),
    /** Milliseconds. */
    ms: integer('ms').notNull(),
    rowsRead: integer('rows_read').notNull(),
    rowsWritten: integer('rows_written').notNull(),
  },
  (t) => [primaryKey({ columns: [t.day, t.companyId] })],
)
