import type { z } from 'zod'
import * as endpoints from '../../../../schema/platform/members/member-endpoints.ts'
import { type Change, commit } from '../../../core/commit.ts'
import { invalidField, staleVersion } from '../../../core/errors.ts'
import { copyNameStatements } from '../../../core/kinds/copy-names.ts'
import { command, inputOf, type StaffContext } from '../../../core/operation.ts'
import { toldDirectory } from '../directory/index.ts'
import { askForAddress, requireMayChangeAddress } from './change/address.ts'
import { load, requireAll, type UnitIdsField } from './change/load.ts'
import { lostBy, toldOfLost } from './change/lost-access.ts'
import { holdBackRights, withAsked } from './change/money-access.ts'
import {
  applyChange,
  type Planned,
  requireAdminLeft,
  requireManaged,
  requireOwnPerson,
  requireRights,
} from './change/plan.ts'
import { changeOf } from './change/tell.ts'
import { unitAudits } from './change/unit-audits.ts'
import {
  guardAdminLeft,
  guardNoManagerLoop,
  managerLoopStatement,
  membershipStatements,
  placedBy,
  placeStatements,
} from './change/write.ts'
import { endEverything } from './confirm-address.ts'
import { managerOf } from './scope.ts'

const updateInput = inputOf(endpoints.updateMember)

const auditOf = (context: StaffContext, planned: Planned) => {
  const told = changeOf(planned)
  if (!told) return []
  return [
    {
      changeKey: `member:${context.actor.companyId}:${planned.after.id}:${context.newId()}`,
      action: 'member.changed',
      targetType: 'MEMBER' as const,
      targetId: planned.after.id,
      ...told,
    },
    ...unitAudits(context, [planned]),
  ]
}

const taken = () => invalidField('email', 'Another member has this email')

const loses = ({ before, after }: Planned): boolean => before.hasAdminAccess && !after.hasAdminAccess

const requireNoLoop = async ({ db, actor }: StaffContext, { before, after }: Planned): Promise<void> => {
  if (!after.manager || after.manager.id === before.manager?.id) return
  const loop = await db.first(managerLoopStatement(db, actor.companyId, after.id, after.manager.id))
  if (loop) throw invalidField('managerId', `${after.manager.name} reports to this member, directly or through others`)
}

/** What the company itself typed: names, and the address of someone who hasn't joined. */
const personStatements = (context: StaffContext, { before, after }: Planned): D1PreparedStatement[] => {
  const isNewAddress = before.email !== after.email
  if (!isNewAddress && before.firstName === after.firstName && before.lastName === after.lastName) return []
  return [
    context.db.sql(
      'UPDATE users SET email = ?, first_name = ?, last_name = ? WHERE id = ? AND email = ?',
      after.email,
      after.firstName,
      after.lastName,
      after.id,
      before.email,
    ),
    ...copyNameStatements(context.db, context.actor.companyId, 'MEMBER', [after.id]),
    ...(isNewAddress ? endEverything(context, after.id) : []),
  ]
}

type MemberInput = z.output<typeof updateInput>

interface Further {
  /** Written in the same batch. */
  statements?: readonly D1PreparedStatement[]
  /** Someone proved that a new email is the member's, as the provider of a proven domain does. It holds at once. */
  isAddressProven?: boolean
  onDuplicate?: Change<unknown>['onDuplicate']
  /** How many versions earlier parts of the same change made of the membership. */
  versionsBefore?: number
}

/**
 * Changes a member, for everyone who may: people on screens, and an identity provider. Throws CONFLICT (STALE_VERSION) if
 * the member changed since it was read, INVALID and FORBIDDEN for fields, RULE_BROKEN (LAST_ADMIN).
 */
