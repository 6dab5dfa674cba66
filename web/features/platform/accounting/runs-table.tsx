import { IconRefresh } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { DateTimeText } from '../../../ui/date-text.tsx'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import { TableView } from '../../../ui/table/table-view.tsx'
import type { Column } from '../../../ui/table/types.ts'
import { type Run, runsQuery } from './api.ts'
import { readSummary, runState, TRIGGER_WORDS } from './words.ts'

const COLUMNS: Column<Run>[] = [
  {
    ...{ id: 'started', header: 'Started', card: 'title', width: '15rem' },
    cell: ({ createdAt }) => <DateTimeText instant={createdAt} />,
  },
  { id: 'state', header: 'State', width: '8rem', cell: ({ status }) => <StatusBadge {...runState(status)} /> },
  { id: 'trigger', header: 'Why', width: '12rem', cell: ({ trigger }) => TRIGGER_WORDS[trigger] ?? trigger },
  {
    id: 'read',
    header: 'Result',
    cell: ({ counts, status, error }) =>
      error ?? (readSummary(counts) || (status === 'SYNCING' ? 'Nothing yet' : 'Nothing new')),
  },
]

/** Past runs, newest first, and those that didn't end well. */
export const RunsTable = () => {
  const runs = useQuery(runsQuery)
  return (
    <TableView
      label="Past syncs"
      columns={COLUMNS}
      rows={runs.data}
      rowId={({ id }) => id}
      error={runs.error}
      onRetry={() => void runs.refetch()}
      placeholderRows={5}
      empty={{
        icon: <IconRefresh size={20} aria-hidden />,
        title: 'No syncs yet',
        text: 'Syncs with your accounting system appear here.',
      }}
    />
  )
}
