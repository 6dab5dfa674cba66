import { sourcingEvents } from '../../../../schema/requests/sourcing-events/tables.ts'
import type { AuditEntry } from '../../../core/audit.ts'
import { guardOneRow } from '../../../core/database.ts'
import type { BaseContext, StaffContext } from '../../../core/operation.ts'
import { type EventAccess, eventStatement, requireManaged, toAccess } from './access.ts'

export const readEventAccess = async (context: StaffContext, eventId: string): Promise<EventAccess> =>
  toAccess(await context.db.first(eventStatement(context, eventId, sourcingEvents)), context.actor)

/** Throws NOT_FOUND, FORBIDDEN for people who only read it. */
export const requireManagedEvent = async (context: StaffContext, eventId: string): Promise<EventAccess> =>
  requireManaged(await readEventAccess(context, eventId))

type Audit = Pick<AuditEntry, 'changeKey' | 'action' | 'targetType' | 'targetId' | 'message' | 'changeData'>

/** The row of the history about a new version of the event. */
export const eventAudit = (
  event: { id: string; version: number },
  action: string,
  message: string,
  changeData: unknown = null,
): Audit => ({
  changeKey: `sourcing-event:${event.id}:v${event.version}`,
  action: `sourcing-event.${action}`,
  targetType: 'SOURCING_EVENT',
  targetId: event.id,
  message,
  changeData,
})

/** The row about something that isn't a version of the event. @param key unique in the event */
export const partAudit = (
  eventId: string,
  key: string,
  action: string,
  message: string,
  changeData: unknown = null,
): Audit => ({
  changeKey: `sourcing-event:${eventId}:${key}`,
  action: `sourcing-event.${action}`,
  targetType: 'SOURCING_EVENT',
  targetId: eventId,
  message,
  changeData,
})

/** Sets columns of the version that was read, or aborts the batch. */
export const eventUpdate = (
  { db, clock }: Pick<BaseContext, 'db' | 'clock'>,
  event: Pick<EventAccess, 'id' | 'companyId' | 'version'>,
  set: Record<string, unknown>,
): D1PreparedStatement[] => [
  db.sql(
    `UPDATE sourcing_events SET ${Object.keys(set)
      .map((column) => `${column} = ?, `)
      .join('')}version = version + 1, updated_at = ?
      WHERE id = ? AND company_id = ? AND version = ? AND deleted_at IS NULL`,
    ...Object.values(set),
    clock.now(),
    ...[event.id, event.companyId, event.version],
  ),
  guardOneRow(db),
]

/** Holds while the event is in one of these states, for changes that aren't a version of it. */
export const whileEvent = (status: string, eventId = '?1', companyId = '?2'): string =>
  `EXISTS (SELECT 1 FROM sourcing_events e WHERE e.id = ${eventId} AND e.company_id = ${companyId}
     AND e.status IN (${status}) AND e.deleted_at IS NULL)`
