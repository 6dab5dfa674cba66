import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** How long approvers of a company have. Zero hours means no deadline, like no row. */
export const approvalDeadlines = sqliteTable('approval_deadlines', {
  companyId: text('company_id').primaryKey(),
  hours: integer('hours').notNull(),
  /** Null without a reminder. */
  nudgePercent: integer('nudge_percent'),
  escalates: integer('escalates', { mode: 'boolean' }).notNull().default(false),
  version: integer('version').notNull().default(1),
  updatedAt: integer('updated_at').notNull(),
})
