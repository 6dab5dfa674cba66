import type { LoginMethod } from '../../shared/permissions.ts'

/** The ways to sign in, as they are stored. */
export const LOGIN_METHOD_NAMES = [
  'EMAIL_LINK',
  'GOOGLE',
  'MICROSOFT',
  'OKTA',
  'OKTA_SAML',
] as const satisfies readonly LoginMethod[]

/** What a company connects for itself, or has tested. */
export const SIGN_ON_KINDS = ['GOOGLE', 'MICROSOFT', 'OKTA', 'OKTA_SAML'] as const
export type SignOnKind = (typeof SIGN_ON_KINDS)[number]

/** Those with OpenID Connect. */
const OIDC_METHODS = ['GOOGLE', 'MICROSOFT', 'OKTA'] as const satisfies readonly LoginMethod[]
export type OidcMethod = (typeof OIDC_METHODS)[number]

/** After "Signed in with". */
export const METHOD_WORDS: Record<LoginMethod, string> = {
  EMAIL_LINK: 'an email link',
  GOOGLE: 'Google',
  MICROSOFT: 'Microsoft',
  OKTA: 'Okta',
  OKTA_SAML: 'SAML',
}

/** Those at a provider of the company's own or of everyone. */
export const PROVIDER_METHODS = [...OIDC_METHODS, 'OKTA_SAML'] as const satisfies readonly LoginMethod[]
export type ProviderMethod = (typeof PROVIDER_METHODS)[number]

/** Where the provider sends the browser back to: for Okta, each company has its own address. */
export const returnPath = (method: ProviderMethod, companyId: string | null): string => {
  if (method === 'OKTA') return `/login-return/okta-${companyId}`
  return method === 'OKTA_SAML' ? `/login-return/saml-${companyId}` : `/login-return/${method.toLowerCase()}`
}

/** Where a SAML provider posts its answers, and where our metadata is, which is also what we are called there. */
export const samlAcsPath = (companyId: string): string => `/auth/saml/${companyId}/acs`
export const samlMetadataPath = (companyId: string): string => `/auth/saml/${companyId}/metadata`
