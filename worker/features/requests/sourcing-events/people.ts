import { AppError } from '../../../core/errors.ts'
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
