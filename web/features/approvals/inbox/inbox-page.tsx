import { ActionIcon, Alert, Button, Skeleton, Tooltip } from '@mantine/core'
import { IconArrowLeft, IconChecks, IconKeyboard } from '@tabler/icons-react'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { InboxItem } from '../../../../schema/approvals/inbox/endpoints.ts'
import { inboxKey } from '../../../../schema/approvals/inbox/key.ts'
import { isTask } from '../../../../schema/approvals/workflows/rule-kinds.ts'
import { usePageSearch } from '../../../lib/search-params.ts'
import { useLooks } from '../../../lib/use-looks.ts'
import { AppLink } from '../../../ui/app-link.tsx'
import { isNowhere } from '../../../ui/focus/nowhere.ts'
import { openKeys } from '../../../ui/keys/shown-keys.ts'
import { PageHeader } from '../../../ui/page-header.tsx'
import { EmptyState, ErrorState } from '../../../ui/states.tsx'
import { useIsMobile } from '../../../ui/viewport.ts'
import { INBOX_KEY, useInbox } from './api.ts'
import classes from './inbox.module.css'
import { InboxList } from './inbox-list.tsx'
import { inboxSearch } from './search.ts'
import type { InboxSubjects, OpenedItem } from './subject.ts'
import { type Seen, useApprove } from './use-approve.tsx'
import { type ApprovalByKey, focusItem, useInboxKeys } from './use-inbox-keys.ts'

/** When fewer are left, the next page is read. */
const READ_ON = 10

/** For so long, what happens to an item is taken to be what the person did. */
const OWN_MS = 10_000

const hasJustActed = (client: QueryClient): boolean =>
  client
    .getMutationCache()
    .getAll()
    .some(({ state }) => state.status !== 'error' && state.submittedAt > Date.now() - OWN_MS)

