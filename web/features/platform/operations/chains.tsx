import { Button, Text } from '@mantine/core'
import type { CellState, ChainState } from '../../../../schema/platform/operations/endpoints.ts'
import { formatNumber } from '../../../lib/format.ts'
import { useCommand } from '../../../lib/use-command.ts'
import { DateTimeText } from '../../../ui/date-text.tsx'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import { TableView } from '../../../ui/table/table-view.tsx'
import type { Column } from '../../../ui/table/types.ts'
import { companyText, operationsKeys, verifyChain } from './api.ts'
import { Part } from './part.tsx'

type Chain = ChainState & { cell: number }

const Verify = ({ chain }: { chain: Chain }) => {
  const verify = useCommand({
    run: (_: undefined, { commandId }) => verifyChain(chain.companyId, commandId),
    success: ({ isDone, entries, problem }) =>
      isDone
        ? problem === null
          ? `${companyText(chain)}: ${formatNumber(entries)} ${entries === 1 ? 'entry verifies' : 'entries verify'}`
          : `${companyText(chain)} doesn’t verify: ${problem}`
        : `${companyText(chain)} is long: it continues in the next minutes`,
    invalidates: [operationsKeys.state],
  })
  return (
    <Button
      size="compact-sm"
      variant="default"
      loading={verify.isPending}
      aria-label={`Verify now: ${companyText(chain)}`}
      onClick={() => verify.send(undefined)}
    >
      Verify now
    </Button>
  )
}

const COLUMNS: Column<Chain>[] = [
  { id: 'company', header: 'Company', width: '14rem', cell: companyText },
  {
    id: 'state',
    header: 'State',
    cell: ({ problem }) => (
      <>
        <StatusBadge
          plain
          tone={problem === null ? 'waiting' : 'negative'}
          label={problem === null ? 'Not verified yet' : 'Broken'}
        />
        {problem !== null && <Text size="xs">{problem}</Text>}
      </>
    ),
  },
  {
    id: 'checked',
    header: 'Last verified',
    width: '14rem',
    cell: ({ checkedAt, checkedBy }) =>
      checkedAt === null ? (
        '–'
      ) : (
        <>
          <DateTimeText instant={checkedAt} />
          <Text size="xs" c="dimmed">
            {checkedBy === null ? 'By the weekly check' : `By ${checkedBy}`}
          </Text>
        </>
      ),
  },
  { id: 'cell', header: 'Database', align: 'right', width: '6rem', cell: ({ cell }) => cell },
  { id: 'actions', header: '', width: '8rem', cell: (chain) => <Verify chain={chain} /> },
]

/** Audit chains that are broken or were never verified. All are verified about once a week. */
export const ChainsPart = ({ cells }: { cells: readonly CellState[] }) => (
  <Part title="Audit chains">
    <TableView<Chain>
      label="Audit chains"
      columns={COLUMNS}
      rows={cells.flatMap(({ cell, chains }) => chains.map((chain) => ({ ...chain, cell })))}
      rowId={({ companyId, cell }) => `${cell} ${companyId}`}
      rowKeys={false}
      empty={{ title: 'All chains verify', text: 'Each is verified about once a week.' }}
    />
  </Part>
)
