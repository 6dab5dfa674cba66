import { z } from 'zod'
import type { BookKind } from '../../../schema/platform/accounting/books.ts'
import { type Currency, currency } from '../../../schema/shared/money.ts'
import type { BooksPage, BooksPart } from '../../core/books.ts'
import { ProviderError } from '../../core/provider-error.ts'
import { type Quickbooks, quote } from './call.ts'
import { documentOf, TRANSACTIONS, type TransactionKind, transaction } from './documents.ts'
import {
  companyInfo,
  customFieldsOf,
  entityOf,
  LISTS,
  type ListKind,
  type Preferences,
  preferences,
} from './objects.ts'
import { pagesOf } from './settings.ts'

/** Reading everything of a company in QuickBooks Online, by queries. */

export const NOTHING: BooksPage = {
  ...{ objects: [], documents: [], deletedObjects: [], deletedDocuments: [], next: null, total: null },
}

export const LIST_KINDS = Object.keys(LISTS) as ListKind[]
export const DOCUMENT_KINDS = Object.keys(TRANSACTIONS) as TransactionKind[]
const isList = (kind: BookKind): kind is ListKind => kind in LISTS
const isTransaction = (kind: string): kind is TransactionKind => kind in TRANSACTIONS

/** The most that QuickBooks gives. Documents are longer, journals of wages the longest. */
const OBJECTS_A_PAGE = 1000
const documentsAPage = (kind: TransactionKind): number => (kind === 'JOURNAL_ENTRY' ? 100 : 500)

/** What a list's query answers, with its rows under the name of the entity. */
export const rowsOf = <Shape extends z.ZodType>(entity: string, shape: Shape) =>
  z.object({ QueryResponse: z.record(z.string(), z.unknown()) }).transform(({ QueryResponse }, context) => {
    const found = z.array(shape).safeParse(QueryResponse[entity] ?? [])
    if (found.success) return found.data
    for (const issue of found.error.issues)
      context.addIssue({ code: 'custom', message: issue.message, path: [entity, ...issue.path] })
    return z.NEVER
  })

const count = z.object({ QueryResponse: z.object({ totalCount: z.number().int().nonnegative() }) })

export const readPreferences = async (books: Quickbooks): Promise<Preferences> => {
  const query = 'select * from Preferences'
  const rows = await books.call(rowsOf('Preferences', preferences), { method: 'GET', path: 'query', params: { query } })
  const [found] = rows
  if (!found) throw new ProviderError('QuickBooks did not send the company’s settings.')
  return found
}

/** Throws for a currency that Outlay doesn't have. */
export const homeOf = ({ CurrencyPrefs: { HomeCurrency } }: Preferences): Currency => {
  const code = HomeCurrency?.value ?? 'USD'
  const known = currency.safeParse(code)
  if (!known.success)
    throw new ProviderError(`Outlay doesn’t support ${code}, the home currency of these books.`, { isFinal: true })
  return known.data
}

export const readCompany = async (books: Quickbooks) => {
  const query = 'select * from CompanyInfo'
  const rows = await books.call(rowsOf('CompanyInfo', companyInfo), { method: 'GET', path: 'query', params: { query } })
  const [company] = rows
  if (!company) throw new ProviderError('QuickBooks did not send the company’s name.')
  return company
}

const totalOf = async (books: Quickbooks, entity: string, where: string): Promise<number> => {
  const params = { query: `select count(*) from ${entity} where ${where}` }
  const { QueryResponse } = await books.call(count, { method: 'GET', path: 'query', params })
  return QueryResponse.totalCount
}

const listCursor = z.object({ start: z.number().int().positive() })
const EVERYTHING = 'Active in (true, false)'

