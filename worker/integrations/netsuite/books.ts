import { z } from 'zod'
import { BOOK_KINDS, type BookKind, DOCUMENT_KINDS } from '../../../schema/platform/accounting/books.ts'
import type { BooksAccess, BooksAdapter, BooksPage, BooksPart } from '../../core/books.ts'
import { deletedRecord } from './deleted.ts'
import { ALL_TYPES, typesOf } from './documents.ts'
import { malformed } from './errors.ts'
import { KIND_QUERIES } from './object-statements.ts'
import { companyOf, readChangedDocuments, readDocuments } from './read-documents.ts'
import { type ChangePlace, changedAfter, readChangedObjects, readObjects } from './read-objects.ts'
import { readSoapChanges, readSoapDeleted, readSoapDocuments, soapCompany } from './soap/documents.ts'
import { hasSoap, isChanging, readSoapObjects } from './soap/objects.ts'
import { number, query, quoted } from './suiteql.ts'
import { netsuiteWriter } from './write.ts'

/**
 * The books of a company in NetSuite, read by SuiteQL, or by SOAP for a company that is set so. Pages follow each other by key: rows that come, go or change
 * meanwhile move no other row from one page to another.
 */

const NOTHING: BooksPage = {
  ...{ objects: [], documents: [], deletedObjects: [], deletedDocuments: [], next: null, total: null },
}

/**
 * Times in SuiteQL are in the time zone of the account, which it doesn't say. Changes are read from so much earlier that
 * they are all among them wherever that is. Reading one again changes nothing.
 */
const OVERLAP_MS = 13 * 60 * 60 * 1000
/** Deleted records are kept for about so long. */
const LONGEST_MS = 60 * 24 * 60 * 60 * 1000

const readPart = async (
  access: BooksAccess,
  part: BooksPart,
  since: string,
  cursor: string | null,
): Promise<BooksPage> => {
  if ('kind' in part) {
    const isSoap = access.useSoap && hasSoap(part.kind)
    const { objects, last } = isSoap
      ? await readSoapObjects(access, part.kind, cursor, null)
      : await readObjects(access, part.kind, cursor)
    return { ...NOTHING, objects, next: last }
  }
  if (access.useSoap) {
    const { last, ...documents } = await readSoapDocuments(access, typesOf(part.documents), since, cursor)
    return { ...NOTHING, ...documents, next: last }
  }
  const { last, ...documents } = await readDocuments(access, part.documents, since, cursor)
  return { ...NOTHING, ...documents, next: last?.id ?? null }
}

const place = z.object({ changed: z.string(), id: z.string(), type: z.string().optional() })
/** Which step of the changes, and where in it. */
const changesCursor = z.object({ step: z.number().int().nonnegative(), at: z.union([place, z.string(), z.null()]) })
type Step = BookKind | 'DOCUMENTS' | 'DELETED'

// What others name comes first.
const STEPS: readonly Step[] = [...BOOK_KINDS, 'DOCUMENTS', 'DELETED']

const startOf = (from: string): ChangePlace => {
  const time = new Date(Date.parse(from) - OVERLAP_MS).toISOString()
  return { changed: `${time.slice(0, 10)} ${time.slice(11, 19)}`, id: '0' }
}

type At = z.infer<typeof changesCursor>['at']

const readDeleted = async (access: BooksAccess, from: ChangePlace & { type?: string }) => {
  const [column, id] = ['D.deleteddate', 'D.recordid']
  const sameId = `OR (${column} = TO_DATE(${quoted(from.changed)}, 'YYYY-MM-DD HH24:MI:SS')
                      AND ${id} = ${number(from.id)} AND D.type > ${quoted(from.type ?? '')})`
  const { rows, hasMore } = await query(
    access,
    `SELECT D.recordid AS id, D.type, TO_CHAR(D.deleteddate, 'YYYY-MM-DD HH24:MI:SS') AS changed FROM deletedrecord D
      WHERE (${changedAfter(column, id, from)} ${sameId}) ORDER BY ${column}, ${id}, D.type`,
  )
  if (rows.length === 0) return { page: NOTHING, at: null }
  const company = await companyOf(access)
  const found = rows.map(({ id: erpId, type = '' }) => deletedRecord(company, type, number(erpId)))
  const last = rows.at(-1)
  return {
    page: {
      ...NOTHING,
      deletedObjects: found.flatMap(({ deletedObjects }) => deletedObjects),
      deletedDocuments: found.flatMap(({ deletedDocuments }) => deletedDocuments),
    },
    at: hasMore && last ? { changed: last.changed ?? '', id: number(last.id), type: last.type ?? '' } : null,
  }
}

