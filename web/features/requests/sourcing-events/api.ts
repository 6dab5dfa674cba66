import { queryOptions, useQuery } from '@tanstack/react-query'
import * as endpoints from '../../../../schema/requests/sourcing-events/endpoints.ts'
import * as review from '../../../../schema/requests/sourcing-events/review-endpoints.ts'
import type { EventStatus } from '../../../../schema/requests/sourcing-events/values.ts'
import { type BodyOf, call } from '../../../lib/rest.ts'
import { useCommand } from '../../../lib/use-command.ts'

export type { Bidder, SourcingEvent } from '../../../../schema/requests/sourcing-events/endpoints.ts'

export const eventKeys = {
  all: ['sourcing-events'] as const,
  one: (id: string) => ['sourcing-events', 'one', id] as const,
}

/** How often the page asks whether the bids have been opened, once the deadline has passed, and how often before. */
const POLL_MS = 3_000
const CALM_MS = 30_000

/** When to ask again: at the deadline at the latest. */
export const askAgainIn = (event: { status: EventStatus; deadline: string } | undefined): number | false => {
  if (event?.status !== 'OPEN') return false
  const left = Date.parse(event.deadline) - Date.now()
  return left <= 0 ? POLL_MS : Math.min(left + 500, CALM_MS)
}

export const readEvent = (eventId: string, signal?: AbortSignal) =>
  call(endpoints.getEvent, { params: { eventId }, ...(signal && { signal }) })

export const eventQuery = (eventId: string) =>
  queryOptions({
    queryKey: [...eventKeys.one(eventId), 'detail'],
    queryFn: ({ signal }) => readEvent(eventId, signal),
    refetchInterval: ({ state }) => askAgainIn(state.data),
  })
export const useEvent = (eventId: string) => useQuery(eventQuery(eventId))

export const useBids = (eventId: string) =>
  useQuery({
    queryKey: [...eventKeys.one(eventId), 'bids'],
    queryFn: ({ signal }) => call(review.getBids, { params: { eventId }, signal }),
  })

export const useScores = (eventId: string) =>
  useQuery({
    queryKey: [...eventKeys.one(eventId), 'scores'],
    queryFn: ({ signal }) => call(review.getScores, { params: { eventId }, signal }),
  })

export const useComparison = (eventId: string) =>
  useQuery({
    queryKey: [...eventKeys.one(eventId), 'comparison'],
    queryFn: ({ signal }) => call(review.getComparison, { params: { eventId }, signal }),
  })

export const fileHref = (eventId: string, fileId: string): string =>
  `/api/sourcing-events/${encodeURIComponent(eventId)}/files/${encodeURIComponent(fileId)}`

const changed = (eventId: string) => [eventKeys.one(eventId), eventKeys.all]

export const usePublish = (eventId: string) =>
  useCommand({
    run: (version: number, { commandId }) =>
      call(endpoints.publishEvent, { params: { eventId }, body: { version }, commandId }),
    success: 'Event published. Every bidder gets an email with their link',
    invalidates: changed(eventId),
  })

export const useDeleteEvent = (eventId: string, onSuccess: () => void) =>
  useCommand({
    run: (_: undefined, { commandId }) => call(endpoints.deleteEvent, { params: { eventId }, commandId }),
    success: 'Draft deleted',
    invalidates: [eventKeys.all],
    onSuccess,
  })

export const useRemoveBidder = (eventId: string, isDraft: boolean) =>
  useCommand({
    run: (bidderId: string, { commandId }) =>
      call(endpoints.removeBidder, { params: { eventId, bidderId }, commandId }),
    success: isDraft ? 'Bidder removed' : 'Link revoked',
    invalidates: changed(eventId),
  })

export const useSendLink = (eventId: string) =>
  useCommand({
    run: (bidderId: string, { commandId }) => call(endpoints.sendLink, { params: { eventId, bidderId }, commandId }),
    success: 'New link sent. The one before stops working',
    invalidates: changed(eventId),
  })

export const useLinkVendor = (eventId: string) =>
  useCommand({
    run: ({ bidderId, vendorId }: { bidderId: string; vendorId: string | null }, { commandId }) =>
      call(endpoints.linkVendor, { params: { eventId, bidderId }, body: { vendorId }, commandId }),
    success: 'Vendor linked',
    invalidates: changed(eventId),
  })

export const useSaveScores = (eventId: string, onSuccess: () => void) =>
  useCommand({
    run: (body: BodyOf<typeof review.saveScores>, { commandId }) =>
      call(review.saveScores, { params: { eventId }, body, commandId }),
    success: ({ submittedAt }) => (submittedAt ? 'Scorecard submitted' : 'Scorecard saved'),
    invalidates: [eventKeys.one(eventId)],
    onSuccess,
  })
