import {
  BIDDER_STATUS_WORDS,
  type BidderStatus,
  EVENT_STATUS_WORDS,
  type EventStatus,
} from '../../../../schema/requests/sourcing-events/values.ts'
import type { State, StateTone } from '../../../ui/status-badge.tsx'

const EVENT_TONES: Record<EventStatus, StateTone> = {
  DRAFT: 'draft',
  OPEN: 'waiting',
  OPENED: 'waiting',
  AWARDED: 'positive',
  CANCELLED: 'archived',
}
export const eventState = (status: EventStatus): State => ({
  tone: EVENT_TONES[status],
  label: EVENT_STATUS_WORDS[status],
})

const BIDDER_TONES: Record<BidderStatus, StateTone> = {
  INVITED: 'neutral',
  DRAFT: 'draft',
  SUBMITTED: 'positive',
  WITHDRAWN: 'archived',
  REVOKED: 'negative',
}
export const bidderState = (status: BidderStatus): State => ({
  tone: BIDDER_TONES[status],
  label: BIDDER_STATUS_WORDS[status],
})

export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** "in 3 days", "in 40 minutes", or null once it has passed. */
export const timeLeft = (deadline: string, now: number): string | null => {
  const left = Date.parse(deadline) - now
  if (left <= 0) return null
  if (left >= 2 * DAY_MS) return `in ${Math.floor(left / DAY_MS)} days`
  if (left >= 2 * HOUR_MS) return `in ${Math.floor(left / HOUR_MS)} hours`
  return `in ${counted(Math.max(1, Math.ceil(left / MINUTE_MS)), 'minute')}`
}

/** "142 KB" */
export const sizeText = (bytes: number): string =>
  bytes < 1_000_000 ? `${Math.max(1, Math.round(bytes / 1000))} KB` : `${(bytes / 1_000_000).toFixed(1)} MB`
