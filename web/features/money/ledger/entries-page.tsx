import { Anchor, Button } from '@mantine/core'
import { IconBook2, IconSend } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { type LedgerEntryNode, ledgerEntryList, syncFilters } from '../../../../schema/money/ledger/sync-endpoints.ts'
import { SYNC_TYPE_WORDS, type SyncState } from '../../../../schema/money/ledger/sync-values.ts'
import { useCommand } from '../../../lib/use-command.ts'
import { CalendarDateText, DateText } from '../../../ui/date-text.tsx'
import { MoneyText } from '../../../ui/money-text.tsx'
import { late } from '../../../ui/settling/late.tsx'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import type { Column } from '../../../ui/table/types.ts'
import { SYSTEM_NAMES } from '../../platform/accounting/index.ts'
import { ListTable, useList } from '../../platform/lists/index.ts'
import { AccountingFrame, type AccountingTab } from './accounting-frame.tsx'
import { ledgerKeys } from './api.ts'
import classes from './ledger.module.css'
import { entriesSearch } from './search.ts'
import { sendInOrder } from './send-in-order.ts'

const EntryDialog = late(() => import('./entry-dialog.tsx').then((module) => module.EntryDialog))

const definition = { ...ledgerEntryList, filters: syncFilters }

const TABS = { UNSYNCED: 'unsynced', SYNCED: 'synced', ERRORED: 'errored' } as const satisfies Record<
  SyncState,
  AccountingTab
>

const EMPTY: Record<SyncState, [title: string, text: string]> = {
  UNSYNCED: ['Nothing to sync', 'Approved bills, payments and bank transfers appear here until you sync them.'],
  SYNCED: ['Nothing synced yet', 'What you sync appears here with a link to the accounting system.'],
  ERRORED: ['Nothing failed', 'Entries that the accounting system refuses appear here, with what to do.'],
}

/** How often, and how long after sending, the list asks what became of it. */
const ASK_MS = 2000
const ASK_FOR_MS = 30_000
/** When something was sent last. What is sent from one list arrives in another one. */
let sentAt = Number.NEGATIVE_INFINITY

/** Reads the list again for a while, because sending takes some seconds. */
const useFollowing = (): (() => void) => {
  const client = useQueryClient()
  const [since, setSince] = useState(sentAt)
  useEffect(() => {
    if (Date.now() > since + ASK_FOR_MS) return
    const timer = setInterval(() => {
      void client.invalidateQueries({ queryKey: ledgerKeys.entries })
      if (Date.now() > since + ASK_FOR_MS) clearInterval(timer)
    }, ASK_MS)
    return () => clearInterval(timer)
  }, [since, client])
  return () => {
    sentAt = Date.now()
    setSince(sentAt)
  }
}

const systemOf = ({ erpIntegration }: Pick<LedgerEntryNode, 'erpIntegration'>): string =>
  erpIntegration ? SYSTEM_NAMES[erpIntegration] : 'Not connected'

const Title = ({ entry, state }: { entry: LedgerEntryNode; state: SyncState }) => (
  <span className={classes.title}>
    <span className={classes.line}>{entry.title}</span>
    {state === 'ERRORED' &&
      entry.errors.map((error) => (
        <span key={error} className={classes.error}>
          {error}
        </span>
      ))}
    {state === 'ERRORED' && entry.advice && <span className={classes.note}>{entry.advice}</span>}
  </span>
)

interface Actions {
  state: SyncState
  sendOne: (id: string) => void
}

