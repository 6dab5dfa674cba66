/**
 * Public forms that anyone with the address can file. Invariants: a stranger sees only the form, in a browser that
 * started it, within limits.
 */
export { limitPublic, submitPublicRequest } from './operations.ts'
export { optionsWith, publicOptions } from './options.ts'
export { senderOf } from './public-form.ts'
export { storePublicUpload } from './uploads.ts'
export { openVisit } from './visit.ts'
