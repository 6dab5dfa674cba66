import { Fragment } from 'react'
import type { ColumnAnswer, LIST_EXTRAS, ListColumn, ListedSubmission } from '../../../../schema/requests/endpoints.ts'
import { type Address, to } from '../../../lib/address.ts'
import { formatNumber } from '../../../lib/format.ts'
import { monthText } from '../../../lib/months.ts'
import { AppLink } from '../../../ui/app-link.tsx'
import { AgeText, CalendarDateText, DateText } from '../../../ui/date-text.tsx'
import { MoneyText } from '../../../ui/money-text.tsx'
import { PeopleNames, PersonName } from '../../../ui/person-name.tsx'
import { requestState, StatusBadge } from '../../../ui/status-badge.tsx'
import type { Column } from '../../../ui/table/types.ts'
import { requestHref, toIso } from '../submissions/index.ts'
import classes from './list.module.css'

type Row = ListedSubmission

export const hrefOf = (row: Pick<Row, 'id' | 'isDraft' | 'category' | 'contactEmail'>): Address =>
  row.isDraft
    ? to('/intake-request/$categoryId/$intakeSubmissionId/edit', {
        categoryId: row.category.id,
        intakeSubmissionId: row.id,
      })
    : requestHref(row)

const Waiting = ({ row }: { row: Row }) => {
  const first = row.waitingFor[0]
  if (!first || row.isDraft) return <span aria-hidden>–</span>
  const names = [...new Set(row.waitingFor.flatMap((block) => block.people.map((person) => person.name)))]
  const since = toIso(first.since) ?? row.currentLevelSince
  return (
    <span className={classes.waiting} title={row.waitingFor.map((block) => block.label).join(', ')}>
      {names.length > 0 ? <PeopleNames names={names} /> : first.label}
      {since && (
        <span className={classes.since}>
          <AgeText instant={since} />
        </span>
      )}
    </span>
  )
}

const Progress = ({ value }: { value: number }) => (
  <span className={classes.progress}>
    <span className={classes.track} aria-hidden>
      <span className={classes.fill} data-bar-mark style={{ width: `${value}%` }} />
    </span>
    {value}%
  </span>
)

