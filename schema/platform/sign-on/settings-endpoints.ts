import { z } from 'zod'
import { endpoint } from '../../shared/endpoint.ts'
import { instant } from '../../shared/values.ts'
import { waits } from '../guarded/endpoints.ts'
import { domainName } from './endpoints.ts'
import { LOGIN_METHOD_NAMES } from './methods.ts'

/** The name below a domain at which its proof is looked for, and what it says. */
export const proofName = (domain: string): string => `_outlay.${domain}`
export const proofValue = (token: string): string => `outlay-domain=${token}`

const loginDomain = z.object({
  domain: z.string(),
  /** The DNS record that proves it. */
  recordName: z.string(),
  recordValue: z.string(),
  /** Null until it is proven. Only then does it count. */
  provenAt: instant.nullable(),
  checkedAt: instant.nullable(),
  /** Since when a record that was there is missing. */
  missingSince: instant.nullable(),
})
export type LoginDomain = z.infer<typeof loginDomain>

const OKTA_DOMAIN = /^([a-z0-9-]+\.)+[a-z]{2,}(\/oauth2\/[A-Za-z0-9]{1,60})?$/

const okta = z.object({
  /** Empty while Okta isn’t connected. */
  domain: z.string(),
  clientId: z.string(),
  /** Its last four characters after dots. Empty if there is none. */
  clientSecret: z.string(),
  loginDomains: z.array(z.string()),
  domains: z.array(loginDomain),
  lastUsedAt: instant.nullable(),
})
export type OktaConfiguration = z.infer<typeof okta>

export const getOktaConfiguration = endpoint({
  id: 'sso-integrations.get-okta',
  method: 'GET',
  path: '/api/okta-configuration',
  summary: 'How people log in with the company’s Okta',
  response: okta,
})

export const saveOktaConfiguration = endpoint({
  id: 'sso-integrations.save-okta',
  method: 'POST',
  path: '/api/okta-configuration',
  summary: 'Connect the company’s Okta, and say which domains its people have',
  body: z.object({
    domain: z
      .string()
      .trim()
      .max(200)
      .transform((text) => text.replace(/^https?:\/\//i, '').replace(/\/{1,9}$/, ''))
      .pipe(z.string().regex(OKTA_DOMAIN, 'Enter your Okta domain, such as acme.okta.com')),
    clientId: z.string().trim().min(1, 'Required').max(200),
    /** Left out, the one that is kept stays. */
    clientSecret: z.string().trim().min(1).max(500).optional(),
    loginDomains: z.array(domainName).max(20, 'At most 20 domains'),
  }),
  response: okta.extend({ waits }).partial({ waits: true }),
})

const oktaSaml = z.object({
  /** Empty while no provider is connected, or where its metadata came as a file. */
  samlMetadataUrl: z.string(),
  loginDomains: z.array(z.string()),
  domains: z.array(loginDomain),
  /** The provider’s own name, from its metadata. Empty while none is connected. */
  entityId: z.string(),
  metadataReadAt: instant.nullable(),
  /** When the last of its certificates ends. */
  certificateEndsAt: instant.nullable(),
  /** What is wrong with it, in words. */
  fault: z.string().nullable(),
  lastUsedAt: instant.nullable(),
  /** Where the provider posts its answers, and what we are called there. */
  callbackUrl: z.string(),
  issuerUrl: z.string(),
  /** For SCIM. Its keys are shown once, where they are made. */
  provisioningEndpoint: z.string(),
})
export type OktaSamlConfiguration = z.infer<typeof oktaSaml>

export const getOktaSamlConfiguration = endpoint({
  id: 'sso-integrations.get-okta-saml',
  method: 'GET',
  path: '/api/okta-saml-configuration',
  summary: 'How people log in with the company’s SAML provider',
  response: oktaSaml,
})

export const saveOktaSamlConfiguration = endpoint({
  id: 'sso-integrations.save-okta-saml',
  method: 'POST',
  path: '/api/okta-saml-configuration',
  summary: 'Connect the company’s SAML provider, and say which domains its people have',
  body: z.object({
    /** Read at once, and again every day. */
    samlMetadataUrl: z.string().trim().max(2000).default(''),
    /** In place of an address: the file itself, which is never read again. */
    samlMetadata: z.string().trim().max(1_000_000).optional(),
    loginDomains: z.array(domainName).max(20, 'At most 20 domains'),
  }),
  response: oktaSaml.extend({ waits }).partial({ waits: true }),
})

export const checkLoginDomain = endpoint({
  id: 'sso-integrations.check-domain',
  method: 'POST',
  path: '/api/login-domains/check',
  summary: 'Look for the DNS record that proves a login domain',
  body: z.object({ domain: domainName }),
  response: loginDomain,
})

export const saveLoginMethods = endpoint({
  id: 'sso-integrations.save-methods',
  method: 'POST',
  path: '/api/login-methods',
  summary: 'How the company’s people may log in',
  body: z.object({
    methods: z.array(z.enum(LOGIN_METHOD_NAMES)).min(1, 'Choose at least one').max(5),
    /** The tenant whose addresses at Microsoft are the company’s own. */
    microsoftTenantId: z.guid('Enter the tenant ID as Microsoft Entra shows it').nullable(),
  }),
  response: z.object({
    methods: z.array(z.enum(LOGIN_METHOD_NAMES)),
    microsoftTenantId: z.string().nullable(),
    waits: waits.optional(),
  }),
})
