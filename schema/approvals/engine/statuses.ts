/** The statuses of what is approved. Apart from the rest of the engine, because lists on a first page need nothing else. */

/** WITHDRAWN: its requester took it back before it was decided. */
export const REQUEST_STATUSES = ['PENDING', 'APPROVED', 'REJECTED', 'WITHDRAWN'] as const
export type RequestStatus = (typeof REQUEST_STATUSES)[number]

/** A request's status as lists show it. Archived takes precedence. */
export const SHOWN_STATUSES = [...REQUEST_STATUSES, 'ARCHIVED'] as const
export type ShownStatus = (typeof SHOWN_STATUSES)[number]
