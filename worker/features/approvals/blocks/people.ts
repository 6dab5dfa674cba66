import type { PlanningContext } from '../../../../schema/approvals/engine/commands.ts'
import { invalidField } from '../../../core/errors.ts'
import type { StaffContext } from '../../../core/operation.ts'

/** People that someone names by hand. */

interface Choice {
  approverType: string
  approverGroupIds: string[]
  approverUserIds: string[]
}

/** Approvers named by hand must be active members of the company. Throws INVALID for the field. */
export const checkChosen = ({ organisation }: PlanningContext, choice: Choice): void => {
  if (choice.approverType === 'NO_APPROVERS') throw invalidField('approverType', 'Choose who approves')
  if (choice.approverType !== 'CUSTOM_APPROVERS') return
  const { groups, people } = organisation
  const unknownGroup = choice.approverGroupIds.some((groupId) => !groups[groupId])
  if (unknownGroup) throw invalidField('approverGroupIds', 'One of the groups no longer exists')
  const unknown = choice.approverUserIds.some((userId) => !people[userId] || people[userId].disabled)
  if (unknown) throw invalidField('approverUserIds', 'One of the people is no longer a member, or is disabled')
}

interface Member {
  id: string
  name: string
}

/** Active members by their ids, in the given order. Throws INVALID for the field if one isn't. */
export const requireMembers = async (
  { db, actor }: StaffContext,
  userIds: readonly string[],
  field: string,
): Promise<{ userId: string; name: string }[]> => {
  if (userIds.length === 0) return []
  const rows = await db.all<Member>(
    db.sql(
      `SELECT u.id, COALESCE(NULLIF(trim(u.first_name || ' ' || u.last_name), ''), u.email) AS name
         FROM json_each(?2) j CROSS JOIN company_memberships m ON m.company_id = ?1 AND m.user_id = j.value
        CROSS JOIN users u ON u.id = m.user_id WHERE m.disabled_at IS NULL`,
      actor.companyId,
      JSON.stringify(userIds),
    ),
  )
  const known = new Map(rows.map(({ id, name }) => [id, name]))
  return userIds.map((userId) => {
    const name = known.get(userId)
    if (name === undefined) throw invalidField(field, 'Choose a member of your company who is not disabled')
    return { userId, name }
  })
}
