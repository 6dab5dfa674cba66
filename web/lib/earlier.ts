import { type QueryKey, useInfiniteQuery } from '@tanstack/react-query'

interface Earlier<Item> {
  queryKey: QueryKey
  /** The newest items, or those before a given one, newest first. Requests one more than a page. */
  fetch: (page: { before: string | undefined; first: number }, signal: AbortSignal) => Promise<Item[]>
  size?: number
  enabled?: boolean
  /** Where the first page begins, if items are already here. */
  before?: string
}

/** Lists that go back in time with "Show earlier": the loaded items, newest first. */
export const useEarlier = <Item extends { id: string }>({
  queryKey,
  fetch,
  size = 50,
  enabled,
  before,
}: Earlier<Item>) =>
  useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => fetch({ before: pageParam, first: size + 1 }, signal),
    initialPageParam: before,
    getNextPageParam: (last) => (last.length > size ? last[size - 1]?.id : undefined),
    select: ({ pages }) => pages.flatMap((page) => page.slice(0, size)),
    ...(enabled !== undefined && { enabled }),
  })
