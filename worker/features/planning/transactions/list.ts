import {
  type TransactionQuery,
  type TransactionRow,
  transactionFile,
  transactionList,
} from '../../../../schema/planning/transactions/endpoints.ts'
import { ACCOUNT_TYPE_WORDS, DIMENSION_NAMES, DIMENSIONS } from '../../../../schema/planning/transactions/filters.ts'
import type { Connection } from '../../../../schema/shared/paging.ts'
import { humanize } from '../../../../schema/shared/values.ts'
import { amountCell, type CsvCell } from '../../../core/csv.ts'
import { listOperations } from '../../../core/list/operations.ts'
import { pageOf, pageSql, toPage } from '../../../core/list/page.ts'
import type { ListRows } from '../../../core/list/rows.ts'
import type { StaffContext } from '../../../core/operation.ts'
import { scopeOf, seesAll, visibleSql } from './access.ts'
import { dimensionConditions, requireRange, searchSql } from './filter-sql.ts'
import { COLUMNS, type StoredTransaction, toTransactions } from './rows.ts'
import { openedCursor, sealedConnection } from './sealed-cursor.ts'
import { type Filter, OWN, type Sort, walksOf } from './walks.ts'

/** The list of transactions and its file. */

export const transactionRows: ListRows<TransactionQuery, Filter, Sort> = {
  own: OWN,
  join: (id) => `transactions t ON t.id = ${id}`,
  usual: () => 'date',
  looks: 2,
  clauses: ({ reader: { actor }, input, bind, is }) => {
    const scope = scopeOf(actor)
    const range = `t.is_tracked = 1 AND t.type = ${bind(input.type)}
      AND t.date BETWEEN ${bind(`${input.startYearMonth}-01`)} AND ${bind(`${input.endYearMonth}-31`)}`
    const dimensions = dimensionConditions(input, 't', bind)
    const conditions = Object.fromEntries(
      DIMENSION_NAMES.flatMap((dimension) => {
        const { in: isIn, notIn } = DIMENSIONS[dimension]
        return [
          [isIn, dimensions[dimension]],
          [notIn, null],
        ]
      }),
    ) as Record<Filter, string | null>
    return {
      ...walksOf({ scope, filters: input, range, bind }),
      conditions: {
        ...conditions,
        range,
        visible: visibleSql(scope, 't', bind),
        search: searchSql(input.search, 't', bind),
        accountType: is('t.account_type', input.accountType),
        departmentFilter: null,
      },
    }
  },
}

/** Two round trips: the rows of the page, and each name once. */
export const readPage = async (context: StaffContext, asked: TransactionQuery): Promise<Connection<TransactionRow>> => {
  requireRange(asked)
  const isWhole = seesAll(scopeOf(context.actor))
  const input = isWhole || !asked.cursor ? asked : { ...asked, cursor: openedCursor(context, asked.cursor) }
  const reading = pageOf(transactionRows, context, input)
  const rows = await context.db.all<StoredTransaction>(context.db.sql(pageSql(reading, COLUMNS), ...reading.params))
  const shown = toPage(reading, rows, input.first, (row) => row as StoredTransaction)
  const nodes = await toTransactions(
    context,
    shown.edges.map(({ node }) => node),
  )
  const page = { ...shown, edges: shown.edges.map(({ cursor }, at) => ({ cursor, node: nodes[at] as TransactionRow })) }
  return isWhole ? page : sealedConnection(context, page)
}

const FILE: [string, (row: TransactionRow) => CsvCell][] = [
  ['Date', (row) => row.transactionDate],
  ['Type', (row) => humanize(row.transactionType)],
  ['Number', (row) => row.documentNumber],
  ['Vendor', (row) => row.vendor?.name ?? null],
  ['Category', (row) => row.category?.name ?? null],
  ['Department', (row) => row.department?.name ?? null],
  ['Business unit', (row) => row.businessUnit?.name ?? null],
  ['Location', (row) => row.location?.name ?? null],
  ['Entity', (row) => row.entity?.name ?? null],
  ['Account type', (row) => (row.accountType === 'OTHER' ? null : ACCOUNT_TYPE_WORDS[row.accountType])],
  ['Amount', (row) => amountCell(row.amount)],
  ['Currency', (row) => row.amount.currency],
  ['Amount in company currency', (row) => row.companyAmount && amountCell(row.companyAmount)],
  ['Company currency', (row) => row.companyAmount?.currency ?? null],
  ['Memo', (row) => row.memo],
  ['Description', (row) => row.description],
  ['Accounting vendor', (row) => row.erpVendor?.name ?? null],
  ['Account', (row) => row.erpAccount?.name ?? null],
  ['Accounting department', (row) => row.erpDepartment?.name ?? null],
  ['Accounting location', (row) => row.erpLocation?.name ?? null],
  ['Accounting class', (row) => row.erpClassification?.name ?? null],
  ['Accounting entity', (row) => row.erpEntity?.name ?? null],
  ['Payroll', (row) => (row.isPayroll ? 'Yes' : 'No')],
  ['Link', (row) => row.erpUrl],
]

export const transactionOperations = listOperations({
  list: transactionList,
  rows: transactionRows,
  access: 'transactions.read',
  read: readPage,
  file: transactionFile,
  columns: () => ({
    header: () => FILE.map(([label]) => label),
    linesOf: (row) => [FILE.map(([, text]) => text(row))],
  }),
})
