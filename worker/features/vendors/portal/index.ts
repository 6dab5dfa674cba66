/**
 * The vendors' own side: their companies, people, bank details and customers, in the directory. Invariants: a vendor's
 * people see one customer at a time; a customer sees what is shared with it; account numbers are never shown again.
 */
export { signsIn } from './fragments/of-customer.ts'
export { inviteToPortal } from './invite.ts'
export { newsFor } from './news.ts'
export { placeOfAccount } from './payment.ts'
