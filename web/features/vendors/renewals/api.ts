import { useQuery } from '@tanstack/react-query'
import { shiftMonth } from '../../../../schema/shared/calendar.ts'
import { MAX_PAGE_SIZE } from '../../../../schema/shared/paging.ts'
import * as endpoints from '../../../../schema/vendors/renewals/endpoints.ts'
import { call, type QueryOf } from '../../../lib/rest.ts'
import type { PageRequest } from '../../../ui/table/data-table.tsx'

export type { ReminderConfig, Renewal } from '../../../../schema/vendors/renewals/endpoints.ts'

export type RenewalFilter = Omit<QueryOf<typeof endpoints.renewalReport>, 'cursor' | 'first'>

/** Under the services' key, because changing a service changes its renewals. */
export const renewalKeys = {
  list: (filter: RenewalFilter) => ['services', 'renewals', 'list', filter] as const,
  month: (filter: RenewalFilter) => ['services', 'renewals', 'month', filter] as const,
  next: (filter: RenewalFilter) => ['services', 'renewals', 'next', filter] as const,
  upcoming: ['services', 'renewals', 'upcoming'] as const,
  config: ['notification-settings', 'renewals'] as const,
  feed: ['services', 'renewals', 'feed'] as const,
}

export const fetchRenewals = (filter: RenewalFilter, { cursor, first }: PageRequest, signal: AbortSignal) =>
  call(endpoints.renewalReport, { query: { ...filter, cursor, first }, signal })

/** The calendar shows at most this many in a month. The list has them all. */
const MOST_PAGES = 5

const fetchMonth = async (filter: RenewalFilter, signal: AbortSignal) => {
  const renewals: endpoints.Renewal[] = []
  let cursor: string | undefined
  for (let page = 0; page < MOST_PAGES; page++) {
    const { edges, pageInfo } = await fetchRenewals(filter, { cursor, first: MAX_PAGE_SIZE }, signal)
    renewals.push(...edges.map(({ node }) => node))
    if (!pageInfo.hasNextPage || !pageInfo.endCursor) return { renewals, hasMore: false }
    cursor = pageInfo.endCursor
  }
  return { renewals, hasMore: true }
}

export const useRenewalMonth = (filter: RenewalFilter) =>
  useQuery({ queryKey: renewalKeys.month(filter), queryFn: ({ signal }) => fetchMonth(filter, signal) })

/** How far ahead something is looked for. */
const MONTHS_AHEAD = 24

/** What comes first after a month, if that is wanted. Null for nothing. */
export const useNextRenewal = (filter: RenewalFilter, month: string, isWanted: boolean) => {
  const dateRange = `${shiftMonth(month, 1)},${shiftMonth(month, MONTHS_AHEAD)}`
  return useQuery({
    queryKey: renewalKeys.next({ ...filter, dateRange }),
    queryFn: async ({ signal }) => {
      const { edges } = await fetchRenewals({ ...filter, dateRange }, { cursor: undefined, first: 1 }, signal)
      return edges[0]?.node ?? null
    },
    enabled: isWanted,
  })
}

export const useUpcomingRenewals = () =>
  useQuery({
    queryKey: renewalKeys.upcoming,
    queryFn: ({ signal }) => call(endpoints.upcomingRenewals, { signal }),
  })

export const readReminderConfig = (signal?: AbortSignal) => call(endpoints.getReminderConfig, { signal })
/** The form starts from the current saved state, not from a cached one. */
export const useReminderConfig = () =>
  useQuery({ queryKey: renewalKeys.config, queryFn: ({ signal }) => readReminderConfig(signal), gcTime: 0 })

export const useFeed = (enabled: boolean) =>
  useQuery({
    queryKey: renewalKeys.feed,
    queryFn: ({ signal }) => call(endpoints.getRenewalFeed, { signal }),
    enabled,
  })
export const createFeed = (scope: (typeof endpoints.FEED_SCOPES)[number], commandId: string) =>
  call(endpoints.createRenewalFeed, { body: { scope }, commandId })
export const deleteFeed = (commandId: string) => call(endpoints.deleteRenewalFeed, { commandId })
