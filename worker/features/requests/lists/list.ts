import * as endpoints from '../../../../schema/requests/endpoints.ts'
import { listOperations } from '../../../core/list/operations.ts'
import { pageOf, pageSql, toPage } from '../../../core/list/page.ts'
import { byMonth, oneAmount } from '../../../core/list/totals.ts'
import type { StaffContext } from '../../../core/operation.ts'
import { Params } from '../../../core/params.ts'
import { columnTables, type ListDbRow, listColumns, toListedSubmission } from '../submissions/index.ts'
import { columnAnswersOf, columnsOfRows, columnsStatement, type RequestPage } from './columns.ts'
import { requestFile } from './download.ts'
import { requireKnownLabels } from './known-labels.ts'
import { readsOfEach } from './list-conditions.ts'
import { requestRows } from './list-statement.ts'

/** One round trip. */
const readPage = async (
  context: StaffContext,
  { include = [...endpoints.LIST_EXTRAS], ...input }: endpoints.RequestListQuery,
): Promise<RequestPage> => {
  const { db, clock } = context
  const { intakeCategoryId, vendorId } = input
  const page = pageOf(requestRows, context, input)
  const params = new Params(...page.params)
  const category = intakeCategoryId && params.bind(intakeCategoryId)
  const vendor = vendorId && params.bind(vendorId)
  // A category's custom columns are only in its own list.
  const extras = include.filter((extra) => extra !== 'columnAnswers' || category)
  const own = extras.includes('columnAnswers') && category ? columnTables(`(SELECT ${category})`) : []
  const tables = [page.tables, ...own].filter(Boolean).join(', ')
  const [found, added] = await db.batch([
    db.sql(
      pageSql({ ...page, tables }, listColumns(extras, { categoryId: category, vendorId: vendor })),
      ...params.values,
    ),
    ...(own.length > 0 && intakeCategoryId ? [columnsStatement(context, intakeCategoryId)] : []),
  ])
  const columns = added && columnsOfRows(added.results)
  const now = clock.now()
  const rows = (found?.results ?? []) as unknown as ListDbRow[]
  const shown = toPage(page, rows, input.first, (row) => ({
    ...toListedSubmission(row, now),
    ...(columns && { columnAnswers: columnAnswersOf(columns, row) }),
  }))
  return { ...shown, columns: columns ?? [] }
}

/** Requests that the person can see (specification 2 §7), and everything that matches as a file, newest first. */
export const requestOperations = listOperations({
  list: endpoints.requestList,
  file: endpoints.downloadIntakeSubmissions,
  rows: requestRows,
  access: 'requests.use',
  read: readPage,
  columns: () => requestFile,
  requireKnown: (context, { answerFilters, serviceAnswerFilters, servicePeriodAnswerFilters, intakeCategoryId }) =>
    requireKnownLabels(
      context,
      {
        answerFilters: { in: 'forms', pairs: answerFilters },
        serviceAnswerFilters: { in: 'serviceFormFields', pairs: serviceAnswerFilters },
        servicePeriodAnswerFilters: { in: 'serviceItemFormFields', pairs: servicePeriodAnswerFilters },
      },
      intakeCategoryId,
    ),
  totals: {
    amounts: () => oneAmount('s.amount_currency', 's.amount_value'),
    groups: {
      status: { sql: 's.status' },
      requestorName: { sql: 's.requestor_name' },
      dueDate: byMonth('s.due_sort'),
    },
    reads: readsOfEach,
  },
})
