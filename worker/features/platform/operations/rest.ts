/** How the installation runs, for platform staff. */
import * as alarms from '../../../../schema/platform/operations/alarms.ts'
import * as endpoints from '../../../../schema/platform/operations/endpoints.ts'
import { door } from '../../../transport/rest.ts'
import { changeAlarms, readAlarms, revealAlarmSecret, tryAlarms } from './alarms/settings.ts'
import { putAside, sendAgain } from './given-up.ts'
import { readOperations } from './overview.ts'
import { readCosts } from './read-costs.ts'
import { verifyNow } from './verify-now.ts'

export const operationsDoors = [
  door(endpoints.getOperations, readOperations),
  door(endpoints.getCompanyCosts, readCosts),
  door(endpoints.sendEffectsAgain, sendAgain),
  door(endpoints.putEffectsAside, putAside),
  door(endpoints.verifyCompanyChain, verifyNow),
  door(alarms.getAlarms, readAlarms),
  door(alarms.setAlarms, changeAlarms),
  door(alarms.tryAlarms, tryAlarms),
  door(alarms.revealAlarmSecret, revealAlarmSecret),
]