const number: Column<Row> = {
  id: 'number',
  header: 'No.',
  sortBy: 'number',
  width: '3.5rem',
  card: 'pair',
  cell: (row) => <span className={classes.number}>#{row.number}</span>,
}
const title: Column<Row> = {
  id: 'title',
  header: 'Request',
  card: 'title',
  always: true,
  cell: (row) => (
    <AppLink className="ol-link" href={hrefOf(row)} tabIndex={-1}>
      {row.title}
    </AppLink>
  ),
}
const requestor: Column<Row> = {
  id: 'requestor',
  header: 'Requester',
  sortBy: 'requestorName',
  group: (row) => row.requestor.name,
  width: '9rem',
  cell: (row) => <PersonName name={row.requestor.name} />,
}
const category: Column<Row> = {
  id: 'category',
  header: 'Category',
  width: '9rem',
  hiddenByDefault: true,
  cell: (row) => row.category.name,
}
const status: Column<Row> = {
  id: 'status',
  header: 'Status',
  sortBy: 'status',
  group: (row) => requestState({ ...row, archived: false }).label,
  groupKey: (row) => row.status,
  width: '6.5rem',
  cell: (row) => <StatusBadge {...requestState(row)} />,
}
const waitingFor: Column<Row> = {
  id: 'waitingFor',
  header: 'Waiting for',
  width: '11rem',
  cell: (row) => <Waiting row={row} />,
}
const progress: Column<Row> = {
  id: 'progress',
  header: 'Progress',
  card: 'hidden',
  hiddenByDefault: true,
  width: '7rem',
  cell: (row) =>
    row.isDraft || row.status === 'REJECTED' || row.status === 'WITHDRAWN' ? (
      <span aria-hidden>–</span>
    ) : (
      <Progress value={row.progress} />
    ),
}
const amount: Column<Row> = {
  id: 'amount',
  header: 'Amount',
  align: 'right',
  sortBy: 'coalescedRequestAmount',
  width: '7rem',
  cell: (row) => <MoneyText money={row.requestAmount} />,
}
const created: Column<Row> = {
  id: 'created',
  header: 'Created',
  card: 'hidden',
  sortBy: 'createdAt',
  hiddenByDefault: true,
  width: '7rem',
  cell: (row) => <DateText instant={row.createdAt} />,
}
const lastEvent: Column<Row> = {
  id: 'lastEvent',
  header: 'Last event',
  hiddenByDefault: true,
  width: '14rem',
  cell: (row) =>
    row.lastAuditLogMessage ? (
      <span title={row.lastAuditLogMessage}>
        {row.lastAuditLogMessage}
        {row.lastAuditLogAt && (
          <span className={classes.since}>
            {' '}
            <AgeText instant={row.lastAuditLogAt} />
          </span>
        )}
      </span>
    ) : (
      <span aria-hidden>–</span>
    ),
}
const due: Column<Row> = {
  id: 'due',
  header: 'Due',
  sortBy: 'dueDate',
  group: ({ dueDate }) => (dueDate ? monthText(dueDate.slice(0, 7)) : 'No due date'),
  groupKey: ({ dueDate }) => dueDate?.slice(0, 7) ?? '',
  width: '7.5rem',
  hiddenByDefault: true,
  cell: (row) => <CalendarDateText date={row.dueDate} />,
}
const vendor: Column<Row> = {
  id: 'vendor',
  header: 'Vendor',
  width: '9rem',
  hiddenByDefault: true,
  cell: (row) => row.vendor?.name ?? <span aria-hidden>–</span>,
}
const submitted: Column<Row> = {
  id: 'submitted',
  header: 'Submitted',
  width: '7.5rem',
  hiddenByDefault: true,
  cell: (row) => <DateText instant={row.submittedAt} />,
}
const decided: Column<Row> = {
  id: 'decided',
  header: 'Approved or rejected',
  width: '9rem',
  hiddenByDefault: true,
  cell: (row) => <DateText instant={row.approvedOrRejectedAt} />,
}
const decidedBy: Column<Row> = {
  id: 'decidedBy',
  header: 'Decided by',
  width: '10rem',
  hiddenByDefault: true,
  cell: (row) => (
    <PeopleNames names={[...new Set([...row.rejectedBy, ...row.approvedBy].map((person) => person.name))]} />
  ),
}

const assignee: Column<Row> = {
  id: 'assignee',
  header: 'Assignee',
  width: '9rem',
  hiddenByDefault: true,
  cell: (row) => (row.assignee ? <PersonName name={row.assignee.name} /> : <span aria-hidden>–</span>),
}
const createdBy: Column<Row> = {
  id: 'createdBy',
  header: 'Filed by',
  width: '9rem',
  hiddenByDefault: true,
  cell: (row) => (row.createdBy ? <PersonName name={row.createdBy.name} /> : <span aria-hidden>–</span>),
}
const Names = ({ of }: { of: readonly { name: string }[] | undefined }) => {
  const text = (of ?? []).map(({ name }) => name).join(', ')
  return text ? <span title={text}>{text}</span> : <span aria-hidden>–</span>
}
const departments: Column<Row> = {
  id: 'departments',
  header: 'Department',
  width: '9rem',
  hiddenByDefault: true,
  cell: (row) => <Names of={row.requestor.departments} />,
}
const businessUnits: Column<Row> = {
  id: 'businessUnits',
  header: 'Business unit',
  width: '9rem',
  hiddenByDefault: true,
  cell: (row) => <Names of={row.requestor.businessUnits} />,
}
const watchers: Column<Row> = {
  id: 'watchers',
  header: 'Watchers',
  width: '9rem',
  hiddenByDefault: true,
  cell: (row) => <PeopleNames names={(row.watchers ?? []).map(({ name }) => name)} />,
}
const HOUR_MS = 3_600_000
/** "5 h", "3 days": how long the open level has been waiting. */
export const durationText = (milliseconds: number): string => {
  const hours = Math.floor(milliseconds / HOUR_MS)
  if (hours < 1) return 'Under 1 h'
  if (hours < 48) return `${hours} h`
  return `${Math.floor(hours / 24)} days`
}
const waitedFor: Column<Row> = {
  id: 'waitedFor',
  header: 'Time in step',
  width: '8rem',
  hiddenByDefault: true,
  cell: ({ currentLevelPendingDuration: waited }) =>
    waited === null ? <span aria-hidden>–</span> : durationText(waited),
}

