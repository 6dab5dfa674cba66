import { Tabs } from '@mantine/core'
import { IconChecks, IconEye, IconHistory } from '@tabler/icons-react'
import { inboxKey } from '../../../../schema/approvals/inbox/key.ts'
import type { AttentionItem } from '../../../../schema/requests/endpoints.ts'
import { type Address, to } from '../../../lib/address.ts'
import { AppLink } from '../../../ui/app-link.tsx'
import { AgeText } from '../../../ui/date-text.tsx'
import { MoneyText } from '../../../ui/money-text.tsx'
import { PersonName } from '../../../ui/person-name.tsx'
import { requestState, StatusBadge } from '../../../ui/status-badge.tsx'
import { TableView } from '../../../ui/table/table-view.tsx'
import type { Column, TableEmpty } from '../../../ui/table/types.ts'
import classes from './home.module.css'
import { type AttentionFilter, SHOWN, useAttention } from './home-api.ts'
import { RequestLink } from './request-link.tsx'

interface View {
  tab: string
  empty: TableEmpty
  columns: Column<AttentionItem>[]
}

const request: Column<AttentionItem> = {
  id: 'request',
  header: 'Request',
  card: 'title',
  cell: (row) => <RequestLink {...row} />,
}
const requestor: Column<AttentionItem> = {
  id: 'requestor',
  header: 'Requester',
  width: '11rem',
  cell: (row) => <PersonName name={row.requestor.name} />,
}
const amount: Column<AttentionItem> = {
  id: 'amount',
  header: 'Amount',
  align: 'right',
  width: '8rem',
  cell: (row) => <MoneyText money={row.requestAmount} />,
}
const status: Column<AttentionItem> = {
  id: 'status',
  header: 'Status',
  width: '7rem',
  cell: (row) => <StatusBadge {...requestState(row)} />,
}
const age = (header: string): Column<AttentionItem> => ({
  id: 'since',
  header,
  width: '8rem',
  cell: (row) => <AgeText instant={row.since} />,
})
const todo: Column<AttentionItem> = {
  id: 'todo',
  header: 'To do',
  width: '12rem',
  cell: (row) => <Todo row={row} />,
}

/** Blocks are named after who decides ("Manager"), so a verb is added. */
const actionText = ({ ruleType, label, sentBack }: AttentionItem['actions'][number]): string =>
  !sentBack && ruleType === 'APPROVAL' && !/approv|review/i.test(label) ? `${label} approval` : label

const fullText = (action: AttentionItem['actions'][number]): string =>
  `${actionText(action)}${action.onBehalfOf ? ` for ${action.onBehalfOf.name}` : ''}`

/** How many of several waiting steps get their own line, in both columns. */
const LINES = 3
const linesOf = ({ actions }: AttentionItem) => (actions.length > LINES ? actions.slice(0, LINES - 1) : actions)

const Todo = ({ row }: { row: AttentionItem }) => {
  if (row.actions.length === 0) return <span aria-hidden>–</span>
  const lines = linesOf(row)
  return (
    <span className={lines.length > 1 ? (classes.lines ?? '') : undefined} title={row.actions.map(fullText).join(', ')}>
      {lines.map((action) => (
        <span key={action.id} className={classes.todo}>
          {fullText(action)}
        </span>
      ))}
      {row.actions.length > lines.length && <span className={classes.dim}>+{row.actions.length - lines.length}</span>}
    </span>
  )
}

const WaitingSince = ({ row }: { row: AttentionItem }) => {
  const lines = linesOf(row)
  if (lines.length < 2) return <AgeText instant={lines[0]?.since ?? row.since} />
  return (
    <span className={classes.lines}>
      {lines.map((action) => (
        <span key={action.id} className={classes.todo}>
          <span className="ol-visually-hidden">{actionText(action)}: </span>
          <AgeText instant={action.since ?? row.since} />
        </span>
      ))}
    </span>
  )
}

const hrefOf = (row: AttentionItem): Address =>
  to('/intake-request/$intakeSubmissionId/{-$tab}', { intakeSubmissionId: row.id })

const VIEWS: Record<AttentionFilter, View> = {
  approver: {
    tab: 'Waiting for you',
    columns: [request, todo, requestor, amount, { ...age('Waiting since'), cell: (row) => <WaitingSince row={row} /> }],
    empty: {
      icon: <IconChecks size={20} aria-hidden />,
      title: 'You’re all caught up',
      text: 'Requests that need your approval or a task appear here.',
    },
  },
  watcher: {
    tab: 'Watching',
    columns: [request, requestor, amount, status, age('Since')],
    empty: {
      icon: <IconEye size={20} aria-hidden />,
      title: 'You’re not watching any open requests',
      text: 'Requests you watch appear here.',
    },
  },
  'recently-completed': {
    tab: 'Recently completed',
    columns: [request, requestor, amount, status, age('Completed')],
    empty: {
      icon: <IconHistory size={20} aria-hidden />,
      title: 'Nothing completed recently',
      text: 'Requests you’re involved in appear here once they’re approved, rejected or withdrawn.',
    },
  },
}

/** The list ends after one page, so there may be more. */
const countText = (count: number): string => (count === SHOWN ? `${SHOWN}+` : String(count))

/** One of the lists. @param rowKeys whether j and k move through it */
export const AttentionTable = ({ filter, rowKeys = true }: { filter: AttentionFilter; rowKeys?: boolean }) => {
  const { data, error, refetch } = useAttention(filter)
  const { tab, columns, empty } = VIEWS[filter]
  return (
    <TableView
      label={tab}
      columns={columns}
      rows={data}
      rowId={(row) => row.id}
      rowHref={hrefOf}
      error={error}
      onRetry={() => void refetch()}
      rowKeys={rowKeys}
      empty={empty}
    />
  )
}

interface AttentionProps {
  filter: AttentionFilter
  onFilter: (filter: AttentionFilter) => void
}

/** What needs the person, what they watch, and what was decided recently. */
export const Attention = ({ filter, onFilter }: AttentionProps) => {
  const { data } = useAttention(filter)
  // The count is on its tab no matter which tab is open. The open tab shares its query.
  const waiting = useAttention('approver').data?.length ?? 0
  const [first] = data ?? []
  return (
    <section aria-label="Needs attention">
      <Tabs value={filter} onChange={(next) => next && onFilter(next as AttentionFilter)}>
        <Tabs.List className={classes.tabs ?? ''}>
          {Object.entries(VIEWS).map(([id, { tab }]) => (
            <Tabs.Tab key={id} value={id}>
              {tab}
              {id === 'approver' && waiting > 0 && <span className={classes.count}>{countText(waiting)}</span>}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={filter} pt="sm">
          <AttentionTable key={filter} filter={filter} />
          {filter === 'approver' && first && waiting > 1 && (
            <AppLink
              href={to('/inbox', {}, { open: inboxKey({ targetType: 'INTAKE_SUBMISSION', id: first.id }) })}
              className={classes.more}
            >
              Decide one after another
            </AppLink>
          )}
          {filter === 'approver' && waiting === SHOWN && (
            <AppLink href={to('/intake-requests', {}, { filter: 'ACTION_REQUIRED' })} className={classes.more}>
              View all waiting for you
            </AppLink>
          )}
        </Tabs.Panel>
      </Tabs>
    </section>
  )
}
