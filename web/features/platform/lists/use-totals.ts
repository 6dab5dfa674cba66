import { useInfiniteQuery, useIsFetching } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { type ListTotals, TOTALS_PART } from '../../../../schema/shared/list-totals.ts'
import { ask, type UsedList } from './use-list.ts'

/** Further parts are added up once someone asks for them. */
const PARTS_AT_ONCE = 5

/** As shown while what follows isn't added up. */
export const MOST_AT_ONCE = PARTS_AT_ONCE * TOTALS_PART

type Sum = ListTotals['amounts'][number]

/** The sums of several parts, those with the most rows first. */
export const addedUp = (parts: readonly Pick<ListTotals, 'count' | 'amounts'>[]) => {
  const sums = new Map<Sum['currency'], Sum>()
  for (const { currency, value, count } of parts.flatMap(({ amounts }) => amounts)) {
    const sum = sums.get(currency)
    sums.set(currency, { currency, value: (sum?.value ?? 0) + value, count: (sum?.count ?? 0) + count })
  }
  return {
    count: parts.reduce((whole, { count }) => whole + count, 0),
    amounts: [...sums.values()].sort((a, b) => b.count - a.count || (a.currency < b.currency ? -1 : 1)),
  }
}

/**
 * What everything comes to that matches the filters, part by part. It begins once the list's page is there, so that the
 * page never waits for it.
 */
export const useTotals = ({ definition, query, shared, queryKey }: UsedList<never>) => {
  const isListed = useIsFetching({ queryKey }) === 0
  const [began, setBegan] = useState(false)
  if (isListed && !began) setBegan(true)
  const [wantsAll, setWantsAll] = useState<string | null>(null)
  const asked = shared ? { hash: shared } : query
  const key = JSON.stringify(asked)
  const parts = useInfiniteQuery({
    queryKey: [definition.name, 'list', 'totals', asked],
    queryFn: ({ pageParam, signal }): Promise<ListTotals> =>
      ask(definition.totals, { query: { ...asked, cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ endCursor }) => endCursor ?? undefined,
    enabled: began,
  })
  const { data, hasNextPage, isFetching, error, fetchNextPage, refetch } = parts
  const isMore = hasNextPage && !error && (wantsAll === key || (data?.pages.length ?? 0) < PARTS_AT_ONCE)
  useEffect(() => {
    if (isMore && !isFetching) void fetchNextPage()
  }, [isMore, isFetching, fetchNextPage])
  return {
    totals: data && addedUp(data.pages),
    /** Whether it is being added up. */
    isAdding: began ? isFetching || isMore : true,
    /** Whether there are rows that aren't added up, and won't be without being asked. */
    isCut: hasNextPage && !isMore,
    error,
    retry: () => void (data ? fetchNextPage() : refetch()),
    addAll: () => setWantsAll(key),
  }
}
