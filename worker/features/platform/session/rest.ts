import * as endpoints from '../../../../schema/platform/session/endpoints.ts'
import { door } from '../../../transport/rest.ts'
import { mailLoginLink } from './login-link.ts'
import { readLoginMethods } from './login-methods.ts'
import { signOut } from './operations.ts'
import { endSessions, readSessions } from './own-sessions.ts'
import { readCurrentSession, readSession } from './session-data.ts'
import { exchangeLoginToken, readLoginToken } from './token-exchange.ts'

export const sessionDoors = [
  door(endpoints.getSession, readSession),
  door(endpoints.createSessionFromLoginToken, exchangeLoginToken),
  door(endpoints.previewLoginToken, readLoginToken),
  door(endpoints.getCurrentSession, readCurrentSession),
  door(endpoints.listOwnSessions, readSessions),
  door(endpoints.endOwnSessions, endSessions),
  door(endpoints.clearSession, signOut),
  door(endpoints.sendLoginLink, mailLoginLink),
  door(endpoints.listLoginMethods, readLoginMethods),
]
