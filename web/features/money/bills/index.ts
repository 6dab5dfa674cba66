/**
 * Bills: their page and how the inbox shows them. Invariant: what a person decides on is what they saw.
 */
export { billQuery } from './api.ts'
export { BillPage } from './bill-page.tsx'
export { BILL_IN_INBOX } from './inbox-subject.tsx'
