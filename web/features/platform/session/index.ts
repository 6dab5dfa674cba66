/**
 * Who is signed in, for which company, and what they can do. Invariants: pages inside the frame always have session,
 * company and permissions; a changed session is followed by a full page load.
 */
export { companyQuery, permissionsQuery } from './access.ts'
export {
  announceSessionChange,
  exchangeLoginToken,
  landing,
  loadSession,
  lookAtLoginToken,
  offersQuery,
  reloadOnSessionChange,
  sessionKeys,
  sessionQuery,
  signOut,
} from './api.ts'
export { followAddress, type Location, loadStaff, sessionOrToast } from './gate.ts'
export { actInstead, endViewAs, switchCompany, viewAs } from './identity.ts'
export { leaveForLogin } from './leave.ts'
export { default as loginClasses } from './login.module.css'
export { LoginCard } from './login-card.tsx'
export { LoginPage } from './login-page.tsx'
export { loginSearch } from './search.ts'
export { SessionList } from './session-list.tsx'
export { TokenStatus } from './token-status.tsx'
export { policySubject, useCan, useCompany } from './use-can.ts'
export { textOwnerOf, useSession } from './use-session.ts'
