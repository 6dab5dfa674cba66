import type { BooksEntry, EntryKind, WrittenEntry } from '../../../schema/platform/accounting/entries.ts'
import type { BooksAccess, BooksWriter } from '../../core/books.ts'
import { ProviderError } from '../../core/provider-error.ts'
import { callRest } from './call.ts'
import { malformed, NetsuiteRefusal } from './errors.ts'
import { isUnknownRecord, list, number, query, quoted } from './suiteql.ts'
import { writeRefusal } from './write-refusals.ts'
import { bodyOf, type Known, keptOf, RECORDS, scriptIdsOf } from './write-shapes.ts'
import { entryOf, type NetsuiteRecord, record, writtenOf } from './written.ts'

/**
 * Writing into a company's books in NetSuite. Each record carries our key as its external id, by which NetSuite keeps it
 * unique and it is found again after an answer that was lost.
 */

const RECORD_SERVICE = '/services/rest/record/v1'
const external = (key: string): string => `eid:outlay-${key}`
const pathOf = (kind: EntryKind, id: string): string => `${RECORD_SERVICE}/${RECORDS[kind].name}/${id}`

const isGone = (error: unknown): boolean =>
  error instanceof NetsuiteRefusal && /NONEXISTENT_ID|RCRD_DSNT_EXIST|NOT_FOUND|INVALID_KEY_OR_REF/.test(error.code)

/** @param id its own, or `eid:` with the external one. Null if there is none */
const fetchRecord = async (access: BooksAccess, kind: EntryKind, id: string): Promise<NetsuiteRecord | null> => {
  try {
    const { body } = await callRest(access, { method: 'GET', path: `${pathOf(kind, id)}?expandSubResources=true` })
    const read = record.safeParse(body)
    if (!read.success) throw malformed()
    return read.data
  } catch (error) {
    if (isGone(error)) return null
    throw error
  }
}

/** NetSuite wants ids of currencies, and says by id which one a record is in. */
const currencies = async (access: BooksAccess): Promise<{ id: string; symbol: string }[]> => {
  try {
    const { rows } = await query(access, 'SELECT C.id, C.symbol FROM currency C ORDER BY C.id')
    return rows.map(({ id = '', symbol = '' }) => ({ id, symbol }))
  } catch (error) {
    if (isUnknownRecord(error)) return []
    throw error
  }
}

const fieldTypes = async (access: BooksAccess, entry: BooksEntry): Promise<Map<string, string>> => {
  const names = scriptIdsOf(entry).filter((name) => /^cust\w{1,100}$/i.test(name))
  if (names.length === 0) return new Map()
  const wanted = list(names.map((name) => quoted(name.toUpperCase())))
  const { rows } = await query(
    access,
    `SELECT F.scriptid, F.fieldvaluetype FROM customfield F WHERE F.scriptid IN (${wanted}) ORDER BY F.scriptid`,
  )
  return new Map(rows.map(({ scriptid = '', fieldvaluetype = '' }) => [scriptid.toLowerCase(), fieldvaluetype]))
}

const known = async (access: BooksAccess, entry: BooksEntry): Promise<Known> => {
  const all = entry.currency === null ? [] : await currencies(access)
  const found = all.find(({ symbol }) => symbol === entry.currency)
  if (all.length > 0 && !found)
    throw new ProviderError(`NetSuite has no currency ${entry.currency}. Add it there, then send this again.`, {
      ...{ isFinal: true, reason: 'BAD_REFERENCE' },
    })
  return { currencyId: found?.id ?? null, fieldTypes: await fieldTypes(access, entry) }
}

/** Sends it. Lines replace those that are there, which NetSuite would only add to otherwise. */
const send = async (
  access: BooksAccess,
  method: 'PUT' | 'PATCH',
  path: string,
  entry: BooksEntry,
  body: Record<string, unknown>,
): Promise<string | null> => {
  const { lists } = RECORDS[entry.kind]
  try {
    const replaced = lists ? `?replace=${encodeURIComponent(lists)}` : ''
    const { location } = await callRest(access, { method, path: `${path}${replaced}`, body })
    return location
  } catch (error) {
    throw writeRefusal(error, entry)
  }
}

const writtenBy = async (access: BooksAccess, kind: EntryKind, id: string): Promise<WrittenEntry> => {
  const row = await fetchRecord(access, kind, id)
  if (!row) throw malformed()
  return writtenOf(access.accountId, kind, row)
}

