import type { Member } from '../../../../schema/platform/members/member-endpoints.ts'
import { can } from '../../../../schema/shared/permissions.ts'
import { forbidden } from '../../../core/errors.ts'
import type { StaffContext } from '../../../core/operation.ts'
import {
  load,
  managerOf,
  requireAll,
  requireManaged,
  requireRights,
  UNIT_KINDS,
  type UnitIdsField,
} from '../members/index.ts'
import type { UnitKind } from './kinds.ts'
import { type FoundUnit, requireUnit, type UnitKey } from './units.ts'

/** What happens to people's role in a unit: they leave, or they are members, as approvers or not. */
export type Place = 'gone' | { approvesRequests: boolean | undefined }

const placed = (member: Member, field: UnitIdsField, unit: { id: string; name: string }, place: Place): Member => {
  const { units } = UNIT_KINDS[field]
  const all: { id: string; name: string; approvesRequests?: boolean }[] = member[units]
  const others = all.filter(({ id }) => id !== unit.id)
  if (place === 'gone') return { ...member, [units]: others }
  const had = all.find(({ id }) => id === unit.id)
  const approvesRequests = place.approvesRequests ?? had?.approvesRequests ?? false
  return { ...member, [units]: [...others, { ...unit, approvesRequests }] }
}

/**
 * The unit, if the person may give these people this role in it. Settings managers can place anyone anywhere. Others
 * can do what they can on a member's own page: leads add people they lead to units of their own (specification 3 §6;
 * schema/members/rules). Throws NOT_FOUND for the unit and for people outside the person's scope, FORBIDDEN, or INVALID
 * for people who would leave that scope.
 */
export const unitToPlaceIn = async (
  context: StaffContext,
  kind: UnitKind,
  key: UnitKey,
  userIds: string[],
  place: Place,
): Promise<FoundUnit> => {
  const { policy } = context.actor
  if (kind.needs && !can(policy, kind.needs)) throw forbidden()
  const unit = await requireUnit(context, kind, key)
  const field = kind.members?.field
  if (can(policy, 'settings.manage') || !field) return unit
  const loaded = await load(context, { memberIds: userIds })
  const { members } = loaded
  requireAll(members, userIds)
  const manager = managerOf(context.actor)
  for (const before of members) {
    requireManaged(manager, before)
    requireRights(manager, { before, after: placed(before, field, { id: unit.id, name: unit.name }, place) }, loaded)
  }
  return unit
}
