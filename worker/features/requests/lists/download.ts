import {
  type ColumnAnswer,
  downloadIntakeSubmissions,
  LIST_EXTRAS,
  type ListedSubmission,
} from '../../../../schema/requests/endpoints.ts'
import { type Currency, currencyExponent } from '../../../../schema/shared/money.ts'
import type { StaffActor } from '../../../core/actor.ts'
import { type CsvRow, csvFileName, csvStream } from '../../../core/csv.ts'
import { type BaseContext, inputOf, query } from '../../../core/operation.ts'
import { columnsOfRows, columnsStatement } from './columns.ts'
import { readPage } from './list.ts'

const AT_ONCE = 500

const names = (people: readonly { name: string }[] | undefined): string =>
  (people ?? []).map((person) => person.name).join('; ')

const stateOf = (row: ListedSubmission): string => {
  if (row.isDraft) return 'Draft'
  if (row.archived) return 'Archived'
  return row.status.charAt(0) + row.status.slice(1).toLowerCase()
}

/** Major units with a decimal point, which is a number in every spreadsheet. */
const major = (value: number, currency: Currency): string => {
  const exponent = currencyExponent(currency)
  return (value / 10 ** exponent).toFixed(exponent)
}

const amountOf = ({ requestAmount }: ListedSubmission): string => {
  return requestAmount ? major(requestAmount.value, requestAmount.currency) : ''
}

type Cell = (row: ListedSubmission) => string | number | null

/** Times as spreadsheets read them, in the person's time zone. */
const columnsOf = (timeZone: string): [string, Cell][] => {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' })
  const at = (instant: string | null): string => (instant ? format.format(new Date(instant)) : '')
  const timed = (name: string): string => `${name} (${timeZone})`
  return [
    ['No.', (row) => row.number],
    ['Request', (row) => row.title],
    ['Category', (row) => row.category.name],
    ['Status', stateOf],
    ['Requester', (row) => row.requestor.name],
    ['Requester departments', (row) => names(row.requestor.departments)],
    ['Requester business units', (row) => names(row.requestor.businessUnits)],
    ['Filed by', (row) => row.createdBy?.name ?? ''],
    ['Assignee', (row) => row.assignee?.name ?? ''],
    ['Watchers', (row) => names(row.watchers)],
    [
      'Waiting for',
      (row) => names(row.waitingFor.flatMap(({ label, people }) => (people.length ? people : { name: label }))),
    ],
    ['Progress (%)', (row) => (row.isDraft ? '' : row.progress)],
    ['Amount', amountOf],
    ['Currency', (row) => row.requestAmount?.currency ?? ''],
    ['Vendor', (row) => row.vendor?.name ?? ''],
    ['Due', (row) => row.dueDate ?? ''],
    [timed('Created'), (row) => at(row.createdAt)],
    [timed('Submitted'), (row) => at(row.submittedAt)],
    [timed('Approved or rejected'), (row) => at(row.approvedOrRejectedAt)],
    ['Approved by', (row) => names(row.approvedBy)],
    ['Rejected by', (row) => names(row.rejectedBy)],
    ['Last event', (row) => row.lastAuditLogMessage],
    [timed('Last event at'), (row) => at(row.lastAuditLogAt)],
  ]
}

const answerText = ({ value, currency }: ColumnAnswer['answers'][number]): string => {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  return currency && typeof value === 'number' ? `${major(value, currency)} ${currency}` : String(value)
}

/** The category's custom columns, if the file is for one category. */
const addedColumns = async (
  context: BaseContext & { actor: StaffActor },
  categoryId: string | undefined,
): Promise<[string, Cell][]> => {
  if (!categoryId) return []
  const rows = await context.db.all<Record<string, unknown>>(columnsStatement(context, categoryId))
  return columnsOfRows(rows).map(({ ordinal, columnName }) => [
    columnName,
    (row) =>
      (row.columnAnswers?.find((column) => column.ordinal === ordinal)?.answers ?? []).map(answerText).join('; '),
  ])
}

/** Everything that matches the list's filters, newest first, written while it is read (specification 2 §7). */
export const downloadSubmissions = query({
  id: 'intake.download-submissions',
  access: 'requests.use',
  input: inputOf(downloadIntakeSubmissions),
  run: async (context, filters) => {
    const { actor, clock } = context
    const columns = [...columnsOf(actor.timezone ?? 'UTC'), ...(await addedColumns(context, filters.intakeCategoryId))]
    const pageAfter = (cursor: string | undefined) =>
      readPage(context, { ...filters, cursor, first: AT_ONCE, include: [...LIST_EXTRAS] })
    // The first page is read before the answer begins, so that invalid filters are reported as an error.
    let page = await pageAfter(undefined)
    async function* pages(): AsyncGenerator<CsvRow[]> {
      yield [columns.map(([header]) => header)]
      for (;;) {
        yield page.edges.map(({ node }) => columns.map(([, cell]) => cell(node)))
        const { hasNextPage, endCursor } = page.pageInfo
        if (!hasNextPage || !endCursor) return
        page = await pageAfter(endCursor)
      }
    }
    return { fileName: csvFileName('requests', clock.now(), actor.timezone), text: csvStream(pages()) }
  },
})