const columnsFor = ({ state, sendOne }: Actions): Column<LedgerEntryNode>[] => [
  { id: 'title', header: 'Entry', card: 'title', cell: (entry) => <Title entry={entry} state={state} /> },
  {
    id: 'type',
    header: 'Type',
    width: '8rem',
    cell: ({ type, isCredit }) => (isCredit ? 'Credit' : SYNC_TYPE_WORDS[type]),
  },
  {
    ...{ id: 'date', header: 'Date', sortBy: 'transactionDate', width: '7rem' },
    cell: ({ transactionDate }) => <CalendarDateText date={transactionDate} />,
  },
  {
    ...{ id: 'amount', header: 'Amount', align: 'right', width: '8rem' },
    cell: ({ amount, isCredit }) => (
      <span>
        {isCredit && <span className={classes.credit}>Credit </span>}
        <MoneyText money={amount} />
      </span>
    ),
  },
  { id: 'system', header: 'Accounting system', width: '9rem', hiddenByDefault: state !== 'SYNCED', cell: systemOf },
  ...(state === 'SYNCED'
    ? [
        {
          ...{ id: 'synced', header: 'Synced', width: '7rem' },
          cell: ({ syncedOn }: LedgerEntryNode) => syncedOn && <DateText instant={syncedOn} />,
        },
        {
          ...{ id: 'link', header: 'Link', width: '4rem' },
          cell: (entry: LedgerEntryNode) =>
            entry.link && (
              <Anchor href={entry.link} target="_blank" rel="noreferrer" onClick={(event) => event.stopPropagation()}>
                Open
              </Anchor>
            ),
        },
      ]
    : [
        {
          ...{ id: 'actions', header: 'Actions', width: '9rem', always: true },
          cell: (entry: LedgerEntryNode) =>
            entry.isSending ? (
              <StatusBadge tone="waiting" label="Sending" plain />
            ) : (
              <Button
                size="compact-sm"
                variant="default"
                leftSection={<IconSend size={14} aria-hidden />}
                aria-label={`${entry.isRemoval ? 'Delete there' : state === 'ERRORED' ? 'Sync again' : 'Sync'}: ${entry.title}`}
                onClick={(event) => {
                  event.stopPropagation()
                  sendOne(entry.id)
                }}
              >
                {entry.isRemoval ? 'Delete there' : state === 'ERRORED' ? 'Sync again' : 'Sync'}
              </Button>
            ),
        },
      ]),
]

/** Entries of the general ledger for the accounting system, by what became of them. */
export const EntriesPage = ({ state }: { state: SyncState }) => (
  <AccountingFrame tab={TABS[state]}>
    <Entries state={state} />
  </AccountingFrame>
)

const Entries = ({ state }: { state: SyncState }) => {
  const list = useList(definition, entriesSearch, { filter: state })
  const { found, setFound } = list
  const follow = useFollowing()
  const { send: sendOne, sendAsync } = useCommand<string>({
    run: (entryId, { commandId }) => sendInOrder(entryId, commandId),
    invalidates: [ledgerKeys.entries],
    onSuccess: follow,
  })
  const columns = useMemo(() => columnsFor({ state, sendOne }), [state, sendOne])
  const open = (entry: string | undefined) => setFound({ entry }, { replace: false, resetScroll: false })
  const [title, text] = EMPTY[state]
  const sendAll = async (ids: string[], clear: () => void): Promise<void> => {
    clear()
    // One at a time: each is a command of its own.
    for (const id of ids) await sendAsync(id).catch(() => undefined)
  }
  return (
    <>
      <ListTable<LedgerEntryNode>
        list={list}
        name={`ledger-entries-${TABS[state]}`}
        label="Ledger entries"
        columns={columns}
        onOpen={({ id }) => open(id)}
        {...(state !== 'SYNCED' && {
          bulkActions: ({ rows, clear }) => (
            <Button
              size="compact-sm"
              onClick={() =>
                void sendAll(
                  rows.filter(({ isSending }) => !isSending).map(({ id }) => id),
                  clear,
                )
              }
            >
              Sync selected
            </Button>
          ),
        })}
        chips={[]}
        unmatched={['No entries match', 'Change the filters.']}
        empty={{ icon: <IconBook2 size={20} aria-hidden />, title, text }}
      />
      {found.entry && <EntryDialog entryId={found.entry} onClose={() => open(undefined)} onSent={follow} />}
    </>
  )
}
