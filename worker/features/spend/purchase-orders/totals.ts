import type { Currency } from '../../../../schema/shared/money.ts'
import {
  type OrderContent,
  orderContent,
  orderNumber,
  orderTotal,
} from '../../../../schema/spend/purchase-orders/content.ts'
import type { BatchResults, Database } from '../../../core/database.ts'

/** Orders for areas that take something from them, such as bills, with what others have taken. */

export interface OrderedAmounts {
  id: string
  readableId: string
  /** Its number in the accounting system. */
  erpNumber: string | null
  status: 'OPEN' | 'CLOSED'
  version: number
  vendorId: string | null
  erpVendorId: string | null
  currency: Currency
  memo: string
  transactionDate: string
  total: number
  /** What others take. */
  billed: number
  lines: { id: string; description: string; amount: number; billed: number }[]
  /** Counts the changes of what is taken. */
  drawRevision: number
}

interface Row extends Omit<OrderedAmounts, 'readableId' | 'erpVendorId' | 'total' | 'billed' | 'lines'> {
  number: number
  content: string
  totalMinor: number
  billedMinor: number
  own: number
}

/** What a bill takes itself doesn't count. ?3 is the bill. */
const OWN = `coalesce((SELECT sum(d.amount_minor) FROM purchase_order_draws d
  WHERE d.company_id = ?1 AND d.bill_id = ?3 AND d.purchase_order_id = p.id AND d.counts = 1), 0)`
const COLUMNS = `p.id, p.number, p.erp_number AS erpNumber, p.status, p.version, p.vendor_id AS vendorId, p.currency, p.memo,
  p.transaction_date AS transactionDate, p.content, p.total_minor AS totalMinor, p.billed_minor AS billedMinor,
  p.draw_revision AS drawRevision, ${OWN} AS own`

export const ORDERED_STATEMENTS = 2

/**
 * One order with its lines. Another company's isn't found.
 * @param billId of the bill whose own amounts don't count
 */
export const orderedStatements = (
  { db }: { db: Pick<Database, 'sql'> },
  companyId: string,
  orderId: string | null,
  billId: string | null,
): D1PreparedStatement[] => [
  db.sql(`SELECT ${COLUMNS} FROM purchase_orders p WHERE p.id = ?2 AND p.company_id = ?1`, companyId, orderId, billId),
  db.sql(
    `SELECT b.order_line_id AS id, b.billed_minor - coalesce((SELECT d.amount_minor FROM purchase_order_draws d
              WHERE d.company_id = ?1 AND d.bill_id = ?3 AND d.purchase_order_id = ?2
                AND d.order_line_id = b.order_line_id AND d.counts = 1), 0) AS billed
       FROM purchase_order_billed b WHERE b.company_id = ?1 AND b.purchase_order_id = ?2 LIMIT 1000`,
    ...[companyId, orderId, billId],
  ),
]

const toOrdered = (
  { number, content: stored, totalMinor, billedMinor, own, ...row }: Row,
  taken: ReadonlyMap<string, number>,
): OrderedAmounts => {
  const content: OrderContent = orderContent.parse(JSON.parse(stored))
  return {
    ...row,
    readableId: orderNumber(number),
    erpVendorId: content.erpVendor?.id ?? null,
    total: orderTotal(content).value,
    billed: billedMinor - own,
    lines: content.lines.map(({ id, description, amount }) => ({
      ...{ id, description, amount, billed: taken.get(id) ?? 0 },
    })),
  }
}

/** @param results those of the statements */
export const orderedOf = (results: BatchResults): OrderedAmounts | null => {
  const [orders, taken] = results.map((result) => result.results)
  const row = orders?.[0] as unknown as Row | undefined
  return row ? toOrdered(row, new Map((taken ?? []).map(({ id, billed }) => [String(id), Number(billed)]))) : null
}

/** As many are offered. */
const MOST_OPEN = 20
/** As many of a vendor's newest are looked through. */
const MOST_READ = 40

interface Wanted {
  erpVendorId: string
  currency: Currency
  /** Numbers: ours, or the accounting system's. */
  named: readonly string[]
  search: string | null
  billId: string | null
}

/** "PO-12" and "12" are number 12. */
const numberIn = (text: string): number[] => {
  const digits = /^(?:po-?)?(\d{1,9})$/i.exec(text.trim())?.[1]
  return digits === undefined ? [] : [Number(digits)]
}

/** The company's vendor for the accounting system's, ?2. */
const OF_ERP_VENDOR =
  "(SELECT v.vendor_id FROM erp_objects v WHERE v.id = ?2 AND +v.company_id = ?1 AND v.kind = 'VENDOR')"

/** Open orders of a vendor in a currency that aren't billed completely, newest first. Their lines aren't read. */
export const openOrdersStatement = (
  { db }: { db: Pick<Database, 'sql'> },
  companyId: string,
  { erpVendorId, currency, named, search, billId }: Wanted,
): D1PreparedStatement =>
  db.sql(
    `SELECT ${COLUMNS}, (p.number IN (SELECT value FROM json_each(?5))
              OR lower(p.erp_number) IN (SELECT value FROM json_each(?6))) AS isNamed
       FROM (SELECT id FROM (SELECT n.id FROM purchase_orders n INDEXED BY purchase_orders_vendor
               WHERE n.company_id = ?1 AND n.vendor_id = ${OF_ERP_VENDOR} ORDER BY n.created_at DESC, n.id DESC LIMIT ${MOST_READ})
             UNION
             SELECT id FROM (SELECT n.id FROM purchase_orders n INDEXED BY purchase_orders_erp_vendor
               WHERE n.company_id = ?1 AND n.erp_vendor_id = ?2 ORDER BY n.created_at DESC, n.id DESC LIMIT ${MOST_READ})
             UNION
             SELECT n.id FROM purchase_orders n INDEXED BY purchase_orders_number
              WHERE n.company_id = ?1 AND n.number IN (SELECT value FROM json_each(?5) UNION SELECT ?8)
                AND (n.vendor_id = ${OF_ERP_VENDOR} OR n.erp_vendor_id = ?2)) f
      CROSS JOIN purchase_orders p ON p.id = f.id
      WHERE p.status = 'OPEN' AND p.currency = ?4 AND p.billed_minor - ${OWN} < p.total_minor
        AND (?7 IS NULL OR p.number = ?8 OR instr(lower(coalesce(p.erp_number, '')), ?7) > 0
             OR instr(lower(p.memo), ?7) > 0)
      ORDER BY isNamed DESC, p.created_at DESC, p.id DESC LIMIT ${MOST_OPEN}`,
    ...[companyId, erpVendorId, billId, currency],
    JSON.stringify(named.flatMap(numberIn)),
    JSON.stringify(named.map((text) => text.trim().toLowerCase())),
    search?.toLowerCase() ?? null,
    numberIn(search ?? '')[0] ?? null,
  )

export const openOrdersOf = (rows: readonly Record<string, unknown>[]): (OrderedAmounts & { isNamed: boolean })[] =>
  (rows as unknown as (Row & { isNamed: number | null })[]).map(({ isNamed, ...row }) => ({
    ...toOrdered(row, new Map()),
    isNamed: isNamed === 1,
  }))
