import type { sourcingEvents } from '../../../../schema/requests/sourcing-events/tables.ts'
import type { EventStatus } from '../../../../schema/requests/sourcing-events/values.ts'
import { can } from '../../../../schema/shared/permissions.ts'
import type { StaffActor } from '../../../core/actor.ts'
import { AppError, notFound, staleVersion } from '../../../core/errors.ts'
import type { StaffContext } from '../../../core/operation.ts'
import { columnsSql } from '../../../core/record.ts'

/** Who reads and who manages an event: its owners and admins manage it, its reviewers and super viewers read it. */

export const SUBJECT = 'The sourcing event'

type Stored = typeof sourcingEvents.$inferSelect

export interface EventAccess extends Omit<Stored, 'status'> {
  status: EventStatus
  canManage: boolean
  isReviewer: boolean
}

interface Row extends Stored {
  isOwner: number | null
  reviews: number | null
}

export const eventStatement = (
  { db, actor }: StaffContext,
  eventId: string,
  columns: Parameters<typeof columnsSql>[0],
): D1PreparedStatement =>
  db.sql(
    `SELECT ${columnsSql(columns, 'e')}, p.is_owner AS isOwner, p.is_reviewer AS reviews
       FROM sourcing_events e
       LEFT JOIN sourcing_event_people p ON p.company_id = e.company_id AND p.event_id = e.id AND p.user_id = ?3
      WHERE e.id = ?1 AND e.company_id = ?2 AND e.deleted_at IS NULL`,
    eventId,
    actor.companyId,
    actor.userId,
  )

/** Throws NOT_FOUND for people who don't work on it, and for reviewers while it is a draft. */
export const toAccess = (row: Record<string, unknown> | null | undefined, actor: StaffActor): EventAccess => {
  if (!row) throw notFound(SUBJECT)
  const { isOwner, reviews, ...stored } = row as unknown as Row
  const canManage = actor.policy.flags.hasAdminAccess || isOwner === 1
  const isReviewer = reviews === 1
  const mayRead = canManage || can(actor.policy, 'requests.see-all') || (isReviewer && stored.status !== 'DRAFT')
  if (!mayRead) throw notFound(SUBJECT)
  return { ...stored, status: stored.status as EventStatus, canManage, isReviewer }
}

export const requireManaged = (event: EventAccess): EventAccess => {
  if (!event.canManage) throw new AppError('FORBIDDEN', 'Only owners of this event and admins can do this.')
  return event
}

export const requireStatus = (event: EventAccess, ...statuses: EventStatus[]): EventAccess => {
  if (!statuses.includes(event.status)) throw wrongStatus(event.status)
  return event
}

const WRONG: Record<EventStatus, string> = {
  DRAFT: 'This event hasn’t been published yet.',
  OPEN: 'This event is open for bids, so this can’t be changed.',
  OPENED: 'The bids of this event have been opened.',
  AWARDED: 'This event has been awarded.',
  CANCELLED: 'This event was canceled.',
}
export const wrongStatus = (status: EventStatus): AppError =>
  new AppError('RULE_BROKEN', WRONG[status], { reason: `EVENT_${status}` })

export const checkVersion = (event: Pick<EventAccess, 'version'>, version: number | undefined): void => {
  if (version !== undefined && version !== event.version) throw staleVersion(SUBJECT)
}
