import { Skeleton } from '@mantine/core'
import { queryOptions, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type CellState, type CompanyCost, getOperations } from '../../../../schema/platform/operations/endpoints.ts'
import { to } from '../../../lib/address.ts'
import { formatBytes, formatNumber } from '../../../lib/format.ts'
import { call } from '../../../lib/rest.ts'
import { AgeText, DateTimeText } from '../../../ui/date-text.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { ErrorState } from '../../../ui/states.tsx'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import { TableView } from '../../../ui/table/table-view.tsx'
import type { Column } from '../../../ui/table/types.ts'
import classes from './operations.module.css'

/** How often the page looks again by itself. */
const WATCHED_MS = 30_000

const operationsQuery = queryOptions({
  queryKey: ['super-admin', 'operations'],
  queryFn: ({ signal }) => call(getOperations, { signal }),
  refetchInterval: WATCHED_MS,
})

type Waiting = CellState['lanes'][number] & { cell: number }
type GivenUp = CellState['givenUp'][number] & { cell: number }

const LANE_NAMES = new Map([
  ['mail', 'Emails'],
  ['tasks', 'Tasks and calls'],
  ['syncs', 'Syncs'],
  ['imports', 'Imports'],
  ['documents', 'Reading documents'],
  ['answers', 'Answers'],
])

/** The end of a part of a minute's work that ended longest ago, as all of them should end each minute. */
const oldestEnd = ({ parts }: CellState): string | null => parts.map(({ endedAt }) => endedAt).sort()[0] ?? null

const CELLS: Column<CellState>[] = [
  { id: 'cell', header: 'Database', width: '7rem', cell: ({ cell }) => (cell === 0 ? '0 (directory)' : cell) },
  {
    id: 'state',
    header: 'State',
    width: '8rem',
    cell: ({ isReached }) => (
      <StatusBadge plain tone={isReached ? 'positive' : 'negative'} label={isReached ? 'Answers' : 'Doesn’t answer'} />
    ),
  },
  {
    id: 'size',
    header: 'Size',
    align: 'right',
    width: '7rem',
    cell: ({ bytes }) => (bytes === null ? '–' : formatBytes(bytes)),
  },
  { id: 'minute', header: 'Last minute’s work', width: '10rem', cell: (cell) => <AgeText instant={oldestEnd(cell)} /> },
]

const LANES: Column<Waiting>[] = [
  { id: 'lane', header: 'Lane', cell: ({ lane }) => LANE_NAMES.get(lane) ?? lane },
  { id: 'topic', header: 'What waits longest', cell: ({ topic }) => topic },
  { id: 'due', header: 'Due', width: '12rem', cell: ({ dueAt }) => <DateTimeText instant={dueAt} /> },
  { id: 'cell', header: 'Database', align: 'right', width: '6rem', cell: ({ cell }) => cell },
]

const GIVEN_UP: Column<GivenUp>[] = [
  { id: 'topic', header: 'What', cell: ({ topic }) => topic },
  { id: 'error', header: 'Last error', cell: ({ error }) => error ?? '–' },
  { id: 'attempts', header: 'Attempts', align: 'right', width: '6rem', cell: ({ attempts }) => formatNumber(attempts) },
  { id: 'at', header: 'Given up', width: '8rem', cell: ({ diedAt }) => <AgeText instant={diedAt} /> },
  { id: 'cell', header: 'Database', align: 'right', width: '6rem', cell: ({ cell }) => cell },
]

const COSTS: Column<CompanyCost>[] = [
  { id: 'company', header: 'Company', cell: ({ name }) => name ?? 'Vendor’s company' },
  { id: 'calls', header: 'Calls', align: 'right', width: '7rem', cell: ({ calls }) => formatNumber(calls) },
  {
    id: 'time',
    header: 'Seconds',
    align: 'right',
    width: '7rem',
    cell: ({ milliseconds }) => formatNumber(Math.round(milliseconds / 1000)),
  },
  { id: 'read', header: 'Rows read', align: 'right', width: '8rem', cell: ({ rowsRead }) => formatNumber(rowsRead) },
  {
    id: 'written',
    header: 'Rows written',
    align: 'right',
    width: '8rem',
    cell: ({ rowsWritten }) => formatNumber(rowsWritten),
  },
]

/** How the installation runs, for platform staff. */
export const OperationsPage = () => {
  const { data: state, error, refetch } = useQuery(operationsQuery)
  return (
    <>
      <PageHeader
        title="Operations"
        subtitle="How the databases and background work of this installation are doing."
        breadcrumbs={[{ label: 'Super admin', href: to('/super-admin') }]}
      />
      {state ? (
        <div className={classes.page}>
          <Part title="Databases">
            <TableView<CellState>
              label="Databases"
              columns={CELLS}
              rows={state.cells}
              rowId={({ cell }) => String(cell)}
              rowKeys={false}
              empty={{ title: 'No databases' }}
            />
          </Part>
          <Part title="Waiting work">
            <TableView<Waiting>
              label="Waiting work"
              columns={LANES}
              rows={state.cells.flatMap(({ cell, lanes }) => lanes.map((lane) => ({ ...lane, cell })))}
              rowId={({ lane, cell }) => `${cell} ${lane}`}
              rowKeys={false}
              empty={{ title: 'Nothing is waiting' }}
            />
          </Part>
          <Part title="Given up">
            <TableView<GivenUp>
              label="Given up"
              columns={GIVEN_UP}
              rows={state.cells.flatMap(({ cell, givenUp }) => givenUp.map((effect) => ({ ...effect, cell })))}
              rowId={({ id, cell }) => `${cell} ${id}`}
              rowKeys={false}
              empty={{ title: 'Nothing was given up in the last 90 days' }}
            />
          </Part>
          <Part title="Cost by company today">
            <TableView<CompanyCost>
              label="Cost by company today"
              columns={COSTS}
              rows={state.costs}
              rowId={({ companyId }) => companyId}
              rowKeys={false}
              empty={{
                title: 'No calls were counted today',
                text: 'Counts are stored about once a minute, in UTC days.',
              }}
            />
          </Part>
        </div>
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton height={320} />
      )}
    </>
  )
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section>
    <h2 className={classes.heading}>{title}</h2>
    {children}
  </section>
)
