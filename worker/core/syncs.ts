import { syncRuns } from '../../schema/connections/sync-runs/tables.ts'
import type { SyncTrigger } from '../../schema/shared/sync-runs.ts'
import { livesHere } from './cells.ts'
import type { Database } from './database.ts'
import type { BaseContext, SystemContext } from './operation.ts'
import { nudgeOutbox } from './outbox-nudge.ts'
import { select, typed } from './record.ts'

/**
 * Fetching from outside systems. Each area registers what it fetches, and worker/features/connections/sync-runs runs
 * it: one run at a time of a company, provider and kind, step by step, each step stored with how far it got.
 */

/** The company of runs whose data applies to everyone. */
export const EVERYONE = ''

export interface SyncStep {
  /** What it changes, stored in one batch with the cursor, or not at all if another runner has taken over. */
  statements: D1PreparedStatement[]
  /** Where the next step, or the next run, starts. */
  cursor: string | null
  isDone: boolean
  /** How many of what, added to the run's. */
  counts: Record<string, number>
}

/** A run as its steps see it. */
export interface SyncProgress {
  id: string
  companyId: string
  cursor: string | null
  trigger: SyncTrigger
}

export interface SyncName {
  provider: string
  kind: string
}

export interface Sync extends SyncName {
  /** Started by the clock, once in each span, for these companies. */
  schedule?: { everyMs: number; companies: (context: SystemContext) => Promise<string[]> }
  /** The next part. Throws a ProviderError for what people should read. It may be repeated. */
  step: (context: SystemContext, run: SyncProgress) => Promise<SyncStep>
}

const syncs = new Map<string, Sync>()
const nameOf = ({ provider, kind }: SyncName): string => `${provider} ${kind}`

/** Called once for each kind, when the area's module is loaded. */
export const registerSync = (sync: Sync): void => {
  syncs.set(nameOf(sync), sync)
}

export const registeredSyncs = (): Sync[] => [...syncs.values()]

/** Throws for one that no area has registered. */
export const syncOf = (name: SyncName): Sync => {
  const sync = syncs.get(nameOf(name))
  if (!sync) throw new Error(`No area fetches ${nameOf(name)}`)
  return sync
}

interface NewRun extends SyncName {
  id: string
  companyId: string
  trigger: SyncTrigger
}

/**
 * Starts runs, in the batch of what causes them. Nothing happens where one is open already. A run starts where the one
 * before it stopped, whether that one was complete or not.
 */
export const syncStatements = (db: Database, runs: NewRun[], now: number): D1PreparedStatement[] => {
  const named = JSON.stringify(runs)
  return [
    db.sql(
      `INSERT OR IGNORE INTO sync_runs (id, company_id, provider, kind, trigger, state, cursor, created_at)
       SELECT j.value ->> 'id', j.value ->> 'companyId', j.value ->> 'provider', j.value ->> 'kind',
              j.value ->> 'trigger', 'WAITING', (
                SELECT r.cursor FROM sync_runs r INDEXED BY sync_runs_of
                 WHERE r.company_id = j.value ->> 'companyId' AND r.provider = j.value ->> 'provider'
                   AND r.kind = j.value ->> 'kind' ORDER BY r.created_at DESC, r.id DESC LIMIT 1), ?2
         FROM json_each(?1) j`,
      named,
      now,
    ),
    db.sql(
      `INSERT OR IGNORE INTO outbox (id, company_id, topic, payload, created_at, available_at)
       SELECT r.id, r.company_id, 'sync.run', json_object('runId', r.id), ?2, ?2
         FROM json_each(?1) j CROSS JOIN sync_runs r ON r.id = j.value ->> 'id'
        WHERE r.started_at IS NULL AND r.finished_at IS NULL`,
      named,
      now,
    ),
  ]
}

/** Announces a run after its batch, so that it begins at once. Without it the sweep begins it a little later. */
export const nudgeSync = ({ env, clock, log, waitUntil }: BaseContext, id: string): void =>
  waitUntil(
    nudgeOutbox(env, [{ id, topic: 'sync.run' }], clock.now()).catch((error) =>
      log.error('outbox.nudge-failed', { error: String(error) }),
    ),
  )

/** Syncs that need a look: they fail, don't end, or were given up and haven't succeeded since. */

const MINUTE_MS = 60_000
/** A new run has this long before it counts. */
const YOUNG_MS = 10 * MINUTE_MS
/** A run that takes longer is stuck. */
const STUCK_MS = 60 * MINUTE_MS
const REMEMBERED_MS = 30 * 24 * 60 * MINUTE_MS
const MOST = 50

const RUN = select(syncRuns, 'r', [
  ...(['id', 'companyId', 'provider', 'kind', 'state', 'failures', 'error', 'createdAt', 'finishedAt'] as const),
])

/** Bound to what `failingSyncsSince` gives. */
export const FAILING_SYNCS = typed`SELECT ${RUN} FROM sync_runs r WHERE r.id IN (
    SELECT id FROM (SELECT u.id FROM sync_runs u INDEXED BY sync_runs_unfinished
      WHERE u.finished_at IS NULL AND u.created_at < ?1 AND (u.failures > 0 OR u.created_at < ?2)
      ORDER BY u.created_at LIMIT ${MOST})
    UNION ALL
    SELECT id FROM (SELECT f.id FROM sync_runs f INDEXED BY sync_runs_failed
      WHERE f.state = 'ERROR' AND f.finished_at > ?3 AND NOT EXISTS (
        SELECT 1 FROM sync_runs n INDEXED BY sync_runs_of WHERE n.company_id = f.company_id
          AND n.provider = f.provider AND n.kind = f.kind AND n.created_at > f.created_at)
      ORDER BY f.finished_at DESC LIMIT ${MOST}))
  AND ${livesHere('r.company_id')}`

export const failingSyncsSince = (now: number): [number, number, number] => [
  now - YOUNG_MS,
  now - STUCK_MS,
  now - REMEMBERED_MS,
]

/** STUCK goes on for too long without a failure. STOPPED was given up. */
export const conditionOf = ({
  finishedAt,
  failures,
}: {
  finishedAt: number | null
  failures: number
}): 'FAILING' | 'STUCK' | 'STOPPED' => (finishedAt !== null ? 'STOPPED' : failures > 0 ? 'FAILING' : 'STUCK')
