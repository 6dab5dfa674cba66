import type { Member, MemberChange } from '../../../../../schema/platform/members/member-endpoints.ts'
import {
  assignableUnits,
  BEYOND_OWN,
  grantableFlags,
  isInScope,
  type Manager,
  manageRefusal,
  maySetSigner,
} from '../../../../../schema/platform/members/rules.ts'
import { ACCESS_FLAGS } from '../../../../../schema/shared/permissions.ts'
import { fullName } from '../../../../../schema/shared/values.ts'
import { AppError, invalidField } from '../../../../core/errors.ts'
import type { StaffContext } from '../../../../core/operation.ts'
import { requireBreakGlassWithout } from '../../session/index.ts'
import { requireUnguarded } from '../guarded-groups.ts'
import { managedOf } from '../scope.ts'
import { type Loaded, UNIT_FIELDS, UNIT_KINDS, type UnitIdsField } from './load.ts'

/** What a change does to a member, and whether the person may make it. */

export interface Planned {
  before: Member
  after: Member
}

export const refuse = (field: string, message: string): AppError =>
  new AppError('FORBIDDEN', message, { reason: 'BEYOND_RIGHTS', fields: { [field]: message } })

const APPROVES = {
  departmentIds: 'approvesRequestsForDepartment',
  businessUnitIds: 'approvesRequestsForBusinessUnit',
} as const

const approvingUnits = (
  field: 'departmentIds' | 'businessUnitIds',
  before: Member,
  change: MemberChange,
  names: Map<string, string>,
) => {
  const had = before[UNIT_KINDS[field].units]
  const said = change[APPROVES[field]]
  const ids = change[field] ? [...new Set(change[field])] : had.map(({ id }) => id)
  const saysAnew = said !== undefined && said !== before[APPROVES[field]]
  return ids.map((id) => {
    const known = had.find((unit) => unit.id === id)
    // Members keep their approver role in their units unless the change sets it.
    if (known && !saysAnew) return known
    return { id, name: known?.name ?? names.get(id) ?? '', approvesRequests: said ?? false }
  })
}

const plainUnits = (
  field: 'groupIds' | 'entityIds',
  before: Member,
  change: MemberChange,
  names: Map<string, string>,
) => {
  const had = before[UNIT_KINDS[field].units]
  const ids = change[field]
  return ids
    ? [...new Set(ids)].map((id) => had.find((unit) => unit.id === id) ?? { id, name: names.get(id) ?? '' })
    : had
}

/** The member after the change. Throws INVALID for what doesn't exist in the company. */
export const applyChange = (before: Member, change: MemberChange, loaded: Loaded): Member => {
  for (const field of UNIT_FIELDS) {
    const had = before[UNIT_KINDS[field].units] as { id: string }[]
    const added = (change[field] ?? []).filter((id) => !had.some((unit) => unit.id === id))
    const unused = added.length > 0 && loaded.unused[field]
    if (unused) throw invalidField(field, unused)
    if (added.some((id) => !loaded.names[field].has(id)))
      throw invalidField(field, 'One of these no longer exists. Choose again.')
  }
  const { managerId, locationId } = change
  if (locationId && !loaded.location) throw invalidField('locationId', 'This location no longer exists')
  if (managerId && managerId !== before.manager?.id) {
    if (managerId === before.id) throw invalidField('managerId', 'People can’t be their own manager')
    if (!loaded.manager?.isEnabled) throw invalidField('managerId', 'Choose an active member of your company')
  }
  const departments = approvingUnits('departmentIds', before, change, loaded.names.departmentIds)
  const businessUnits = approvingUnits('businessUnitIds', before, change, loaded.names.businessUnitIds)
  const flags = Object.fromEntries(ACCESS_FLAGS.map((flag) => [flag, change[flag] ?? before[flag]]))
  const manager =
    managerId === undefined || managerId === before.manager?.id ? before.manager : managerId && loaded.manager
  return {
    ...before,
    ...(flags as Pick<Member, (typeof ACCESS_FLAGS)[number]>),
    email: change.email ?? before.email,
    firstName: change.firstName ?? before.firstName,
    lastName: change.lastName ?? before.lastName,
    title: change.title ?? before.title,
    isSigner: change.isSigner ?? before.isSigner,
    manager: manager ? { id: manager.id, name: manager.name } : null,
    location: locationId === undefined ? before.location : loaded.location,
    departments,
    businessUnits,
    groups: plainUnits('groupIds', before, change, loaded.names.groupIds),
    entities: plainUnits('entityIds', before, change, loaded.names.entityIds),
    approvesRequestsForDepartment: departments.some((unit) => unit.approvesRequests),
    approvesRequestsForBusinessUnit: businessUnits.some((unit) => unit.approvesRequests),
  }
}

