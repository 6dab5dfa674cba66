import { z } from 'zod'
import { endpoint } from '../../shared/endpoint.ts'
import { email, instant } from '../../shared/values.ts'
import { FACTORS_OWED } from '../factors/rule.ts'
import { LOGIN_METHOD_NAMES } from '../sign-on/methods.ts'

const person = z.object({
  userId: z.string(),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  timezone: z.string().nullable(),
})

/** Session of a company user (specification 1 §3). */
export const companyUserSession = person.extend({
  kind: z.literal('COMPANY_USER'),
  companyId: z.string(),
  companyName: z.string(),
  impersonatorId: z.string().nullable(),
  /** Why the impersonator acts on the member's behalf. Null if they only view. */
  actingReason: z.string().nullable(),
  /** What the session needs before it can be used: any second factor, or a passkey. Missing for most. */
  owesFactor: z.enum(FACTORS_OWED).optional(),
  hasAdminAccess: z.boolean(),
  hasSuperViewerAccess: z.boolean(),
  hasDepartmentAccess: z.boolean(),
  hasDepartmentPayrollAccess: z.boolean(),
  hasBusinessUnitAccess: z.boolean(),
  hasBusinessUnitPayrollAccess: z.boolean(),
  hasPaymentsAccess: z.boolean(),
  hasVendorAdminAccess: z.boolean(),
  hasUserAdminAccess: z.boolean(),
  hasFinancialAnalysisAccess: z.boolean(),
  departmentIds: z.array(z.string()),
  departmentNames: z.array(z.string()),
  businessUnitIds: z.array(z.string()),
  businessUnitNames: z.array(z.string()),
  groupIds: z.array(z.string()),
})
export type CompanyUserSession = z.infer<typeof companyUserSession>

/** Session of a vendor user (specification 1 §3). The customer company is null until one is chosen. */
export const vendorUserSession = person.extend({
  kind: z.literal('VENDOR_USER'),
  vendorCompanyId: z.string(),
  vendorCompanyName: z.string(),
  companyId: z.string().nullable(),
  companyName: z.string().nullable(),
})
export type VendorUserSession = z.infer<typeof vendorUserSession>

export const sessionData = z.discriminatedUnion('kind', [companyUserSession, vendorUserSession])
export type SessionData = z.infer<typeof sessionData>

export const getSession = endpoint({
  id: 'session.get',
  method: 'GET',
  path: '/jwt-data',
  summary: 'The content of the current session',
  response: sessionData,
})

/**
 * The prefix of vendor users' secrets, so that the kind of session of a cookie or link is known before it is looked up.
 */
export const VENDOR_SECRET = 'v.'

export const TOKEN_EXCHANGE_FAILED = 'An unknown error occurred. Please try again later.'
/** What the login page says about a link that didn't work. It shows no other text from its address. */
export const LOGIN_MESSAGES = {
  LOGIN_TOKEN_UNKNOWN: TOKEN_EXCHANGE_FAILED,
  LOGIN_TOKEN_USED: 'This login link was already used. Get a new one.',
  LOGIN_TOKEN_EXPIRED: 'This login link has expired. Get a new one.',
  LOGIN_METHOD_OFF: 'Your company doesn’t allow login links. Ask an admin how to log in.',
  SIGN_ON_REQUIRED: 'Your company requires its own way to log in. Enter your address, and continue from there.',
  SIGN_ON_OFF: 'Your company doesn’t allow this way to log in. Ask an admin how to log in.',
} as const
export const MISSING_LOGIN_TOKEN = 'missing login token!'

/** On failure the answer's `details.email` has the link's address, if it is known. */
export const createSessionFromLoginToken = endpoint({
  id: 'session.create-from-login-token',
  method: 'POST',
  path: '/create-jwt-from-login-token',
  summary: 'Exchange a single-use login token for a session cookie',
  body: z.object({
    loginTokenId: z.string({ error: MISSING_LOGIN_TOKEN }).min(1, MISSING_LOGIN_TOKEN).max(200),
    timezone: z.string().max(64).optional(),
  }),
  response: sessionData,
})

/** A token is in the body and not in the URL, because URLs are logged. It isn't used up. */
export const previewLoginToken = endpoint({
  id: 'session.preview-login-token',
  method: 'POST',
  path: '/auth/login-token',
  summary: 'Who a login token signs in, and where',
  body: z.object({ loginTokenId: z.string({ error: MISSING_LOGIN_TOKEN }).min(1, MISSING_LOGIN_TOKEN).max(200) }),
  response: z.object({
    email: z.string(),
    name: z.string(),
    companyName: z.string(),
    /** Whether signing in joins the company. */
    isInvitation: z.boolean(),
    /** Whether this browser has just shown at an identity provider who it is, so that no further click is needed. */
    isConfirmed: z.boolean(),
    /** The currently signed-in person, who would be signed out. */
    signedInAs: z.string().nullable(),
  }),
})
export type LoginTokenPreview = z.infer<typeof previewLoginToken.response>

/** For pages, where no session is not an error. */
export const getCurrentSession = endpoint({
  id: 'session.current',
  method: 'GET',
  path: '/auth/session',
  summary: 'The current session, or null',
  response: z.object({ session: sessionData.nullable() }),
})

export const ownSession = z.object({
  companyName: z.string(),
  /** "Firefox on Windows", if known. */
  device: z.string().nullable(),
  /** Roughly from where: "Berlin, Germany", if known. */
  place: z.string().nullable(),
  method: z.enum(LOGIN_METHOD_NAMES),
  /** The second factor that was given in it last. */
  factor: z.enum(['PASSKEY', 'APP', 'RECOVERY_CODE']).nullable(),
  createdAt: instant,
  /** Within some minutes. */
  lastSeenAt: instant,
  isCurrent: z.boolean(),
})
export type OwnSession = z.infer<typeof ownSession>

export const listOwnSessions = endpoint({
  id: 'session.list-own',
  method: 'GET',
  path: '/auth/sessions',
  summary: 'The current person’s sessions',
  response: z.array(ownSession),
})

export const endOwnSessions = endpoint({
  id: 'session.end-own',
  method: 'DELETE',
  path: '/auth/sessions',
  summary: 'Sign out everywhere, including this session',
  response: z.null(),
})

export const clearSession = endpoint({
  id: 'session.clear',
  method: 'DELETE',
  path: '/clear-jwt',
  summary: 'Sign out',
  response: z.null(),
})

/** Always answers the same, whether the address exists or not. `portal` is the page the person is on. */
export const sendLoginLink = endpoint({
  id: 'session.send-login-link',
  method: 'POST',
  path: '/auth/email-link',
  summary: 'Email a login link',
  body: z.object({ email, portal: z.enum(['STAFF', 'VENDOR']).default('STAFF') }),
  response: z.object({ message: z.string() }),
})

export const listLoginMethods = endpoint({
  id: 'session.login-methods',
  method: 'GET',
  path: '/auth/login-methods',
  summary: 'Available ways to sign in, and whether a company can be started',
  response: z.object({
    methods: z.array(z.string()),
    /** Null where the operator lets no one start a company. */
    signUp: z
      .object({
        /** The check that the sender is a person, if the installation has one: Turnstile's site key and its script. */
        personCheck: z.object({ siteKey: z.string(), script: z.string() }).nullable(),
      })
      .nullable(),
  }),
})
