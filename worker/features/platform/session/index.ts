/**
 * Signing in, sessions, and viewing or acting as another member. Invariants: a link works once and only by a click;
 * addresses are neither confirmed nor denied to strangers.
 */
export { browserHash } from './exchange.ts'
export { byPreference, type Candidate, candidatesAt } from './login-link.ts'
export { isForEveryone, methodOff, offeredMethods, signUpOf } from './login-methods.ts'
export { factorGiven, registerFactorOwed } from './owed-factor.ts'
export { endSessionsBy, hasSession, PEOPLE, usersOfAddress } from './own-sessions.ts'
export { countCalls, limitRate, SIGN_IN_WINDOW_MS } from './rate-limit.ts'
export {
  canBreakGlass,
  endOtherSessions,
  guardBreakGlass,
  maySignInBy,
  registerBreakGlass,
  releaseDomain,
  requireAtDomain,
  requireBreakGlassWithout,
  requiredOf,
  requirementIn,
  requirementOf,
  requirementStatement,
  requirementStatements,
  requiresLogin,
} from './required-method.ts'
export { forgetGivenStatement } from './session-factor.ts'
export { STAFF_COMPANY, staffAccount } from './staff.ts'
export { issueLoginToken, issueVendorLoginToken } from './tokens.ts'
export { beginVendorSession, joinedStatement } from './vendor-exchange.ts'
export { closeSockets, watchedBy, watchSubject } from './watching.ts'
