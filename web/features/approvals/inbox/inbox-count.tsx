import { type InfiniteData, type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ComponentType, useEffect, useRef } from 'react'
import { getInbox, INBOX_PAGE } from '../../../../schema/approvals/inbox/endpoints.ts'
import { call } from '../../../lib/rest.ts'
import { useUnread } from '../../platform/bell/index.ts'
import type { NavCountProps } from '../../platform/shell/index.ts'
import { INBOX_KEY } from './api.ts'

const WAITING = [...INBOX_KEY, 'waiting'] as const

type Page = Awaited<ReturnType<typeof readFirst>>
const readFirst = (signal: AbortSignal) =>
  // A session that ends is noticed by what the person does.
  call(getInbox, { query: {}, signal, anonymous: true })

const JUST_NOW_MS = 10_000

/** What the inbox itself has just read. */
const readByInbox = (client: QueryClient): Page | undefined => {
  const state = client.getQueryState<InfiniteData<Page>>(INBOX_KEY)
  const isFresh = state && !state.isInvalidated && Date.now() - state.dataUpdatedAt < JUST_NOW_MS
  return isFresh ? state.data?.pages[0] : undefined
}

/**
 * How many items wait for the person, in the menu. Asked for again when the bell rings and after what the person does,
 * so that it costs nothing while nothing happens.
 */
export const InboxCount: ComponentType<NavCountProps> = ({ children }) => {
  const client = useQueryClient()
  const unread = useUnread(true)
  const { data } = useQuery({
    queryKey: WAITING,
    queryFn: async ({ signal }) => {
      const { items, pageInfo } = readByInbox(client) ?? (await readFirst(signal))
      return { waiting: items.length, isMore: pageInfo.endCursor !== null }
    },
    retry: false,
  })
  const said = useRef(unread)
  useEffect(() => {
    if (said.current !== unread) void client.invalidateQueries({ queryKey: WAITING })
    said.current = unread
  }, [client, unread])
  useEffect(
    () =>
      client.getMutationCache().subscribe((event) => {
        if (event.type === 'updated' && event.action.type === 'success')
          void client.invalidateQueries({ queryKey: WAITING })
      }),
    [client],
  )
  if (!data || data.waiting === 0) return null
  return children(data.isMore ? `${INBOX_PAGE}+` : String(data.waiting), 'waiting for you')
}
