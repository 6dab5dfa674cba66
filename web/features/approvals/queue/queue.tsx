import { Skeleton } from '@mantine/core'
import {
  IconAlertTriangle,
  IconBuildingBank,
  IconChecks,
  IconCreditCard,
  IconFileDescription,
  IconFileInvoice,
  IconMessage,
  IconReceipt,
  IconShieldLock,
  IconShoppingCart,
} from '@tabler/icons-react'
import { useQueries } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { byUrgency } from '../../../../schema/approvals/inbox/urgency.ts'
import { to } from '../../../lib/address.ts'
import { AppLink } from '../../../ui/app-link.tsx'
import type { QueueItem, QueueKind, QueueSource } from '../../../ui/queue/queue-item.ts'
import { useNotYet } from '../../../ui/settling/not-yet.ts'
import { EmptyState, ErrorState } from '../../../ui/states.tsx'
import classes from './queue.module.css'
import { QueueRow } from './queue-row.tsx'
import { useQueueKeys } from './use-queue-keys.ts'

const ICONS: Record<QueueKind, typeof IconReceipt> = {
  request: IconFileDescription,
  'spend-request': IconReceipt,
  bill: IconFileInvoice,
  order: IconShoppingCart,
  'bank-details': IconBuildingBank,
  payment: IconCreditCard,
  comment: IconMessage,
  setting: IconShieldLock,
}

/** So many before someone asks for the rest. */
const SHOWN = 8
const PLACEHOLDERS = [0, 1, 2, 3]

/** All sources together, once each has answered or failed, so that no line moves while it is read. */
const useQueue = (sources: readonly QueueSource[]) => {
  const answers = useQueries({
    queries: sources.map(({ queryKey, read }) => ({
      queryKey,
      queryFn: ({ signal }: { signal: AbortSignal }) => read(signal),
    })),
  })
  const failed = answers.find(({ isError, data }) => isError && !data)
  const parts = answers.flatMap(({ data }) => (data ? [data] : []))
  return {
    isLoading: answers.some(({ isPending, isError }) => isPending && !isError),
    error: failed?.error,
    retry: () => {
      for (const { isError, refetch } of answers) if (isError) void refetch()
    },
    items: byUrgency(
      parts.flatMap(({ items }) => items),
      Date.now(),
    ),
    isMore: parts.some(({ isMore }) => isMore),
  }
}

const countText = (count: number, isMore: boolean): string => (isMore ? `${count}+` : String(count))

/** What of it is decided in the inbox, one after another. */
const isInInbox = ({ kind }: QueueItem): boolean => ['request', 'spend-request', 'bill', 'order'].includes(kind)

/** Everything that waits for the person, over all kinds, the most urgent first, each with its next step. */
export const Queue = ({ sources }: { sources: readonly QueueSource[] }) => {
  const { isLoading, error, retry, items, isMore } = useQueue(sources)
  const [isWhole, setWhole] = useState(false)
  const list = useRef<HTMLUListElement>(null)
  useNotYet(isLoading)
  useQueueKeys(list, items.length > 0)
  const shown = isWhole ? items : items.slice(0, SHOWN)
  const first = items.find(isInInbox)
  const isSeveral = items.filter(isInInbox).length > 1
  return (
    <section aria-label="Waiting for you" aria-busy={isLoading}>
      <header className={classes.header}>
        <h2>
          Waiting for you{' '}
          {!isLoading && items.length > 0 && <span className={classes.count}>{countText(items.length, isMore)}</span>}
        </h2>
        {isSeveral && first && (
          <AppLink href={first.href} className={classes.more}>
            Decide one after another
          </AppLink>
        )}
      </header>
      {isLoading && (
        <div className={classes.items}>
          {PLACEHOLDERS.map((line) => (
            <div key={line} className={classes.placeholder}>
              <Skeleton height={34} />
            </div>
          ))}
        </div>
      )}
      {!isLoading && error != null && (
        <ErrorState error={error} onRetry={retry} compact={items.length > 0} title="This couldn’t be loaded" />
      )}
      {!isLoading && items.length === 0 && error == null && (
        <EmptyState
          icon={<IconChecks size={20} aria-hidden />}
          title="You’re all caught up"
          text="Approvals, tasks, comments and payments that need you appear here."
        />
      )}
      {!isLoading && items.length > 0 && (
        <ul ref={list} className={classes.items} aria-label="Waiting for you">
          {shown.map((item) => {
            const Icon = item.isStuck ? IconAlertTriangle : ICONS[item.kind]
            return <QueueRow key={item.key} item={item} icon={<Icon size={18} aria-hidden />} />
          })}
        </ul>
      )}
      {!isLoading && (
        <footer>
          {items.length > shown.length && (
            <button type="button" className={classes.more} onClick={() => setWhole(true)}>
              Show {items.length - shown.length} more
            </button>
          )}
          {isMore && (
            <AppLink href={to('/inbox')} className={classes.more}>
              View all waiting for you
            </AppLink>
          )}
        </footer>
      )}
    </section>
  )
}
