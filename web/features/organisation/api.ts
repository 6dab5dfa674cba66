import { useQuery } from '@tanstack/react-query'
import * as endpoints from '../../../schema/organisation/endpoints.ts'
import type { Connection } from '../../../schema/shared/paging.ts'
import { call } from '../../lib/rest.ts'
import type { PageRequest } from '../../ui/table/data-table.tsx'

/** Groups and departments share their screens; what differs is in a `UnitKind`. */
export interface UnitKind {
  noun: 'group' | 'department'
  title: string
  /** What it is for, under the title and in the empty list. */
  purpose: string
  href: string
  auditTarget: 'GROUP' | 'DEPARTMENT'
  /** Members may approve the unit's requests. */
  hasApprovers: boolean
  calls: UnitCalls
}

export type UnitRow = endpoints.Group & Partial<Pick<endpoints.Department, 'l12m'>>
export type UnitWithMembers = endpoints.GroupWithMembers

interface UnitCalls {
  list(query: PageRequest & { search?: string | undefined }, signal: AbortSignal): Promise<Connection<UnitRow>>
  read(id: string, signal?: AbortSignal): Promise<UnitWithMembers>
  create(name: string, commandId: string): Promise<{ id: string }>
  rename(id: string, body: { name: string; version: number }, commandId: string): Promise<unknown>
  remove(id: string, commandId: string): Promise<unknown>
  addMembers(id: string, body: { userIds: string[]; approvesRequests: boolean }, commandId: string): Promise<unknown>
  removeMember(id: string, userId: string, commandId: string): Promise<unknown>
}

export const GROUPS: UnitKind = {
  noun: 'group',
  title: 'Groups',
  purpose: 'People who approve or watch together. Workflows name a group instead of its people.',
  href: '/settings/manage-groups',
  auditTarget: 'GROUP',
  hasApprovers: false,
  calls: {
    list: ({ orderBy: _, ...query }, signal) => call(endpoints.listGroups, { query, signal }),
    read: (groupId, signal) => call(endpoints.getGroup, { params: { groupId }, signal }),
    create: (name, commandId) => call(endpoints.createGroup, { body: { name }, commandId }),
    rename: (groupId, body, commandId) => call(endpoints.renameGroup, { params: { groupId }, body, commandId }),
    remove: (groupId, commandId) => call(endpoints.deleteGroup, { params: { groupId }, commandId }),
    addMembers: (groupId, { userIds }, commandId) =>
      call(endpoints.addGroupMembers, { params: { groupId }, body: { userIds }, commandId }),
    removeMember: (groupId, userId, commandId) =>
      call(endpoints.removeGroupMember, { params: { groupId, userId }, commandId }),
  },
}

export const DEPARTMENTS: UnitKind = {
  noun: 'department',
  title: 'Departments',
  purpose: 'Where spend belongs, and who approves the requests of each part of the company.',
  href: '/settings/manage-departments',
  auditTarget: 'DEPARTMENT',
  hasApprovers: true,
  calls: {
    list: ({ orderBy: _, ...query }, signal) => call(endpoints.listDepartments, { query, signal }),
    read: (departmentId, signal) => call(endpoints.getDepartment, { params: { departmentId }, signal }),
    create: (name, commandId) => call(endpoints.createDepartment, { body: { name }, commandId }),
    rename: (departmentId, body, commandId) =>
      call(endpoints.renameDepartment, { params: { departmentId }, body, commandId }),
    remove: (departmentId, commandId) => call(endpoints.deleteDepartment, { params: { departmentId }, commandId }),
    addMembers: (departmentId, body, commandId) =>
      call(endpoints.addDepartmentMembers, { params: { departmentId }, body, commandId }),
    removeMember: (departmentId, userId, commandId) =>
      call(endpoints.removeDepartmentMember, { params: { departmentId, userId }, commandId }),
  },
}

export const unitKeys = {
  all: (kind: UnitKind) => ['organisation', kind.noun] as const,
  list: (kind: UnitKind, search: string | undefined) => ['organisation', kind.noun, 'list', search ?? ''] as const,
  one: (kind: UnitKind, id: string) => ['organisation', kind.noun, 'one', id] as const,
  history: (kind: UnitKind, id: string) => ['organisation', kind.noun, 'history', id] as const,
}

export const useUnit = (kind: UnitKind, id: string) =>
  useQuery({ queryKey: unitKeys.one(kind, id), queryFn: ({ signal }) => kind.calls.read(id, signal) })
