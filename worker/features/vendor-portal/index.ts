/**
 * The portal of vendors' own people (specification 1 §2, "Vendor portal"): who they are and for which customer they
 * work. Invariant: an operation of this area asks 'vendor.use', and nothing outside of it does.
 */
export { vendorPortalDoors } from './rest.ts'
