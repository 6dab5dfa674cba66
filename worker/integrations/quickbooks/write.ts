import { z } from 'zod'
import type { BooksEntry, EntryKind, WrittenEntry } from '../../../schema/platform/accounting/entries.ts'
import type { BooksAccess, BooksWriter } from '../../core/books.ts'
import { ProviderError } from '../../core/provider-error.ts'
import { Quickbooks, quote } from './call.ts'
import { rowsOf } from './read.ts'
import { pagesOf } from './settings.ts'
import { bodyOf, hasKey, keptOf, WRITABLE } from './write-shapes.ts'
import { entryOf, type WrittenRow, writtenOf, writtenRow } from './written.ts'

/** Writing into a company's books in QuickBooks Online. `requestid` makes each call repeatable. */

const answerOf = (entity: string) =>
  z.object({ [entity]: writtenRow }).transform((answer) => answer[entity] as WrittenRow)

const pathOf = (kind: EntryKind): string => WRITABLE[kind].entity.toLowerCase()

const post = async (
  books: Quickbooks,
  kind: EntryKind,
  params: Record<string, string>,
  body: unknown,
): Promise<WrittenRow> => {
  const { entity } = WRITABLE[kind]
  return books.call(answerOf(entity), { method: 'POST', path: pathOf(kind), params, body })
}

const isReason = (error: unknown, reason: ProviderError['reason']): boolean =>
  error instanceof ProviderError && error.reason === reason

/** Null if it was deleted. */
const fetchRow = async (books: Quickbooks, kind: EntryKind, erpId: string): Promise<WrittenRow | null> => {
  const { entity } = WRITABLE[kind]
  try {
    return await books.call(answerOf(entity), { method: 'GET', path: `${pathOf(kind)}/${encodeURIComponent(erpId)}` })
  } catch (error) {
    if (isReason(error, 'BAD_REFERENCE')) return null
    throw error
  }
}

/** The conditions by which it is looked up. Its note, which holds the key, can't be asked for. */
const whereOf = (given: BooksEntry): string => {
  const entry = keptOf(given)
  if (entry.kind === 'VENDOR') return `DisplayName = ${quote(entry.name)}`
  const number = 'number' in entry ? entry.number : null
  return number === null ? `TxnDate = ${quote(entry.date)}` : `DocNumber = ${quote(number)}`
}

const MOST_FOUND = 1000

const find = async (books: Quickbooks, key: string, entry: BooksEntry): Promise<WrittenRow | null> => {
  const { entity } = WRITABLE[entry.kind]
  for (let start = 1; ; start += MOST_FOUND) {
    const query = `select * from ${entity} where ${whereOf(entry)} orderby Id startposition ${start} maxresults ${MOST_FOUND}`
    const rows = await books.call(rowsOf(entity, writtenRow), { method: 'GET', path: 'query', params: { query } })
    // Names of vendors are unique, and have no note.
    const found = rows.find((row) => entry.kind === 'VENDOR' || hasKey(row.PrivateNote, key))
    if (found || rows.length < MOST_FOUND) return found ?? null
  }
}

const dayOf = (at: string): string =>
  new Date(at).toLocaleDateString('en-US', { month: 'short', day: 'numeric', year: 'numeric', timeZone: 'UTC' })

/** Says since when, if it can. */
const staleError = (changedAt: string | undefined): ProviderError =>
  new ProviderError(
    `Someone changed this in QuickBooks${changedAt ? ` on ${dayOf(changedAt)}` : ''}, after Outlay last read it. Look at it there, then send it again.`,
    { isFinal: true, reason: 'STALE' },
  )

const goneError = (): ProviderError =>
  new ProviderError('This was deleted in QuickBooks.', { isFinal: true, reason: 'BAD_REFERENCE' })

/** Throws if there is none, or it isn't the version that the caller knows. */
const current = async (
  books: Quickbooks,
  kind: EntryKind,
  erpId: string,
  version: string | null,
): Promise<WrittenRow> => {
  const row = await fetchRow(books, kind, erpId)
  if (!row) throw goneError()
  if (version !== null && row.SyncToken !== version) throw staleError(row.MetaData.LastUpdatedTime)
  return row
}

const update = async (
  books: Quickbooks,
  key: string,
  erpId: string,
  version: string | null,
  entry: BooksEntry,
): Promise<WrittenRow> => {
  const { kind } = entry
  const before = await fetchRow(books, kind, erpId)
  if (!before) throw goneError()
  // The note names the last change, so that it is known after an answer that was lost. Vendors have no note.
  if (hasKey(before.PrivateNote, key)) return before
  if (kind !== 'VENDOR' && version !== null && before.SyncToken !== version)
    throw staleError(before.MetaData.LastUpdatedTime)
  const body = { ...bodyOf(entry, key), Id: erpId, SyncToken: version ?? before.SyncToken, sparse: true }
  try {
    return await post(books, kind, { requestid: key }, body)
  } catch (error) {
    if (!isReason(error, 'STALE')) throw error
    throw staleError((await fetchRow(books, kind, erpId))?.MetaData.LastUpdatedTime)
  }
}

const remove = async (
  books: Quickbooks,
  key: string,
  kind: EntryKind,
  erpId: string,
  version: string | null,
): Promise<void> => {
  if (!(await fetchRow(books, kind, erpId))) return
  const { SyncToken } = await current(books, kind, erpId, version)
  const body = { Id: erpId, SyncToken }
  if (kind === 'VENDOR') {
    await post(books, kind, { requestid: key }, { ...body, sparse: true, Active: false })
    return
  }
  const { entity } = WRITABLE[kind]
  const deleted = z.object({ [entity]: z.object({ status: z.literal('Deleted') }) })
  const params = { requestid: key, operation: 'delete' }
  await books.call(deleted, { method: 'POST', path: pathOf(kind), params, body })
}

const writtenIn = (access: BooksAccess, kind: EntryKind, row: WrittenRow): WrittenEntry =>
  writtenOf(kind, row, pagesOf(access.env))

export const quickbooksWriter: BooksWriter = {
  kinds: ['BILL', 'VENDOR_CREDIT', 'BILL_PAYMENT', 'TRANSFER', 'PURCHASE_ORDER', 'VENDOR'],
  create: async (access, key, entry) =>
    writtenIn(
      access,
      entry.kind,
      await post(new Quickbooks(access), entry.kind, { requestid: key }, bodyOf(entry, key)),
    ),
  find: async (access, key, entry) => {
    const row = await find(new Quickbooks(access), key, entry)
    return row && writtenIn(access, entry.kind, row)
  },
  update: async (access, key, erpId, version, entry) =>
    writtenIn(access, entry.kind, await update(new Quickbooks(access), key, erpId, version, entry)),
  remove: (access, key, kind, erpId, version) => remove(new Quickbooks(access), key, kind, erpId, version),
  kept: keptOf,
  read: async (access, kind, erpId) => {
    const row = await fetchRow(new Quickbooks(access), kind, erpId)
    return row && { written: writtenIn(access, kind, row), entry: entryOf(kind, row, access.accountId) }
  },
}