/** Everything that waits for the person: a list, and the opened item beside it. */
export const InboxPage = ({ subjects }: { subjects: InboxSubjects }) => {
  const client = useQueryClient()
  const isMobile = useIsMobile()
  const [{ open: opened = null }, setSearch] = usePageSearch(inboxSearch)
  const { items: all, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInbox()
  const [seen, setSeen] = useState<ReadonlyMap<string, Seen>>(new Map())
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const current = useRef<{ key: string; state: OpenedItem } | null>(null)
  const places = useRef<string[]>([])
  const list = useRef<HTMLUListElement>(null)
  const [last, setLast] = useState<InboxItem | null>(null)

  const open = (key: string | null): void => {
    if (key !== opened) current.current = null
    // Dialogs belong to the item that was open.
    setSearch({ open: key ?? undefined, dialog: undefined, step: undefined, question: undefined })
  }
  const { gone, approve, undoLast } = useApprove(subjects, open)
  const items = (all ?? []).filter((item) => !gone.has(inboxKey(item)))
  const keysInOrder = items.map(inboxKey)
  const listed = items.find((one) => inboxKey(one) === opened)
  if (listed && listed !== last) setLast(listed)
  // What left the list stays open, with what the person is writing about it.
  const item = listed ?? (last && inboxKey(last) === opened ? last : undefined)

  /** The one that takes an item's place when it leaves the list. */
  const afterLeaving = (leaving: ReadonlySet<string>, from: string | null): string | null => {
    const index = Math.max(0, from ? keysInOrder.indexOf(from) : 0)
    const order = [...keysInOrder.slice(index), ...keysInOrder.slice(0, index).reverse()]
    return order.find((key) => !leaving.has(key)) ?? null
  }

  const leave = (chosen: readonly Seen[]): void => {
    const leaving = new Set(chosen.map((one) => inboxKey(one.item)))
    setSelected((before) => new Set([...before].filter((key) => !leaving.has(key))))
    const next = opened && !leaving.has(opened) ? opened : afterLeaving(leaving, opened)
    // Which one opens then is decided here.
    places.current = []
    void approve(chosen)
    open(isMobile && chosen.length > 1 ? null : next)
    if (next) requestAnimationFrame(() => focusItem(next))
  }

  const now = (): OpenedItem | null => (listed && current.current?.key === opened ? current.current.state : null)
  const approval = (): ApprovalByKey | null => {
    const state = now()
    if (!state || !listed || !opened) return null
    const decidable = state.mine.filter(({ canDecide }) => canDecide)
    const [block] = decidable
    const task = state.mine.find(({ canComplete }) => canComplete)
    const one = seen.get(opened)
    if (decidable.length === 1 && one) return { about: opened, hasDialog: false, start: () => leave([one]) }
    // Several at once are chosen in the dialog.
    if (block) return { about: opened, hasDialog: true, start: () => state.act({ kind: 'approve', block }) }
    return task ? { about: opened, hasDialog: true, start: () => state.complete(task) } : null
  }
  const withBlock = (kind: 'reject' | 'comments'): void => {
    const state = now()
    const block = state?.mine.find((one) => kind === 'comments' || one.canDecide || one.canReject)
    if (state && block) state.act({ kind, block })
  }
  const select = (key: string): void =>
    setSelected((before) => {
      const after = new Set(before)
      if (!after.delete(key)) after.add(key)
      return after
    })
  const asked = useInboxKeys({
    list,
    opened,
    approval,
    withBlock,
    undoLast,
    places: keysInOrder,
    toggle: (key) => seen.has(key) && keysInOrder.includes(key) && select(key),
  })

  const onOpened = (shown: InboxItem) => (state: OpenedItem) => {
    const key = inboxKey(shown)
    const before = current.current
    current.current = { key, state }
    // Something has happened to it since, here or elsewhere.
    if (before?.key === key && before.state.sequence !== state.sequence)
      void client.invalidateQueries({ queryKey: INBOX_KEY })
    const decidable = state.mine.filter(({ canDecide, ruleType }) => canDecide && !isTask(ruleType))
    const [block] = decidable
    setSeen((known) => {
      const after = new Map(known)
      if (block && decidable.length === 1)
        after.set(key, { item: shown, blockId: block.id, version: state.seenVersion })
      else after.delete(key)
      return after
    })
  }

  useLooks(() => void refetch())

  // By a link, an item is opened without a click in the list. Keys act on it, too.
  const isListed = listed !== undefined
  useEffect(() => {
    const hasNoFocus = isNowhere()
    if (isListed && !isMobile && opened && hasNoFocus) focusItem(opened)
  }, [isListed, isMobile, opened])

  // After something that the person did, the next one opens. If someone else did it, nothing moves under their hands.
  useEffect(() => {
    if (all && opened && !listed && hasJustActed(client)) {
      const index = places.current.indexOf(opened)
      const next = places.current.slice(index + 1).find((key) => keysInOrder.includes(key)) ?? keysInOrder.at(-1)
      if (index >= 0) open(isMobile ? null : (next ?? null))
    }
    places.current = keysInOrder
  })

  const left = items.length
  useEffect(() => {
    if (hasNextPage && !isFetchingNextPage && left < READ_ON) void fetchNextPage()
  }, [hasNextPage, isFetchingNextPage, left, fetchNextPage])

  const selectable = new Set(keysInOrder.filter((key) => seen.has(key)))
  const chosen = [...selected].flatMap((key) => (selectable.has(key) ? (seen.get(key) ?? []) : []))
  const showsList = !isMobile || !opened
  return (
    <>
      <PageHeader
        title="Approvals inbox"
        subtitle="Everything that waits for you, longest first."
        action={
          <Tooltip label="Keyboard shortcuts (?)">
            <ActionIcon variant="default" size="lg" aria-label="Keyboard shortcuts" onClick={openKeys}>
              <IconKeyboard size={18} aria-hidden />
            </ActionIcon>
          </Tooltip>
        }
      />
      {chosen.length > 0 && (
        <div className={classes.bulk}>
          <span role="status">{chosen.length === 1 ? '1 selected' : `${chosen.length} selected`}</span>
          <Button size="compact-md" onClick={() => leave(chosen)}>
            Approve {chosen.length}
          </Button>
          <Button size="compact-md" variant="subtle" onClick={() => setSelected(new Set())}>
            Clear selection
          </Button>
        </div>
      )}
      {error && !all ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : !all ? (
        <Skeleton height={320} radius="lg" />
      ) : items.length === 0 && !hasNextPage && !item ? (
        <EmptyState
          icon={<IconChecks size={20} aria-hidden />}
          title="You’re all caught up"
          text="Approvals and tasks that wait for you appear here."
        />
      ) : (
        <div className={classes.columns}>
          {showsList && (
            <div className={classes.side}>
              <InboxList
                listRef={list}
                items={items}
                opened={opened}
                asked={asked}
                selectable={selectable}
                selected={selected}
                onOpen={open}
                onSelect={select}
              />
              {hasNextPage && (
                <Button variant="subtle" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
                  Show more
                </Button>
              )}
            </div>
          )}
          {(!isMobile || opened) && (
            <section className={classes.detail} aria-label="Opened item">
              {isMobile && (
                <Button
                  variant="subtle"
                  leftSection={<IconArrowLeft size={16} aria-hidden />}
                  onClick={() => open(null)}
                >
                  Back to inbox
                </Button>
              )}
              {item ? (
                <Opened
                  key={inboxKey(item)}
                  item={item}
                  isListed={listed !== undefined}
                  subjects={subjects}
                  onOpened={onOpened(item)}
                  onApprove={listed && seen.has(inboxKey(item)) ? () => approval()?.start() : undefined}
                />
              ) : (
                <EmptyState title="Nothing selected" text="Select an item, or press j and then Enter." />
              )}
            </section>
          )}
        </div>
      )}
    </>
  )
}

interface OpenedProps {
  item: InboxItem
  isListed: boolean
  subjects: InboxSubjects
  onOpened: (state: OpenedItem) => void
  /** With one click, because it can be undone. Undefined until it is loaded, and where something has to be chosen. */
  onApprove: (() => void) | undefined
}

const Opened = ({ item, isListed, subjects, onOpened, onApprove }: OpenedProps) => {
  const subject = subjects[item.targetType]
  if (!subject) return null
  const { Detail, hrefOf, noun } = subject
  return (
    <>
      <header className={classes.detailHead}>
        <div className={classes.detailBar}>
          <AppLink className="ol-link" href={hrefOf(item.id)}>
            Open {noun}
          </AppLink>
          {onApprove && (
            <Button size="compact-md" variant="default" onClick={onApprove}>
              Approve and open next
            </Button>
          )}
        </div>
        <h2 className={classes.detailTitle}>{item.title}</h2>
      </header>
      {!isListed && <NoLongerWaiting />}
      <Detail id={item.id} onOpened={onOpened} />
    </>
  )
}

/** Long enough for the next item to open after a person's own decision. */
const OWN_DECISION_MS = 1500

/** What someone else did. Who has just decided it knows. */
const NoLongerWaiting = () => {
  const client = useQueryClient()
  const [isShown, setShown] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), hasJustActed(client) ? OWN_MS : OWN_DECISION_MS)
    return () => clearTimeout(timer)
  }, [client])
  return (
    isShown && (
      <Alert color="gray" role="status" mb="md">
        This no longer waits for you: it was decided or changed.
      </Alert>
    )
  )
}
