import { syncRuns } from '../../../schema/connections/sync-runs/tables.ts'
import { livesHere } from '../cells.ts'
import { select, typed } from '../record.ts'

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
