import {
  BOOK_KINDS,
  type BookKind,
  type BookObject,
  DOCUMENT_KINDS,
  type DocumentKind,
} from '../../../../schema/platform/accounting/books.ts'
import { BOOK_KIND_OF, type PushedKind, type PushedLine } from '../../../../schema/platform/book-pushes/rows.ts'
import type { BooksAccess, BooksAdapter, BooksPage, BooksPart } from '../../../core/books.ts'
import { ProviderError } from '../../../core/provider-error.ts'

/**
 * Reads the newest complete generation like any accounting system. After its rows come those that are here and not in
 * it, as deleted. The account's id is the company's.
 */

const ROWS_A_PAGE = 1000
const GONE_A_PAGE = 500

const NOTHING: BooksPage = {
  ...{ objects: [], documents: [], deletedObjects: [], deletedDocuments: [], next: null, total: null },
}

interface Generation {
  id: string
  connectionId: string
  transactionsFrom: string | null
  pushed: PushedKind[]
}

const all = async <T>({ env }: BooksAccess, sql: string, ...params: unknown[]): Promise<T[]> =>
  (
    await env.DB.withSession('first-primary')
      .prepare(sql)
      .bind(...params)
      .all<T>()
  ).results

const generationOf = async (access: BooksAccess): Promise<Generation | null> => {
  const [row] = await all<Omit<Generation, 'pushed'> & { pushed: string }>(
    access,
    `SELECT g.id, g.connection_id AS connectionId, g.transactions_from AS transactionsFrom,
            (SELECT json_group_array(DISTINCT p.kind) FROM book_pushes p INDEXED BY book_pushes_of
              WHERE p.company_id = g.company_id AND p.generation_id = g.id AND p.state = 'STAGED') AS pushed
       FROM erp_connections c INDEXED BY erp_connections_one
      CROSS JOIN book_generations g ON g.company_id = c.company_id AND g.connection_id = c.id
      WHERE c.company_id = ? AND c.disconnected_at IS NULL AND g.state = 'COMPLETE' AND g.has_rows
      ORDER BY g.completed_at DESC LIMIT 1`,
    access.accountId,
  )
  return row ? { ...row, pushed: JSON.parse(row.pushed) as PushedKind[] } : null
}

/** Where a part got: in the rows, or in what isn't among them any more. */
type At = { in: 'ROWS' | 'GONE'; after: string }
const atOf = (cursor: string | null): At => (cursor === null ? { in: 'ROWS', after: '' } : (JSON.parse(cursor) as At))
const cursorOf = (at: At): string => JSON.stringify(at)

const STAGED = `book_push_rows r CROSS JOIN book_pushes p INDEXED BY book_pushes_attempt
     ON p.company_id = r.company_id AND p.attempt = r.attempt AND p.state = 'STAGED'`

interface Row {
  erpId: string
  row: string
}

const rowsAfter = (access: BooksAccess, { id }: Generation, kind: string, after: string, most: number) =>
  all<Row>(
    access,
    `SELECT r.erp_id AS erpId, r.row FROM ${STAGED}
      WHERE r.company_id = ? AND r.generation_id = ? AND r.kind = ? AND r.erp_id > ? ORDER BY r.erp_id, r.line_id LIMIT ?`,
    ...[access.accountId, id, kind, after, most],
  )

const readObjects = async (access: BooksAccess, of: Generation, kind: BookKind, after: string): Promise<BooksPage> => {
  const rows = await rowsAfter(access, of, kind, after, ROWS_A_PAGE)
  const last = rows.at(-1)
  const isAll = rows.length < ROWS_A_PAGE || !last
  return {
    ...NOTHING,
    objects: rows.map(({ row }) => JSON.parse(row) as BookObject),
    next: cursorOf(isAll ? { in: 'GONE', after: '' } : { in: 'ROWS', after: last.erpId }),
  }
}

