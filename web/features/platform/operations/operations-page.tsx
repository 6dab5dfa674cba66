import { Button, Group, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type CellState, MOST_CELLS, type OperationsState } from '../../../../schema/platform/operations/endpoints.ts'
import { to } from '../../../lib/address.ts'
import { formatBytes } from '../../../lib/format.ts'
import { AgeText, DateTimeText } from '../../../ui/date-text.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { ErrorState } from '../../../ui/states.tsx'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import { TableView } from '../../../ui/table/table-view.tsx'
import type { Column } from '../../../ui/table/types.ts'
import { AlarmsParts } from './alarms.tsx'
import { operationsQuery } from './api.ts'
import { ChainsPart } from './chains.tsx'
import { CostsPart } from './costs.tsx'
import { GivenUpParts } from './given-up.tsx'
import classes from './operations.module.css'
import { Part } from './part.tsx'
import { SyncsPart } from './syncs.tsx'

type Waiting = CellState['lanes'][number] & { cell: number }
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
  { id: 'minute', header: 'Last minute’s work', cell: (cell) => <AgeText instant={oldestEnd(cell)} /> },
]

const LANES: Column<Waiting>[] = [
  { id: 'lane', header: 'Lane', cell: ({ lane }) => LANE_NAMES.get(lane) ?? lane },
  { id: 'topic', header: 'What waits longest', cell: ({ what }) => what },
  { id: 'due', header: 'Due', width: '12rem', cell: ({ dueAt }) => <DateTimeText instant={dueAt} /> },
  { id: 'cell', header: 'Database', align: 'right', width: '6rem', cell: ({ cell }) => cell },
]

/** How the installation runs, for platform staff. */
export const OperationsPage = () => {
  const [from, setFrom] = useState(0)
  const { data: state, error, refetch } = useQuery(operationsQuery(from))
  return (
    <>
      <PageHeader
        title="Operations"
        subtitle="How the databases and background work of this installation are doing."
        breadcrumbs={[{ label: 'Super admin', href: to('/super-admin') }]}
      />
      <div className={classes.page}>
        {state ? (
          <>
            <StateParts state={state} from={from} onFrom={setFrom} />
            <AlarmsParts />
            <CostsPart />
          </>
        ) : error ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton height={320} />
        )}
      </div>
    </>
  )
}

interface StateProps {
  state: OperationsState
  /** The first database that is shown. */
  from: number
  onFrom: (from: number) => void
}

const StateParts = ({ state: { cells, cellCount }, from, onFrom }: StateProps) => (
  <>
    <Part
      title="Databases"
      actions={
        cellCount > MOST_CELLS && (
          <Group gap="xs">
            <Button
              size="compact-sm"
              variant="default"
              disabled={from === 0}
              onClick={() => onFrom(Math.max(0, from - MOST_CELLS))}
            >
              Previous databases
            </Button>
            <Button
              size="compact-sm"
              variant="default"
              disabled={from + MOST_CELLS >= cellCount}
              onClick={() => onFrom(from + MOST_CELLS)}
            >
              Next databases
            </Button>
          </Group>
        )
      }
    >
      <TableView<CellState>
        label="Databases"
        columns={CELLS}
        rows={cells}
        rowId={({ cell }) => String(cell)}
        rowKeys={false}
        empty={{ title: 'No databases' }}
      />
    </Part>
    <Part title="Waiting work">
      <TableView<Waiting>
        label="Waiting work"
        columns={LANES}
        rows={cells.flatMap(({ cell, lanes }) => lanes.map((lane) => ({ ...lane, cell })))}
        rowId={({ lane, cell }) => `${cell} ${lane}`}
        rowKeys={false}
        empty={{ title: 'Nothing is waiting' }}
      />
    </Part>
    <GivenUpParts cells={cells} />
    <SyncsPart cells={cells} />
    <ChainsPart cells={cells} />
  </>
)
