/**
 * Deciding from an email. Invariant: a link acts as one person, on one step and version, once, and opening it changes
 * nothing.
 */
export { type Asking, composeOffers, type Offer, offerDecisions, offerReads } from './offer.ts'