const readList = async (books: Quickbooks, kind: ListKind, cursor: string | null): Promise<BooksPage> => {
  const { entity, shape } = LISTS[kind]
  const { start } = cursor === null ? { start: 1 } : listCursor.parse(JSON.parse(cursor))
  const query = `select * from ${entity} where ${EVERYTHING} orderby Id startposition ${start} maxresults ${OBJECTS_A_PAGE}`
  const objects = await books.call(rowsOf(entity, shape), { method: 'GET', path: 'query', params: { query } })
  const isLast = objects.length < OBJECTS_A_PAGE
  return {
    ...NOTHING,
    objects,
    next: isLast ? null : JSON.stringify({ start: start + OBJECTS_A_PAGE }),
    total: start > 1 ? null : isLast ? objects.length : await totalOf(books, entity, EVERYTHING),
  }
}

/** The kinds that aren't lists, and what a company has without asking for it. */
const readSingle = async (books: Quickbooks, kind: 'ENTITY' | 'CUSTOM_FIELD'): Promise<BooksPage> => {
  const found = await readPreferences(books)
  const objects =
    kind === 'CUSTOM_FIELD'
      ? customFieldsOf(found)
      : [entityOf(books.access.accountId, (await readCompany(books)).CompanyName, homeOf(found))]
  return { ...NOTHING, objects, total: objects.length }
}

const readCurrencies = async (books: Quickbooks, cursor: string | null): Promise<BooksPage> => {
  const found = await readPreferences(books)
  const home = homeOf(found)
  const own = { kind: 'CURRENCY' as const, erpId: home, name: home, number: home, isActive: true, parentErpId: null }
  const alone = { ...own, accountType: null, classification: null, currency: home, details: {} }
  if (!found.CurrencyPrefs.MultiCurrencyEnabled) return { ...NOTHING, objects: [alone], total: 1 }
  const page = await readList(books, 'CURRENCY', cursor)
  return page.objects.some(({ erpId }) => erpId === home) || cursor !== null
    ? page
    : { ...page, objects: [alone, ...page.objects] }
}

/** Documents follow each other by the time they were made, so that none is missed when others are deleted meanwhile. */
const documentCursor = z.object({ home: currency, after: z.string(), skip: z.number().int().nonnegative() })

const readDocuments = async (
  books: Quickbooks,
  kind: TransactionKind,
  since: string,
  cursor: string | null,
): Promise<BooksPage> => {
  const { entity } = TRANSACTIONS[kind]
  const place = cursor === null ? null : documentCursor.parse(JSON.parse(cursor))
  const home = place?.home ?? homeOf(await readPreferences(books))
  const dated = `TxnDate >= ${quote(since)}`
  const after = place ? ` and MetaData.CreateTime >= ${quote(place.after)}` : ''
  const most = documentsAPage(kind)
  const query = `select * from ${entity} where ${dated}${after} orderby MetaData.CreateTime startposition ${(place?.skip ?? 0) + 1} maxresults ${most}`
  const rows = await books.call(rowsOf(entity, transaction), { method: 'GET', path: 'query', params: { query } })
  const isLast = rows.length < most
  const last = rows.at(-1)?.MetaData.CreateTime
  if (!isLast && !last) throw new ProviderError(`QuickBooks sent ${entity} without the time it was made.`)
  const same = rows.filter(({ MetaData }) => MetaData.CreateTime === last).length
  const skip = same + (last === place?.after ? (place?.skip ?? 0) : 0)
  const { accountId: realmId, env } = books.access
  return {
    ...NOTHING,
    documents: rows.map((row) => documentOf(kind, row, { realmId, home, pages: pagesOf(env) })),
    next: isLast || !last ? null : JSON.stringify({ home, after: last, skip }),
    total: place ? null : isLast ? rows.length : await totalOf(books, entity, dated),
  }
}

/** A page of one part. */
export const readPart = async (
  books: Quickbooks,
  part: BooksPart,
  since: string,
  cursor: string | null,
): Promise<BooksPage> => {
  if ('documents' in part)
    return isTransaction(part.documents) ? readDocuments(books, part.documents, since, cursor) : NOTHING
  if (part.kind === 'CURRENCY') return readCurrencies(books, cursor)
  if (part.kind === 'ENTITY' || part.kind === 'CUSTOM_FIELD') return readSingle(books, part.kind)
  return isList(part.kind) ? readList(books, part.kind, cursor) : NOTHING
}
