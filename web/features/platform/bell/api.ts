import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import * as endpoints from '../../../../schema/platform/bell/endpoints.ts'
import type { MutableKind } from '../../../../schema/platform/bell/kinds.ts'
import { call } from '../../../lib/rest.ts'
import { useCommand } from '../../../lib/use-command.ts'
import { useLooksEvery } from '../../../lib/use-looks.ts'

const BELL = ['bell'] as const
const MUTES = ['bell-mute'] as const

/** @param isFollowing asks for nothing itself, where the bell is there anyway */
export const useUnread = (isFollowing = false): number => {
  const looksEvery = useLooksEvery()
  const { data } = useQuery({
    queryKey: [...BELL, 'unread'],
    // A session that ends is noticed by what the person does, not by a look at the bell.
    queryFn: ({ signal }) => call(endpoints.countNotifications, { signal, anonymous: true }),
    ...(isFollowing
      ? { enabled: false }
      : { refetchInterval: looksEvery, refetchOnWindowFocus: 'always' as const, retry: false }),
  })
  return data?.unread ?? 0
}

export type Show = (typeof endpoints.NOTIFICATION_FILTERS)[number]

export const useNotifications = (show: Show) => {
  const query = useInfiniteQuery({
    queryKey: [...BELL, 'list', show],
    queryFn: ({ pageParam, signal }) =>
      call(endpoints.listNotifications, { query: { show, ...(pageParam && { cursor: pageParam }) }, signal }),
    initialPageParam: '',
    getNextPageParam: ({ pageInfo }) => (pageInfo.hasNextPage ? pageInfo.endCursor : null),
  })
  return { ...query, items: query.data?.pages.flatMap(({ edges }) => edges.map(({ node }) => node)) }
}

export const useMark = () =>
  useCommand({
    run: ({ id, isRead }: { id: string; isRead: boolean }, { commandId }) =>
      call(endpoints.markNotification, { params: { id }, body: { isRead }, commandId }),
    invalidates: [BELL],
  })

/** Up to the newest one on the screen: what comes meanwhile stays unread. */
export const useMarkAll = () =>
  useCommand({
    run: ({ until }: { until: string }, { commandId }) =>
      call(endpoints.markAllNotifications, { body: { until }, commandId }),
    invalidates: [BELL],
  })

interface Muting {
  targetType: MutableKind
  targetId: string
  isMuted: boolean
}

export const useMuting = (noun: string) =>
  useCommand({
    run: ({ isMuted, ...params }: Muting, { commandId }) =>
      isMuted ? call(endpoints.mute, { params, commandId }) : call(endpoints.unmute, { params, commandId }),
    success: (_, { isMuted }) =>
      isMuted
        ? `Muted. You still hear when someone mentions you or this ${noun} waits for you.`
        : `You get notifications about this ${noun} again.`,
    invalidates: [BELL, MUTES],
  })

export const useMute = (targetType: MutableKind, targetId: string) =>
  useQuery({
    queryKey: [...MUTES, targetType, targetId],
    queryFn: ({ signal }) => call(endpoints.readMute, { params: { targetType, targetId }, signal }),
  })
