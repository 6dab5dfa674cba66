import { z } from 'zod'
import { endpoint } from '../../shared/endpoint.ts'
import { email } from '../../shared/values.ts'
import { LOGIN_METHOD_NAMES, PROVIDER_METHODS } from './methods.ts'

const DOMAIN = /^(?=.{3,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/

/** A host name of at least two labels, in lower case. */
export const domainName = z.string().trim().toLowerCase().max(253).regex(DOMAIN, 'Enter a domain such as example.com')

const portal = z.enum(['STAFF', 'VENDOR']).default('STAFF')

/** The address itself isn't sent, so the answer can't tell whether it has an account. */
export const listDomainMethods = endpoint({
  id: 'sign-on.methods',
  method: 'GET',
  path: '/auth/sign-on/methods',
  summary: 'Ways to sign in for addresses of a domain',
  query: z.object({ domain: domainName, portal }),
  response: z.object({
    methods: z.array(z.enum(LOGIN_METHOD_NAMES)),
    /** Whether the company requires these. Its break-glass admins may ask for an email link all the same. */
    isRequired: z.boolean(),
  }),
})

/** The browser goes to `url` next. Only the browser that called this can finish. */
export const beginSignOn = endpoint({
  id: 'sign-on.begin',
  method: 'POST',
  path: '/auth/sign-on/begin',
  summary: 'Begin to sign in with Google, Microsoft or Okta',
  body: z.object({
    method: z.enum(PROVIDER_METHODS),
    /** What the person typed. Okta needs it, for the company’s connection. */
    email: email.optional(),
    portal,
  }),
  response: z.object({ url: z.string() }),
})

/** `answer` is the query string with which the provider sent the browser back to `/login-return/{provider}`. */
export const finishSignOn = endpoint({
  id: 'sign-on.finish',
  method: 'POST',
  path: '/auth/sign-on/finish',
  summary: 'Exchange what the provider answered for a login token',
  body: z.object({ provider: z.string().min(1).max(100), answer: z.string().max(8000) }),
  response: z.object({
    loginTokenId: z.string().nullable(),
    /** What came of testing the connection, in words. Null for a login. */
    test: z.object({ isSound: z.boolean(), text: z.string() }).nullable(),
    /** What came of linking another way to sign in, in words, and where the person began. Null for a login. */
    link: z.object({ isSound: z.boolean(), text: z.string(), portal: z.enum(['STAFF', 'VENDOR']) }).nullable(),
  }),
})
