import { choiceFilter, searchFilter } from '../../shared/list-filters.ts'

/** The states of events, and the filters of their list. Apart from the rest, because the address of the list needs no more. */

export const EVENT_STATUSES = ['DRAFT', 'OPEN', 'OPENED', 'AWARDED', 'CANCELLED'] as const
export type EventStatus = (typeof EVENT_STATUSES)[number]

export const EVENT_STATUS_WORDS: Record<EventStatus, string> = {
  DRAFT: 'Draft',
  OPEN: 'Open for bids',
  OPENED: 'Scoring',
  AWARDED: 'Awarded',
  CANCELLED: 'Canceled',
}

export const eventFilters = {
  search: searchFilter('Search sourcing events', 'Search by title'),
  status: choiceFilter(EVENT_STATUSES, EVENT_STATUS_WORDS, { label: 'Status' }),
} as const
