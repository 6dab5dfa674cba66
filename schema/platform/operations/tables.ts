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

/** Who is told when something needs an operator, and the limits. One row, with id 1, in the directory. */
export const operatorAlarms = sqliteTable('operator_alarms', {
  id: integer('id').primaryKey(),
  /** Addresses, separated by commas. */
  emails: text('emails').notNull().default(''),
  webhookUrl: text('webhook_url'),
  /** Signs the calls. */
  webhookSecret: text('webhook_secret'),
  /** JSON: the limit of each alarm. */
  limits: text('limits').notNull().default('{}'),
  /** JSON: which alarms are on, since when, and when people were told. */
  ringing: text('ringing').notNull().default('{}'),
  version: integer('version').notNull().default(1),
})
