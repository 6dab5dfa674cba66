import { z } from 'zod'
import * as endpoints from '../../../../schema/platform/organisation/endpoints.ts'
import { can } from '../../../../schema/shared/permissions.ts'
import { id, requiredText } from '../../../../schema/shared/values.ts'
import { command, inputOf, query, type StaffContext } from '../../../core/operation.ts'
import { guardedRun } from '../guarded/index.ts'
import { guardedGroupsOf } from '../members/index.ts'
import { createUnit, deleteUnit, updateUnit } from './change.ts'
import { GROUP } from './kinds.ts'
import { addMembers, removeMember } from './members.ts'
import { mergeUnit } from './merge.ts'
import { allUnits, allUnitsWithMembers, listUnits, requireUnit, unitWithMembers } from './units.ts'

const groupName = requiredText(200)

export const listGroups = query({
  id: 'organisation.list-groups',
  access: 'settings.manage',
  input: inputOf(endpoints.listGroups),
  run: (context, page) => listUnits(context, GROUP, page),
})

export const allGroups = query({
  id: 'organisation.all-groups',
  access: 'staff.use',
  input: z.object({}),
  run: async (context) => {
    if (can(context.actor.policy, 'settings.manage')) return allUnitsWithMembers(context, GROUP)
    // Only people who manage groups see their members.
    return (await allUnits(context, GROUP)).map((unit) => ({ ...unit, companyMemberships: [] }))
  },
})

export const readGroup = query({
  id: 'organisation.get-group',
  access: 'settings.manage',
  input: inputOf(endpoints.getGroup),
  run: (context, { groupId, cursor }) => unitWithMembers(context, GROUP, groupId, cursor),
})

export const createGroup = command({
  id: 'organisation.create-group',
  access: 'settings.manage',
  input: inputOf(endpoints.createGroup),
  run: (context, { name }) => createUnit(context, GROUP, name),
})

export const renameGroup = command({
  id: 'organisation.rename-group',
  access: 'settings.manage',
  input: inputOf(endpoints.renameGroup),
  run: (context, { groupId, name, version }) => updateUnit(context, GROUP, { id: groupId }, { name, version }),
})

export const renameGroupByName = command({
  id: 'organisation.rename-group-by-name',
  access: 'settings.manage',
  input: z.object({ oldName: groupName, newName: endpoints.unitName }),
  run: (context, { oldName, newName }) =>
    updateUnit(context, GROUP, { name: oldName }, { name: newName, field: 'newName' }),
})

export const deleteGroup = command({
  id: 'organisation.delete-group',
  access: 'settings.manage',
  input: inputOf(endpoints.deleteGroup),
  run: (context, { groupId }) => deleteUnit(context, GROUP, { id: groupId }),
})

export const deleteGroupByName = command({
  id: 'organisation.delete-group-by-name',
  access: 'settings.manage',
  input: z.object({ name: groupName }),
  run: (context, { name }) => deleteUnit(context, GROUP, { name }),
})

const mergeInput = inputOf(endpoints.mergeGroup)
type Merge = z.output<typeof mergeInput>

/** The people of one group come into the other, or what asks one asks the other. */
const mixesGuarded = async (context: StaffContext, { groupId, intoId }: Merge): Promise<string | null> => {
  if ((await guardedGroupsOf(context, [groupId, intoId])).size === 0) return null
  const [unit, into] = await Promise.all([groupId, intoId].map((id) => requireUnit(context, GROUP, { id })))
  return `Merge the group ${unit?.name} into ${into?.name}`
}

export const mergeGroup = command({
  id: 'organisation.merge-group',
  access: 'settings.manage',
  input: mergeInput,
  run: guardedRun({
    id: 'organisation.merge-group',
    subject: ({ groupId }: Merge) => groupId,
    loosens: mixesGuarded,
    run: (context, { groupId, intoId }) => mergeUnit(context, GROUP, { id: groupId }, intoId),
    current: async (_, { groupId }) => ({ id: groupId }),
  }),
})

export const addGroupMembers = command({
  id: 'organisation.add-group-members',
  access: 'members.manage',
  input: inputOf(endpoints.addGroupMembers),
  run: (context, { groupId, userIds }) => addMembers(context, GROUP, { id: groupId }, { userIds, field: 'userIds' }),
})

export const addUserToGroup = command({
  id: 'organisation.add-user-to-group',
  access: 'members.manage',
  input: z.object({ groupName, userId: id }),
  run: (context, { groupName: name, userId }) =>
    addMembers(context, GROUP, { name }, { userIds: [userId], field: 'userId' }),
})

export const removeGroupMember = command({
  id: 'organisation.remove-group-member',
  access: 'members.manage',
  input: inputOf(endpoints.removeGroupMember),
  run: (context, { groupId, userId }) => removeMember(context, GROUP, { id: groupId }, userId),
})

export const removeUserFromGroup = command({
  id: 'organisation.remove-user-from-group',
  access: 'members.manage',
  input: z.object({ groupName, userId: id }),
  run: (context, { groupName: name, userId }) => removeMember(context, GROUP, { name }, userId),
})
