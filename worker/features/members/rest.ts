import * as endpoints from '../../../schema/members/endpoints.ts'
import { door } from '../../transport/rest.ts'
import { removeMemberDelegate, removeOwnDelegate, setMemberDelegate, setOwnDelegate } from './delegates/change.ts'
import { readMemberDelegates, readOwnDelegates } from './delegates/read.ts'

export const memberDoors = [
  door(endpoints.listOwnDelegates, readOwnDelegates),
  door(endpoints.setOwnDelegate, setOwnDelegate),
  door(endpoints.removeOwnDelegate, removeOwnDelegate),
  door(endpoints.listMemberDelegates, readMemberDelegates),
  door(endpoints.setMemberDelegate, setMemberDelegate),
  door(endpoints.removeMemberDelegate, removeMemberDelegate),
]
