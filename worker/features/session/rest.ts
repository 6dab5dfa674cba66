import * as endpoints from '../../../schema/session/endpoints.ts'
import { door } from '../../transport/rest.ts'
import { exchangeLoginToken, mailLoginLink, readSession, signOut } from './operations.ts'

export const sessionDoors = [
  door(endpoints.getSession, readSession),
  door(endpoints.createSessionFromLoginToken, exchangeLoginToken),
  door(endpoints.clearSession, signOut),
  door(endpoints.sendLoginLink, mailLoginLink),
]
