import { z } from 'zod'
import { fileOf, listOf } from '../../shared/list.ts'
import { instant } from '../../shared/values.ts'
import { eventFilters } from './filters.ts'
import { eventStatus } from './values.ts'

/** The list of sourcing events. */

export const EVENT_SORTS = ['createdAt', 'deadline'] as const

export const eventRow = z.object({
  id: z.string(),
  title: z.string(),
  status: eventStatus,
  deadline: z.string(),
  createdAt: instant,
  bidders: z.number().int(),
  /** How many have submitted a bid. What is in it stays sealed. */
  bids: z.number().int(),
  isOwner: z.boolean(),
  isReviewer: z.boolean(),
})
export type EventRow = z.infer<typeof eventRow>

export const eventList = listOf({
  name: 'sourcing-events',
  path: '/api/sourcing-events',
  noun: 'sourcing event',
  nouns: 'sourcing events',
  summary: 'Sourcing events the person works on, newest first; all of them for admins and super viewers',
  filters: eventFilters,
  sorts: EVENT_SORTS,
  node: eventRow,
})
export type EventListQuery = z.output<typeof eventList.query>

export const eventFile = fileOf(eventList, 'Sourcing events with the same filters, as CSV')
