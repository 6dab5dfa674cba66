/**
 * Public forms that anyone with the address can file. Invariants: a stranger sees only the form, in a browser that
 * started it, within limits.
 */
export { submitPublicRequest } from './operations.ts'
export { senderOf } from './public-form.ts'
export { openVisit } from './visit.ts'
