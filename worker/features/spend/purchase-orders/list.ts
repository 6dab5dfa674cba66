import { timeColumn, timeInFile } from '../../../../schema/shared/csv-cell.ts'
import type { Connection } from '../../../../schema/shared/paging.ts'
import { vendorOf } from '../../../../schema/spend/purchase-orders/content.ts'
import {
  ORDER_STATUS_WORDS,
  ORDER_SYNC_WORDS,
  type orderFilters,
} from '../../../../schema/spend/purchase-orders/filters.ts'
import {
  type ORDER_SORT_FIELDS,
  type OrderListQuery,
  orderList,
  type PurchaseOrderRow,
} from '../../../../schema/spend/purchase-orders/list.ts'
import type { StaffActor } from '../../../core/actor.ts'
import { amountCell, type CsvCell } from '../../../core/csv.ts'
import { viewOperations } from '../../../core/list/operations.ts'
import { pageOf, pageSql, toPage } from '../../../core/list/page.ts'
import type { ListRows, Walk, Way } from '../../../core/list/rows.ts'
import type { StaffContext } from '../../../core/operation.ts'
import type { Params } from '../../../core/params.ts'
import { containsText } from '../../../core/text-search.ts'
import { orderReadable, orderReaderParams, seesAllOrders } from './access.ts'
import { ORDER_COLUMNS, ORDER_JOINS, type OrderDbRow, toOrderRow } from './rows.ts'

/** The list of purchase orders: where it is in order, its filters, its pages and its file. */

type Sort = (typeof ORDER_SORT_FIELDS)[number]

const OWN = {
  from: 'purchase_orders p',
  id: 'p.id',
  sorts: {
    createdAt: { columns: ['p.created_at'], index: 'purchase_orders_created', usual: 'DESC' },
    totalAmount: { columns: ['p.amount_sort'], index: 'purchase_orders_amount' },
    transactionDate: { columns: ['p.transaction_date'], index: 'purchase_orders_date' },
    number: { columns: ['p.number'], index: 'purchase_orders_number', isUnique: true },
  },
} as const

const ordered = (index: string): Way<Sort> => ({
  ...OWN,
  sorts: { createdAt: { columns: ['p.created_at'], index, usual: 'DESC' } },
})
const OF_VENDOR = ordered('purchase_orders_vendor')
const IN_STATUS = ordered('purchase_orders_status')

/** "PO-12" and "12" mean a number. */
const numberIn = (text: string): number | null => {
  const digits = /^(?:po-)?(\d{1,9})$/i.exec(text.trim())?.[1]
  return digits === undefined ? null : Number(digits)
}

const readableBy = (actor: StaffActor, bind: Params['bind']): string => {
  const [user = '', seesAll = '', actsFor = ''] = orderReaderParams(actor).map(bind)
  return orderReadable('p', { company: '?1', user, seesAll, actsFor })
}

export const orderRows: ListRows<OrderListQuery, keyof typeof orderFilters, Sort> = {
  own: OWN,
  join: (id) => `purchase_orders p ON p.id = ${id}`,
  usual: () => 'createdAt',
  // Its own row, that of the index, what it is shown with, and who reads its request.
  looks: 9,
  shown: { joins: ORDER_JOINS, where: '' },
  clauses: ({ reader: { actor }, input, by, isOnly, bind, is }) => {
    const number = input.search ? numberIn(input.search) : null
    const vendor = is('p.vendor_id', input.vendorId)
    const status = is('p.status', input.status)
    const isByCreation = by === 'createdAt' && isOnly
    const lead = (): { walks: Walk<Sort>[]; serves?: (keyof typeof orderFilters)[] } => {
      if (number !== null)
        return {
          walks: [{ set: `SELECT n.id FROM purchase_orders n WHERE n.company_id = ?1 AND n.number = ${bind(number)}` }],
        }
      if (vendor && isByCreation) return { walks: [{ way: OF_VENDOR, where: [vendor] }], serves: ['vendorId'] }
      if (status && isByCreation) return { walks: [{ way: IN_STATUS, where: [status] }], serves: ['status'] }
      return { walks: [{ way: OWN }] }
    }
    const readable = seesAllOrders(actor) ? null : readableBy(actor, bind)
    const text = input.search && number === null ? bind(input.search) : null
    return {
      ...lead(),
      conditions: {
        search:
          number !== null
            ? `p.number = ${bind(number)}`
            : text &&
              `(${containsText('p.memo', text)} OR ${containsText("coalesce(p.erp_number, '')", text)}
                OR ${containsText("coalesce(p.content ->> '$.vendor.name', p.content ->> '$.erpVendor.name', '')", text)})`,
        status,
        syncState: [is('p.sync_state', input.syncState), readable],
        vendorId: vendor,
        fromDate: input.fromDate ? `p.transaction_date >= ${bind(input.fromDate)}` : null,
        toDate: input.toDate ? `p.transaction_date <= ${bind(input.toDate)}` : null,
      },
      areFew: number !== null,
    }
  },
}

const readPage = async (context: StaffContext, input: OrderListQuery): Promise<Connection<PurchaseOrderRow>> => {
  const page = pageOf(orderRows, context, input)
  const rows = await context.db.all<OrderDbRow>(context.db.sql(pageSql(page, ORDER_COLUMNS), ...page.params))
  return toPage(page, rows, input.first, toOrderRow)
}

const COLUMNS: [string, (row: PurchaseOrderRow) => CsvCell][] = [
  ['Number', (row) => row.readableId],
  ['Vendor', vendorOf],
  ['Memo', (row) => row.memo],
  ['Status', (row) => ORDER_STATUS_WORDS[row.status]],
  ['Order date', (row) => row.erp.transactionDate],
  ['Total', (row) => amountCell(row.total)],
  ['Billed', (row) => amountCell(row.billed)],
  ['Paid', (row) => amountCell(row.paid)],
  ['Open', (row) => amountCell(row.open)],
  ['Currency', (row) => row.currency],
  ['Entity', (row) => row.entity?.name ?? null],
  ['Department', (row) => row.department?.name ?? null],
  ['Location', (row) => row.location?.name ?? null],
  ['Class', (row) => row.classification?.name ?? null],
  ['Request', (row) => row.linkedRequest?.readableId ?? null],
  ['Accounting system', (row) => ORDER_SYNC_WORDS[row.erp.state]],
  ['Number there', (row) => row.erp.number],
  ['Error', (row) => row.erp.error],
  [timeColumn('Created'), (row) => timeInFile(row.createdAt)],
]

export const orderOperations = viewOperations({
  list: orderList,
  rows: orderRows,
  access: 'purchase-orders.use',
  read: readPage,
  columns: () => ({
    header: () => COLUMNS.map(([label]) => label),
    linesOf: (row) => [COLUMNS.map(([, text]) => text(row))],
  }),
})
