import { Anchor, Button, Group } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { recreateBillEntry } from '../../../../schema/money/ledger/sync-endpoints.ts'
import type { SyncState } from '../../../../schema/money/ledger/sync-values.ts'
import { isMissing } from '../../../lib/errors.ts'
import { call } from '../../../lib/rest.ts'
import { useCommand } from '../../../lib/use-command.ts'
import { confirm } from '../../../ui/confirm.tsx'
import { DateText } from '../../../ui/date-text.tsx'
import { late } from '../../../ui/settling/late.tsx'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import { useCan } from '../../platform/session/index.ts'
import { ledgerKeys, sentEntryQuery } from './api.ts'
import classes from './ledger.module.css'

const EntryDialog = late(() => import('./entry-dialog.tsx').then((module) => module.EntryDialog))

/** How something is in the accounting system, as its own page says it. */
export interface SyncShown {
  id: string
  state: SyncState
  link: string | null
  syncedOn: string | null
  error: string | null
}

const STATES = {
  UNSYNCED: { tone: 'neutral', label: 'Unsynced' },
  SYNCED: { tone: 'positive', label: 'Synced' },
  ERRORED: { tone: 'negative', label: 'Errored' },
} as const

const State = ({ entry: { state, syncedOn, link, error } }: { entry: SyncShown }) => (
  <>
    <Group gap="xs">
      <StatusBadge plain {...STATES[state]} />
      {syncedOn && <DateText instant={syncedOn} />}
      {link && (
        <Anchor href={link} target="_blank" rel="noreferrer">
          Open there
        </Anchor>
      )}
    </Group>
    {error && <p className={classes.error}>{error}</p>}
  </>
)

/** Opens what is sent, to change, sync or delete it. */
const ShowEntry = ({ entry, onChanged }: { entry: SyncShown; onChanged: () => void }) => {
  const [isOpen, setOpen] = useState(false)
  const close = (): void => {
    setOpen(false)
    onChanged()
  }
  return (
    <>
      <Button size="compact-sm" variant="default" onClick={() => setOpen(true)}>
        {entry.state === 'SYNCED' ? 'Show what was sent' : 'Show what will be sent'}
      </Button>
      {isOpen && <EntryDialog entryId={entry.id} onClose={close} onSent={onChanged} />}
    </>
  )
}

interface SyncOfBillProps {
  billId: string
  /** Null for a bill whose entry was deleted, or that has none yet. */
  entry: SyncShown | null
  /** Whether it is in the books, so that it can have one. */
  isApproved: boolean
  /** Keys of what shows the bill. */
  invalidates: readonly unknown[]
}

/** A bill in the accounting system, for its page: with what people who work on the accounting can do. */
export const SyncOfBill = ({ billId, entry, isApproved, invalidates }: SyncOfBillProps) => {
  const mayChange = useCan()('payments.accounting')
  const client = useQueryClient()
  const recreate = useCommand({
    run: (_: undefined, { commandId }) => call(recreateBillEntry, { params: { billId }, commandId }),
    success: 'Entry made again',
    invalidates: [ledgerKeys.entries, invalidates],
  })
  const askAgain = async (): Promise<void> => {
    const agreed = await confirm({
      title: 'Make the entry again?',
      text: 'The new entry matches the bill as it is now. Nothing is sent until you sync it.',
      confirmLabel: 'Make entry',
    })
    if (agreed) recreate.send(undefined)
  }
  return (
    <>
      {entry ? <State entry={entry} /> : 'No entry for the accounting system.'}
      {mayChange && (
        <Group gap="xs" mt="sm">
          {entry && (
            <ShowEntry entry={entry} onChanged={() => void client.invalidateQueries({ queryKey: invalidates })} />
          )}
          {isApproved && entry?.state !== 'SYNCED' && (
            <Button size="compact-sm" variant="default" loading={recreate.isPending} onClick={() => void askAgain()}>
              Make entry again
            </Button>
          )}
        </Group>
      )}
    </>
  )
}

/**
 * A payment in the accounting system, for people who work on the accounting. Nothing while it has no entry.
 * @param isPaid it has one from then on
 * @param children puts it into its section
 */
export const SyncOfPayment = ({
  billPaymentId,
  isPaid,
  children,
}: {
  billPaymentId: string
  isPaid: boolean
  children: (content: React.ReactNode) => React.ReactNode
}) => {
  const mayRead = useCan()('payments.accounting')
  const { data, error, refetch } = useQuery({
    ...sentEntryQuery(billPaymentId),
    enabled: mayRead && isPaid,
    retry: (failures, reason) => !isMissing(reason) && failures < 2,
  })
  if (!data || error || !isPaid) return null
  return children(
    <>
      <State entry={data} />
      <Group gap="xs" mt="sm">
        <ShowEntry entry={data} onChanged={() => void refetch()} />
      </Group>
    </>,
  )
}
