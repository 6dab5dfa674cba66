import { confirmAddress, readAddressChange } from '../../../../schema/platform/members/address-endpoints.ts'
import * as endpoints from '../../../../schema/platform/members/member-endpoints.ts'
import { getOwned } from '../../../../schema/platform/members/owned-endpoints.ts'
import { csvResponse } from '../../../core/csv.ts'
import { viewDoors } from '../../../transport/list-doors.ts'
import { type Door, door, rawDoor } from '../../../transport/rest.ts'
import { confirmNewAddress, readAddress } from './confirm-address.ts'
import { createMember, findOrAdd } from './create.ts'
import { setEnabled } from './enabled.ts'
import { inviteMembers } from './invite.ts'
import { memberFileOperation, memberOperations, readMember, readStats } from './list.ts'
import { readNotifications, saveNotifications } from './notifications.ts'
import { readOpenApprovals } from './open-approvals.ts'
import { readOwned } from './owned.ts'
import { setBusinessUnits, setDepartments, setGroups, setPermissions, updateMember } from './update.ts'

export const memberDoors: Door[] = [
  ...viewDoors(endpoints.memberList, memberOperations),
  rawDoor(endpoints.listMembersCsv, memberFileOperation, csvResponse),
  door(endpoints.getMember, readMember),
  door(endpoints.getMemberStats, readStats),
  door(endpoints.createMember, createMember),
  door(endpoints.updateMember, updateMember),
  door(readAddressChange, readAddress),
  door(confirmAddress, confirmNewAddress),
  door(endpoints.findOrAddUser, findOrAdd),
  door(endpoints.getOpenApprovals, readOpenApprovals),
  door(getOwned, readOwned),
  door(endpoints.setMemberEnabled, setEnabled),
  door(endpoints.getMemberNotifications, readNotifications),
  door(endpoints.setMemberNotifications, saveNotifications),
  door(endpoints.sendInvites, inviteMembers),
  door(endpoints.setPermissions, setPermissions),
  door(endpoints.setGroups, setGroups),
  door(endpoints.setDepartments, setDepartments),
  door(endpoints.setBusinessUnits, setBusinessUnits),
]
