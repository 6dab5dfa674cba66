import * as endpoints from '../../../../schema/platform/factors/endpoints.ts'
import * as resets from '../../../../schema/platform/factors/reset-endpoints.ts'
import { door } from '../../../transport/rest.ts'
import { begin as beginApp, prove } from './app.ts'
import { give } from './give.ts'
import { readOwn, remove } from './own.ts'
import { add, ask, begin as beginPasskey, rename } from './passkeys.ts'
import { renewCodes } from './recovery-codes.ts'
import { cancelOfMember, cancelOwn, readOfMember, reset } from './reset.ts'
import { readSettings, saveSettings } from './settings.ts'

export const factorDoors = [
  door(endpoints.getOwnFactors, readOwn),
  door(endpoints.beginApp, beginApp),
  door(endpoints.proveApp, prove),
  door(endpoints.beginPasskey, beginPasskey),
  door(endpoints.addPasskey, add),
  door(endpoints.renamePasskey, rename),
  door(endpoints.removeFactor, remove),
  door(endpoints.renewRecoveryCodes, renewCodes),
  door(endpoints.askForPasskey, ask),
  door(endpoints.giveFactor, give),
  door(endpoints.getFactorSettings, readSettings),
  door(endpoints.setFactorSettings, saveSettings),
  door(resets.getMemberFactors, readOfMember),
  door(resets.resetFactors, reset),
  door(resets.cancelFactorReset, cancelOfMember),
  door(resets.cancelOwnReset, cancelOwn),
]
