/**
 * Vendors that the company doesn't have yet: proposing one where a vendor is chosen, and what is known of it on the
 * request's page.
 */
export { useIsProposed } from './api.ts'
export { ProposedVendorCard } from './card.tsx'
export { VendorChoice } from './choice.tsx'
