import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { SYNC_STATES, SYNC_TRIGGERS } from '../../shared/sync-runs.ts'

/** Runs that fetch data from an outside system. See worker/features/connections/sync-runs. */
export const syncRuns = sqliteTable(
  'sync_runs',
  {
    id: text('id').primaryKey(),
    /** '' for runs whose data applies to everyone. */
    companyId: text('company_id').notNull(),
    provider: text('provider').notNull(),
    kind: text('kind').notNull(),
    trigger: text('trigger', { enum: SYNC_TRIGGERS }).notNull(),
    state: text('state', { enum: SYNC_STATES }).notNull(),
    /** How far it got, in the provider's terms. The next run of the kind starts there. */
    cursor: text('cursor'),
    /** JSON: how many of what were read and changed. */
    counts: text('counts').notNull().default('{}'),
    /** Who works on it. A step is only stored by the current one. */
    runner: text('runner'),
    /** In a row, without progress. */
    failures: integer('failures').notNull().default(0),
    /** The last failure, in words for people. */
    error: text('error'),
    /** When it is tried again. */
    retryAt: integer('retry_at'),
    createdAt: integer('created_at').notNull(),
    startedAt: integer('started_at'),
    finishedAt: integer('finished_at'),
  },
  (t) => [
    uniqueIndex('sync_runs_open').on(t.companyId, t.provider, t.kind).where(sql`finished_at IS NULL`),
    index('sync_runs_of').on(t.companyId, t.provider, t.kind, t.createdAt, t.id),
    index('sync_runs_newest').on(t.companyId, t.createdAt, t.id),
    index('sync_runs_unfinished').on(t.createdAt).where(sql`finished_at IS NULL`),
    index('sync_runs_failed').on(t.finishedAt).where(sql`state = 'ERROR'`),
  ],
)
