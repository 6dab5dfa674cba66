import { getSpendPicture } from '../../../../schema/planning/pictures/endpoints.ts'
import { door } from '../../../transport/rest.ts'
import { readSpendPicture } from './spend.ts'

export const pictureDoors = [door(getSpendPicture, readSpendPicture)]
