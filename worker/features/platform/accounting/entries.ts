import type { BooksEntry, EntryKind } from '../../../../schema/platform/accounting/entries.ts'
import type { EntryState } from '../../../../schema/platform/accounting/values.ts'
import { withStop } from '../../../../schema/shared/name-lists.ts'
import { booksOf } from '../../../core/books.ts'
import { AppError } from '../../../core/errors.ts'
import type { BaseContext } from '../../../core/operation.ts'
import type { ProviderReason } from '../../../core/provider-error.ts'
import type { Connection } from './connection.ts'

/** What is to be written into the accounting system, as statements for the batch of what causes it. */

export interface EntryName {
  ownerKind: string
  ownerId: string
  kind: EntryKind
}

/** An entry, as areas show it beside their object. */
export interface Entry extends EntryName {
  id: string
  state: EntryState
  erpId: string | null
  number: string | null
  url: string | null
  /** Why it failed, in the system's words. While it is SENDING, why it is tried again. */
  error: string | null
  /** What a person can do about it. Null if the words above say it. */
  advice: string | null
  sentAt: number | null
  failedAt: number | null
}

type Writing = Pick<BaseContext, 'db' | 'clock' | 'newId'>
type At = Pick<Connection, 'id' | 'companyId'>

/** Throws RULE_BROKEN if the accounting system has no such objects. */
export const requireWriting = ({ system, name }: Pick<Connection, 'system' | 'name'>, kind: EntryKind): void => {
  if (!booksOf(system).writer?.kinds.includes(kind))
    throw new AppError('RULE_BROKEN', `Outlay can’t write this into ${withStop(name)}`, { reason: 'NOT_WRITABLE' })
}

/** By this the system knows what it was sent before. */
export const newKey = (): string => crypto.randomUUID()

/** For the commit of what causes it: `commit(context, { …, ...writeEntry(…) })`, or with other statements beside it. */
export interface EntryChange {
  statements: D1PreparedStatement[]
  outbox: { topic: 'accounting.send'; payload: EntryName }[]
}

/** Nothing happens to one that waits for a person, or is being sent already and followed by what was changed meanwhile. */
export const sendingOf = ({ ownerKind, ownerId, kind }: EntryName): EntryChange['outbox'][number] => ({
  topic: 'accounting.send',
  payload: { ownerKind, ownerId, kind },
})

/** While it is being sent, it stays so: what was asked for has to end first. */
const WAITS = "CASE WHEN erp_entries.state = 'SENDING' THEN 'SENDING' ELSE 'UNSYNCED' END"

/**
 * Makes an object in the accounting system, or changes the one that was made for this owner before.
 * @param wanted with a problem in words instead of the entry, if something isn't mapped yet. It is built again when a
 * person sends it
 */
export const writeEntry = (
  context: Writing,
  { id: connectionId, companyId }: At,
  {
    entry,
    problem,
    ...name
  }: EntryName & ({ entry: BooksEntry; problem?: never } | { entry?: never; problem: string }),
): EntryChange => {
  const { db, clock, newId } = context
  const now = clock.now()
  return {
    statements: [
      db.sql(
        `INSERT INTO erp_entries (id, company_id, connection_id, owner_kind, owner_id, kind, state, entry, send_key, error,
         reason, failed_at, created_at, updated_at)
       VALUES (?1, ?2, ?3, ?4, ?5, ?6, iif(?9 IS NULL, 'UNSYNCED', 'ERRORED'), ?7, ?8, ?9, iif(?9 IS NULL, NULL, 'BUILD'),
         iif(?9 IS NULL, NULL, ?10), ?10, ?10)
       ON CONFLICT (company_id, owner_kind, owner_id, kind) DO UPDATE
       SET entry = excluded.entry, is_removal = 0, revision = revision + 1, updated_at = excluded.updated_at,
           state = CASE WHEN excluded.state = 'ERRORED' THEN 'ERRORED' ELSE ${WAITS} END, error = excluded.error,
           reason = excluded.reason, failed_at = excluded.failed_at,
           -- An object in other books isn't this one.
           connection_id = excluded.connection_id,
           erp_id = iif(connection_id = excluded.connection_id, erp_id, NULL),
           erp_version = iif(connection_id = excluded.connection_id, erp_version, NULL)
     WHERE is_removal OR entry IS NOT excluded.entry OR state = 'ERRORED' OR connection_id <> excluded.connection_id`,
        ...[newId(), companyId, connectionId, name.ownerKind, name.ownerId, name.kind],
        ...[entry ? JSON.stringify(entry) : null, newKey(), problem ?? null, now],
      ),
    ],
    outbox: [sendingOf(name)],
  }
}

/** Deletes the object there. One that was never sent is only forgotten. */
export const removeEntry = (context: Writing, companyId: string, name: EntryName): EntryChange => {
  const { db, clock } = context
  const key = [companyId, name.ownerKind, name.ownerId, name.kind]
  const own = 'company_id = ?1 AND owner_kind = ?2 AND owner_id = ?3 AND kind = ?4'
  return {
    statements: [
      db.sql(
        `DELETE FROM erp_entries WHERE ${own} AND erp_id IS NULL AND asked_revision IS NULL AND sender IS NULL`,
        ...key,
      ),
      db.sql(
        `UPDATE erp_entries SET is_removal = 1, revision = revision + 1, state = ${WAITS}, error = NULL, reason = NULL,
              failed_at = NULL, updated_at = ?5 WHERE ${own} AND NOT is_removal`,
        ...key,
        clock.now(),
      ),
    ],
    outbox: [sendingOf(name)],
  }
}

interface EntryRow extends Omit<Entry, 'advice'> {
  reason: ProviderReason | 'BUILD' | null
}

const ADVICE: Record<ProviderReason | 'BUILD', string> = {
  BUILD: 'Map what is missing, then send it again.',
  RECONNECT: 'Connect the accounting system again, then send it again.',
  STALE: 'Look at the change there first. Sending it again replaces it.',
  DUPLICATE: 'Check the existing one in the accounting system, or change the number, then send it again.',
  CLOSED_PERIOD: 'Choose a date in an open period, or open the period there, then send it again.',
  BAD_REFERENCE: 'Check the vendor, accounts and mappings, then send it again.',
  NOT_ALLOWED: 'Give Outlay’s role the permission there, then send it again.',
}

/** What a person can do about a failure. */
export const adviceOn = (state: EntryState, reason: EntryRow['reason']): string | null =>
  state !== 'ERRORED' ? null : reason ? ADVICE[reason] : 'Send it again once this is repaired.'

/** How sending these objects went. What was never sent is left out. */
export const readEntries = async (
  { db }: Pick<BaseContext, 'db'>,
  companyId: string,
  ownerKind: string,
  ownerIds: readonly string[],
): Promise<Entry[]> => {
  const rows = await db.all<EntryRow>(
    db.sql(
      `SELECT e.id, e.owner_kind AS ownerKind, e.owner_id AS ownerId, e.kind, e.state, e.erp_id AS erpId, e.number, e.url,
              e.error, e.reason, e.sent_at AS sentAt, e.failed_at AS failedAt
         FROM json_each(?3) j CROSS JOIN erp_entries e INDEXED BY erp_entries_owner
           ON e.company_id = ?1 AND e.owner_kind = ?2 AND e.owner_id = j.value`,
      ...[companyId, ownerKind, JSON.stringify(ownerIds)],
    ),
  )
  return rows.map(({ reason, ...row }) => ({ ...row, advice: adviceOn(row.state, reason) }))
}
