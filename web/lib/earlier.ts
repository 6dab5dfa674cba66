import { type QueryKey, useInfiniteQuery } from '@tanstack/react-query'

interface Earlier<Item> {
  queryKey: QueryKey
  /** The newest items, or those before the one that is named; newest first. One more than a page is asked for. */
  fetch: (page: { before: string | undefined; first: number }, signal: AbortSignal) => Promise<Item[]>
  size?: number
  enabled?: boolean
  /** Where the first page begins, beside what is here already. */
  before?: string
}

/** Lists that go back in time by "Show earlier": what was loaded, newest first. */
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
