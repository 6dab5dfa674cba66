import { listSyncRuns, type SyncRun } from '../../../../schema/connections/sync-runs/endpoints.ts'
import type { SyncState, SyncTrigger } from '../../../../schema/shared/sync-runs.ts'
import { inputOf, query } from '../../../core/operation.ts'
import { decodeCursor, toConnection } from '../../../core/paging.ts'
import { EVERYONE } from '../../../core/syncs.ts'

interface Row {
  id: string
  companyId: string
  provider: string
  kind: string
  trigger: SyncTrigger
  state: SyncState
  counts: string
  error: string | null
  createdAt: number
  startedAt: number | null
  finishedAt: number | null
  retryAt: number | null
}

/** Each side has its own index range, and the page is merged from both. */
const side = (company: string): string =>
  `SELECT * FROM (
     SELECT id, company_id AS companyId, provider, kind, trigger, state, counts, error, created_at AS createdAt,
            started_at AS startedAt, finished_at AS finishedAt, retry_at AS retryAt
       FROM sync_runs INDEXED BY sync_runs_newest
      WHERE company_id = ${company} AND (?2 IS NULL OR (created_at, id) < (?2, ?3))
      ORDER BY created_at DESC, id DESC LIMIT ?4)`

const instant = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString())

const toRun = ({ companyId, counts, createdAt, startedAt, finishedAt, retryAt, ...row }: Row): SyncRun => ({
  ...row,
  isShared: companyId === EVERYONE,
  counts: JSON.parse(counts) as SyncRun['counts'],
  createdAt: new Date(createdAt).toISOString(),
  startedAt: instant(startedAt),
  finishedAt: instant(finishedAt),
  retryAt: instant(retryAt),
})

/** The runs of the company, and those whose data applies to everyone. */
export const readSyncRuns = query({
  id: 'connections.list-sync-runs',
  access: 'settings.manage',
  input: inputOf(listSyncRuns),
  run: async ({ db, actor }, { cursor, first }) => {
    const rows = await db.all<Row>(
      db.sql(
        `${side('?1')} UNION ALL ${side(`'${EVERYONE}'`)} ORDER BY createdAt DESC, id DESC LIMIT ?4`,
        actor.companyId,
        ...(cursor ? decodeCursor(cursor, 2) : [null, null]),
        first + 1,
      ),
    )
    return toConnection(rows, first, ({ createdAt, id }) => [createdAt, id], toRun)
  },
})
