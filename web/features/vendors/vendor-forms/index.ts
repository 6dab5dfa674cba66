/**
 * Forms that vendors fill in: sending them, filling them in with an account or by a link. Invariant: what someone typed
 * is never replaced by what someone else saved.
 */
export { uploadFor } from './document-api.ts'
export { DocumentsPage } from './documents-page.tsx'
export { loadDocumentBadges, loadSentForms } from './late.ts'
export { LinkForm } from './link-form.tsx'
export { EditFormPage, FormList, FormPage, WaitingForms } from './portal-pages.tsx'
export { sentFormSearch } from './search.ts'
export { SentFormList } from './sent-form-list.tsx'
export { EditSentForm, SentFormPage } from './sent-form-page.tsx'
export { VENDOR_UPDATES } from './updates/effects.ts'
export { WaitingVendorComments } from './vendor-conversation.tsx'
export { VENDOR_FORM_TASK } from './vendor-form-task.ts'
