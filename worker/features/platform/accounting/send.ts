import { type BooksEntry, booksEntry, type WrittenEntry } from '../../../../schema/platform/accounting/entries.ts'
import { readCompanyFlags } from '../../../../schema/shared/permissions.ts'
import { type BooksAccess, type BooksWriter, booksOf } from '../../../core/books.ts'
import { type Database, guardOneRow, isGuardFailure } from '../../../core/database.ts'
import { errorText } from '../../../core/log.ts'
import type { SystemContext } from '../../../core/operation.ts'
import { nudgeOutbox } from '../../../core/outbox-nudge.ts'
import type { Effect, OutboxContext, OutboxHandler } from '../../../core/outbox-registry.ts'
import { ProviderError } from '../../../core/provider-error.ts'
import { withBillsThere } from './bills-first.ts'
import { accessTo, type Connection, readConnection, refusedStatement } from './connection.ts'
import { type EntryName, newKey } from './entries.ts'
import { entrySourceOf } from './entry-sources.ts'
import { withVendorThere } from './new-vendors.ts'

/**
 * Writes entries into the accounting system, each once. What is asked for is stored before the call, with a key that
 * stays until the outcome is known. An attempt after one whose answer was lost first looks for what that one made.
 */

interface Row extends EntryName {
  id: string
  companyId: string
  connectionId: string
  sender: string
  attempts: number
  key: string
  /** What is asked for now, as JSON. Null for a removal. */
  asked: string | null
  /** Nothing changed here: a person sends it again because it differs there. */
  isRepeat: number
  erpId: string | null
  erpVersion: string | null
}

/** A runner that has ended, but left the row so, is no longer waited for. */
const LONGEST_MS = 11 * 60 * 1000
const OUR_FAULT = 'An error in Outlay stopped it.'

/** Null if it waits for a person, is done, or another runner sends it. */
const claim = ({ db, clock, newId }: SystemContext, { id, companyId, payload }: Effect<'accounting.send'>) =>
  db.first<Row>(
    db.sql(
      `UPDATE erp_entries
          SET state = 'SENDING', sender = ?5 || '#' || ?6, attempts = attempts + 1, updated_at = ?7,
              asked = CASE WHEN asked_revision IS NULL THEN iif(is_removal, NULL, entry) ELSE asked END,
              asked_revision = coalesce(asked_revision, revision)
        WHERE company_id = ?1 AND owner_kind = ?2 AND owner_id = ?3 AND kind = ?4 AND state IN ('UNSYNCED', 'SENDING')
          AND (is_removal OR entry IS NOT NULL OR asked_revision IS NOT NULL)
          AND (sender IS NULL OR sender LIKE ?5 || '#%' OR updated_at < ?7 - ${LONGEST_MS})
       RETURNING id, company_id AS companyId, connection_id AS connectionId, owner_kind AS ownerKind, owner_id AS ownerId,
                 kind, sender, attempts, send_key AS key, asked, sent IS asked AS isRepeat, erp_id AS erpId, erp_version AS erpVersion`,
      ...[companyId, payload.ownerKind, payload.ownerId, payload.kind, id, newId(), clock.now()],
    ),
  )

const open = async (
  context: SystemContext,
  row: Row,
): Promise<{ access: BooksAccess; writer: BooksWriter; connection: Connection }> => {
  const { db } = context
  const connection = await readConnection(context, row.companyId)
  if (!connection)
    throw new ProviderError('No accounting system is connected. Connect it, then send this again.', { isFinal: true })
  if (connection.id !== row.connectionId)
    throw new ProviderError('This belongs to books that are no longer connected.', { isFinal: true })
  if (connection.state !== 'CONNECTED')
    throw new ProviderError(connection.error ?? 'The accounting system has to be connected again.', {
      ...{ isFinal: true, reason: 'RECONNECT' },
    })
  const { writer } = booksOf(connection.system)
  if (!writer?.kinds.includes(row.kind))
    throw new ProviderError(`${connection.name} has no such objects.`, { isFinal: true })
  const company = await db.first<{ flags: string }>(db.sql('SELECT flags FROM companies WHERE id = ?', row.companyId))
  const access = await accessTo(context, connection, readCompanyFlags(company?.flags ?? '{}').netsuiteSoapEnabled)
  return { access, writer, connection }
}

/** Makes it, unless an earlier attempt has. */
const made = async (
  { writer, access }: { writer: BooksWriter; access: BooksAccess },
  { key, attempts }: Row,
  entry: BooksEntry,
): Promise<WrittenEntry> => {
  const before = attempts > 1 ? await writer.find(access, key, entry) : null
  if (before) return before
  try {
    return await writer.create(access, key, entry)
  } catch (error) {
    // An earlier attempt may have arrived just now, and is what this one doubles.
    const found =
      error instanceof ProviderError && error.reason === 'DUPLICATE' && entry.kind !== 'VENDOR'
        ? await writer.find(access, key, entry)
        : null
    if (found) return found
    throw error
  }
}

