import type { BookDocument } from '../../../../schema/platform/accounting/books.ts'
import { monthOf } from '../../../../schema/shared/calendar.ts'
import type { BooksPage } from '../../../core/books.ts'
import type { SystemContext } from '../../../core/operation.ts'
import type { Connection } from '../../platform/accounting/index.ts'
import type { DayRates } from './day-rates.ts'
import { MAPPED } from './mapped-line.ts'

/** Stores documents of an accounting system as transactions, one a line, mapped by what their objects are mapped to. */

/** D1 binds at most 2 MB of text. */
const MOST_CHARACTERS = 1_500_000

interface LineRow {
  documentKind: string
  erpId: string
  lineErpId: string
  [column: string]: unknown
}

const rowsOf = (document: BookDocument, { newId }: SystemContext, rates: DayRates): LineRow[] => {
  const { kind, erpId, number, date, currency, description, url, entityErpId } = document
  const rate = rates.of(currency, date)
  return document.lines.map((line) => ({
    ...line,
    ...{ documentKind: kind, erpId, number, date, currency, description, url, entityErpId },
    id: newId(),
    companyMinor: rates.convert(line.debitMinor, currency, date),
    exchange: rate && JSON.stringify(rate),
  }))
}

/** Parts that can be bound. */
const chunksOf = (rows: LineRow[]): string[] => {
  const chunks: string[] = []
  let texts: string[] = []
  let length = 0
  for (const row of rows) {
    const text = JSON.stringify(row)
    if (length + text.length > MOST_CHARACTERS) {
      chunks.push(`[${texts.join(',')}]`)
      texts = []
      length = 0
    }
    texts.push(text)
    length += text.length + 1
  }
  return texts.length > 0 ? [...chunks, `[${texts.join(',')}]`] : chunks
}

const object = (alias: string, kind: string, member: string): string =>
  `LEFT JOIN erp_objects ${alias} ON ${alias}.company_id = ?2 AND ${alias}.connection_id = ?3 AND ${alias}.kind = '${kind}'
                              AND ${alias}.erp_id = j.value ->> '${member}'`

/** A line names its account, or an item, which is bought and sold on different accounts. */
const ACCOUNT = `coalesce(j.value ->> 'accountErpId', (
    SELECT CASE WHEN j.value ->> 'documentKind' IN ('INVOICE', 'SALES_RECEIPT', 'CREDIT_MEMO', 'REFUND')
                THEN i.details ->> 'incomeAccountErpId' ELSE i.details ->> 'expenseAccountErpId' END
      FROM erp_objects i WHERE i.company_id = ?2 AND i.connection_id = ?3 AND i.kind = 'ITEM' AND i.erp_id = j.value ->> 'itemErpId'))`
const IS_REVENUE = "a.account_type IN ('REVENUE', 'OTHER_INCOME')"
const signed = (member: string): string =>
  `CASE WHEN ${IS_REVENUE} THEN -(j.value ->> '${member}') ELSE j.value ->> '${member}' END`

/** What the line takes from its objects, by column. */
const LINE: Record<string, string> = {
  type: `CASE WHEN ${IS_REVENUE} THEN 'revenue' ELSE 'expense' END`,
  document_number: "j.value ->> 'number'",
  date: "j.value ->> 'date'",
  amount_minor: signed('debitMinor'),
  currency: "j.value ->> 'currency'",
  company_minor: signed('companyMinor'),
  exchange: "j.value ->> 'exchange'",
  memo: "j.value ->> 'memo'",
  description: "j.value ->> 'description'",
  url: "j.value ->> 'url'",
  account_object_id: 'a.id',
  vendor_object_id: 'v.id',
  department_object_id: 'd.id',
  location_object_id: 'l.id',
  classification_object_id: 'c.id',
  entity_object_id: 'e.id',
  ...MAPPED,
}
const columns = Object.keys(LINE)
/** Those that the system says. The others follow from rates and mappings. */
const SAID = columns.filter((column) => !(column in MAPPED) && column !== 'company_minor' && column !== 'exchange')

/** The lines that can be booked, with the objects that they name. */
const LINES = `json_each(?1) j
 CROSS JOIN erp_objects a ON a.company_id = ?2 AND a.connection_id = ?3 AND a.kind = 'ACCOUNT' AND a.erp_id = ${ACCOUNT}
  ${object('v', 'VENDOR', 'vendorErpId')}
  ${object('d', 'DEPARTMENT', 'departmentErpId')}
  ${object('l', 'LOCATION', 'locationErpId')}
  ${object('c', 'CLASSIFICATION', 'classificationErpId')}
  ${object('e', 'ENTITY', 'entityErpId')}`

const UPSERT = `
INSERT INTO transactions (id, company_id, connection_id, document_kind, erp_id, line_erp_id, stamp, vendor_id, category_id,
                          ${columns.join(', ')})
SELECT j.value ->> 'id', ?2, ?3, j.value ->> 'documentKind', j.value ->> 'erpId', j.value ->> 'lineErpId', ?4,
       v.vendor_id, a.category_id, ${Object.values(LINE).join(',\n       ')}
  FROM ${LINES}
 WHERE a.account_type <> 'OTHER'
    ON CONFLICT (company_id, connection_id, document_kind, erp_id, line_erp_id) DO UPDATE
   SET stamp = excluded.stamp, version = version + 1,
       vendor_id = CASE WHEN is_vendor_set THEN vendor_id ELSE excluded.vendor_id END,
       category_id = CASE WHEN is_category_set THEN category_id ELSE excluded.category_id END,
       ${columns.map((column) => `${column} = excluded.${column}`).join(', ')}`

