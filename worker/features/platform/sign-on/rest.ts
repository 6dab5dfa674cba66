import './proven-domains.ts'
import * as endpoints from '../../../../schema/platform/sign-on/endpoints.ts'
import { door } from '../../../transport/rest.ts'
import { begin, readDomainMethods } from './begin.ts'
import { finish } from './finish.ts'

export const signOnDoors = [
  door(endpoints.listDomainMethods, readDomainMethods),
  door(endpoints.beginSignOn, begin),
  door(endpoints.finishSignOn, finish),
]
