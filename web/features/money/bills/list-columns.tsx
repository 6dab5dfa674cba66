import type { BillRow } from '../../../../schema/money/bills/list.ts'
import { monthText } from '../../../lib/months.ts'
import { AppLink } from '../../../ui/app-link.tsx'
import { CalendarDateText, DateText } from '../../../ui/date-text.tsx'
import { MoneyText } from '../../../ui/money-text.tsx'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import type { Column } from '../../../ui/table/types.ts'
import { billHref } from './address.ts'
import own from './bills.module.css'
import { billState, syncState, waitingText } from './words.ts'

const SyncMark = (row: BillRow) => {
  const state = syncState(row)
  if (!state) return <span aria-hidden>–</span>
  const badge = <StatusBadge plain {...state} />
  return row.syncEntry?.link ? (
    <a className="ol-link" href={row.syncEntry.link} target="_blank" rel="noreferrer">
      {badge}
    </a>
  ) : (
    badge
  )
}

export const billColumn = <Row extends BillRow>(): Column<Row> => ({
  id: 'vendor',
  header: 'Bill',
  card: 'title',
  // All of it leads to the bill, whose page names the vendor with a link.
  cell: ({ id, displayName }) => (
    <AppLink className="ol-link" href={billHref(id)}>
      {displayName}
    </AppLink>
  ),
})

export const totalColumn = <Row extends BillRow>(): Column<Row> => ({
  id: 'total',
  header: 'Total',
  sortBy: 'totalAmount',
  align: 'right',
  width: '7rem',
  cell: ({ totalAmount, isCredit }) => (
    <span className={own.total}>
      {isCredit && <span className={own.dim}>Credit</span>}
      <MoneyText money={totalAmount} />
    </span>
  ),
})

export const dueColumn = <Row extends BillRow>(): Column<Row> => ({
  id: 'due',
  header: 'Due',
  sortBy: 'dueDate',
  group: ({ dueDate }) => (dueDate ? monthText(dueDate.slice(0, 7)) : 'No due date'),
  groupKey: ({ dueDate }) => dueDate?.slice(0, 7) ?? '',
  width: '7rem',
  cell: ({ dueDate }) => <CalendarDateText date={dueDate} />,
})

export const waitingColumn = <Row extends BillRow>(): Column<Row> => ({
  id: 'waiting',
  header: 'Waiting for',
  width: '6.75rem',
  clip: true,
  cell: waitingText,
})

export const billColumns: Column<BillRow>[] = [
  billColumn(),
  {
    id: 'status',
    header: 'Status',
    width: '6.5rem',
    cell: (row) => <StatusBadge plain {...billState(row)} />,
  },
  totalColumn(),
  {
    id: 'invoiced',
    header: 'Invoice date',
    sortBy: 'invoiceDate',
    width: '7rem',
    cell: ({ invoiceDate }) => <CalendarDateText date={invoiceDate} />,
  },
  dueColumn(),
  waitingColumn(),
  { id: 'sync', header: 'Accounting', width: '6.5rem', cell: SyncMark },
  {
    id: 'progress',
    header: 'Progress',
    width: '6rem',
    align: 'right',
    hiddenByDefault: true,
    cell: ({ progress }) => `${progress}%`,
  },
  {
    id: 'number',
    header: 'Invoice number',
    width: '9rem',
    hiddenByDefault: true,
    cell: ({ invoiceNumber }) => invoiceNumber,
  },
  { id: 'entity', header: 'Entity', width: '9rem', hiddenByDefault: true, cell: ({ erpEntity }) => erpEntity?.name },
  {
    id: 'description',
    header: 'Description',
    width: '14rem',
    hiddenByDefault: true,
    cell: ({ description }) => description,
  },
  { id: 'by', header: 'Entered by', width: '10rem', hiddenByDefault: true, cell: ({ createdBy }) => createdBy.name },
  {
    id: 'created',
    header: 'Entered',
    sortBy: 'createdAt',
    width: '7.5rem',
    hiddenByDefault: true,
    cell: ({ createdAt }) => <DateText instant={createdAt} />,
  },
]
