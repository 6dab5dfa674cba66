/**
 * Forms that vendors fill in. Invariants: a form's answers are in its company's cell; a vendor sees only what was sent
 * to them by the customer that they chose, and a link opens one form; until it is submitted no one in the company reads
 * it.
 */

export { countForms } from './count.ts'
export { describeDocument } from './describe-document.ts'
export { ownerName } from './form-row.ts'
export { atAnother, customersOf, writingAtAnother } from './held-documents.ts'
export { limitLink, requireLinkedForm } from './link.ts'
export { revokeForm } from './manage.ts'
export { submitVendorForm, uploaderOf } from './portal.ts'
export { reuseDocument } from './reuse-document.ts'
export { sendForm } from './send.ts'
export { grantVendorUpload } from './uploads.ts'
