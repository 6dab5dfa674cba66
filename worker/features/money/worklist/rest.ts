import { getWorklist } from '../../../../schema/money/worklist/endpoints.ts'
import { door } from '../../../transport/rest.ts'
import { readWorklist } from './read.ts'

export const worklistDoors = [door(getWorklist, readWorklist)]
