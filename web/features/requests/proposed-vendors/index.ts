/**
 * Vendors that the company doesn't have yet: proposing one where a vendor is chosen, and what is known of it on the
 * request's page.
 */
export { useIsProposed } from './api.ts'
export { VendorChoice } from './choice.tsx'
export { LateProposedVendorCard } from './late.tsx'
