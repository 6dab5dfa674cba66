import type { billFilters } from '../../../../schema/money/bills/filters.ts'
import {
  type BILL_SORT_FIELDS,
  type BillListQuery,
  type BillRow,
  billList,
} from '../../../../schema/money/bills/list.ts'
import { BILL_STATUS_WORDS } from '../../../../schema/money/bills/values.ts'
import { timeColumn, timeInFile } from '../../../../schema/shared/csv-cell.ts'
import type { Connection } from '../../../../schema/shared/paging.ts'
import { actingFor, isLimited, type StaffActor, withinDelegation } from '../../../core/actor.ts'
import { amountCell, type CsvCell } from '../../../core/csv.ts'
import { amountSo, idsIn } from '../../../core/list/conditions.ts'
import { viewOperations } from '../../../core/list/operations.ts'
import { pageOf, pageSql, toPage } from '../../../core/list/page.ts'
import { type Clauses, forEachField, type ListRows, type Walk, type Way } from '../../../core/list/rows.ts'
import { byMonth, oneAmount } from '../../../core/list/totals.ts'
import { MOST_WALKS_BY_SEVERAL } from '../../../core/looked-page.ts'
import type { StaffContext } from '../../../core/operation.ts'
import { readReferredNames } from '../../../core/referred-names.ts'
import { containsText } from '../../../core/text-search.ts'
import { seesAllBills } from './access.ts'
import { type BillDbRow, billColumns, fileColumns, owed, referredBy, toBillRow, waitingText } from './rows.ts'

/** The list of bills: where it is in order, its filters, its pages and its file. */

type Sort = (typeof BILL_SORT_FIELDS)[number]

const keys = (alias: string, prefix: string) =>
  ({
    createdAt: { columns: [`${alias}.created_at`], index: `${prefix}_created`, usual: 'DESC' },
    invoiceDate: { columns: [`${alias}.invoice_date`], index: `${prefix}_invoice_date`, usual: 'DESC' },
    dueDate: { columns: [`${alias}.due_sort`], index: `${prefix}_due` },
    totalAmount: { columns: [`${alias}.amount_sort`], index: `${prefix}_amount`, usual: 'DESC' },
  }) as const

const OWN = { from: 'bills s', id: 's.id', sorts: keys('s', 'bills') } as const

/** Those that involve a person. */
const OF_PERSON: Way<Sort> = { from: 'bill_orders o', id: 'o.bill_id', sorts: keys('o', 'bill_orders') }
/** Those that wait for a person. */
const ASKED: Way<Sort> = {
  ...OF_PERSON,
  sorts: {
    createdAt: { columns: ['o.created_at'], index: 'bill_orders_asked', usual: 'DESC' },
    dueDate: { columns: ['o.due_sort'], index: 'bill_orders_asked_due' },
  },
}
const OF_STATUS: Way<Sort> = {
  ...OWN,
  sorts: {
    createdAt: { columns: ['s.created_at'], index: 'bills_status', usual: 'DESC' },
    dueDate: { columns: ['s.due_sort'], index: 'bills_status_due' },
  },
}
const OF_ERP_VENDOR: Way<Sort> = {
  ...OWN,
  sorts: { createdAt: { columns: ['s.created_at'], index: 'bills_erp_vendor', usual: 'DESC' } },
}
const OF_VENDOR: Way<Sort> = {
  ...OWN,
  sorts: { createdAt: { columns: ['s.created_at'], index: 'bills_vendor', usual: 'DESC' } },
}
const OF_ORDER: Way<Sort> = {
  ...OWN,
  sorts: { createdAt: { columns: ['s.created_at'], index: 'bills_purchase_order', usual: 'DESC' } },
}
const ARCHIVED: Way<Sort> = {
  ...OWN,
  sorts: { createdAt: { columns: ['s.created_at'], index: 'bills_archived', usual: 'DESC' } },
}

