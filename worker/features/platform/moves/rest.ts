/** Moving a company to another database, for platform staff. */
import * as endpoints from '../../../../schema/platform/moves/endpoints.ts'
import { door } from '../../../transport/rest.ts'
import { confirmMove, continueMove, readPlace, startMove, undoMove } from './operations.ts'

export const moveDoors = [
  door(endpoints.getCompanyPlace, readPlace),
  door(endpoints.startMove, startMove),
  door(endpoints.continueMove, continueMove),
  door(endpoints.takeBackMove, undoMove),
  door(endpoints.confirmMove, confirmMove),
]
