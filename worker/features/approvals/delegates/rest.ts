import * as endpoints from '../../../../schema/approvals/delegates/endpoints.ts'
import { type Door, door } from '../../../transport/rest.ts'
import { removeMemberDelegate, removeOwnDelegate, setMemberDelegate, setOwnDelegate } from './change.ts'
import { readMemberDelegates, readOwnDelegates } from './read.ts'

export const delegateDoors: Door[] = [
  door(endpoints.listOwnDelegates, readOwnDelegates),
  door(endpoints.setOwnDelegate, setOwnDelegate),
  door(endpoints.removeOwnDelegate, removeOwnDelegate),
  door(endpoints.listMemberDelegates, readMemberDelegates),
  door(endpoints.setMemberDelegate, setMemberDelegate),
  door(endpoints.removeMemberDelegate, removeMemberDelegate),
]
