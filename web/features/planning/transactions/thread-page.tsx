import { SegmentedControl, Skeleton } from '@mantine/core'
import { IconMessage2 } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { TransactionThread } from '../../../../schema/planning/transactions/thread-endpoints.ts'
import { dayText } from '../../../../schema/shared/calendar.ts'
import { humanize } from '../../../../schema/shared/values.ts'
import { to } from '../../../lib/address.ts'
import { usePageSearch } from '../../../lib/search-params.ts'
import { AppLink } from '../../../ui/app-link.tsx'
import { MoneyText } from '../../../ui/money-text.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { ShowEarlier } from '../../../ui/show-earlier.tsx'
import { EmptyState, ErrorState } from '../../../ui/states.tsx'
import { ConversationProvider, ThreadCard } from '../../documents/threads/index.ts'
import { LookupFilter } from '../../platform/lookups/index.ts'
import { type AskedThreads, conversationOf, discussionOfTransaction, readThreads, threadKeys } from './thread-api.ts'
import { threadSearch } from './thread-search.ts'
import classes from './threads.module.css'
import { transactionHref } from './transaction-href.ts'

/** Discussions of all transactions that the person sees. */

const STATES = [
  { value: 'open', label: 'Open' },
  { value: 'resolved', label: 'Resolved' },
  { value: 'all', label: 'All' },
] as const
type State = (typeof STATES)[number]['value']

export const ThreadPage = () => {
  const [{ show, vendor, thread }, setSearch] = usePageSearch(threadSearch)
  const asked: AskedThreads = {
    showOpen: show !== 'resolved',
    showResolved: show !== 'open',
    vendorId: vendor,
    threadId: thread,
  }
  return (
    <>
      <PageHeader
        title="Transaction comments"
        breadcrumbs={[{ label: 'Transactions', href: to('/budget-tracking/actuals/transactions') }]}
      />
      {thread ? (
        <p className={classes.alone}>
          One discussion.{' '}
          <AppLink className="ol-link" href={to('/budget-tracking/actuals/transactions/comments')}>
            Show all discussions
          </AppLink>
        </p>
      ) : (
        <div className={classes.filters}>
          <SegmentedControl
            aria-label="Discussions"
            size="xs"
            data={STATES.map((state) => ({ ...state }))}
            value={show}
            onChange={(value) => setSearch({ show: value as State })}
          />
          <LookupFilter
            kind="vendor"
            label="Vendor"
            className={classes.vendor}
            value={vendor}
            onChange={(value) => setSearch({ vendor: value })}
          />
        </div>
      )}
      <Threads asked={asked} />
    </>
  )
}

const Threads = ({ asked }: { asked: AskedThreads }) => {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: threadKeys.list(asked),
    queryFn: ({ pageParam, signal }) => readThreads(asked, pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => (last.pageInfo.hasNextPage ? (last.pageInfo.endCursor ?? undefined) : undefined),
  })
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) {
    return (
      <div aria-busy className={classes.list}>
        {[1, 2, 3].map((n) => (
          <Skeleton key={n} height={128} radius="lg" />
        ))}
      </div>
    )
  }
  const threads = data.pages.flatMap(({ edges }) => edges.map(({ node }) => node))
  if (threads.length === 0 && !hasNextPage) {
    return (
      <EmptyState
        icon={<IconMessage2 size={20} aria-hidden />}
        title={asked.threadId ? 'This discussion is gone' : 'No discussions here'}
        text="Open a transaction and write a comment to ask about it. Only people who see the transaction can read it."
      />
    )
  }
  return (
    <div className={classes.list}>
      {threads.map((thread) => (
        <TransactionDiscussion key={thread.id} thread={thread} linked={thread.id === asked.threadId} />
      ))}
      {hasNextPage && (
        <ShowEarlier what="discussions" loading={isFetchingNextPage} onClick={() => void fetchNextPage()} />
      )}
    </div>
  )
}

interface TransactionDiscussionProps {
  thread: TransactionThread
  linked: boolean
}

/** "Bill 1042" */
export const documentText = (kind: string, number: string | null): string =>
  number ? `${humanize(kind)} ${number}` : humanize(kind)

const TransactionDiscussion = ({ thread: found, linked }: TransactionDiscussionProps) => {
  const { transactionId, transactionDetails, transactionType, thread } = found
  const { amount, vendor, erpVendor, date, documentKind, documentNumber, memo } = transactionDetails
  const { subject, conversation } = useMemo(
    () => ({ subject: discussionOfTransaction(transactionId, found, []), conversation: conversationOf(found) }),
    [transactionId, found],
  )
  const name = vendor?.name ?? erpVendor?.name ?? (transactionType === 'revenue' ? 'Revenue' : 'No vendor')
  return (
    <section className={classes.item} aria-label={`${name}, ${dayText(date)}`}>
      <div className={classes.about}>
        <AppLink className="ol-link" href={transactionHref(found)}>
          {name}
        </AppLink>
        <span className={classes.amount}>
          <MoneyText money={amount} />
        </span>
        <span className={classes.dim}>
          {dayText(date)} · {documentText(documentKind, documentNumber)}
          {memo && ` · ${memo}`}
          {erpVendor && vendor && erpVendor.name !== vendor.name && ` · ${erpVendor.name} in the accounting system`}
        </span>
      </div>
      <ConversationProvider value={conversation}>
        <ThreadCard subject={subject} thread={thread} withPart={false} linked={linked} />
      </ConversationProvider>
    </section>
  )
}
