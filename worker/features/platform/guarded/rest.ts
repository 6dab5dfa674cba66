import * as endpoints from '../../../../schema/platform/guarded/endpoints.ts'
import { door } from '../../../transport/rest.ts'
import { decideChange, listChanges } from './operations.ts'

export const guardedDoors = [
  door(endpoints.listGuardedChanges, listChanges),
  door(endpoints.decideGuardedChange, decideChange),
]
