import * as endpoints from '../../../../schema/platform/search/endpoints.ts'
import { door } from '../../../transport/rest.ts'
import { listUsersForMention, searchEverything } from './operations.ts'

export const searchDoors = [
  door(endpoints.globalSearch, searchEverything),
  door(endpoints.usersForMention, listUsersForMention),
]
