import type { ListedSubmission } from '../../../../schema/requests/endpoints.ts'
import { timeColumn, timeInFile } from '../../../../schema/shared/csv-cell.ts'
import { amountCell, type CsvCell } from '../../../core/csv.ts'
import { customCells, customHeaders } from '../../../core/list/file.ts'
import type { FileColumns } from '../../../core/list/operations.ts'
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

const at = (instant: string | null): string => (instant ? timeInFile(instant) : '')

const COLUMNS: [string, Cell][] = [
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
  [timeColumn('Created'), (row) => at(row.createdAt)],
  [timeColumn('Submitted'), (row) => at(row.submittedAt)],
  [timeColumn('Approved or rejected'), (row) => at(row.approvedOrRejectedAt)],
  ['Approved by', (row) => names(row.approvedBy)],
  ['Rejected by', (row) => names(row.rejectedBy)],
  ['Last event', (row) => row.lastAuditLogMessage],
  [timeColumn('Last event at'), (row) => at(row.lastAuditLogAt)],
]

/** The columns of everyone, and the category's own if the file is for one category. */
export const requestFile: FileColumns<RequestPage> = {
  header: (first) => [...COLUMNS.map(([label]) => label), ...first.columns.flatMap(customHeaders)],
  linesOf: (row) => [[...COLUMNS.map(([, cell]) => cell(row)), ...(row.columnAnswers ?? []).flatMap(customCells)]],
}
