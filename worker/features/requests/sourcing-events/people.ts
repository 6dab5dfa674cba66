import { guardRows } from '../../../core/database.ts'
import { AppError } from '../../../core/errors.ts'
import type { Owned } from '../../../core/kinds/hand-over.ts'
import type { StaffContext } from '../../../core/operation.ts'

/** Owners and reviewers of an event. */

export interface EventPeople {
  ownerIds: readonly string[]
  reviewerIds: readonly string[]
}

/** Throws INVALID beside the list that names someone who isn't an active member. */
export const requireMembers = async (
  { db, actor }: StaffContext,
  people: EventPeople,
  /** Who may stay, whether or not they are still members. */
  present: ReadonlySet<string> = new Set(),
): Promise<void> => {
  const ids = [...new Set([...people.ownerIds, ...people.reviewerIds])].filter((id) => !present.has(id))
  if (ids.length === 0) return
  const found = await db.all<{ id: string }>(
    db.sql(
      `SELECT m.user_id AS id FROM json_each(?2) j
        CROSS JOIN company_memberships m ON m.company_id = ?1 AND m.user_id = j.value AND m.disabled_at IS NULL`,
      actor.companyId,
      JSON.stringify(ids),
    ),
  )
  const members = new Set([...found.map(({ id }) => id), ...present])
  const fields: Record<string, string> = {}
  for (const field of ['ownerIds', 'reviewerIds'] as const)
    if (people[field].some((id) => !members.has(id))) fields[field] = 'One of these people isn’t an active member'
  const [message] = Object.values(fields)
  if (message) throw new AppError('INVALID', message, { fields })
}

/** Replaces all of them. */
export const peopleStatements = (
  { db, actor }: StaffContext,
  event: { id: string; createdAt: number; deadline: number },
  { ownerIds, reviewerIds }: EventPeople,
): D1PreparedStatement[] => {
  const rows = [...new Set([...ownerIds, ...reviewerIds])].map((userId) => [
    userId,
    Number(ownerIds.includes(userId)),
    Number(reviewerIds.includes(userId)),
  ])
  return [
    db.sql('DELETE FROM sourcing_event_people WHERE company_id = ? AND event_id = ?', actor.companyId, event.id),
    db.sql(
      `INSERT INTO sourcing_event_people (company_id, event_id, user_id, is_owner, is_reviewer, created_at, deadline)
       SELECT ?1, ?2, value ->> 0, value ->> 1, value ->> 2, ?3, ?4 FROM json_each(?5)`,
      ...[actor.companyId, event.id, event.createdAt, event.deadline, JSON.stringify(rows)],
    ),
  ]
}

/** SQL: the person of a row `sp` has submitted scores, which count as long as they review. */
export const SCORED = `EXISTS (SELECT 1 FROM sourcing_scorecards sc WHERE sc.company_id = sp.company_id
   AND sc.event_id = sp.event_id AND sc.user_id = sp.user_id AND sc.submitted_at IS NOT NULL)`

/** Someone else owns and reviews what a person who leaves did. Reviewers whose scores are submitted stay reviewers. */
export const movePeople = (
  { db, actor }: StaffContext,
  events: readonly Owned[],
  fromUserId: string,
  toUserId: string,
): D1PreparedStatement[] => {
  const versions = JSON.stringify(events.map(({ id, version }) => [id, version]))
  const leaving = `sourcing_event_people AS sp
    WHERE sp.company_id = ?1 AND sp.user_id = ?3 AND sp.event_id IN (SELECT value ->> 0 FROM json_each(?2))`
  return [
    db.sql(
      `UPDATE sourcing_events SET version = version + 1
        WHERE company_id = ?1 AND (id, version) IN (SELECT value ->> 0, value ->> 1 FROM json_each(?2))`,
      ...[actor.companyId, versions],
    ),
    guardRows(db, events.length),
    db.sql(
      `INSERT INTO sourcing_event_people (company_id, event_id, user_id, is_owner, is_reviewer, created_at, deadline)
       SELECT sp.company_id, sp.event_id, ?4, sp.is_owner, sp.is_reviewer AND NOT ${SCORED}, sp.created_at, sp.deadline
         FROM ${leaving}
       ON CONFLICT (company_id, event_id, user_id) DO UPDATE SET is_owner = max(is_owner, excluded.is_owner),
         is_reviewer = max(is_reviewer, excluded.is_reviewer)`,
      ...[actor.companyId, versions, fromUserId, toUserId],
    ),
    db.sql(
      `DELETE FROM ${leaving} AND NOT (sp.is_reviewer = 1 AND ${SCORED})`,
      ...[actor.companyId, versions, fromUserId],
    ),
    db.sql(`UPDATE ${leaving.replace('WHERE', 'SET is_owner = 0 WHERE')}`, ...[actor.companyId, versions, fromUserId]),
  ]
}