export const REQUEST_COLUMNS: Column<Row>[] = [
  title,
  number,
  status,
  waitingFor,
  requestor,
  amount,
  category,
  progress,
  created,
  lastEvent,
  due,
  vendor,
  assignee,
  createdBy,
  departments,
  businessUnits,
  watchers,
  waitedFor,
  submitted,
  decided,
  decidedBy,
]

export const CATEGORY_COLUMNS = REQUEST_COLUMNS.filter((column) => column.id !== 'category')

const AddedCell = ({ value, currency, type }: ColumnAnswer['answers'][number] & Pick<ColumnAnswer, 'type'>) => {
  if (currency && typeof value === 'number') return <MoneyText money={{ value, currency }} />
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value === 'number') return formatNumber(value)
  return /DATE$/.test(type) ? <CalendarDateText date={value} /> : value
}

const ADDED = 'added:'

/** A category's custom columns in its list: the answer to a question, or the state of a task. */
export const addedColumns = (columns: readonly ListColumn[]): Column<Row>[] =>
  columns.map(({ columnName, questionId, ruleId, type }) => ({
    id: `${ADDED}${ruleId ?? questionId}`,
    header: columnName,
    width: '6.75rem',
    clip: true,
    align: type === 'MONEY' || type === 'REQUEST_AMOUNT' || type === 'NUMBER' ? 'right' : 'left',
    cell: (row) => {
      const found = row.columnAnswers?.find((one) => one.questionId === questionId && one.ruleId === ruleId)
      if (!found?.answers.length) return <span aria-hidden>–</span>
      const title = found.answers.map(({ value }) => value).join(', ')
      return (
        <span {...(typeof found.answers[0]?.value === 'string' && { title })}>
          {found.answers.map((answer, i) => (
            <Fragment key={answer.id ?? String(answer.value)}>
              {i > 0 && ', '}
              <AddedCell {...answer} type={type} />
            </Fragment>
          ))}
        </span>
      )
    },
  }))

/**
 * Hidden first to make room for custom columns, so that the usual list fits a window of 1280 pixels. People can show
 * them.
 */
const GIVE_WAY = ['number', 'requestor']

/** @param senders for public forms, where the sender column stays visible */
export const withAdded = (
  own: readonly Column<Row>[],
  added: readonly ListColumn[],
  senders = false,
): Column<Row>[] => {
  const away = GIVE_WAY.slice(0, senders ? Math.min(added.length, 1) : added.length)
  return [
    ...own.map((column) => (away.includes(column.id) ? { ...column, hiddenByDefault: true } : column)),
    ...addedColumns(added),
  ]
}

/** What the server adds to rows for these columns. */
const EXTRAS: ReadonlyMap<string, Extra> = new Map([
  ['createdBy', 'createdBy'],
  ['departments', 'requestorUnits'],
  ['businessUnits', 'requestorUnits'],
  ['watchers', 'watchers'],
])
type Extra = (typeof LIST_EXTRAS)[number]

export const extrasOf = (columnIds: readonly string[]): Extra[] => [
  ...new Set(columnIds.flatMap((id) => (id.startsWith(ADDED) ? 'columnAnswers' : (EXTRAS.get(id) ?? [])))),
]

/** A draft isn't waiting for anyone and has no history worth a column. */
export const DRAFT_COLUMNS: Column<Row>[] = [
  title,
  number,
  status,
  requestor,
  category,
  amount,
  { ...created, hiddenByDefault: false },
]

const contact: Column<Row> = {
  id: 'contact',
  header: 'Sender email',
  width: '12rem',
  hiddenByDefault: true,
  cell: (row) => row.contactEmail,
}

/** For requests from public forms: the sender and the form. Few of them ask for an amount. */
export const SOURCING_COLUMNS: Column<Row>[] = CATEGORY_COLUMNS.flatMap((column) => {
  if (column.id === 'title') return [{ ...column, header: 'Title' }]
  if (column.id === 'amount') return [{ ...column, hiddenByDefault: true }]
  return column.id === 'requestor'
    ? [{ ...column, header: 'Sender' }, contact, { ...category, header: 'Form', hiddenByDefault: false }]
    : [column]
})

/** For one public form alone. */
export const SOURCING_FORM_COLUMNS = SOURCING_COLUMNS.filter((column) => column.id !== 'category')
