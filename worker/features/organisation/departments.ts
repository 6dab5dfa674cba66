import { z } from 'zod'
import type { Department } from '../../../schema/organisation/endpoints.ts'
import * as endpoints from '../../../schema/organisation/endpoints.ts'
import { id } from '../../../schema/shared/values.ts'
import { command, inputOf, query } from '../../core/operation.ts'
import { createUnit, deleteUnit, renameUnit } from './change.ts'
import { addMembers, removeMember } from './members.ts'
import { renameUnits } from './rename-many.ts'
import { allUnits, DEPARTMENT, listUnits, type UnitRow, unitWithMembers } from './units.ts'

const departmentName = z.string().trim().min(1, 'Required')

/** There are no transactions to add up and no accounting system to map to yet: that is said, not made up. */
const withSpend = <Row extends UnitRow>(row: Row) => ({
  ...row,
  l12m: null,
  erpDepartmentMappings: [] as Department['erpDepartmentMappings'],
})

export const listDepartments = query({
  id: 'organisation.list-departments',
  access: 'settings.manage',
  input: inputOf(endpoints.listDepartments),
  run: async (context, page) => {
    const { edges, pageInfo } = await listUnits(context, DEPARTMENT, page)
    return { edges: edges.map(({ cursor, node }) => ({ cursor, node: withSpend(node) })), pageInfo }
  },
})

export const allDepartments = query({
  id: 'organisation.all-departments',
  access: 'settings.manage',
  input: inputOf(endpoints.listAllDepartments),
  run: async (context) => (await allUnits(context, DEPARTMENT)).map(withSpend),
})

export const readDepartment = query({
  id: 'organisation.get-department',
  access: 'settings.manage',
  input: inputOf(endpoints.getDepartment),
  run: async (context, { departmentId }) => withSpend(await unitWithMembers(context, DEPARTMENT, departmentId)),
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
    renameUnit(context, DEPARTMENT, { id: departmentId }, { name, version }),
})

/** Renames several at once, all or none. */
export const renameDepartments = command({
  id: 'organisation.update-departments',
  access: 'settings.manage',
  input: z.object({
    departments: z
      .array(z.object({ id, name: endpoints.unitName }))
      .min(1)
      .max(200),
  }),
  run: (context, { departments }) => renameUnits(context, DEPARTMENT, departments, 'departments'),
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

export const addDepartmentMembers = command({
  id: 'organisation.add-department-members',
  access: 'settings.manage',
  input: inputOf(endpoints.addDepartmentMembers),
  run: (context, { departmentId, userIds, approvesRequests }) =>
    addMembers(context, DEPARTMENT, { id: departmentId }, { userIds, approvesRequests, field: 'userIds' }),
})

export const addUserToDepartment = command({
  id: 'organisation.add-user-to-department',
  access: 'settings.manage',
  input: z.object({ departmentName, userId: id }),
  run: (context, { departmentName: name, userId }) =>
    addMembers(context, DEPARTMENT, { name }, { userIds: [userId], field: 'userId' }),
})

export const removeDepartmentMember = command({
  id: 'organisation.remove-department-member',
  access: 'settings.manage',
  input: inputOf(endpoints.removeDepartmentMember),
  run: (context, { departmentId, userId }) => removeMember(context, DEPARTMENT, { id: departmentId }, userId),
})

export const removeUserFromDepartment = command({
  id: 'organisation.remove-user-from-department',
  access: 'settings.manage',
  input: z.object({ departmentName, userId: id }),
  run: (context, { departmentName: name, userId }) => removeMember(context, DEPARTMENT, { name }, userId),
})
