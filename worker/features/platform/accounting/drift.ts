import * as endpoints from '../../../../schema/platform/accounting/drift-endpoints.ts'
import { DRIFT_SYNC, type DriftKind, type EntryState } from '../../../../schema/platform/accounting/values.ts'
import type { SyncTrigger } from '../../../../schema/shared/sync-runs.ts'
import { commit } from '../../../core/commit.ts'
import { guardOneRow } from '../../../core/database.ts'
import { AppError, notFound } from '../../../core/errors.ts'
import { type BaseContext, command, inputOf, query, type StaffContext } from '../../../core/operation.ts'
import { nudgeSync, syncStatements } from '../../../core/syncs.ts'
import type { Connection } from './connection.ts'
import { adviceOn, type EntryName, newKey, sendingOf } from './entries.ts'
import { entrySourceOf } from './entry-sources.ts'
import { resendEntry } from './resend.ts'
import { requireConnected } from './sync-jobs.ts'

/** What was written into the accounting system and is no longer there so: seeing it, accepting it, sending it again. */

interface Written extends EntryName {
  id: string
  number: string | null
  url: string | null
}

const WRITTEN = `e.id, e.owner_kind AS ownerKind, e.owner_id AS ownerId, e.kind, e.number, e.url`

const toWritten = ({ id, kind, number, url, ownerKind, ownerId }: Written) => ({
  ...{ id, kind, number, url },
  page: entrySourceOf(ownerKind)?.page(ownerId) ?? null,
})

interface DriftRow extends Written {
  drift: DriftKind
  differences: string
  changedAt: string | null
  foundAt: number
}
interface FailedRow extends Written {
  state: EntryState
  error: string
  reason: Parameters<typeof adviceOn>[1]
  failedAt: number
}

const iso = (at: number): string => new Date(at).toISOString()

const DRIFTS = `SELECT ${WRITTEN}, d.kind AS drift, d.differences, d.changed_at AS changedAt, d.found_at AS foundAt
  FROM erp_drifts d INDEXED BY erp_drifts_found CROSS JOIN erp_entries e ON e.id = d.entry_id
 WHERE d.company_id = ? AND e.state = 'SYNCED' ORDER BY d.found_at DESC, d.entry_id DESC LIMIT ${endpoints.MOST_SHOWN}`
const FAILED = `SELECT ${WRITTEN}, e.state, coalesce(e.error, '') AS error, e.reason, coalesce(e.failed_at, e.updated_at) AS failedAt
  FROM erp_entries e INDEXED BY erp_entries_state
 WHERE e.company_id = ? AND e.state = 'ERRORED' ORDER BY e.updated_at DESC, e.id DESC LIMIT ${endpoints.MOST_SHOWN}`
const NEWEST = `SELECT r.finished_at AS finishedAt, r.state, r.error FROM erp_connections c INDEXED BY erp_connections_one
 CROSS JOIN sync_runs r INDEXED BY sync_runs_of
    ON r.company_id = c.company_id AND r.provider = c.system AND r.kind = '${DRIFT_SYNC}'
 WHERE c.company_id = ? AND c.disconnected_at IS NULL ORDER BY r.created_at DESC, r.id DESC LIMIT 2`

export const readDrifts = query({
  id: 'erp-sync.drifts',
  access: 'integrations.manage',
  input: inputOf(endpoints.getDrifts),
  run: async ({ db, actor }): Promise<endpoints.Drifts> => {
    const [drifts, failed, runs] = (await db.readBatch(
      [DRIFTS, FAILED, NEWEST].map((sql) => db.sql(sql, actor.companyId)),
    )) as unknown as [
      D1Result<DriftRow>,
      D1Result<FailedRow>,
      D1Result<{ finishedAt: number | null; state: string; error: string | null }>,
    ]
    const [newest] = runs.results
    const done = runs.results.find(({ finishedAt, state }) => finishedAt !== null && state === 'COMPLETE')
    return {
      comparedAt: done?.finishedAt ? iso(done.finishedAt) : null,
      isComparing: newest !== undefined && newest.finishedAt === null,
      error: newest?.error ?? null,
      drifts: drifts.results.map(({ drift, differences, changedAt, foundAt, ...row }) => ({
        ...toWritten(row),
        ...{ drift, differences: JSON.parse(differences) as endpoints.Drift['differences'] },
        since: changedAt ?? iso(foundAt),
      })),
      failed: failed.results.map(({ state, error, reason, failedAt, ...row }) => ({
        ...toWritten(row),
        ...{ state, error, advice: adviceOn(state, reason), failedAt: iso(failedAt) },
      })),
    }
  },
})

/** What starts comparing, if it doesn't run already. */
export const compareStatements = (
  { db, clock }: Pick<BaseContext, 'db' | 'clock'>,
  { companyId, system: provider }: Pick<Connection, 'companyId' | 'system'>,
  run: { id: string; trigger: SyncTrigger },
): D1PreparedStatement[] => syncStatements(db, [{ ...run, companyId, provider, kind: DRIFT_SYNC }], clock.now())