const find = async (access: BooksAccess, key: string, { kind }: BooksEntry): Promise<WrittenEntry | null> => {
  const row = await fetchRecord(access, kind, external(key))
  return row && writtenOf(access.accountId, kind, row)
}

const create = async (access: BooksAccess, key: string, entry: BooksEntry): Promise<WrittenEntry> => {
  // One that someone has changed there since must not be overwritten by its first version.
  const before = await find(access, key, entry)
  if (before) return before
  const body = bodyOf(entry, await known(access, entry))
  const id = await send(access, 'PUT', pathOf(entry.kind, external(key)), entry, body)
  return writtenBy(access, entry.kind, id ?? external(key))
}

const read: BooksWriter['read'] = async (access, kind, erpId) => {
  const row = await fetchRecord(access, kind, number(erpId))
  if (!row) return null
  return { written: writtenOf(access.accountId, kind, row), entry: await entryIn(access, kind, row) }
}

const entryIn = async (access: BooksAccess, kind: EntryKind, row: NetsuiteRecord): Promise<BooksEntry> => {
  const all = await currencies(access)
  return entryOf(kind, row, all.find(({ id }) => id === row.currency?.id)?.symbol ?? '')
}

const stale = (): ProviderError =>
  new ProviderError(
    'Someone changed this in NetSuite after Outlay last read it. Look at it there, then send it again.',
    { isFinal: true, reason: 'STALE' },
  )
const gone = (): ProviderError =>
  new ProviderError('This was deleted in NetSuite.', { isFinal: true, reason: 'BAD_REFERENCE' })

/** Whether everything that was sent is there. What was left to the system isn't sent. */
const holds = (sent: unknown, there: unknown): boolean => {
  if (sent === undefined) return true
  if (sent === null || typeof sent !== 'object') return sent === (there ?? null)
  if (there === null || typeof there !== 'object') return false
  if (Array.isArray(sent) && (!Array.isArray(there) || there.length !== sent.length)) return false
  return Object.entries(sent).every(([name, value]) => holds(value, there[name as keyof typeof there]))
}

/** By the bodies that are sent for what is wanted and for what is there, so that no field counts that isn't sent. */
const isAsWritten = async (access: BooksAccess, row: NetsuiteRecord, entry: BooksEntry): Promise<boolean> => {
  const names = await known(access, entry)
  const there = await entryIn(access, entry.kind, row)
  return holds(bodyOf(entry, names), bodyOf(there, { ...names, currencyId: row.currency?.id ?? null }))
}

const update: BooksWriter['update'] = async (access, _key, erpId, version, entry) => {
  const { kind } = entry
  const id = number(erpId)
  const row = await fetchRecord(access, kind, id)
  if (!row) throw gone()
  if (version !== null && row.lastModifiedDate !== version) {
    // An update whose answer was lost has changed it, too.
    if (await isAsWritten(access, row, entry)) return writtenOf(access.accountId, kind, row)
    throw stale()
  }
  const body = bodyOf(entry, await known(access, entry))
  if (entry.kind === 'BILL_PAYMENT') {
    const kept = new Set(entry.bills.map(({ erpId: bill }) => bill))
    const left = (row.apply?.items ?? []).flatMap(({ doc }) => (doc && !kept.has(doc.id) ? [doc] : []))
    const { items } = body.apply as { items: unknown[] }
    body.apply = { items: [...items, ...left.map((doc) => ({ doc, apply: false }))] }
  }
  await send(access, 'PATCH', pathOf(kind, id), entry, body)
  return writtenBy(access, kind, id)
}

const remove: BooksWriter['remove'] = async (access, _key, kind, erpId, version) => {
  const path = pathOf(kind, number(erpId))
  const row = await fetchRecord(access, kind, erpId)
  if (!row || row.isInactive) return
  if (version !== null && row.lastModifiedDate !== version) throw stale()
  try {
    if (kind === 'VENDOR') await callRest(access, { method: 'PATCH', path, body: { isInactive: true } })
    else await callRest(access, { method: 'DELETE', path })
  } catch (error) {
    if (!isGone(error)) throw writeRefusal(error, null)
  }
}

/** NetSuite takes no payables account for an order. */

export const netsuiteWriter: BooksWriter = {
  kinds: ['BILL', 'VENDOR_CREDIT', 'BILL_PAYMENT', 'TRANSFER', 'PURCHASE_ORDER', 'VENDOR'],
  ...{ create, find, update, remove, read, kept: keptOf },
}
