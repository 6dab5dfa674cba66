/**
 * Logging in with identity providers: OpenID Connect and SAML. Invariants: an answer counts once, for the browser that asked;
 * an address links an account only where the provider answers for it; a company's own provider vouches for its own people.
 */
export { samlMetadataStatement, serviceOf as samlServiceOf } from './saml/connection.ts'
export { samlAnswerDoor, samlMetadataDoor } from './saml/doors.ts'
