/** The statuses of what is approved. Apart from the rest of the engine, because lists on a first page need nothing else. */

/** WITHDRAWN: its requester took it back before it was decided. */
export const REQUEST_STATUSES = ['PENDING', 'APPROVED', 'REJECTED', 'WITHDRAWN'] as const
export type RequestStatus = (typeof REQUEST_STATUSES)[number]
export const STATUS_WORDS = {
  PENDING: 'Pending',
  APPROVED: 'Approved',
  REJECTED: 'Rejected',
  WITHDRAWN: 'Withdrawn',
} as const

/** A request's status as lists show it. Archived takes precedence. */
export const SHOWN_STATUSES = [...REQUEST_STATUSES, 'ARCHIVED'] as const
export type ShownStatus = (typeof SHOWN_STATUSES)[number]