/** Null after a removal. */
const ask = async (way: { writer: BooksWriter; access: BooksAccess }, row: Row): Promise<WrittenEntry | null> => {
  const { writer, access } = way
  const { key, kind, erpId, erpVersion, asked } = row
  if (asked === null) {
    if (erpId !== null) await writer.remove(access, key, kind, erpId, erpVersion)
    return null
  }
  const entry = booksEntry.parse(JSON.parse(asked))
  return erpId === null ? made(way, row, entry) : writer.update(access, key, erpId, erpVersion, entry)
}

/** Changes the row if this runner still has it. Throws LOST otherwise, and then nothing is changed. */
const LOST = Symbol('lost')
const asSender = async (
  { db }: SystemContext,
  row: Row,
  set: string,
  values: (string | number | null)[],
  statements: D1PreparedStatement[],
): Promise<void> => {
  try {
    await db.batch([
      db.sql(`UPDATE erp_entries SET ${set} WHERE id = ? AND sender = ?`, ...values, row.id, row.sender),
      guardOneRow(db),
      ...statements,
    ])
  } catch (error) {
    const mine = db.sql('SELECT 1 FROM erp_entries WHERE id = ? AND sender = ?', row.id, row.sender)
    if (isGuardFailure(error) && !(await db.first(mine))) throw LOST
    throw error
  }
}

/** The outcome is known, and the next change has a key of its own. */
const ENDED = 'sender = NULL, attempts = 0, asked = NULL, asked_revision = NULL, send_key = ?'

/** What was changed meanwhile follows, unless something isn't mapped for it. */
const AFTER = `CASE WHEN revision = asked_revision THEN 'SYNCED' WHEN entry IS NULL AND NOT is_removal THEN 'ERRORED'
                    ELSE 'UNSYNCED' END`

const store = async (context: SystemContext, row: Row, written: WrittenEntry | null): Promise<void> => {
  const { db, clock, env } = context
  const now = clock.now()
  const next = `${row.id}+${context.newId()}`
  const { erpId = null, number = null, url = null, version = null, changedAt = null } = written ?? {}
  await asSender(
    context,
    row,
    `state = ${AFTER}, erp_id = ?, number = ?, url = ?, erp_version = ?, erp_changed_at = ?, sent = asked, sent_at = ?,
     error = iif(reason = 'BUILD', error, NULL), reason = iif(reason = 'BUILD', reason, NULL),
     failed_at = iif(reason = 'BUILD', failed_at, NULL), updated_at = ?, ${ENDED}`,
    [erpId, number, url, version, changedAt, now, now, newKey()],
    [
      db.sql('DELETE FROM erp_drifts WHERE entry_id = ?', row.id),
      ...(entrySourceOf(row.ownerKind)?.synced?.(context, { ...row, erpId, number, url }) ?? []),
      db.sql(
        `INSERT OR IGNORE INTO outbox (id, company_id, topic, payload, created_at, available_at)
         SELECT ?2, company_id, 'accounting.send',
                json_object('ownerKind', owner_kind, 'ownerId', owner_id, 'kind', kind), ?3, ?3
           FROM erp_entries WHERE id = ?1 AND state = 'UNSYNCED'`,
        ...[row.id, next, now],
      ),
    ],
  )
  await nudgeOutbox(env, [{ id: next, topic: 'accounting.send' }], now)
}

/** Whether it was the object itself that is gone, so that sending it again makes a new one. */
const isGone = async (way: { writer: BooksWriter; access: BooksAccess } | null, row: Row, error: ProviderError) => {
  if (!way || error.reason !== 'BAD_REFERENCE' || row.erpId === null || row.asked === null) return false
  try {
    return (await way.writer.read(way.access, row.kind, row.erpId)) === null
  } catch {
    return false
  }
}

const deletedStatement = (db: Database, entryId: string, now: number): D1PreparedStatement =>
  db.sql(
    `INSERT INTO erp_drifts (entry_id, company_id, kind, differences, found_at)
     SELECT id, company_id, 'DELETED', '[]', ?2 FROM erp_entries WHERE id = ?1
         ON CONFLICT (entry_id) DO UPDATE SET kind = 'DELETED', differences = '[]', there = NULL, there_version = NULL,
            changed_at = NULL, found_at = excluded.found_at`,
    entryId,
    now,
  )

