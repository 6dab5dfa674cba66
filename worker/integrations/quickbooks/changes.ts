import { z } from 'zod'
import { type Currency, currency } from '../../../schema/shared/money.ts'
import type { BooksAccess, BooksPage } from '../../core/books.ts'
import { ProviderError } from '../../core/provider-error.ts'
import { Quickbooks } from './call.ts'
import { documentOf, TRANSACTIONS, transaction } from './documents.ts'
import { id, LISTS } from './objects.ts'
import { DOCUMENT_KINDS, homeOf, LIST_KINDS, NOTHING, readPart, readPreferences } from './read.ts'
import { pagesOf } from './settings.ts'

/** Reading what changed in a company in QuickBooks Online, by change data capture. */

/** Change data capture reaches back so far, and tells so many of one entity. */
const MOST_DAYS_BACK = 30
const MOST_CHANGED = 1000
const DAY_MS = 24 * 60 * 60 * 1000
/** The minute that the call may take. */
const MARGIN_MS = 60_000

/** What changed, one entity a page. Kinds that change capture doesn't know are read whole. */
const CHANGED = LIST_KINDS.filter((kind) => kind !== 'TAX_CODE' && kind !== 'CURRENCY')
const STEPS = [
  ...(['CURRENCY', 'ENTITY', 'CUSTOM_FIELD', 'TAX_CODE'] as const).map((whole) => ({ whole })),
  ...CHANGED.map((list) => ({ list })),
  ...DOCUMENT_KINDS.map((documents) => ({ documents })),
]
const changesCursor = z.object({
  step: z.number().int().nonnegative(),
  page: z.string().nullable(),
  home: currency.nullable(),
})

const gone = z.object({ Id: id, status: z.literal('Deleted') })
const captured = z.object({
  CDCResponse: z.array(z.object({ QueryResponse: z.array(z.record(z.string(), z.unknown())).default([]) })),
})

/** Null if there may be more than it tells. */
const capture = async (books: Quickbooks, entity: string, from: string): Promise<unknown[] | null> => {
  const params = { entities: entity, changedSince: from }
  const { CDCResponse } = await books.call(captured, { method: 'GET', path: 'cdc', params })
  const rows = CDCResponse.flatMap(({ QueryResponse }) =>
    QueryResponse.flatMap((each) => z.array(z.unknown()).catch([]).parse(each[entity])),
  )
  return rows.length >= MOST_CHANGED ? null : rows
}

/** Splits what was deleted from what is there. */
const parted = <Shape extends z.ZodType>(entity: string, shape: Shape, rows: unknown[]) => {
  const deleted = rows.flatMap((row) => gone.safeParse(row).data?.Id ?? [])
  const present = rows.filter((row) => !gone.safeParse(row).success)
  const found = z.array(shape).safeParse(present)
  if (!found.success) throw new ProviderError(`QuickBooks sent ${entity} that can’t be read.`)
  return { deleted, present: found.data }
}

type Step = (typeof STEPS)[number]

const readStep = async (
  books: Quickbooks,
  step: Step,
  from: string,
  { page, home }: { page: string | null; home: Currency | null },
): Promise<{ page: BooksPage; home: Currency | null } | null> => {
  if ('whole' in step) return { page: await readPart(books, { kind: step.whole }, from, page), home }
  if ('list' in step) {
    const { entity, shape } = LISTS[step.list]
    const rows = await capture(books, entity, from)
    if (!rows) return null
    const { deleted, present } = parted(entity, shape, rows)
    const deletedObjects = deleted.map((erpId) => ({ kind: step.list, erpId }))
    return { page: { ...NOTHING, objects: present, deletedObjects }, home }
  }
  const kind = step.documents
  const { entity } = TRANSACTIONS[kind]
  const rows = await capture(books, entity, from)
  if (!rows) return null
  const { deleted, present } = parted(entity, transaction, rows)
  const known = home ?? homeOf(await readPreferences(books))
  const { accountId: realmId, env } = books.access
  const documents = present.map((row) => documentOf(kind, row, { realmId, home: known, pages: pagesOf(env) }))
  const deletedDocuments = deleted.map((erpId) => ({ kind, erpId }))
  return { page: { ...NOTHING, documents, deletedDocuments }, home: known }
}

export const readChanges = async (
  access: BooksAccess,
  from: string,
  cursor: string | null,
): Promise<BooksPage | null> => {
  if (access.now() - Date.parse(from) > MOST_DAYS_BACK * DAY_MS - MARGIN_MS) return null
  const place = cursor === null ? { step: 0, page: null, home: null } : changesCursor.parse(JSON.parse(cursor))
  const step = STEPS[place.step]
  if (!step) return NOTHING
  const read = await readStep(new Quickbooks(access), step, from, place)
  if (!read) return null
  const { page, home } = read
  const next = page.next === null ? { step: place.step + 1, page: null, home } : { ...place, page: page.next, home }
  return { ...page, total: null, next: STEPS[next.step] ? JSON.stringify(next) : null }
}
