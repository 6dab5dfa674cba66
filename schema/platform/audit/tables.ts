import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/**
 * When the audit chain of a company was verified, and what came of it: worker/features/platform/audit/checks.ts. A row
 * begins with the first seal of the chain.
 */
export const auditChecks = sqliteTable(
  'audit_checks',
  {
    companyId: text('company_id').primaryKey(),
    /** Milliseconds, as all times here. Null before the first check has ended. */
    checkedAt: integer('checked_at'),
    /** By name; null for the regular check. */
    checkedBy: text('checked_by'),
    entries: integer('entries').notNull().default(0),
    /** What doesn't verify, in words. */
    problem: text('problem'),
    /** JSON of a check that goes on: how far it has come. */
    walked: text('walked'),
    /** When the next check begins, or this one goes on. */
    dueAt: integer('due_at').notNull().default(0),
  },
  (t) => [
    index('audit_checks_due').on(t.dueAt),
    index('audit_checks_broken').on(t.companyId).where(sql`problem IS NOT NULL`),
    index('audit_checks_unverified').on(t.companyId).where(sql`checked_at IS NULL`),
  ],
)
