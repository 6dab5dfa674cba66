/** How the installation runs, for platform staff. */
import * as endpoints from '../../../../schema/platform/operations/endpoints.ts'
import { door } from '../../../transport/rest.ts'
import { readOperations } from './overview.ts'

export const operationsDoors = [door(endpoints.getOperations, readOperations)]
