import type { OidcIdentity } from '../../../../integrations/oidc/client.ts'
import type { SamlPerson } from '../../../../integrations/saml/assertion.ts'

/** The names under which Okta, Entra and others send the same, in lower case. */
const NAMES = {
  email: ['email', 'mail', 'emailaddress', 'user.email', 'urn:oid:0.9.2342.19200300.100.1.3'],
  firstName: ['firstname', 'givenname', 'first_name', 'user.firstname', 'urn:oid:2.5.4.42'],
  lastName: ['lastname', 'surname', 'sn', 'last_name', 'user.lastname', 'urn:oid:2.5.4.4'],
} as const

/** `http://schemas.xmlsoap.org/ws/2005/05/identity/claims/givenname` is `givenname`. */
const shortName = (name: string): string => {
  const lower = name.toLowerCase()
  return lower.startsWith('http') ? (lower.split('/').at(-1) ?? lower) : lower
}

const isAddress = (text: string): boolean => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text)

/** Who an assertion is about. Its provider answers for the addresses of its company's proven domains. */
export const identityOfSaml = (person: SamlPerson, entityId: string): OidcIdentity => {
  const byName = new Map([...person.attributes].map(([name, values]) => [shortName(name), values]))
  const find = (names: readonly string[]): string => names.flatMap((name) => byName.get(name) ?? [])[0] ?? ''
  const email = [find(NAMES.email), person.nameId].find(isAddress)?.toLowerCase() ?? null
  return {
    issuer: entityId,
    subject: person.nameId,
    email,
    isEmailVerified: email !== null,
    tenantId: null,
    firstName: find(NAMES.firstName),
    lastName: find(NAMES.lastName),
    claims: Object.fromEntries(byName),
  }
}
