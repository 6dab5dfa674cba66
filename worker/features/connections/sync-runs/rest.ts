import { listSyncRuns } from '../../../../schema/connections/sync-runs/endpoints.ts'
import { door } from '../../../transport/rest.ts'
import { readSyncRuns } from './read.ts'

export const syncRunDoors = [door(listSyncRuns, readSyncRuns)]
