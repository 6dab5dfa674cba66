import type { BillRow } from '../../../../schema/money/bills/list.ts'
import { AgeText } from '../../../ui/date-text.tsx'
import type { Column } from '../../../ui/table/types.ts'
import { billColumn, dueColumn, totalColumn } from './list-columns.tsx'

/** A bill that waits for the person, or for someone whose delegate they are. */
export type BillToReview = BillRow & { since: string; actions: string[]; isDelegate: boolean }

/** Lists that are short are not sorted. */
export const withoutSorting = <Row extends object>(columns: Column<Row>[]): Column<Row>[] =>
  columns.map(({ sortBy: _, ...column }) => column)

export const reviewColumns: Column<BillToReview>[] = withoutSorting([
  billColumn<BillToReview>(),
  {
    id: 'todo',
    header: 'To do',
    width: '14rem',
    cell: ({ actions, isDelegate }) => (isDelegate ? `${actions.join(', ')} (as delegate)` : actions.join(', ')),
  },
  totalColumn<BillToReview>(),
  dueColumn<BillToReview>(),
  { id: 'since', header: 'Since', width: '8rem', cell: ({ since }) => <AgeText instant={since} /> },
])