/** Whole documents. One that is longer than a page is read on its own. */
const readDocuments = async (access: BooksAccess, of: Generation, kind: DocumentKind, after: string) => {
  let rows = await rowsAfter(access, of, kind, after, ROWS_A_PAGE)
  let isAll = rows.length < ROWS_A_PAGE
  const [first, last] = [rows[0], rows.at(-1)]
  if (!isAll && first && last) {
    if (first.erpId !== last.erpId) rows = rows.filter(({ erpId }) => erpId !== last.erpId)
    else
      rows = await all<Row>(
        access,
        `SELECT r.erp_id AS erpId, r.row FROM ${STAGED} WHERE r.company_id = ? AND r.generation_id = ? AND r.kind = ? AND r.erp_id = ?
          ORDER BY r.line_id`,
        ...[access.accountId, of.id, kind, first.erpId],
      )
  } else isAll = true
  const documents = [...Map.groupBy(rows, ({ erpId }) => erpId)].map(([erpId, lines]) => {
    const parsed = lines.map(({ row }) => JSON.parse(row) as PushedLine)
    const [{ number, date, currency, entityErpId, description, url }] = parsed as [PushedLine]
    return {
      ...{ kind, erpId, number, date, currency, entityErpId, description, url },
      lines: parsed.map((line) => ({
        ...{ lineErpId: line.lineErpId, accountErpId: line.accountErpId, itemErpId: null, debitMinor: line.debitMinor },
        ...{ memo: line.memo, vendorErpId: line.vendorErpId, departmentErpId: line.departmentErpId },
        ...{ locationErpId: line.locationErpId, classificationErpId: line.classificationErpId },
      })),
    }
  })
  const read = documents.at(-1)
  return {
    ...NOTHING,
    documents,
    next: cursorOf(isAll || !read ? { in: 'GONE', after: '' } : { in: 'ROWS', after: read.erpId }),
  }
}

const STILL_THERE = `EXISTS (SELECT 1 FROM ${STAGED} WHERE r.company_id = ?2 AND r.generation_id = ?1 AND r.kind = ?4 AND r.erp_id = h.erp_id)`

const goneObjects = async (access: BooksAccess, of: Generation, kind: BookKind, after: string): Promise<BooksPage> => {
  const rows = await all<{ erpId: string; isGone: number }>(
    access,
    `SELECT h.erp_id AS erpId, NOT ${STILL_THERE} AND h.deleted_at IS NULL AS isGone
       FROM erp_objects h INDEXED BY erp_objects_erp
      WHERE h.company_id = ?2 AND h.connection_id = ?3 AND h.kind = ?4 AND h.erp_id > ?5 ORDER BY h.erp_id LIMIT ?6`,
    ...[of.id, access.accountId, of.connectionId, kind, after, GONE_A_PAGE],
  )
  const last = rows.at(-1)
  return {
    ...NOTHING,
    deletedObjects: rows.flatMap(({ erpId, isGone }) => (isGone === 1 ? [{ kind, erpId }] : [])),
    next: rows.length < GONE_A_PAGE || !last ? null : cursorOf({ in: 'GONE', after: last.erpId }),
  }
}

const goneDocuments = async (access: BooksAccess, of: Generation, kind: DocumentKind, after: string) => {
  const rows = await all<{ erpId: string; isGone: number }>(
    access,
    `SELECT h.erp_id AS erpId, NOT ${STILL_THERE} AND max(h.date) >= ?7 AS isGone
       FROM transactions h INDEXED BY transactions_line
      WHERE h.company_id = ?2 AND h.connection_id = ?3 AND h.document_kind = ?4 AND h.erp_id > ?5
      GROUP BY h.erp_id ORDER BY h.erp_id LIMIT ?6`,
    ...[of.id, access.accountId, of.connectionId, kind, after, GONE_A_PAGE, of.transactionsFrom ?? ''],
  )
  const last = rows.at(-1)
  return {
    ...NOTHING,
    deletedDocuments: rows.flatMap(({ erpId, isGone }) => (isGone === 1 ? [{ kind, erpId }] : [])),
    next: rows.length < GONE_A_PAGE || !last ? null : cursorOf({ in: 'GONE', after: last.erpId }),
  }
}

/** What a generation doesn't have at all stays as it is. */
const hasPart = ({ pushed }: Generation, part: BooksPart): boolean =>
  'kind' in part
    ? pushed.some((kind) => kind !== 'transactions' && BOOK_KIND_OF[kind] === part.kind)
    : pushed.includes('transactions')

const KINDS = BOOK_KINDS.filter((kind) => (Object.values(BOOK_KIND_OF) as BookKind[]).includes(kind))

export const pushedBooks: BooksAdapter = {
  system: 'CUSTOM',
  isPushed: true,
  parts: [...KINDS.map((kind): BooksPart => ({ kind })), ...DOCUMENT_KINDS.map((documents) => ({ documents }))],
  probe: () => Promise.reject(new ProviderError('The custom sync has nothing to try.', { isFinal: true })),
  readAll: async (access, part, _since, cursor) => {
    const generation = await generationOf(access)
    if (!generation || !hasPart(generation, part)) return NOTHING
    const { in: where, after } = atOf(cursor)
    if ('kind' in part)
      return where === 'ROWS'
        ? readObjects(access, generation, part.kind, after)
        : goneObjects(access, generation, part.kind, after)
    return where === 'ROWS'
      ? readDocuments(access, generation, part.documents, after)
      : goneDocuments(access, generation, part.documents, after)
  },
  // Each generation is read whole.
  readChanges: async () => null,
}
