import type { CellState, FailingSync } from '../../../../schema/platform/operations/endpoints.ts'
import { formatNumber } from '../../../lib/format.ts'
import { AgeText } from '../../../ui/date-text.tsx'
import { type State, StatusBadge } from '../../../ui/status-badge.tsx'
import { TableView } from '../../../ui/table/table-view.tsx'
import type { Column } from '../../../ui/table/types.ts'
import { companyText } from './api.ts'
import { Part } from './part.tsx'

type Sync = FailingSync & { cell: number }

const STATES: Record<FailingSync['state'], State> = {
  FAILING: { tone: 'waiting', label: 'Failing' },
  STUCK: { tone: 'negative', label: 'Doesn’t end' },
  STOPPED: { tone: 'negative', label: 'Given up' },
}

const SYSTEMS = new Map([
  ['QUICKBOOKS', 'QuickBooks'],
  ['NETSUITE', 'NetSuite'],
  ['STRIPE', 'Stripe'],
  ['ECB', 'European Central Bank'],
])

const COLUMNS: Column<Sync>[] = [
  { id: 'company', header: 'Company', width: '14rem', cell: companyText },
  {
    id: 'system',
    header: 'System',
    width: '12rem',
    cell: ({ provider, kind }) => `${SYSTEMS.get(provider) ?? provider}: ${kind}`,
  },
  { id: 'state', header: 'State', width: '8rem', cell: ({ state }) => <StatusBadge plain {...STATES[state]} /> },
  { id: 'error', header: 'Last error', cell: ({ error }) => error ?? '–' },
  { id: 'failures', header: 'Failures', align: 'right', width: '6rem', cell: ({ failures }) => formatNumber(failures) },
  { id: 'since', header: 'Since', width: '8rem', cell: ({ since }) => <AgeText instant={since} /> },
  { id: 'cell', header: 'Database', align: 'right', width: '6rem', cell: ({ cell }) => cell },
]

/** Syncs that fail, don't end or were given up, by company and system. */
export const SyncsPart = ({ cells }: { cells: readonly CellState[] }) => (
  <Part title="Syncs">
    <TableView<Sync>
      label="Syncs"
      columns={COLUMNS}
      rows={cells
        .flatMap(({ cell, syncs }) => syncs.map((sync) => ({ ...sync, cell })))
        .toSorted((a, b) => companyText(a).localeCompare(companyText(b)) || a.provider.localeCompare(b.provider))}
      rowId={({ id, cell }) => `${cell} ${id}`}
      rowKeys={false}
      empty={{ title: 'No sync fails' }}
    />
  </Part>
)
