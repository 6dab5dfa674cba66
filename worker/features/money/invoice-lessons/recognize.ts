import type { InvoiceValue } from '../../../../schema/documents/reading/readings.ts'
import {
  NOTHING_LEARNED,
  readInvoiceValues,
  type SeenInvoice,
} from '../../../../schema/money/invoice-reading/interpret.ts'
import * as endpoints from '../../../../schema/money/invoice-reading/lessons.ts'
import { matchKeyOf } from '../../../../schema/shared/match-key.ts'
import type { Currency } from '../../../../schema/shared/money.ts'
import { notFound } from '../../../core/errors.ts'
import { inputOf, query, type StaffContext } from '../../../core/operation.ts'

/** Which vendor sent an invoice. */

interface InvoiceRow {
  senderAddress: string | null
  isSenderMember: number
  result: string | null
  companyName: string
  currency: Currency
}

/** A company’s names on invoices, as many as are read. */
const MOST_NAMES = 50

export const invoiceStatements = ({ db, actor }: StaffContext, invoiceId: string): D1PreparedStatement[] => [
  db.sql(
    `SELECT i.sender_address AS senderAddress, r.result, c.name AS companyName, c.currency,
            EXISTS (SELECT 1 FROM users u CROSS JOIN company_memberships m ON m.user_id = u.id
              WHERE u.email = i.sender_address AND m.company_id = i.company_id) AS isSenderMember
       FROM invoices i CROSS JOIN companies c ON c.id = i.company_id
       LEFT JOIN document_readings r ON r.company_id = i.company_id AND r.document_id = i.document_id
            AND r.kind = 'PREDICTIONS'
      WHERE i.id = ?2 AND i.company_id = ?1 AND i.deleted_at IS NULL`,
    actor.companyId,
    invoiceId,
  ),
  db.sql(
    `SELECT o.name FROM erp_objects o INDEXED BY erp_objects_name
      WHERE o.company_id = ?1 AND o.kind = 'ENTITY' AND o.deleted_at IS NULL LIMIT ${MOST_NAMES}`,
    actor.companyId,
  ),
]

export interface ReadInvoice {
  values: InvoiceValue[]
  ownNames: string[]
  currency: Currency
  /** Null for one of the company's own people, who forward invoices of many vendors. */
  sender: string | null
  seen: SeenInvoice
}

/** What stands on it, as the results of its statements say. Null if there is no such invoice. */
export const invoiceOf = ([invoices, entities]: readonly (D1Result | undefined)[]): ReadInvoice | null => {
  const row = invoices?.results[0] as InvoiceRow | undefined
  if (!row) return null
  const ownNames = [row.companyName, ...((entities?.results ?? []) as { name: string }[]).map(({ name }) => name)]
  const all = row.result ? (JSON.parse(row.result) as InvoiceValue[]) : []
  const values = all.filter((one) => one.kind !== undefined)
  return {
    ...{ values, ownNames, currency: row.currency, sender: row.isSenderMember ? null : row.senderAddress },
    seen: readInvoiceValues(values, { ownNames, currency: row.currency, lessons: NOTHING_LEARNED }),
  }
}

interface Recognized {
  id: string
  name: string
  by: (typeof endpoints.RECOGNIZED_BY)[number]
}

const ORDER = endpoints.RECOGNIZED_BY

/** What stands on invoice ?2 of company ?1, as lessons call it. */
const WRITTEN = `WITH written AS (
  SELECT e.value ->> 'kind' AS kind, e.value -> 'properties' AS properties FROM invoices i
   CROSS JOIN document_readings r ON r.company_id = i.company_id AND r.document_id = i.document_id
     AND r.kind = 'PREDICTIONS'
   CROSS JOIN json_each(r.result) e
   WHERE i.id = ?2 AND i.company_id = ?1 AND e.value ->> 'kind' IN ('NAME', 'FIELD'))`
const IS_VENDOR = "o.kind = 'VENDOR' AND o.deleted_at IS NULL AND o.is_active"
/** Of vendor `t`, or of the one that took its place: the only other one that is the same vendor of the company. */
const IN_USE = `iif(t.deleted_at IS NULL AND t.is_active, t.id,
  (SELECT iif(count(*) = 1, min(s.id), NULL) FROM erp_objects s INDEXED BY erp_objects_vendor
    WHERE s.company_id = ?1 AND s.vendor_id = t.vendor_id AND s.kind = 'VENDOR' AND s.deleted_at IS NULL AND s.is_active))`
const LEARNED = `${WRITTEN}, keys AS (
  SELECT DISTINCT 'NAME' AS kind, properties ->> 'matchKey' AS key FROM written WHERE kind = 'NAME' UNION ALL
  SELECT DISTINCT 'TAX_ID', properties ->> 'taxId' FROM written WHERE properties ->> 'taxId' IS NOT NULL UNION ALL
  SELECT 'SENDER', i.sender_address FROM invoices i WHERE i.id = ?2 AND i.company_id = ?1)
  SELECT o.id, o.name, k.kind, k.key FROM keys k
   CROSS JOIN invoice_lessons l ON l.company_id = ?1 AND l.kind = k.kind AND l.key = k.key
   CROSS JOIN erp_objects t ON t.id = l.erp_vendor_id AND t.company_id = ?1
   CROSS JOIN erp_objects o ON o.id = ${IN_USE} AND o.company_id = ?1
   WHERE l.value <> '${endpoints.MANY_VENDORS}' AND ${IS_VENDOR}`