/** Asking again while it runs starts nothing, so that a repeated command needs no memory. */
export const compare = command({
  id: 'erp-sync.compare-entries',
  access: 'integrations.manage',
  idempotency: 'none',
  input: inputOf(endpoints.compareEntries),
  run: async (context) => {
    const connection = await requireConnected(context)
    const id = context.newId()
    const result = await commit(context, {
      subject: 'Comparing',
      statements: compareStatements(context, connection, { id, trigger: 'HAND' }),
      audit: [],
      result: { id },
    })
    nudgeSync(context, id)
    return result
  },
})

interface Drifted extends Written {
  state: EntryState
  drift: DriftKind | null
}

/** Throws NOT_FOUND. */
const requireEntry = async ({ db, actor }: StaffContext, entryId: string): Promise<Drifted> => {
  const row = await db.first<Drifted>(
    db.sql(
      `SELECT ${WRITTEN}, e.state, d.kind AS drift FROM erp_entries e LEFT JOIN erp_drifts d ON d.entry_id = e.id
        WHERE e.id = ? AND e.company_id = ?`,
      ...[entryId, actor.companyId],
    ),
  )
  if (!row) throw notFound('The entry')
  return row
}

const nounOf = ({ ownerKind, number }: Written): string =>
  [entrySourceOf(ownerKind)?.noun ?? 'entry', number].filter(Boolean).join(' ')

const audited = (context: StaffContext, row: Written, what: string, message: string, after: unknown) => ({
  changeKey: `erp-entry:${row.id}:${what}:${context.newId()}`,
  action: `accounting.${what}`,
  targetType: 'COMPANY' as const,
  targetId: context.actor.companyId,
  message,
  changeData: after === null ? null : { after },
})

const nothingToDo = (): AppError =>
  new AppError('RULE_BROKEN', 'This is in the accounting system as Outlay sent it.', { reason: 'NO_DRIFT' })

/** What is there is what was sent from now on. What was deleted there is no longer known. */
export const acceptDrift = command({
  id: 'erp-sync.accept-drift',
  access: 'integrations.manage',
  input: inputOf(endpoints.acceptDrift),
  run: async (context, { entryId, reason }) => {
    const { db, clock } = context
    const row = await requireEntry(context, entryId)
    if (row.drift === null) throw nothingToDo()
    const now = clock.now()
    return commit(context, {
      subject: 'The entry',
      statements: [
        db.sql(
          `UPDATE erp_entries SET entry = coalesce(d.there, entry), sent = d.there, erp_version = d.there_version,
                  erp_id = iif(d.kind = 'DELETED', NULL, erp_id), is_removal = d.kind = 'DELETED', updated_at = ?2
             FROM erp_drifts d WHERE erp_entries.id = ?1 AND d.entry_id = ?1 AND erp_entries.state = 'SYNCED'`,
          entryId,
          now,
        ),
        guardOneRow(db),
        db.sql('DELETE FROM erp_drifts WHERE entry_id = ?', entryId),
      ],
      audit: [
        audited(
          context,
          row,
          'drift-accepted',
          row.drift === 'DELETED'
            ? `Accepted that the ${nounOf(row)} was deleted in the accounting system: ${reason}`
            : `Accepted how the ${nounOf(row)} is in the accounting system: ${reason}`,
          { reason },
        ),
      ],
      result: { id: entryId },
    })
  },
})

/** Ours replaces what is there, or is made again if it was deleted. */
const replaceStatements = ({ db, clock }: StaffContext, entryId: string): D1PreparedStatement[] => [
  db.sql(
    `UPDATE erp_entries
        SET state = 'UNSYNCED', entry = coalesce(entry, sent), revision = revision + 1, erp_version = NULL,
            erp_id = iif(d.kind = 'DELETED', NULL, erp_id), send_key = ?2, updated_at = ?3
       FROM erp_drifts d WHERE erp_entries.id = ?1 AND d.entry_id = ?1 AND erp_entries.state = 'SYNCED'`,
    ...[entryId, newKey(), clock.now()],
  ),
  guardOneRow(db),
  db.sql('DELETE FROM erp_drifts WHERE entry_id = ?', entryId),
]

export const sendAgain = command({
  id: 'erp-sync.send-entry-again',
  access: 'integrations.manage',
  input: inputOf(endpoints.sendEntryAgain),
  run: async (context, { entryId }) => {
    const row = await requireEntry(context, entryId)
    if (row.state !== 'ERRORED' && row.drift === null) throw nothingToDo()
    await requireConnected(context)
    const failed = row.state === 'ERRORED' ? await resendEntry(context, context.actor.companyId, row) : null
    return commit(context, {
      subject: 'The entry',
      statements: failed?.statements ?? replaceStatements(context, entryId),
      outbox: [sendingOf(row)],
      audit: [
        audited(context, row, 'entry-sent-again', `Sent the ${nounOf(row)} to the accounting system again`, null),
      ],
      result: { id: entryId },
    })
  },
})
