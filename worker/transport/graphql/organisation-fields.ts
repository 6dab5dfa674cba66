import type { DepartmentWithMembers, GroupWithMembers, UnitMember } from '../../../schema/organisation/endpoints.ts'
import * as departments from '../../features/organisation/departments.ts'
import * as groups from '../../features/organisation/groups.ts'
import { builder, resolveWith } from './builder.ts'
import { idPayload, moneyType, namedType } from './shared-types.ts'

export const memberType = builder.objectRef<UnitMember>('OrganisationMember').implement({
  description: 'A member of a group, department or business unit',
  fields: (t) => ({
    id: t.exposeID('id'),
    firstName: t.exposeString('firstName'),
    lastName: t.exposeString('lastName'),
    email: t.exposeString('email'),
    disabled: t.exposeBoolean('disabled'),
    approvesRequests: t.exposeBoolean('approvesRequests', { description: 'False for groups' }),
  }),
})

const groupType = builder.objectRef<GroupWithMembers>('Group').implement({
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.exposeString('name'),
    version: t.exposeInt('version'),
    memberCount: t.exposeInt('memberCount'),
    companyMemberships: t.field({ type: [memberType], resolve: (group) => group.companyMemberships }),
  }),
})
const departmentType = builder.objectRef<DepartmentWithMembers>('Department').implement({
  fields: (t) => ({
    id: t.exposeID('id'),
    name: t.exposeString('name'),
    version: t.exposeInt('version'),
    memberCount: t.exposeInt('memberCount'),
    l12m: t.field({
      type: moneyType,
      description: 'Spend of the last 12 months',
      resolve: (department) => department.l12m,
    }),
    erpDepartmentMappings: t.field({ type: [namedType], resolve: (department) => department.erpDepartmentMappings }),
    companyMemberships: t.field({ type: [memberType], resolve: (department) => department.companyMemberships }),
  }),
})

builder.queryFields((t) => ({
  groups: t.field({ type: [groupType], resolve: resolveWith('query.groups', groups.allGroups) }),
  groupById: t.field({
    type: groupType,
    args: { groupId: t.arg.id({ required: true }) },
    resolve: resolveWith('query.groupById', groups.readGroup),
  }),
  departments: t.field({
    type: [departmentType],
    resolve: resolveWith('query.departments', departments.allDepartments),
  }),
  departmentById: t.field({
    type: departmentType,
    args: { departmentId: t.arg.id({ required: true }) },
    resolve: resolveWith('query.departmentById', departments.readDepartment),
  }),
}))

const updateDepartmentInput = builder.inputType('UpdateDepartmentInput', {
  fields: (t) => ({ id: t.id({ required: true }), name: t.string({ required: true }), version: t.int() }),
})

builder.mutationFields((t) => ({
  createGroup: t.field({
    type: idPayload,
    args: { name: t.arg.string({ required: true }) },
    resolve: resolveWith('mutation.createGroup', groups.createGroup),
  }),
  updateGroupName: t.field({
    type: idPayload,
    args: { oldName: t.arg.string({ required: true }), newName: t.arg.string({ required: true }) },
    resolve: resolveWith('mutation.updateGroupName', groups.renameGroupByName),
  }),
  deleteGroup: t.field({
    type: idPayload,
    args: { name: t.arg.string({ required: true }) },
    resolve: resolveWith('mutation.deleteGroup', groups.deleteGroupByName),
  }),
  addUserToGroup: t.field({
    type: idPayload,
    args: { groupName: t.arg.string({ required: true }), userId: t.arg.id({ required: true }) },
    resolve: resolveWith('mutation.addUserToGroup', groups.addUserToGroup),
  }),
  removeUserFromGroup: t.field({
    type: idPayload,
    args: { groupName: t.arg.string({ required: true }), userId: t.arg.id({ required: true }) },
    resolve: resolveWith('mutation.removeUserFromGroup', groups.removeUserFromGroup),
  }),
  createDepartment: t.field({
    type: idPayload,
    args: { name: t.arg.string({ required: true }) },
    resolve: resolveWith('mutation.createDepartment', departments.createDepartment),
  }),
  updateDepartments: t.field({
    type: [idPayload],
    args: { departments: t.arg({ type: [updateDepartmentInput], required: true }) },
    resolve: resolveWith('mutation.updateDepartments', departments.renameDepartments),
  }),
  deleteDepartment: t.field({
    type: idPayload,
    args: { name: t.arg.string({ required: true }) },
    resolve: resolveWith('mutation.deleteDepartment', departments.deleteDepartmentByName),
  }),
  addUserToDepartment: t.field({
    type: idPayload,
    args: { departmentName: t.arg.string({ required: true }), userId: t.arg.id({ required: true }) },
    resolve: resolveWith('mutation.addUserToDepartment', departments.addUserToDepartment),
  }),
  removeUserFromDepartment: t.field({
    type: idPayload,
    args: { departmentName: t.arg.string({ required: true }), userId: t.arg.id({ required: true }) },
    resolve: resolveWith('mutation.removeUserFromDepartment', departments.removeUserFromDepartment),
  }),
}))
