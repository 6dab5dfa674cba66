import { useInfiniteQuery, useIsFetching } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { type ListTotals, TOTALS_PART } from '../../../../schema/shared/list-totals.ts'
import type { GroupFigures } from '../../../ui/table/types.ts'
import { useTableSearch } from '../../../ui/table/use-table-search.ts'
import { ask, type UsedList } from './use-list.ts'

/** Whole parts. What follows is added up once someone asks for it. */
const PARTS_AT_ONCE = 5

/** As shown while what follows isn't added up. */
export const MOST_AT_ONCE = PARTS_AT_ONCE * TOTALS_PART

type Sum = ListTotals['amounts'][number]
type Sums = Pick<ListTotals, 'count' | 'amounts'>

/** The sums of several parts, those with the most rows first. */
export const addedUp = (parts: readonly Sums[]): Sums => {
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

/** The sums of each group over several parts. */
export const groupsAddedUp = (parts: readonly Pick<ListTotals, 'groups'>[]): ReadonlyMap<string, Sums> => {
  const groups = new Map<string, Sums[]>()
  for (const { key, ...sums } of parts.flatMap((part) => part.groups)) {
    groups.set(key, [...(groups.get(key) ?? []), sums])
  }
  return new Map([...groups].map(([key, sums]) => [key, addedUp(sums)]))
}

const NO_PARTS: ListTotals[] = []

/**
 * What everything comes to that matches the filters, part by part, and its groups if the list is grouped. It begins once
 * the list's page is there, so that the page never waits for it. A list without amounts has totals only in groups.
 */
export const useTotals = ({ definition, query, shared, queryKey }: UsedList<never>) => {
  const { amounts, groups = [] } = definition
  const { groupBy, sort } = useTableSearch()
  const by = groupBy !== null && (groups as readonly string[]).includes(groupBy) ? groupBy : undefined
  const isWanted = amounts !== undefined || by !== undefined
  const isListed = useIsFetching({ queryKey }) === 0
  const [began, setBegan] = useState(false)
  if (isListed && !began) setBegan(true)
  const [wantsAll, setWantsAll] = useState<string | null>(null)
  const asked = {
    ...(shared ? { hash: shared } : query),
    ...(by && { groupBy: by, groupDir: sort?.by === by ? sort.dir : 'ASC' }),
  }
  const key = JSON.stringify(asked)
  const parts = useInfiniteQuery({
    queryKey: [definition.name, 'list', 'totals', asked],
    queryFn: ({ pageParam, signal }): Promise<ListTotals> =>
      ask(definition.totals, { query: { ...asked, cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ endCursor }) => endCursor ?? undefined,
    enabled: began && isWanted,
  })
  const { data, hasNextPage, isFetching, error, fetchNextPage, refetch } = parts
  const pages = data?.pages ?? NO_PARTS
  const asMany = pages.reduce((sum, { share }) => sum + share, 0)
  const isMore = hasNextPage && !error && (wantsAll === key || asMany < PARTS_AT_ONCE)
  useEffect(() => {
    if (isMore && !isFetching) void fetchNextPage()
  }, [isMore, isFetching, fetchNextPage])
  const isAdding = began ? isFetching || isMore : true
  const byKey = useMemo(() => groupsAddedUp(pages), [pages])
  /** The group in which the last part ended. */
  const open = hasNextPage ? pages.at(-1)?.groups.at(-1)?.key : undefined
  return {
    isWanted,
    totals: data && addedUp(data.pages),
    /** Whether it is being added up. */
    isAdding,
    /** Whether there are rows that aren't added up, and won't be without being asked. */
    isCut: hasNextPage && !isMore,
    error,
    retry: () => void (data ? fetchNextPage() : refetch()),
    addAll: () => setWantsAll(key),
    /** What is known of a group. None if the list isn't grouped by a column that its totals know. */
    figuresOf: by
      ? (group: string): GroupFigures => {
          const sums = byKey.get(group)
          return {
            count: sums?.count ?? null,
            isCounting: isAdding && !error,
            isPart: group === open,
            amounts: sums?.amounts ?? [],
          }
        }
      : undefined,
  }
}
export type UsedTotals = ReturnType<typeof useTotals>