const idsAnd = (units: { id: string; approvesRequests?: boolean }[]) =>
  new Map(units.map((unit) => [unit.id, unit.approvesRequests ?? false]))

/** Units that were added or removed, or where the approver role changed. */
const touched = (before: Member, after: Member, field: UnitIdsField): string[] => {
  const [had, has] = [idsAnd(before[UNIT_KINDS[field].units]), idsAnd(after[UNIT_KINDS[field].units])]
  return [...new Set([...had.keys(), ...has.keys()])].filter((id) => had.get(id) !== has.get(id))
}

const WORDS = { departmentIds: 'departments', businessUnitIds: 'business units', groupIds: 'groups' } as const

/**
 * Checks that everything about a new or changed member is within the person's rights. Throws FORBIDDEN for the field.
 */
export const requireRights = (
  manager: Manager,
  { before, after }: Planned,
  { guardedGroupIds }: Pick<Loaded, 'guardedGroupIds'>,
): void => {
  requireUnguarded(manager, { before, after }, guardedGroupIds)
  const grantable = grantableFlags(manager)
  for (const flag of ACCESS_FLAGS) {
    if (before[flag] !== after[flag] && !grantable.includes(flag)) throw refuse(flag, BEYOND_OWN)
  }
  for (const field of ['departmentIds', 'businessUnitIds', 'groupIds'] as const) {
    const assignable = assignableUnits(manager, field)
    if (assignable && touched(before, after, field).some((id) => !assignable.includes(id))) {
      throw refuse(field, `You can only add or remove your own ${WORDS[field]}`)
    }
  }
  if (before.isSigner !== after.isSigner && !maySetSigner(manager)) {
    throw refuse('isSigner', 'Only people who manage all members can choose signers')
  }
  if (!isInScope(manager, managedOf(after))) {
    const field = manager.flags.hasDepartmentAccess ? 'departmentIds' : 'businessUnitIds'
    throw invalidField(field, `Keep at least one of your ${WORDS[field]}`)
  }
}

/** Throws FORBIDDEN for members that the person can see but not change. */
export const requireManaged = (manager: Manager, before: Member): void => {
  const reason = manageRefusal(manager, managedOf(before))
  if (reason) throw new AppError('FORBIDDEN', reason, { reason: 'MEMBER_ABOVE' })
}

/** The name of an account that other companies have too can't be changed here. Throws FORBIDDEN. */
export const requireOwnPerson = ({ before, after }: Planned, isShared: boolean): void => {
  const isRenamed = before.firstName !== after.firstName || before.lastName !== after.lastName
  if (isRenamed && isShared) {
    throw refuse(
      before.firstName === after.firstName ? 'lastName' : 'firstName',
      `Only ${fullName(before)} can change their name`,
    )
  }
}

export const lastAdmin = (): AppError =>
  new AppError('RULE_BROKEN', 'A company needs an admin: this is the last one who may sign in.', {
    reason: 'LAST_ADMIN',
  })

/**
 * Throws RULE_BROKEN if the company would have no active admin left (LAST_ADMIN), or none who may break the glass where it
 * requires a login method (LAST_BREAK_GLASS).
 */
export const requireAdminLeft = async (
  { db, actor }: Pick<StaffContext, 'db' | 'actor'>,
  activeAdmins: number,
  planned: Planned[],
): Promise<void> => {
  const isActiveAdmin = (member: Member) => member.hasAdminAccess && member.enabled
  const lost = planned.filter(({ before, after }) => isActiveAdmin(before) && !isActiveAdmin(after))
  // The guard of the write catches those who leave at the same moment.
  if (lost.length > 0 && lost.length >= activeAdmins) throw lastAdmin()
  await requireBreakGlassWithout(
    db,
    actor.companyId,
    lost.map(({ before }) => before.id),
  )
}

export const nameOf = (member: Member): string => fullName(member)
