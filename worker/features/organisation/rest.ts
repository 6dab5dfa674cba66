import * as endpoints from '../../../schema/organisation/endpoints.ts'
import { door } from '../../transport/rest.ts'
import * as departments from './departments.ts'
import * as groups from './groups.ts'

export const organisationDoors = [
  door(endpoints.listGroups, groups.listGroups),
  door(endpoints.getGroup, groups.readGroup),
  door(endpoints.createGroup, groups.createGroup),
  door(endpoints.renameGroup, groups.renameGroup),
  door(endpoints.deleteGroup, groups.deleteGroup),
  door(endpoints.addGroupMembers, groups.addGroupMembers),
  door(endpoints.removeGroupMember, groups.removeGroupMember),
  door(endpoints.listAllDepartments, departments.allDepartments),
  door(endpoints.listDepartments, departments.listDepartments),
  door(endpoints.getDepartment, departments.readDepartment),
  door(endpoints.createDepartment, departments.createDepartment),
  door(endpoints.renameDepartment, departments.renameDepartment),
  door(endpoints.deleteDepartment, departments.deleteDepartment),
  door(endpoints.addDepartmentMembers, departments.addDepartmentMembers),
  door(endpoints.removeDepartmentMember, departments.removeDepartmentMember),
]