export const changeMember = async (
  context: StaffContext,
  { memberId, version, ...change }: MemberInput,
  { statements = [], isAddressProven = false, onDuplicate = {}, versionsBefore = 0 }: Further = {},
): Promise<{ id: string; unconfirmedEmail: string | null }> => {
  const { db, actor } = context
  const { departmentIds = [], businessUnitIds = [], groupIds = [], entityIds = [], locationId, managerId } = change
  const loaded = await load(context, {
    memberIds: [memberId],
    units: { departmentIds, businessUnitIds, groupIds, entityIds },
    locationId,
    managerId,
  })
  requireAll(loaded.members, [memberId])
  const [read] = loaded.members as [endpoints.Member]
  const before = { ...read, version: read.version + versionsBefore }
  const manager = managerOf(actor)
  requireManaged(manager, before)
  if (version !== undefined && version !== before.version) throw staleVersion('The member')
  const asked = { before, after: applyChange(before, change, loaded) }
  const isShared = loaded.sharedIds.has(memberId)
  requireRights(manager, asked, loaded)
  requireOwnPerson(asked, isShared)
  await requireMayChangeAddress(context, manager, asked, { isShared, isProven: isAddressProven })
  // Members who have joined keep the old address until the new one is confirmed.
  const waits = asked.after.email !== before.email && !before.isInvited && !isAddressProven ? asked.after.email : null
  const address = waits === null ? null : askForAddress(context, before, waits)
  const atOnce = waits === null ? asked : { before, after: { ...asked.after, email: before.email } }
  const held = await holdBackRights(context, [atOnce], loaded.guardedGroupIds)
  const [planned] = held.planned as [Planned]
  await requireAdminLeft(context, loaded.activeAdmins, [planned])
  await requireNoLoop(context, planned)
  const { after } = planned
  const audit = auditOf(context, planned)
  const isMoved = placeStatements(db, actor.companyId, [planned], placedBy(context))
  const written: Change<{ id: string; unconfirmedEmail: string | null }> = {
    subject: 'The member',
    statements: [
      ...membershipStatements(db, actor.companyId, [planned], placedBy(context)),
      ...isMoved,
      ...personStatements(context, planned),
      ...(loses(planned) ? guardAdminLeft(db, actor.companyId) : []),
      ...(after.manager && after.manager.id !== before.manager?.id
        ? [guardNoManagerLoop(db, actor.companyId, after.id, after.manager.id)]
        : []),
      ...(address?.statements ?? []),
      ...statements,
    ],
    audit: [...audit, ...(address?.audit ?? [])],
    outbox: address?.outbox ?? (before.email === after.email ? [] : toldDirectory(memberId)),
    result: { id: memberId, unconfirmedEmail: waits },
    onDuplicate: { 'company_memberships.company_id, company_memberships.email_key': taken, ...onDuplicate },
  }
  return commit(context, withAsked(await toldOfLost(context, written, lostBy([planned])), held.asked))
}

export const updateMember = command({
  id: 'members.update',
  access: 'members.manage',
  input: updateInput,
  run: (context, input) => changeMember(context, input),
})

/** The same change for several members, all or none. Unaffected members get no history entry. */
export const changeSeveral = async (
  context: StaffContext,
  memberIds: string[],
  units: Partial<Record<UnitIdsField, string[]>>,
  changeOfMember: (member: endpoints.Member) => endpoints.MemberChange,
): Promise<{ changed: number }> => {
  const { db, actor } = context
  const wanted = [...new Set(memberIds)]
  const loaded = await load(context, { memberIds: wanted, units })
  requireAll(loaded.members, wanted)
  const manager = managerOf(actor)
  const wished = loaded.members.map((before): Planned => {
    requireManaged(manager, before)
    const each = { before, after: applyChange(before, changeOfMember(before), loaded) }
    requireRights(manager, each, loaded)
    return each
  })
  const { planned, asked } = await holdBackRights(context, wished, loaded.guardedGroupIds)
  await requireAdminLeft(context, loaded.activeAdmins, planned)
  const changed = planned.filter((each) => changeOf(each) !== null)
  const change: Change<{ changed: number }> = {
    subject: 'One of the members',
    statements: [
      ...membershipStatements(db, actor.companyId, changed, placedBy(context)),
      ...placeStatements(db, actor.companyId, changed, placedBy(context)),
      ...(changed.some(loses) ? guardAdminLeft(db, actor.companyId) : []),
    ],
    audit: changed.flatMap((each) => auditOf(context, each)),
    result: { changed: changed.length },
  }
  return commit(context, withAsked(await toldOfLost(context, change, lostBy(changed)), asked))
}

export const setPermissions = command({
  id: 'members.set-permissions',
  access: 'members.manage',
  input: inputOf(endpoints.setPermissions),
  run: (context, { memberIds, ...flags }) => changeSeveral(context, memberIds, {}, () => flags),
})

const idsOf = (units: { id: string }[]): string[] => units.map(({ id }) => id)

export const setGroups = command({
  id: 'members.set-groups',
  access: 'members.manage',
  input: inputOf(endpoints.setGroups),
  run: (context, { memberIds, groupIds, mode }) =>
    changeSeveral(context, memberIds, { groupIds }, ({ groups }) => ({
      groupIds: mode === 'add' ? [...idsOf(groups), ...groupIds] : groupIds,
    })),
})

export const setDepartments = command({
  id: 'members.set-departments',
  access: 'members.manage',
  input: inputOf(endpoints.setDepartments),
  run: (context, { memberIds, departmentIds, mode }) =>
    changeSeveral(context, memberIds, { departmentIds }, ({ departments }) => ({
      departmentIds: mode === 'add' ? [...idsOf(departments), ...departmentIds] : departmentIds,
    })),
})

export const setBusinessUnits = command({
  id: 'members.set-business-units',
  access: 'members.manage',
  input: inputOf(endpoints.setBusinessUnits),
  run: (context, { memberIds, businessUnitIds, mode }) =>
    changeSeveral(context, memberIds, { businessUnitIds }, ({ businessUnits }) => ({
      businessUnitIds: mode === 'add' ? [...idsOf(businessUnits), ...businessUnitIds] : businessUnitIds,
    })),
})
