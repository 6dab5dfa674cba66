/**
 * Signing in, sessions, and viewing or acting as another member. Invariants: a link works once and only by a click;
 * addresses are neither confirmed nor denied to strangers.
 */
export { limitRate, SIGN_IN_WINDOW_MS } from './rate-limit.ts'
export { STAFF_COMPANY } from './staff.ts'
export { issueLoginToken } from './tokens.ts'
export { beginVendorSession } from './vendor-exchange.ts'
