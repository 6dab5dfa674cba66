/**
 * Forms that people outside the company fill in. Invariant: uses nothing that needs a session.
 */
export { PublicFiles } from './public-files.tsx'
export { default as publicFormClasses } from './public-form.module.css'
export { PublicForm } from './public-form.tsx'
export { PublicReceipt } from './receipt.tsx'
export { sendGranted } from './send-granted.ts'
