import type { DepartmentWithMembers, GroupWithMembers } from '../../../../../schema/platform/organisation/endpoints.ts'
import { builder, resolveWith } from '../../../../transport/graphql/builder.ts'
import { idPayload, moneyType, namedType } from '../../../../transport/graphql/shared-types.ts'
import * as departments from '../departments.ts'
import * as groups from '../groups.ts'
import {
  byName,
  countedUnitFields,
  type MembersPage,
  memberByName,
  membersCursor,
  memberType,
  renamingInput,
} from './unit-types.ts'

const groupType = builder.objectRef<GroupWithMembers & MembersPage>('Group').implement({
  fields: (t) => ({
    ...countedUnitFields(t),
    companyMemberships: t.field({ type: [memberType], resolve: (group) => group.companyMemberships }),
    membersCursor: membersCursor(t),
  }),
})
const departmentType = builder.objectRef<DepartmentWithMembers & MembersPage>('Department').implement({
  fields: (t) => ({
    ...countedUnitFields(t),
    l12m: t.field({
      type: moneyType,
      nullable: true,
      description: 'Spend of the last 12 months, without payroll; null for those who do not manage settings',
      resolve: (department) => department.l12m,
    }),
    erpDepartmentMappings: t.field({ type: [namedType], resolve: (department) => department.erpDepartmentMappings }),
    companyMemberships: t.field({ type: [memberType], resolve: (department) => department.companyMemberships }),
    membersCursor: membersCursor(t),
  }),
})

const group = resolveWith('query.groupById', groups.readGroup)
const department = resolveWith('query.departmentById', departments.readDepartment)

builder.queryFields((t) => ({
  groups: t.field({ type: [groupType], resolve: resolveWith('query.groups', groups.allGroups) }),
  groupById: t.field({
    type: groupType,
    args: { groupId: t.arg.id({ required: true }), after: t.arg.string() },
    resolve: (root, { groupId, after }, context, info) => group(root, { groupId, cursor: after }, context, info),
  }),
  departments: t.field({
    type: [departmentType],
    resolve: resolveWith('query.departments', departments.allDepartments),
  }),
  departmentById: t.field({
    type: departmentType,
    args: { departmentId: t.arg.id({ required: true }), after: t.arg.string() },
    resolve: (root, { departmentId, after }, context, info) =>
      department(root, { departmentId, cursor: after }, context, info),
  }),
}))

const updateDepartmentInput = renamingInput('UpdateDepartmentInput')

builder.mutationFields((t) => ({
  createGroup: byName(t, 'createGroup', groups.createGroup),
  updateGroupName: t.field({
    type: idPayload,
    args: { oldName: t.arg.string({ required: true }), newName: t.arg.string({ required: true }) },
    resolve: resolveWith('mutation.updateGroupName', groups.renameGroupByName),
  }),
  deleteGroup: byName(t, 'deleteGroup', groups.deleteGroupByName),
  addUserToGroup: memberByName(t, 'addUserToGroup', 'groupName', groups.addUserToGroup),
  removeUserFromGroup: memberByName(t, 'removeUserFromGroup', 'groupName', groups.removeUserFromGroup),
  createDepartment: byName(t, 'createDepartment', departments.createDepartment),
  updateDepartments: t.field({
    type: [idPayload],
    args: { departments: t.arg({ type: [updateDepartmentInput], required: true }) },
    resolve: resolveWith('mutation.updateDepartments', departments.renameDepartments),
  }),
  deleteDepartment: byName(t, 'deleteDepartment', departments.deleteDepartmentByName),
  addUserToDepartment: memberByName(t, 'addUserToDepartment', 'departmentName', departments.addUserToDepartment),
  removeUserFromDepartment: memberByName(
    t,
    'removeUserFromDepartment',
    'departmentName',
    departments.removeUserFromDepartment,
  ),
}))