const THERE = 's.deleted_at IS NULL'
const STATUS = {
  ACTIVE: 's.archived_at IS NULL',
  ACTION_REQUIRED: 's.archived_at IS NULL',
  ALL: null,
  ARCHIVED: 's.archived_at IS NOT NULL',
} as const

/** SQL condition that an order row is within what was delegated. Null if everything is. */
const withinReach = (actor: StaffActor, row: string, bind: (value: string) => string): string | null =>
  isLimited(actor)
    ? withinDelegation(bind(actor.userId), {
        userId: `${row}.user_id`,
        companyId: `${row}.company_id`,
        targetType: "'BILL'",
        targetId: `${row}.bill_id`,
      })
    : null

export const billRows: ListRows<BillListQuery, keyof typeof billFilters, Sort> = {
  own: { ...OWN, present: THERE },
  join: (id) => `bills s ON s.id = ${id}`,
  usual: () => 'createdAt',
  // Its own row, those of two indexes, and its vendor.
  looks: 5,
  clauses: ({ reader: { actor }, input, by, isOnly, fields, bind, is }) => {
    const asks = input.filter === 'ACTION_REQUIRED'
    const seesAll = seesAllBills(actor)
    const people = actingFor(actor)
    const within = withinReach(actor, 'o', bind)
    // No one acts for someone else on what they entered themselves.
    const mayAct = (place: number): string | null =>
      asks && place > 0
        ? `NOT EXISTS (SELECT 1 FROM bills r WHERE r.id = o.bill_id
             AND ${bind(actor.userId)} IN (r.requestor_user_id, r.created_by_user_id))`
        : null
    const personal = (): Walk<Sort>[] => {
      const list = bind(JSON.stringify(people))
      const isOrdered = !asks || fields.every((field) => field === 'createdAt' || field === 'dueDate')
      if (!isOrdered || (!isOnly && people.length > MOST_WALKS_BY_SEVERAL))
        return [
          {
            set: `SELECT DISTINCT o.bill_id AS id FROM bill_orders o
              WHERE o.company_id = ?1 AND o.user_id IN (SELECT value FROM json_each(${list}))
                ${asks ? 'AND o.is_asked = 1' : ''} ${within ? `AND ${within}` : ''}`,
          },
        ]
      return people.map((_, place) => ({
        way: asks ? ASKED : OF_PERSON,
        where: [
          `o.user_id = (${list} ->> ${place})`,
          ...(asks ? ['o.is_asked = 1'] : []),
          mayAct(place),
          place > 0 ? within : null,
        ],
      }))
    }
    const status = is('s.shown_status', input.status)
    const ofErpVendor = is('s.erp_vendor_id', input.erpVendorId)
    const ofVendor = is('s.vendor_id', input.vendorId)
    const ofOrder = is('s.purchase_order_id', input.purchaseOrderId)
    const lead = (): Pick<Clauses<keyof typeof billFilters, Sort>, 'walks' | 'walksBy' | 'serves'> => {
      if (!seesAll || asks) return forEachField(personal())
      if (ofOrder && by === 'createdAt')
        return {
          walks: [{ way: OF_ORDER, where: ['s.purchase_order_id IS NOT NULL', ofOrder] }],
          serves: ['purchaseOrderId'],
        }
      if (ofErpVendor && by === 'createdAt')
        return { walks: [{ way: OF_ERP_VENDOR, where: [THERE, ofErpVendor] }], serves: ['erpVendorId'] }
      if (ofVendor && by === 'createdAt')
        return { walks: [{ way: OF_VENDOR, where: ['s.vendor_id IS NOT NULL', ofVendor] }], serves: ['vendorId'] }
      if (status && (by === 'createdAt' || by === 'dueDate'))
        return { walks: [{ way: OF_STATUS, where: [THERE, status] }], serves: ['status'] }
      if (input.filter === 'ARCHIVED' && by === 'createdAt')
        return { walks: [{ way: ARCHIVED, where: [THERE, 's.archived_at IS NOT NULL'] }], serves: ['filter'] }
      return { walks: [{ way: OWN, where: [THERE] }] }
    }
    const text = input.search ? bind(input.search) : null
    return {
      ...lead(),
      conditions: {
        search:
          text &&
          `(${containsText('s.invoice_number', text)} OR ${containsText('s.description', text)} OR EXISTS (
             SELECT 1 FROM erp_objects v WHERE v.id = s.erp_vendor_id AND ${containsText('v.name', text)}))`,
        filter: [STATUS[input.filter], THERE],
        status,
        erpVendorId: ofErpVendor,
        vendorId: ofVendor,
        purchaseOrderId: ofOrder,
        createdById: is('s.created_by_user_id', input.createdById),
        isCredit: input.isCredit === undefined ? null : `s.is_credit = ${input.isCredit ? 1 : 0}`,
        departmentIds: input.departmentIds?.length
          ? `EXISTS (SELECT 1 FROM bill_lines l WHERE l.company_id = s.company_id AND l.bill_id = s.id
               AND ${idsIn('l.department_id', input.departmentIds, bind)})`
          : null,
        amount: amountSo(input.amount, 's.total_minor', 's.currency', bind),
        invoicedFrom: input.invoicedFrom ? `s.invoice_date >= ${bind(input.invoicedFrom)}` : null,
        invoicedTo: input.invoicedTo ? `s.invoice_date <= ${bind(input.invoicedTo)}` : null,
        dueFrom: input.dueFrom ? `s.due_date >= ${bind(input.dueFrom)}` : null,
        dueTo: input.dueTo ? `s.due_date <= ${bind(input.dueTo)}` : null,
      },
      mostPass: input.filter === 'ARCHIVED' ? [] : ['filter'],
    }
  },
}