const readStep = async (
  access: BooksAccess,
  step: Step,
  start: ChangePlace,
  at: At,
): Promise<{ page: BooksPage; at: At }> => {
  const place = at !== null && typeof at === 'object' ? at : start
  if (step === 'DELETED') return readDeleted(access, place)
  if (step === 'DOCUMENTS') {
    const { last, ...documents } = await readChangedDocuments(access, place)
    return { page: { ...NOTHING, ...documents }, at: last }
  }
  const { changed } = KIND_QUERIES[step]
  if (changed) {
    const { objects, last } = await readChangedObjects(access, step, changed, place)
    return { page: { ...NOTHING, objects }, at: last }
  }
  const { objects, last } = await readObjects(access, step, typeof at === 'string' ? at : null)
  return { page: { ...NOTHING, objects }, at: last }
}

/** The same by SOAP, whose times are instants. Where it got is an id, or the number of a page. */
const readSoapStep = async (
  access: BooksAccess,
  step: Step,
  from: string,
  at: At,
): Promise<{ page: BooksPage; at: At }> => {
  const last = typeof at === 'string' ? at : null
  if (step === 'DELETED') {
    const { next, ...deleted } = await readSoapDeleted(access, from, Number(last ?? 1))
    return { page: { ...NOTHING, ...deleted }, at: next === null ? null : String(next) }
  }
  if (step === 'DOCUMENTS') {
    const { last: after, ...documents } = await readSoapChanges(access, ALL_TYPES, from, last)
    return { page: { ...NOTHING, ...documents }, at: after }
  }
  const read = await readSoapObjects(access, step, last, isChanging(step) ? from : null)
  return { page: { ...NOTHING, objects: read.objects }, at: read.last }
}

const readCursor = (cursor: string): z.infer<typeof changesCursor> => {
  const read = changesCursor.safeParse(JSON.parse(cursor))
  if (!read.success) throw malformed()
  return read.data
}

export const netsuiteBooks: BooksAdapter = {
  system: 'NETSUITE',
  // NetSuite limits how many calls run at once, five in the smallest accounts, and not how many in a minute.
  callsPerMinute: 1200,
  callsAtOnce: 4,
  parts: [
    ...BOOK_KINDS.map((kind): BooksPart => ({ kind })),
    ...DOCUMENT_KINDS.map((documents): BooksPart => ({ documents })),
  ],

  async probe(access) {
    const { subsidiaries, home } = await (access.useSoap ? soapCompany(access) : companyOf(access))
    // Ids are given in the order of making: the first is the one that the others belong to.
    const first = home ?? subsidiaries[0]
    if (!first) throw malformed()
    return { name: first.name, currency: first.currency }
  },

  readAll: readPart,
  writer: netsuiteWriter,

  async readChanges(access, from, cursor) {
    if (access.now() - Date.parse(from) > LONGEST_MS) return null
    const { step, at } = cursor === null ? { step: 0, at: null } : readCursor(cursor)
    const name = STEPS[step]
    if (!name) throw malformed()
    const isSoap = access.useSoap && (name === 'DOCUMENTS' || name === 'DELETED' || hasSoap(name))
    const read = await (isSoap ? readSoapStep(access, name, from, at) : readStep(access, name, startOf(from), at))
    const next =
      read.at !== null ? { step, at: read.at } : step + 1 < STEPS.length ? { step: step + 1, at: null } : null
    return { ...read.page, next: next && JSON.stringify(next) }
  },
}
