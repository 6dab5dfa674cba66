import { useInfiniteQuery } from '@tanstack/react-query'
import { getInbox, type InboxItem } from '../../../../schema/approvals/inbox/endpoints.ts'
import { inboxKey } from '../../../../schema/approvals/inbox/key.ts'
import { call } from '../../../lib/rest.ts'

export const INBOX_KEY = ['inbox'] as const

/** Everything that waits for the person, each once, although a delegate's pages can name it twice. */
export const useInbox = () => {
  const query = useInfiniteQuery({
    queryKey: INBOX_KEY,
    queryFn: ({ pageParam, signal }) => call(getInbox, { query: pageParam ? { cursor: pageParam } : {}, signal }),
    initialPageParam: '',
    getNextPageParam: ({ pageInfo }) => pageInfo.endCursor,
  })
  const all = query.data?.pages.flatMap(({ items }) => items)
  const items: InboxItem[] | undefined = all && [...new Map(all.map((item) => [inboxKey(item), item])).values()]
  return { ...query, items }
}
