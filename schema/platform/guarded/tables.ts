import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'

export const GUARDED_STATES = ['WAITING', 'CONFIRMED', 'EFFECTIVE', 'CANCELLED', 'REPLACED'] as const

/** Changes of guarded settings that wait for a second person, or for their time. */
export const guardedChanges = sqliteTable(
  'guarded_changes',
  {
    id: text('id').primaryKey(),
    companyId: text('company_id').notNull(),
    /** Which one, and with what: the operation's own input. */
    operation: text('operation').notNull(),
    input: text('input').notNull(),
    /** What it changes, for people. */
    words: text('words').notNull(),
    askedByUserId: text('asked_by_user_id').notNull(),
    askedByName: text('asked_by_name').notNull(),
    askedAt: integer('asked_at').notNull(),
    /** From when it holds without anyone else. Null: someone else can confirm it. */
    effectiveAt: integer('effective_at'),
    state: text('state', { enum: GUARDED_STATES }).notNull().default('WAITING'),
    decidedByUserId: text('decided_by_user_id'),
    decidedAt: integer('decided_at'),
    /** What of several it changes: a rule set, a member. Empty for a setting of the company. */
    subject: text('subject').notNull().default(''),
  },
  (t) => [
    uniqueIndex('guarded_changes_waiting').on(t.companyId, t.operation, t.subject).where(sql`state = 'WAITING'`),
    index('guarded_changes_due').on(t.effectiveAt).where(sql`state = 'WAITING' AND effective_at IS NOT NULL`),
  ],
)
