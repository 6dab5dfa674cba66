import { BOOKS_SYSTEMS } from '../../../../schema/platform/accounting/books.ts'
import { type BooksEntry, booksEntry, type EntryKind } from '../../../../schema/platform/accounting/entries.ts'
import { DRIFT_SYNC } from '../../../../schema/platform/accounting/values.ts'
import { readCompanyFlags } from '../../../../schema/shared/permissions.ts'
import { type BooksWriter, booksOf } from '../../../core/books.ts'
import type { SystemContext } from '../../../core/operation.ts'
import { ProviderError } from '../../../core/provider-error.ts'
import type { Sync, SyncProgress, SyncStep } from '../../../core/syncs.ts'
import { accessTo, type Connection, readConnection, refusedStatement } from './connection.ts'
import { differencesOf, type Names, referredBy } from './drift-compare.ts'
import { IS_COMPARED } from './new-vendors.ts'

/** Compares what was sent with what is in the accounting system now, some entries a step. */

/** One call of the system each. */
const AT_ONCE = 10
/** Every night only what was sent, or dealt with, lately: a call for every old entry would use up the system's limits. */
const NIGHTLY_MS = 90 * 24 * 60 * 60 * 1000

interface Row {
  id: string
  kind: EntryKind
  erpId: string
  erpVersion: string | null
  sent: string
  updatedAt: number
}

interface Compared {
  row: Row
  there: Awaited<ReturnType<BooksWriter['read']>>
}

const rowsAfter = (
  { db }: SystemContext,
  { companyId, id }: Connection,
  [at, last]: [number, string],
): Promise<Row[]> =>
  db.all<Row>(
    db.sql(
      `SELECT id, kind, erp_id AS erpId, erp_version AS erpVersion, sent, updated_at AS updatedAt
         FROM erp_entries INDEXED BY erp_entries_state
        WHERE company_id = ?1 AND state = 'SYNCED' AND (updated_at, id) > (?2, ?3) AND erp_id IS NOT NULL
          AND sent IS NOT NULL AND connection_id = ?4 AND ${IS_COMPARED}
        ORDER BY updated_at, id LIMIT ${AT_ONCE}`,
      ...[companyId, at, last, id],
    ),
  )

const namesOf = async ({ db }: SystemContext, { companyId, id }: Connection, entries: BooksEntry[]): Promise<Names> => {
  const ids = [...new Set(entries.flatMap(referredBy))]
  const rows =
    ids.length === 0
      ? []
      : await db.all<{ kind: string; erpId: string; name: string }>(
          db.sql(
            `SELECT o.kind, o.erp_id AS erpId, o.name
               FROM json_each('["ACCOUNT","VENDOR","ITEM","DEPARTMENT","LOCATION","CLASSIFICATION"]') k
              CROSS JOIN json_each(?3) j
              CROSS JOIN erp_objects o INDEXED BY erp_objects_erp
                ON o.company_id = ?1 AND o.connection_id = ?2 AND o.kind = k.value AND o.erp_id = j.value`,
            ...[companyId, id, JSON.stringify(ids)],
          ),
        )
  const found = new Map(rows.map(({ kind, erpId, name }) => [`${kind} ${erpId}`, name]))
  return (kind, erpId) => found.get(`${kind} ${erpId}`) ?? erpId
}

const settledStatement = ({ db }: SystemContext, { id }: Row): D1PreparedStatement =>
  db.sql('DELETE FROM erp_drifts WHERE entry_id = ?', id)

/** Only for what is still as it was when it was compared. */
const driftStatement = (
  { db, clock }: SystemContext,
  { id, updatedAt }: Row,
  kind: 'CHANGED' | 'DELETED',
  differences: unknown[],
  there: Compared['there'],
): D1PreparedStatement =>
  db.sql(
    `INSERT INTO erp_drifts (entry_id, company_id, kind, differences, there, there_version, changed_at, found_at)
     SELECT id, company_id, ?3, ?4, ?5, ?6, ?7, ?8 FROM erp_entries
      WHERE id = ?1 AND updated_at = ?2 AND state = 'SYNCED'
         ON CONFLICT (entry_id) DO UPDATE
        SET kind = excluded.kind, differences = excluded.differences, there = excluded.there,
            there_version = excluded.there_version, changed_at = excluded.changed_at,
            found_at = iif(kind = excluded.kind AND differences = excluded.differences, found_at, excluded.found_at)`,
    ...[id, updatedAt, kind, JSON.stringify(differences), there && JSON.stringify(there.entry)],
    ...[there?.written.version ?? null, there?.written.changedAt ?? null, clock.now()],
  )

const statementsOf = (context: SystemContext, writer: BooksWriter, names: Names, compared: Compared[]) =>
  compared.map(({ row, there }) => {
    if (!there) return driftStatement(context, row, 'DELETED', [], null)
    const sent = booksEntry.parse(JSON.parse(row.sent))
    const differences = differencesOf(writer.kept?.(sent) ?? sent, there.entry, names)
    return differences.length === 0
      ? settledStatement(context, row)
      : driftStatement(context, row, 'CHANGED', differences, there)
  })

const entriesOf = ({ row, there }: Compared): BooksEntry[] => [
  booksEntry.parse(JSON.parse(row.sent)),
  ...(there ? [there.entry] : []),
]

const placeOf = (run: SyncProgress, now: number): [number, string] => {
  const found = run.cursor?.startsWith(`${run.id} `)
    ? (JSON.parse(run.cursor.slice(run.id.length)) as [number, string])
    : null
  return found ?? [run.trigger === 'SCHEDULE' ? now - NIGHTLY_MS : 0, '']
}

const compareStep = async (context: SystemContext, run: SyncProgress): Promise<SyncStep> => {
  const { db, clock } = context
  const connection = await readConnection(context, run.companyId)
  if (!connection) throw new ProviderError('The accounting system is no longer connected.', { isFinal: true })
  const { writer } = booksOf(connection.system)
  const rows = writer ? await rowsAfter(context, connection, placeOf(run, clock.now())) : []
  const company = await db.first<{ flags: string }>(db.sql('SELECT flags FROM companies WHERE id = ?', run.companyId))
  const compared: Compared[] = []
  try {
    if (writer && rows.length > 0) {
      const access = await accessTo(context, connection, readCompanyFlags(company?.flags ?? '{}').netsuiteSoapEnabled)
      for (const row of rows) compared.push({ row, there: await writer.read(access, row.kind, row.erpId) })
    }
  } catch (error) {
    if (error instanceof ProviderError && error.reason === 'RECONNECT')
      await db.batch([refusedStatement(context, connection, error.message)])
    throw error
  }
  const last = rows.at(-1)
  const names = await namesOf(context, connection, compared.flatMap(entriesOf))
  return {
    statements: writer ? statementsOf(context, writer, names, compared) : [],
    // Another run begins from the start.
    cursor: last ? `${run.id} ${JSON.stringify([last.updatedAt, last.id])}` : null,
    isDone: rows.length < AT_ONCE,
    counts: { compared: rows.length },
  }
}

/** Started by a person, and by the nightly run that reads the books. */
export const driftSyncs = (): Sync[] =>
  BOOKS_SYSTEMS.map((provider) => ({ provider, kind: DRIFT_SYNC, step: compareStep }))
