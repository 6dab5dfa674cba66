import {
  getDecisionPicture,
  getSpendPicture,
  getWaitingPicture,
} from '../../../../schema/planning/pictures/endpoints.ts'
import { door } from '../../../transport/rest.ts'
import { readDecisionPicture } from './decisions.ts'
import { readSpendPicture } from './spend.ts'
import { readWaitingPicture } from './waiting.ts'

export const pictureDoors = [
  door(getSpendPicture, readSpendPicture),
  door(getDecisionPicture, readDecisionPicture),
  door(getWaitingPicture, readWaitingPicture),
]
