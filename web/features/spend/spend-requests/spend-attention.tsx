import { IconReceipt } from '@tabler/icons-react'
import { AppLink } from '../../../ui/app-link.tsx'
import { AgeText } from '../../../ui/date-text.tsx'
import { MoneyText } from '../../../ui/money-text.tsx'
import { PersonName } from '../../../ui/person-name.tsx'
import { useNotYet } from '../../../ui/settling/not-yet.ts'
import { requestState, StatusBadge } from '../../../ui/status-badge.tsx'
import { TableView } from '../../../ui/table/table-view.tsx'
import type { Column } from '../../../ui/table/types.ts'
import { spendHref } from './address.ts'
import { type SpendAttentionItem, useSpendAttention } from './api.ts'
import classes from './spend.module.css'

type Filter = 'watcher' | 'recently-completed'

const TITLES: Record<Filter, string> = {
  watcher: 'Spend requests you watch',
  'recently-completed': 'Recently completed spend requests',
}

const COLUMNS: Column<SpendAttentionItem>[] = [
  {
    id: 'name',
    header: 'Spend request',
    card: 'title',
    cell: (row) => (
      <AppLink className="ol-link" href={spendHref(row.id)}>
        {row.displayName}
      </AppLink>
    ),
  },
  {
    id: 'requestor',
    header: 'Requester',
    width: '11rem',
    cell: ({ requestor }) => <PersonName name={requestor.name} />,
  },
  {
    id: 'amount',
    header: 'Amount',
    align: 'right',
    width: '8rem',
    cell: ({ estimatedCost }) => <MoneyText money={estimatedCost} />,
  },
  { id: 'status', header: 'Status', width: '7rem', cell: (row) => <StatusBadge {...requestState(row)} /> },
  { id: 'since', header: 'Since', width: '8rem', cell: ({ since }) => <AgeText instant={since} /> },
]

/** On Home, below the requests that the person follows. Nothing where there are none. */
export const SpendAttention = ({ filter }: { filter: Filter }) => {
  const { data, isLoading } = useSpendAttention(filter)
  useNotYet(isLoading)
  if (!data || data.length === 0) return null
  return (
    <div>
      <h2 className={classes.attentionTitle}>{TITLES[filter]}</h2>
      <TableView<SpendAttentionItem>
        label={TITLES[filter]}
        columns={COLUMNS}
        rows={data}
        rowId={({ id }) => id}
        rowHref={({ id }) => spendHref(id)}
        empty={{ icon: <IconReceipt size={20} aria-hidden />, title: 'Nothing here', text: '' }}
      />
    </div>
  )
}
