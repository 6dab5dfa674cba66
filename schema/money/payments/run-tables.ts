import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { RUN_STATUSES, RUN_WHEN } from './run-endpoints.ts'

/** Payments that are started together, once a second person has confirmed them if they are more than the limit. */
export const paymentRuns = sqliteTable(
  'payment_runs',
  {
    id: text('id').primaryKey(),
    companyId: text('company_id').notNull(),
    status: text('status', { enum: RUN_STATUSES }).notNull(),
    paymentMethodId: text('payment_method_id').notNull(),
    /** JSON list. */
    paymentIds: text('payment_ids').notNull(),
    paymentCount: integer('payment_count').notNull(),
    totalMinor: integer('total_minor').notNull(),
    /** JSON: by payment, why it wasn't started with the others. */
    skipped: text('skipped').notNull().default('{}'),
    createdByUserId: text('created_by_user_id').notNull(),
    decidedByUserId: text('decided_by_user_id'),
    createdAt: integer('created_at').notNull(),
    decidedAt: integer('decided_at'),
    version: integer('version').notNull().default(1),
    payWhen: text('pay_when', { enum: RUN_WHEN }).notNull().default('NOW'),
  },
  (t) => [
    index('payment_runs_company').on(t.companyId, t.createdAt, t.id),
    index('payment_runs_waiting').on(t.companyId, t.createdAt, t.id).where(sql`status = 'WAITING'`),
  ],
)

/** A company's own limits. Without a row the usual ones hold. */
export const paymentLimits = sqliteTable('payment_limits', {
  companyId: text('company_id').primaryKey(),
  /** Runs of this much or more need a second person. */
  runLimitMinor: integer('run_limit_minor').notNull(),
  /** Smaller payments may be started by anyone who pays. */
  freeBelowMinor: integer('free_below_minor').notNull(),
  updatedAt: integer('updated_at').notNull(),
})
