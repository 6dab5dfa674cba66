import type { ProviderMethod } from '../../../schema/platform/sign-on/methods.ts'

/** What changed about the ways in which a person signs in, which they are told by email. */
export interface SignInNews {
  userId: string
  what: 'LINKED' | 'REMOVED'
  method: ProviderMethod
  /** What the account at the provider is called there. */
  address: string | null
  /** The admin who removed it, if it wasn’t the person. */
  by?: string
  /** A vendor’s person, whom the company’s members don’t include. */
  vendor?: { email: string; firstName: string }
}
/** What admins hear of how their people log in. */
export type SignOnNews =
  | { what: 'CERTIFICATE'; endsAt: number; stage: 'MONTH' | 'WEEK' | 'OVER' }
  | { what: 'DOMAIN_MISSING' | 'DOMAIN_LOST' | 'DOMAIN_FOUND'; domain: string }
  /** An admin stopped requiring a method, which holds at once. */
  | { what: 'STOPPED'; method: ProviderMethod; by: string }
  | { what: 'FAILING'; kind: 'OKTA' | 'OKTA_SAML'; why: string }
  | { what: 'WORKS'; kind: 'OKTA' | 'OKTA_SAML' }
