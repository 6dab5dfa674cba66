import { z } from 'zod'
import { endpoint } from '../../shared/endpoint.ts'
import { connection } from '../../shared/paging.ts'
import { id } from '../../shared/values.ts'
import { waits } from '../guarded/endpoints.ts'
import {
  department,
  departmentPage,
  departmentWithMembers,
  group,
  groupPage,
  identified,
  membersQuery,
  mergeInto,
  named,
  renamings,
  searchedPage,
  unit,
  unitName,
  userIds,
} from './unit-shapes.ts'

export * from './unit-endpoints.ts'
export * from './unit-shapes.ts'

/** The groups and departments of a company (specification 3 §3 and §7.6; Settings › Company). */

const renamed = z.object({ name: unitName, version: z.number().int().min(1) })
const renamedUnit = z.object({ id: z.string(), name: z.string(), version: z.number().int() })

// ---- Groups

const groupParams = z.object({ groupId: id })

export const listGroups = endpoint({
  id: 'organisation.list-groups',
  method: 'GET',
  path: '/api/groups',
  summary: 'Groups with their member counts, by name',
  query: searchedPage,
  response: connection(group),
})

export const getGroup = endpoint({
  id: 'organisation.get-group',
  method: 'GET',
  path: '/api/groups/{groupId}',
  summary: 'A group with a page of its members, by name',
  params: groupParams,
  query: membersQuery,
  response: groupPage,
})

export const createGroup = endpoint({
  id: 'organisation.create-group',
  method: 'POST',
  path: '/api/groups',
  summary: 'Create a group',
  body: named,
  response: identified,
})

export const renameGroup = endpoint({
  id: 'organisation.rename-group',
  method: 'PUT',
  path: '/api/groups/{groupId}',
  summary: 'Rename a group',
  params: groupParams,
  body: renamed,
  response: renamedUnit,
})

export const deleteGroup = endpoint({
  id: 'organisation.delete-group',
  method: 'DELETE',
  path: '/api/groups/{groupId}',
  summary: 'Delete a group that nothing uses',
  params: groupParams,
  response: identified,
})

export const mergeGroup = endpoint({
  id: 'organisation.merge-group',
  method: 'POST',
  path: '/api/groups/{groupId}/merge',
  summary: 'Replace this group with another everywhere it’s used, and delete it',
  params: groupParams,
  body: mergeInto,
  response: identified.extend({ waits: waits.optional() }),
})

export const addGroupMembers = endpoint({
  id: 'organisation.add-group-members',
  method: 'POST',
  path: '/api/groups/{groupId}/members',
  summary: 'Add people to a group; current members stay',
  params: groupParams,
  body: z.object({ userIds }),
  response: identified.extend({ waits: waits.optional() }),
})

export const removeGroupMember = endpoint({
  id: 'organisation.remove-group-member',
  method: 'DELETE',
  path: '/api/groups/{groupId}/members/{userId}',
  summary: 'Remove a person from a group',
  params: groupParams.extend({ userId: id }),
  response: identified.extend({ warning: z.string().optional() }),
})

// ---- Departments

const departmentParams = z.object({ departmentId: id })

export const listAllDepartments = endpoint({
  id: 'organisation.all-departments',
  method: 'GET',
  path: '/api/departments',
  summary: 'Every department with its members, by name',
  response: z.array(departmentWithMembers),
})

export const listDepartments = endpoint({
  id: 'organisation.list-departments',
  method: 'GET',
  path: '/api/departments/page',
  summary: 'Departments with their member counts, by name, page by page',
  query: searchedPage,
  response: connection(department),
})

export const getDepartment = endpoint({
  id: 'organisation.get-department',
  method: 'GET',
  path: '/api/departments/{departmentId}',
  summary: 'A department with a page of its members, by name',
  params: departmentParams,
  query: membersQuery,
  response: departmentPage,
})

export const createDepartment = endpoint({
  id: 'organisation.create-department',
  method: 'POST',
  path: '/api/departments',
  summary: 'Create a department',
  body: named,
  response: identified,
})

export const renameDepartment = endpoint({
  id: 'organisation.rename-department',
  method: 'PUT',
  path: '/api/departments/{departmentId}',
  summary: 'Rename a department',
  params: departmentParams,
  body: renamed,
  response: renamedUnit,
})

export const deleteDepartment = endpoint({
  id: 'organisation.delete-department',
  method: 'DELETE',
  path: '/api/departments/{departmentId}',
  summary: 'Delete a department that nothing uses',
  params: departmentParams,
  response: identified,
})

export const mergeDepartment = endpoint({
  id: 'organisation.merge-department',
  method: 'POST',
  path: '/api/departments/{departmentId}/merge',
  summary: 'Replace this department with another everywhere it’s used, and delete it',
  params: departmentParams,
  body: mergeInto,
  response: identified,
})

export const renameDepartments = endpoint({
  id: 'organisation.update-departments',
  method: 'PUT',
  path: '/api/departments',
  summary: 'Rename several departments, all or none',
  body: z.object({ departments: renamings }),
  response: z.array(unit),
})

export const addDepartmentMembers = endpoint({
  id: 'organisation.add-department-members',
  method: 'POST',
  path: '/api/departments/{departmentId}/members',
  summary: 'Add people to a department, and say whether they approve its requests; existing members are updated',
  params: departmentParams,
  body: z.object({ userIds, approvesRequests: z.boolean().default(false) }),
  response: identified,
})

export const removeDepartmentMember = endpoint({
  id: 'organisation.remove-department-member',
  method: 'DELETE',
  path: '/api/departments/{departmentId}/members/{userId}',
  summary: 'Remove a person from a department',
  params: departmentParams.extend({ userId: id }),
  response: identified,
})
