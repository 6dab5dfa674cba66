import type { DocumentKind } from '../../../schema/platform/accounting/books.ts'
import { calendarDate } from '../../../schema/shared/values.ts'
import type { BooksAccess } from '../../core/books.ts'
import { ProviderError } from '../../core/provider-error.ts'
import { accountName } from './account.ts'
import { ALL_TYPES, type Company, type Documents, documentsOf, typesOf } from './documents.ts'
import { malformed } from './errors.ts'
import { type ChangePlace, changedAfter, placeOf } from './read-objects.ts'
import { isUnknownRecord, list, MOST_ROWS, number, query, queryAll, quoted, type Row } from './suiteql.ts'

/** Reading transactions by SuiteQL: a page of them, then their posted lines. */

const PAGE = 200
/** Above it a page ends with the last whole transaction. */
const ENOUGH_LINES = 1000
/** As many as a document may have. */
const MOST_LINES = 10_000

export const companyOf = async (access: BooksAccess): Promise<Company> => {
  try {
    const rows = await queryAll(
      access,
      (last) => `SELECT S.id, S.name, C.symbol AS currency FROM subsidiary S INNER JOIN currency C ON C.id = S.currency
                  WHERE S.id > ${number(last?.id ?? '0')} ORDER BY S.id`,
    )
    const subsidiaries = rows.map(({ id, name = '', currency = '' }) => ({ id: number(id), name, currency }))
    return { subsidiaries, home: null }
  } catch (error) {
    if (!isUnknownRecord(error)) throw error
  }
  const { rows } = await query(
    access,
    `SELECT C.id, C.symbol FROM currency C WHERE C.isbasecurrency = 'T' ORDER BY C.id`,
  )
  const currency = rows[0]?.symbol
  if (!currency) throw malformed()
  return { subsidiaries: [], home: { id: '', name: accountName(access.accountId), currency } }
}

const HEADER = `T.id, T.type, T.tranid, TO_CHAR(T.trandate, 'YYYY-MM-DD') AS trandate, T.memo, V.id AS vendor,
                TO_CHAR(T.lastmodifieddate, 'YYYY-MM-DD HH24:MI:SS') AS changed`
const FROM = 'transaction T LEFT JOIN vendor V ON V.id = T.entity'

const linesAfter = (company: Company, ids: readonly string[], last: Row | null): string => {
  const after =
    last === null
      ? ''
      : `AND (TAL.transaction > ${number(last.transaction)} OR
              (TAL.transaction = ${number(last.transaction)} AND TAL.transactionline > ${number(last.line)}))`
  return `SELECT TAL.transaction, TAL.transactionline AS line, TAL.account, TAL.debit, TAL.credit, TL.memo,
                 V.id AS vendor, TL.department, TL.location, TL.class ${company.home ? '' : ', TL.subsidiary'}
            FROM transactionaccountingline TAL
           INNER JOIN transactionline TL ON TL.transaction = TAL.transaction AND TL.id = TAL.transactionline
            LEFT JOIN vendor V ON V.id = TL.entity
           WHERE TAL.transaction IN (${list(ids)}) AND TAL.posting = 'T' AND TAL.accountingbook = 1 ${after}
           ORDER BY TAL.transaction, TAL.transactionline`
}

export interface DocumentPage extends Documents {
  /** The last transaction of the page, or null at the end. */
  last: Row | null
}

/** Turns headers into documents. Those whose lines would be too many are left for the next page. */
const withLines = async (access: BooksAccess, headers: readonly Row[], hasMore: boolean): Promise<DocumentPage> => {
  if (headers.length === 0) return { documents: [], deletedDocuments: [], last: null }
  const company = await companyOf(access)
  const { lines, isAll } = await linesOf(
    access,
    company,
    headers.map(({ id }) => number(id)),
  )
  const [first] = headers
  if (!first) throw malformed()
  // Lines come in the order of ids, headers perhaps in that of changes.
  const reached = isAll ? Number.POSITIVE_INFINITY : Number(lines.at(-1)?.transaction)
  const open = headers.findIndex(({ id }) => Number(id) >= reached)
  const whole = open < 0 ? headers : open > 0 ? headers.slice(0, open) : [first]
  const own = open === 0 ? (await linesOf(access, company, [number(first.id)], MOST_LINES)).lines : lines
  return {
    ...documentsWithLines(access.accountId, company, whole, own),
    last: hasMore || whole.length < headers.length ? (whole.at(-1) ?? null) : null,
  }
}

/** Puts lines to their headers. */
export const documentsWithLines = (
  accountId: string,
  company: Company,
  headers: readonly Row[],
  lines: readonly Row[],
): Documents => {
  const byTransaction = Map.groupBy(lines, ({ transaction }) => transaction)
  const all = headers.map((row) => documentsOf(accountId, company, row, byTransaction.get(row.id) ?? []))
  return {
    documents: all.flatMap(({ documents }) => documents),
    deletedDocuments: all.flatMap(({ deletedDocuments }) => deletedDocuments),
  }
}

const linesOf = async (
  access: BooksAccess,
  company: Company,
  ids: readonly string[],
  enough = ENOUGH_LINES,
): Promise<{ lines: Row[]; isAll: boolean }> => {
  const lines: Row[] = []
  for (;;) {
    const { rows, hasMore } = await query(access, linesAfter(company, ids, lines.at(-1) ?? null), MOST_ROWS)
    lines.push(...rows)
    if (!hasMore) return { lines, isAll: true }
    if (ids.length === 1 && lines.length > MOST_LINES) throw tooLong(ids[0] ?? '')
    if (ids.length > 1 && lines.length >= enough) return { lines, isAll: false }
  }
}

export const tooLong = (id: string): ProviderError =>
  new ProviderError(`Transaction ${id} in NetSuite has more than 10,000 posted lines, which is too many to read.`, {
    isFinal: true,
  })

const typeList = (types: readonly string[]): string => list(types.map(quoted))

/** A page of all posted documents of a kind, of a day and later. */
export const readDocuments = async (
  access: BooksAccess,
  kind: DocumentKind,
  since: string,
  last: string | null,
): Promise<DocumentPage> => {
  const { rows, hasMore } = await query(
    access,
    `SELECT ${HEADER} FROM ${FROM}
      WHERE T.type IN (${typeList(typesOf(kind))}) AND T.posting = 'T'
        AND T.trandate >= TO_DATE(${quoted(calendarDate.parse(since))}, 'YYYY-MM-DD') AND T.id > ${number(last ?? '0')}
      ORDER BY T.id`,
    PAGE,
  )
  return withLines(access, rows, hasMore)
}

/** A page of changed documents of all kinds. One that isn't posted any more has no lines. */
export const readChangedDocuments = async (
  access: BooksAccess,
  from: ChangePlace,
): Promise<Documents & { last: ChangePlace | null }> => {
  const { rows, hasMore } = await query(
    access,
    `SELECT ${HEADER} FROM ${FROM}
      WHERE T.type IN (${typeList(ALL_TYPES)}) AND ${changedAfter('T.lastmodifieddate', 'T.id', from)}
      ORDER BY T.lastmodifieddate, T.id`,
    PAGE,
  )
  const { last, ...found } = await withLines(access, rows, hasMore)
  return { ...found, last: last ? placeOf(last) : null }
}