/** Two round trips: about as many rows as the page has bills, and one for each name. */
export const readPage = async (
  context: StaffContext,
  input: BillListQuery,
  columns = billColumns(),
): Promise<Connection<BillRow>> => {
  const { db, actor } = context
  const page = pageOf(billRows, context, input)
  const rows = await db.all<BillDbRow>(db.sql(pageSql(page, columns), ...page.params))
  const shown = toPage(page, rows, input.first, (row) => row)
  const names = await readReferredNames(db, actor.companyId, referredBy(shown.edges.map(({ node }) => node)))
  return {
    ...shown,
    edges: shown.edges.map(({ cursor, node }) => ({ cursor, node: toBillRow(node, names, actor.company.currency) })),
  }
}

const COLUMNS: [string, (row: BillRow) => CsvCell][] = [
  ['Vendor', (row) => row.erpVendor.name],
  ['Invoice number', (row) => row.invoiceNumber],
  ['Invoice date', (row) => row.invoiceDate],
  ['Due date', (row) => row.dueDate],
  ['Total', (row) => amountCell(owed(row.totalAmount, row.isCredit))],
  ['Currency', (row) => row.totalAmount.currency],
  ['Credit', (row) => (row.isCredit ? 'Yes' : 'No')],
  ['Status', (row) => (row.archived ? 'Archived' : BILL_STATUS_WORDS[row.status])],
  ['Entity', (row) => row.erpEntity?.name ?? null],
  ['Description', (row) => row.description],
  ['Entered by', (row) => row.createdBy.name],
  ['Waiting for', waitingText],
  [timeColumn('Entered'), (row) => timeInFile(row.createdAt)],
  [timeColumn('Decided'), (row) => row.fullyReviewedAt && timeInFile(row.fullyReviewedAt)],
]

export const billOperations = viewOperations({
  list: billList,
  rows: billRows,
  access: 'bills.read',
  totals: {
    amounts: () => oneAmount('s.currency', 'iif(s.is_credit, -s.total_minor, s.total_minor)'),
    groups: { dueDate: byMonth('s.due_date') },
  },
  read: (context, input) => readPage(context, input),
  readForFile: (context, input) => readPage(context, input, fileColumns()),
  columns: () => ({
    header: () => COLUMNS.map(([label]) => label),
    linesOf: (row) => [COLUMNS.map(([, text]) => text(row))],
  }),
})