const NAMED = `${WRITTEN} SELECT o.id, o.name, 'NAMED' AS kind, w.properties ->> 'matchKey' AS key FROM written w
   CROSS JOIN erp_objects o INDEXED BY erp_objects_name
     ON o.company_id = ?1 AND o.kind = 'VENDOR' AND o.name_key = w.properties ->> 'nameKey'
   WHERE w.kind = 'NAME' AND ${IS_VENDOR}`
/** Only a vendor of the company that is one in the accounting system. */
const MAPPED = `${WRITTEN} SELECT min(o.id) AS id, min(o.name) AS name, 'NAMED' AS kind, v.match_key AS key
    FROM (SELECT DISTINCT properties ->> 'matchKey' AS key FROM written WHERE kind = 'NAME') w
   CROSS JOIN vendors v ON v.company_id = ?1 AND v.match_key = w.key AND v.archived_at IS NULL
   CROSS JOIN erp_objects o INDEXED BY erp_objects_vendor ON o.company_id = ?1 AND o.vendor_id = v.id
   WHERE ${IS_VENDOR} GROUP BY v.match_key HAVING count(*) = 1`

/**
 * The vendor that sent it in the portal, if the company knows it as one of the accounting system. If it is there several
 * times, the one that its last bill was for.
 */
const PORTAL = `SELECT o.id, o.name, 'PORTAL' AS kind, x.document_id AS key FROM invoices i
   CROSS JOIN vendor_invoices x ON x.company_id = i.company_id AND x.document_id = i.document_id
   CROSS JOIN vendor_company_customers k ON k.vendor_company_id = x.vendor_company_id AND k.company_id = x.company_id
   CROSS JOIN erp_objects o INDEXED BY erp_objects_vendor ON o.company_id = ?1 AND o.vendor_id = k.vendor_id
   WHERE i.id = ?2 AND i.company_id = ?1 AND i.source = 'PORTAL' AND ${IS_VENDOR} AND (
     o.id = (SELECT b.erp_vendor_id FROM bills b INDEXED BY bills_vendor
       WHERE b.company_id = ?1 AND b.vendor_id = k.vendor_id AND b.deleted_at IS NULL ORDER BY b.created_at DESC LIMIT 1)
     OR NOT EXISTS (SELECT 1 FROM erp_objects t INDEXED BY erp_objects_vendor WHERE t.company_id = ?1
       AND t.vendor_id = k.vendor_id AND t.kind = 'VENDOR' AND t.deleted_at IS NULL AND t.is_active AND t.id <> o.id))`

interface Candidate {
  id: string
  name: string
  kind: endpoints.LessonKind | 'NAMED' | 'PORTAL'
  key: string
}

/** The candidate whose key is surest on the invoice. */
const recognized = (candidates: readonly Candidate[], { seen, sender }: ReadInvoice): Recognized | null => {
  const names = seen.names.map(({ value }) => matchKeyOf(value))
  const taxIds = seen.taxIds.map(({ value }) => value)
  const found = candidates.flatMap(({ id, name, kind, key }): (Recognized & { rank: number })[] => {
    if (kind === 'PORTAL') return [{ id, name, by: 'PORTAL', rank: 0 }]
    if (kind === 'TAX_ID') return taxIds.includes(key) ? [{ id, name, by: 'TAX_ID', rank: taxIds.indexOf(key) }] : []
    if (kind === 'SENDER') return key === sender ? [{ id, name, by: 'SENDER', rank: 0 }] : []
    const by = kind === 'NAMED' ? 'NAME' : 'LEARNED_NAME'
    return names.includes(key) ? [{ id, name, by, rank: names.indexOf(key) }] : []
  })
  return found.toSorted((a, b) => ORDER.indexOf(a.by) - ORDER.indexOf(b.by) || a.rank - b.rank)[0] ?? null
}

export const recognizeVendor = query({
  id: 'payments.recognize-invoice-vendor',
  access: 'payments.use',
  input: inputOf(endpoints.recognizeVendor),
  run: async (context, { invoiceId }) => {
    const { db, actor } = context
    const statements = invoiceStatements(context, invoiceId)
    const results = await db.batch([
      ...statements,
      ...[PORTAL, LEARNED, NAMED, MAPPED].map((sql) => db.sql(sql, actor.companyId, invoiceId)),
    ])
    const invoice = invoiceOf(results)
    if (!invoice) throw notFound('The invoice')
    const candidates = results.slice(statements.length).flatMap((result) => result.results as unknown as Candidate[])
    const found = recognized(candidates, invoice)
    return {
      erpVendor: found && { id: found.id, name: found.name },
      by: found?.by ?? null,
      ownNames: invoice.ownNames,
    }
  },
})
