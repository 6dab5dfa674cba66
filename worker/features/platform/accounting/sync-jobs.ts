import { z } from 'zod'
import * as endpoints from '../../../../schema/platform/accounting/endpoints.ts'
import { erpConnections } from '../../../../schema/platform/accounting/tables.ts'
import { BOOKS_SYNC } from '../../../../schema/platform/accounting/values.ts'
import type { SyncState, SyncTrigger } from '../../../../schema/shared/sync-runs.ts'
import { id } from '../../../../schema/shared/values.ts'
import { booksOf } from '../../../core/books.ts'
import { commit } from '../../../core/commit.ts'
import { AppError, notFound } from '../../../core/errors.ts'
import { type BaseContext, command, inputOf, query, type StaffContext } from '../../../core/operation.ts'
import { columns, computed, select, typed } from '../../../core/record.ts'
import { nudgeSync, syncStatements } from '../../../core/syncs.ts'
import { type Connection, readConnection } from './connection.ts'

/** Reading the accounting system on demand, and following it. */

interface Row {
  id: string
  trigger: SyncTrigger
  state: SyncState
  counts: string
  error: string | null
  createdAt: number
  startedAt: number | null
  finishedAt: number | null
  retryAt: number | null
}

const COLUMNS = `r.id, r.trigger, r.state, r.counts, r.error, r.created_at AS createdAt, r.started_at AS startedAt,
  r.finished_at AS finishedAt, r.retry_at AS retryAt`

/** To join with a connection. Runs of an earlier connection aren't among them. */
const RUNS_OF_CONNECTION = `INDEXED BY sync_runs_of
  ON r.company_id = c.company_id AND r.provider = c.system AND r.kind = '${BOOKS_SYNC}'
 AND r.created_at >= c.connected_at`

const instant = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString())

const TOTAL = ':total'

const countsOf = (counts: Record<string, number>): endpoints.SyncJob['counts'] =>
  Object.entries(counts)
    .filter(([what]) => !what.endsWith(TOTAL))
    .map(([what, count]) => ({ what, count, total: counts[what + TOTAL] ?? null }))

/** What waits for its turn or its next attempt counts as in progress. */
const statusOf = (state: SyncState): endpoints.SyncJob['status'] => (state === 'WAITING' ? 'SYNCING' : state)

export const toSyncJob = ({ counts, createdAt, startedAt, finishedAt, retryAt, ...row }: Row): endpoints.SyncJob => ({
  ...row,
  status: statusOf(row.state),
  counts: countsOf(JSON.parse(counts) as Record<string, number>),
  createdAt: new Date(createdAt).toISOString(),
  startedAt: instant(startedAt),
  finishedAt: instant(finishedAt),
  retryAt: instant(retryAt),
})

/**
 * The runs of the current connection, newest first.
 * @param finishedOnly leaves out runs that are in progress
 */
export const newestJobs = async (
  { db, actor }: StaffContext,
  { count, finishedOnly }: { count: number; finishedOnly: boolean },
): Promise<endpoints.SyncJob[]> => {
  const rows = await db.all<Row>(
    db.sql(
      `SELECT ${COLUMNS} FROM erp_connections c INDEXED BY erp_connections_one
        CROSS JOIN sync_runs r ${RUNS_OF_CONNECTION}
        WHERE c.company_id = ?1 AND c.disconnected_at IS NULL ${finishedOnly ? "AND r.state = 'COMPLETE'" : ''}
        ORDER BY r.created_at DESC, r.id DESC LIMIT ?2`,
      actor.companyId,
      count,
    ),
  )
  return rows.map(toSyncJob)
}

const IN_USE = typed`SELECT ${columns(
  select(erpConnections, 'c', ['id', 'system', 'state', 'error']),
  computed<{ lastReadAt: number | null }>({ lastReadAt: 'r.finished_at' }),
)} FROM erp_connections c INDEXED BY erp_connections_one
  LEFT JOIN sync_runs r ${RUNS_OF_CONNECTION} AND r.state = 'COMPLETE'
  WHERE c.company_id = ? AND c.disconnected_at IS NULL
  ORDER BY r.created_at DESC, r.id DESC LIMIT 1`

/** The company's connection, and when its books were last read to the end. */
export const connectionInUseStatement = ({ db, actor }: StaffContext) => db.sql(IN_USE, actor.companyId)

/** Throws RULE_BROKEN (NOT_CONNECTED) without a connection that the system accepts. */
export const requireConnected = async (context: StaffContext): Promise<Connection> => {
  const connection = await readConnection(context, context.actor.companyId)
  if (connection?.state === 'CONNECTED') return connection
  throw new AppError(
    'RULE_BROKEN',
    connection ? 'The accounting system has to be connected again first.' : 'Connect an accounting system first.',
    { reason: 'NOT_CONNECTED' },
  )
}

/** What starts a run, if none is open. */
export const startStatements = (
  { db, clock }: Pick<BaseContext, 'db' | 'clock'>,
  { companyId, system }: Pick<Connection, 'companyId' | 'system'>,
  { id, trigger }: { id: string; trigger: SyncTrigger },
): D1PreparedStatement[] =>
  syncStatements(db, [{ id, companyId, provider: system, kind: BOOKS_SYNC, trigger }], clock.now())

/** Reads what has changed, or everything. A run that is open goes on, and the answer is that one. */
const start = async (context: StaffContext, full: boolean): Promise<endpoints.SyncJob> => {
  const { db, newId } = context
  const connection = await requireConnected(context)
  if (booksOf(connection.system).isPushed)
    throw new AppError('RULE_BROKEN', 'Your own system pushes these books, so there is nothing to ask for.', {
      reason: 'PUSHED',
    })
  const runId = newId()
  await commit(context, {
    subject: 'The run',
    statements: [
      ...(full ? [db.sql('UPDATE erp_connections SET is_full_wanted = 1 WHERE id = ?', connection.id)] : []),
      ...startStatements(context, connection, { id: runId, trigger: 'HAND' }),
    ],
    audit: [
      {
        changeKey: `erp-sync:${runId}`,
        action: 'accounting.sync-started',
        targetType: 'COMPANY',
        targetId: connection.companyId,
        message: full ? 'Started to read the whole accounting system' : 'Started to read the accounting system',
        changeData: null,
      },
    ],
    result: { id: runId },
  })
  nudgeSync(context, runId)
  const [newest] = await newestJobs(context, { count: 1, finishedOnly: false })
  if (!newest) throw new Error('A run was started')
  return newest
}

/** Asking again while a run is open starts no other one, so that a repeated command needs no memory. */
export const startSync = command({
  id: 'erp-sync.create-sync-job',
  access: 'integrations.manage',
  idempotency: 'none',
  input: inputOf(endpoints.createSyncJob),
  run: (context, { full = false }) => start(context, full),
})

/** Throws NOT_FOUND for another company, which platform staff enter first. */
export const triggerSync = command({
  id: 'erp-sync.trigger',
  access: 'integrations.manage',
  idempotency: 'none',
  input: z.object({ companyId: id }),
  run: async (context, { companyId }) => {
    if (companyId !== context.actor.companyId) throw notFound('The company')
    const job = await start(context, false)
    return { id: job.id }
  },
})

export const readSyncStatus = query({
  id: 'erp-sync.get-sync-status',
  access: 'plan-tracking.read',
  input: inputOf(endpoints.getSyncStatus),
  run: async (context) => {
    const [newest] = await newestJobs(context, { count: 1, finishedOnly: false })
    return newest ?? null
  },
})
