import type { ColumnAnswer, ListedSubmission } from '../../../../schema/requests/endpoints.ts'
import { amountCell, type CsvCell } from '../../../core/csv.ts'
import type { FileColumns } from '../../../core/list/operations.ts'
import type { StaffContext } from '../../../core/operation.ts'
import type { RequestPage } from './columns.ts'

/** The columns of the file with requests (specification 2 §7). */

const names = (people: readonly { name: string }[] | undefined): string =>
  (people ?? []).map((person) => person.name).join('; ')

const stateOf = (row: ListedSubmission): string => {
  if (row.isDraft) return 'Draft'
  if (row.archived) return 'Archived'
  return row.status.charAt(0) + row.status.slice(1).toLowerCase()
}

type Cell = (row: ListedSubmission) => CsvCell

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
    ['Amount', ({ requestAmount }) => requestAmount && amountCell(requestAmount)],
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
  return currency && typeof value === 'number' ? `${amountCell({ value, currency }).number} ${currency}` : String(value)
}

/** A number alone stays one. */
const answerCell = (answers: ColumnAnswer['answers']): CsvCell => {
  const [only] = answers
  if (only && answers.length === 1 && typeof only.value === 'number' && !only.currency) return only.value
  return answers.map(answerText).join('; ')
}

/** The columns of everyone, and the category's own if the file is for one category. */
export const requestFile = ({ actor }: StaffContext): FileColumns<RequestPage> => {
  const columns = columnsOf(actor.timezone ?? 'UTC')
  return {
    header: (first) => [...columns.map(([label]) => label), ...first.columns.map(({ columnName }) => columnName)],
    linesOf: (row) => [
      [...columns.map(([, cell]) => cell(row)), ...(row.columnAnswers ?? []).map(({ answers }) => answerCell(answers))],
    ],
  }
}
