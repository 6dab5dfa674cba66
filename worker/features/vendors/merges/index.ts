/**
 * Merging vendors, and undoing it for a day. Invariant: whatever refers to a vendor registers how it moves.
 */
export { countSql, holdingPlaces, inWords, registerVendorPlace, survivorSql, unheldSql } from './registry.ts'
