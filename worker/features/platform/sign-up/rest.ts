/**
 * Starting a company without platform staff, where the operator allows it (OUTLAY_SIGN_UP). Invariants: nothing exists
 * before the owner of the address confirms; a link starts one company; strangers learn nothing about an address.
 */
import * as endpoints from '../../../../schema/platform/sign-up/endpoints.ts'
import { type Door, door } from '../../../transport/rest.ts'
import { mailSignUpLink } from './ask.ts'
import { readSignUpLink } from './link.ts'
import { startOwnCompany } from './start.ts'

export const signUpDoors: Door[] = [
  door(endpoints.askToSignUp, mailSignUpLink),
  door(endpoints.lookAtSignUp, readSignUpLink),
  door(endpoints.startCompany, startOwnCompany),
]
