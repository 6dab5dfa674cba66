import { z } from 'zod'
import * as endpoints from '../../../../schema/platform/organisation/endpoints.ts'
import { can } from '../../../../schema/shared/permissions.ts'
import { id, requiredText } from '../../../../schema/shared/values.ts'
import { command, inputOf, query } from '../../../core/operation.ts'
import { createUnit, deleteUnit, updateUnit } from './change.ts'
import { DEPARTMENT } from './kinds.ts'
import { addMembers, removeMember } from './members.ts'
import { mergeUnit } from './merge.ts'
import { saveUnits } from './save-many.ts'
import { allUnits, allUnitsWithMembers, listUnits, unitWithMembers } from './units.ts'

const departmentName = requiredText(200)

export const listDepartments = query({
  id: 'organisation.list-departments',
  access: 'settings.manage',
  input: inputOf(endpoints.listDepartments),
  run: (context, page) => listUnits(context, DEPARTMENT, page),
})

export const allDepartments = query({
  id: 'organisation.all-departments',
  access: 'staff.use',
  input: inputOf(endpoints.listAllDepartments),
  run: async (context) => {
    if (can(context.actor.policy, 'settings.manage')) return allUnitsWithMembers(context, DEPARTMENT)
    // Only people who manage departments see their cost and members.
    return (await allUnits(context, DEPARTMENT)).map((unit) => ({ ...unit, l12m: null, companyMemberships: [] }))
  },
})

export const readDepartment = query({
  id: 'organisation.get-department',
  access: 'settings.manage',
  input: inputOf(endpoints.getDepartment),
  run: (context, { departmentId, cursor }) => unitWithMembers(context, DEPARTMENT, departmentId, cursor),
})

export const createDepartment = command({
  id: 'organisation.create-department',
  access: 'settings.manage',
  input: inputOf(endpoints.createDepartment),
  run: (context, { name }) => createUnit(context, DEPARTMENT, name),
})

export const renameDepartment = command({
  id: 'organisation.rename-department',
  access: 'settings.manage',
  input: inputOf(endpoints.renameDepartment),
  run: (context, { departmentId, name, version }) =>
    updateUnit(context, DEPARTMENT, { id: departmentId }, { name, version }),
})

/** Renames several at once, all or none. */
export const renameDepartments = command({
  id: 'organisation.update-departments',
  access: 'settings.manage',
  input: inputOf(endpoints.renameDepartments),
  run: (context, { departments }) => saveUnits(context, DEPARTMENT, departments, 'departments'),
})

export const deleteDepartment = command({
  id: 'organisation.delete-department',
  access: 'settings.manage',
  input: inputOf(endpoints.deleteDepartment),
  run: (context, { departmentId }) => deleteUnit(context, DEPARTMENT, { id: departmentId }),
})

export const deleteDepartmentByName = command({
  id: 'organisation.delete-department-by-name',
  access: 'settings.manage',
  input: z.object({ name: departmentName }),
  run: (context, { name }) => deleteUnit(context, DEPARTMENT, { name }),
})

export const mergeDepartment = command({
  id: 'organisation.merge-department',
  access: 'settings.manage',
  input: inputOf(endpoints.mergeDepartment),
  run: (context, { departmentId, intoId }) => mergeUnit(context, DEPARTMENT, { id: departmentId }, intoId),
})

export const addDepartmentMembers = command({
  id: 'organisation.add-department-members',
  access: 'members.manage',
  input: inputOf(endpoints.addDepartmentMembers),
  run: (context, { departmentId, userIds, approvesRequests }) =>
    addMembers(context, DEPARTMENT, { id: departmentId }, { userIds, approvesRequests, field: 'userIds' }),
})

export const addUserToDepartment = command({
  id: 'organisation.add-user-to-department',
  access: 'members.manage',
  input: z.object({ departmentName, userId: id }),
  run: (context, { departmentName: name, userId }) =>
    addMembers(context, DEPARTMENT, { name }, { userIds: [userId], field: 'userId' }),
})

export const removeDepartmentMember = command({
  id: 'organisation.remove-department-member',
  access: 'members.manage',
  input: inputOf(endpoints.removeDepartmentMember),
  run: (context, { departmentId, userId }) => removeMember(context, DEPARTMENT, { id: departmentId }, userId),
})

export const removeUserFromDepartment = command({
  id: 'organisation.remove-user-from-department',
  access: 'members.manage',
  input: z.object({ departmentName, userId: id }),
  run: (context, { departmentName: name, userId }) => removeMember(context, DEPARTMENT, { name }, userId),
})