/** A refusal waits for a person. */
const refuse = async (
  context: SystemContext,
  row: Row,
  error: ProviderError,
  way: { writer: BooksWriter; access: BooksAccess; connection: Connection } | null,
): Promise<void> => {
  const now = context.clock.now()
  const isDeleted = await isGone(way, row, error)
  // What was deleted there, and isn't changed here, differs from what was sent: a person accepts that, or sends it again.
  const differs = isDeleted && row.isRepeat === 1
  const forgotten = isDeleted ? 'erp_id = NULL, erp_version = NULL, ' : ''
  await asSender(
    context,
    row,
    differs
      ? `state = 'SYNCED', error = NULL, reason = NULL, failed_at = NULL, updated_at = ?, ${ENDED}`
      : `state = 'ERRORED', error = ?, reason = ?, failed_at = ?, updated_at = ?, ${forgotten}${ENDED}`,
    differs ? [now, newKey()] : [error.message, error.reason, now, now, newKey()],
    [
      ...(differs ? [deletedStatement(context.db, row.id, now)] : []),
      ...(entrySourceOf(row.ownerKind)?.errored?.(context, { ...row, error: error.message }) ?? []),
      ...(error.reason === 'RECONNECT' && way ? [refusedStatement(context, way.connection, error.message)] : []),
    ],
  )
}

/** The outbox tries it again, some times. It isn't known whether the system did it. */
const wait = (context: SystemContext, row: Row, error: unknown): Promise<void> => {
  const words = error instanceof ProviderError ? error.message : OUR_FAULT
  return asSender(context, row, 'sender = NULL, error = ?, failed_at = ?', [words, context.clock.now()], [])
}

/** What it stored is known by itself a little later. */
const tell = async (context: SystemContext, row: Row): Promise<void> => {
  try {
    await entrySourceOf(row.ownerKind)?.told?.(context, row)
  } catch (error) {
    context.log.error('accounting.not-told', { entryId: row.id, error: errorText(error) })
  }
}

/** What it names has to be there first. */
const complete = async (
  context: SystemContext,
  effect: Effect<'accounting.send'>,
  row: Row,
  connection: Connection,
): Promise<Row> => {
  const first = (payload: EntryName) => send(context, { ...effect, payload })
  const named = await withVendorThere(context, connection, row.asked, first)
  const asked = (await withBillsThere(context, row, named ?? row.asked, first)) ?? named
  if (asked === null) return row
  await asSender(context, row, 'asked = ?, entry = iif(entry = ?, ?, entry)', [asked, row.asked, asked], [])
  return { ...row, asked }
}

const send = async (context: SystemContext, effect: Effect<'accounting.send'>): Promise<void> => {
  const row = await claim(context, effect)
  if (!row) return
  let way: Awaited<ReturnType<typeof open>> | null = null
  try {
    way = await open(context, row)
    const written = await ask(way, await complete(context, effect, row, way.connection))
    await store(context, row, written)
    await tell(context, row)
  } catch (error) {
    if (error === LOST) {
      context.log.error('accounting.send-lost', { entryId: row.id })
      return
    }
    if (error instanceof ProviderError && error.isFinal) {
      await refuse(context, row, error, way)
      return tell(context, row)
    }
    context.log.error('accounting.send-failed', { entryId: row.id, error: errorText(error) })
    await wait(context, row, error)
    throw error
  }
}

export const sendEntry: OutboxHandler<'accounting.send', SystemContext> = async (context) => (effect) =>
  send(context, effect)

/** It was tried often enough. What was asked for is kept, because it may be there. */
export const giveUpEntry = async (
  { db, clock }: OutboxContext,
  { companyId, payload }: Effect<'accounting.send'>,
): Promise<void> => {
  const { ownerKind, ownerId, kind } = payload
  const row = await db.first<{ id: string; error: string | null }>(
    db.sql(
      `SELECT id, error FROM erp_entries WHERE company_id = ? AND owner_kind = ? AND owner_id = ? AND kind = ?
          AND state IN ('UNSYNCED', 'SENDING')`,
      ...[companyId, ownerKind, ownerId, kind],
    ),
  )
  if (!row) return
  const error = row.error ?? OUR_FAULT
  await db.batch([
    db.sql(
      `UPDATE erp_entries SET state = 'ERRORED', sender = NULL, error = ?2, reason = NULL, failed_at = ?3, updated_at = ?3
        WHERE id = ?1 AND state IN ('UNSYNCED', 'SENDING')`,
      ...[row.id, error, clock.now()],
    ),
    ...(entrySourceOf(ownerKind)?.errored?.({ db, clock }, { id: row.id, companyId, ownerId, kind, error }) ?? []),
  ])
}
