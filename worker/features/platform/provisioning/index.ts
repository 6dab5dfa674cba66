/**
 * People as an identity provider has them: SCIM 2.0, and what the provider's departments, units and groups mean here.
 * Invariants: a provider acts by the rules of members and is no one of the company; it gives access only where an admin
 * mapped a group to it; a key opens nothing but /scim/v2.
 */
export { asProvisioning } from './actor.ts'
export { admission, placed } from './admission.ts'
export { joinedAtSignOn, placedAtSignOn } from './at-sign-on.ts'
export { registerProvenDomains } from './proven-addresses.ts'
export { SCIM_PATH } from './scim/path-of-scim.ts'
export { scimRouter } from './scim/router.ts'
