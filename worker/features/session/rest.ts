import * as endpoints from '../../../schema/session/endpoints.ts'
import { door } from '../../transport/rest.ts'
import { mailLoginLink } from './login-link.ts'
import { readLoginMethods } from './login-methods.ts'
import { exchangeLoginToken, signOut } from './operations.ts'
import { readSession } from './session-data.ts'

export const sessionDoors = [
  door(endpoints.getSession, readSession),
  door(endpoints.createSessionFromLoginToken, exchangeLoginToken),
  door(endpoints.clearSession, signOut),
  door(endpoints.sendLoginLink, mailLoginLink),
  door(endpoints.listLoginMethods, readLoginMethods),
]