/** @param beside what else has to hold for the lines that go */
const removed = (beside: string): string => `
DELETE FROM transactions
 WHERE company_id = ?3 AND connection_id = ?2 ${beside}
   AND (document_kind, erp_id) IN (SELECT value ->> 'kind', value ->> 'erpId' FROM json_each(?1))`

const keysOf = (documents: readonly Pick<BookDocument, 'kind' | 'erpId'>[]): string =>
  JSON.stringify(documents.map(({ kind, erpId }) => ({ kind, erpId })))

/** A document has the lines that it has now, and no others. Repeating it changes nothing but versions. */
export const documentStatements = (
  context: SystemContext,
  { id, companyId }: Connection,
  { documents, deletedDocuments }: BooksPage,
  rates: DayRates,
): D1PreparedStatement[] => {
  const { db } = context
  const stamp = context.newId()
  const chunks = chunksOf(documents.flatMap((document) => rowsOf(document, context, rates)))
  return [
    ...chunks.map((chunk) => db.sql(UPSERT, chunk, companyId, id, stamp)),
    ...(documents.length > 0 ? [db.sql(removed('AND stamp <> ?4'), keysOf(documents), id, companyId, stamp)] : []),
    ...(deletedDocuments.length > 0 ? [db.sql(removed(''), keysOf(deletedDocuments), id, companyId)] : []),
  ]
}

/** The months whose sums change: those of the documents as they are, and as they were. */
export const monthsOfPage = async (
  { db }: SystemContext,
  { id, companyId }: Connection,
  { documents, deletedDocuments }: BooksPage,
): Promise<string[]> => {
  const all = [...documents, ...deletedDocuments]
  if (all.length === 0) return []
  const before = await db.all<{ month: string }>(
    db.sql(
      `SELECT DISTINCT substr(t.date, 1, 7) AS month FROM json_each(?1) j
        CROSS JOIN transactions t ON t.company_id = ?3 AND t.connection_id = ?2 AND t.document_kind = j.value ->> 'kind'
                                 AND t.erp_id = j.value ->> 'erpId'`,
      keysOf(all),
      id,
      companyId,
    ),
  )
  return [...before.map(({ month }) => month), ...documents.map(({ date }) => monthOf(date))]
}

interface Key {
  kind: string
  erpId: string
}

const DIFFERING = `
SELECT DISTINCT j.value ->> 'documentKind' AS kind, j.value ->> 'erpId' AS erpId
  FROM ${LINES}
  LEFT JOIN transactions t ON t.company_id = ?2 AND t.connection_id = ?3 AND t.document_kind = j.value ->> 'documentKind'
                          AND t.erp_id = j.value ->> 'erpId' AND t.line_erp_id = j.value ->> 'lineErpId'
 WHERE a.account_type <> 'OTHER'
   AND (t.id IS NULL OR (${SAID.map((column) => `t.${column}`).join(', ')})
                 IS NOT (${SAID.map((column) => LINE[column]).join(', ')}))`

/** Of documents that are there, those with lines that are not among ?4. */
const WITH_OTHER_LINES = `
SELECT DISTINCT t.document_kind AS kind, t.erp_id AS erpId FROM json_each(?1) j
 CROSS JOIN transactions t ON t.company_id = ?2 AND t.connection_id = ?3 AND t.document_kind = j.value ->> 'kind'
                          AND t.erp_id = j.value ->> 'erpId'
 WHERE (t.document_kind, t.erp_id, t.line_erp_id) NOT IN (
       SELECT value ->> 0, value ->> 1, value ->> 2 FROM json_each(?4))`

/** How many of a page's documents are not yet as it says. */
export const documentChanges = async (
  context: SystemContext,
  { id, companyId }: Connection,
  { documents, deletedDocuments }: BooksPage,
  rates: DayRates,
): Promise<{ changed: number; deleted: number }> => {
  const { db } = context
  const withOthers = (of: readonly Pick<BookDocument, 'kind' | 'erpId'>[], lines: string[][]): Promise<Key[]> =>
    of.length === 0
      ? Promise.resolve([])
      : db.all<Key>(db.sql(WITH_OTHER_LINES, keysOf(of), companyId, id, JSON.stringify(lines)))
  const rows = documents.flatMap((document) => rowsOf(document, context, rates))
  const found: Key[] = []
  for (const chunk of chunksOf(rows)) found.push(...(await db.all<Key>(db.sql(DIFFERING, chunk, companyId, id))))
  const lines = rows.map(({ documentKind, erpId, lineErpId }) => [documentKind, erpId, lineErpId])
  found.push(...(await withOthers(documents, lines)))
  return {
    changed: new Set(found.map(({ kind, erpId }) => `${kind} ${erpId}`)).size,
    deleted: (await withOthers(deletedDocuments, [])).length,
  }
}
