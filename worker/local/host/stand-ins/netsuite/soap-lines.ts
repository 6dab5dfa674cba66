import type { SeededBooks } from '../books/index.ts'
import { Refusal } from './refusals.ts'
import { escapeXml, type Found } from './soap-xml.ts'
import type { Cell, Cells } from './sql.ts'
import { tablesOf } from './tables.ts'

/** Transactions as a search with columns gives them: one row for each line, or one for a transaction without any. */

const TYPES: Record<string, string> = {
  ...{ VendBill: '_vendorBill', VendCred: '_vendorCredit', Check: '_check', CardChrg: '_creditCardCharge' },
  ...{ Journal: '_journal', Deposit: '_deposit', CustInvc: '_invoice', CashSale: '_cashSale' },
  ...{ CustCred: '_creditMemo', CashRfnd: '_cashRefund', VendPymt: '_vendorPayment', Transfer: '_transfer' },
  PurchOrd: '_purchaseOrder',
}

interface Line {
  header: Cells
  tl: Cells | null
  tal: Cells | null
  vendors: ReadonlySet<Cell>
}

type Value = { words: Cell } | { ref: Cell }
const day = (cell: Cell | undefined): Cell =>
  cell instanceof Date ? `${cell.toISOString().slice(0, 10)}T00:00:00.000-08:00` : null

const COLUMNS: Record<string, (line: Line) => Value> = {
  'basic.internalId': ({ header }) => ({ ref: header.id ?? null }),
  'basic.type': ({ header }) => ({ words: TYPES[String(header.type)] ?? null }),
  'basic.tranId': ({ header }) => ({ words: header.tranid ?? null }),
  'basic.tranDate': ({ header }) => ({ words: day(header.trandate) }),
  'basic.memoMain': ({ header }) => ({ words: header.memo ?? null }),
  'basic.memo': ({ tl }) => ({ words: tl?.memo ?? null }),
  'basic.account': ({ tal }) => ({ ref: tal?.account ?? null }),
  'basic.debitAmount': ({ tal }) => ({ words: tal?.debit ?? null }),
  'basic.creditAmount': ({ tal }) => ({ words: tal?.credit ?? null }),
  'basic.department': ({ tl }) => ({ ref: tl?.department ?? null }),
  'basic.location': ({ tl }) => ({ ref: tl?.location ?? null }),
  'basic.class': ({ tl }) => ({ ref: tl?.class ?? null }),
  'basic.subsidiary': ({ tl }) => ({ ref: tl?.subsidiary ?? null }),
  'basic.line': ({ tl }) => ({ words: tl?.id ?? null }),
  'basic.posting': ({ tal }) => ({ words: String(tal !== null) }),
  'vendorJoin.internalId': ({ header, vendors }) => ({
    ref: vendors.has(header.entity ?? null) ? (header.entity ?? null) : null,
  }),
  'vendorLineJoin.internalId': ({ tl, vendors }) => ({
    ref: vendors.has(tl?.entity ?? null) ? (tl?.entity ?? null) : null,
  }),
}

const written = (name: string, value: Value): string => {
  const cell = 'ref' in value ? value.ref : value.words
  if (cell === null) return ''
  const inner =
    'ref' in value
      ? `<s:searchValue internalId="${String(cell)}"/>`
      : `<s:searchValue>${escapeXml(cell)}</s:searchValue>`
  return `<c:${name} xmlns:c="c">${inner}</c:${name}>`
}

const rowXml = (parts: readonly [string, readonly string[]][], line: Line): string => {
  const cells = parts.map(([part, names]) => {
    const inner = names.map((name) => written(name.split('.')[1] ?? '', COLUMNS[name]?.(line) ?? { words: null }))
    return `<q:${part} xmlns:q="q">${inner.join('')}</q:${part}>`
  })
  return `<s:searchRow>${cells.join('')}</s:searchRow>`
}

/** @param holds the conditions, which are tried on transactions before their lines are made */
export const soapLines = (
  books: SeededBooks,
  columns: readonly string[],
  holds: (found: Found) => boolean,
): Found[] => {
  for (const column of columns)
    if (!COLUMNS[column]) throw new Refusal(400, 'INVALID_SEARCH', `The column ${column} is not a legal value.`)
  const parts = [...Map.groupBy(columns, (column) => column.split('.')[0] ?? '')]
  const tables = tablesOf(books, true)
  const rowsOf = (name: string) => tables(name)?.rows() ?? []
  const vendors = new Set(rowsOf('vendor').map(({ id }) => id ?? null))
  const [tls, tals] = ['transactionline', 'transactionaccountingline'].map((name) => tables(name)?.key)
  return rowsOf('transaction').flatMap((header) => {
    const whole: Found = {
      ...{ id: Number(header.id), type: TYPES[String(header.type)] ?? '', isPosting: true, xml: () => '' },
      changed: header.lastmodifieddate instanceof Date ? header.lastmodifieddate : null,
      day: header.trandate instanceof Date ? header.trandate : null,
    }
    if (!holds(whole)) return []
    const own = tls?.rows(Number(header.id)) ?? []
    const posted = tals?.rows(Number(header.id)) ?? []
    const lines: Line[] =
      own.length > 0
        ? own.map((tl, index) => ({ header, tl, tal: posted[index] ?? null, vendors }))
        : [{ header, tl: null, tal: null, vendors }]
    return lines.map((line): Found => {
      return {
        ...whole,
        isPosting: line.tal !== null,
        xml: () => rowXml(parts, line),
      }
    })
  })
}
