/**
 * The portal for vendor users (specification 1 §2, "Vendor portal"): who they are and which customer they work for.
 * Invariant: operations of this area require 'vendor.use', and no others do.
 */
export { vendorPortalDoors } from './rest.ts'
