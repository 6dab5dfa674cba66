import { invalidField } from '../../../core/errors.ts'
import type { StaffContext } from '../../../core/operation.ts'

/** Groups used in settings, stored as a list of ids. */

interface Group {
  id: string
  name: string
}

/** A subselect of the groups with these ids, as JSON, without groups deleted since. ?1 is the company. */
export const groupsStatement = (ids: string): string =>
  `(SELECT json_group_array(json_object('id', g.id, 'name', g.name) ORDER BY lower(g.name))
      FROM json_each(${ids}) j JOIN groups g ON g.id = j.value AND +g.company_id = ?1)`

export const toGroups = (json: unknown): Group[] => JSON.parse(String(json ?? '[]')) as Group[]

/** Throws INVALID for `groupsToSendTo` if a group isn't the company's. */
export const requireGroups = async ({ db, actor }: StaffContext, chosen: { id: string }[]): Promise<Group[]> => {
  const ids = [...new Set(chosen.map(({ id }) => id))]
  if (ids.length === 0) return []
  const row = await db.first<{ groups: string }>(
    db.sql(`SELECT ${groupsStatement('?2')} AS groups`, actor.companyId, JSON.stringify(ids)),
  )
  const groups = toGroups(row?.groups)
  if (groups.length < ids.length) {
    throw invalidField('groupsToSendTo', 'One of these groups no longer exists. Choose again.')
  }
  return groups
}
