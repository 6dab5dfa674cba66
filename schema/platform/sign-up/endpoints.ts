import { z } from 'zod'
import { endpoint } from '../../shared/endpoint.ts'
import { currency } from '../../shared/money.ts'
import { email, requiredText } from '../../shared/values.ts'
import { timeZone } from '../company/time-zone.ts'

/** Starting a company without platform staff, where the operator allows it. */

/** What the page says about a link that doesn't work. */
export const SIGN_UP_MESSAGES = {
  SIGN_UP_LINK_UNKNOWN: 'This link doesn’t work. Get a new one.',
  SIGN_UP_LINK_EXPIRED: 'This link has expired. Get a new one.',
  SIGN_UP_LINK_USED: 'A company was already started with this link. Log in to open it.',
} as const

const token = z.string().min(1, 'This link is incomplete. Open it from the email again.').max(200)

/** Always answers the same, whatever the address. */
export const askToSignUp = endpoint({
  id: 'sign-up.ask',
  method: 'POST',
  path: '/auth/sign-up',
  summary: 'Email a link with which a company can be started',
  body: z.object({
    email,
    /** What Turnstile gave the browser, if the installation has it. */
    personToken: z.string().max(2_048).optional(),
  }),
  response: z.object({ message: z.string() }),
})

/** A token is in the body and not in the URL, because URLs are logged. It isn't used up. */
export const lookAtSignUp = endpoint({
  id: 'sign-up.look',
  method: 'POST',
  path: '/auth/sign-up/link',
  summary: 'Whose address a sign-up link has proven',
  body: z.object({ token }),
  response: z.object({
    email: z.string(),
    /** Companies that the address belongs to already, a few of them. */
    belongsTo: z.array(z.string()),
    /** The currently signed-in person, who would be signed out. */
    signedInAs: z.string().nullable(),
  }),
})
export type SignUpPreview = z.infer<typeof lookAtSignUp.response>

export const startCompany = endpoint({
  id: 'sign-up.start',
  method: 'POST',
  path: '/auth/sign-up/company',
  summary: 'Start a company with its first admin',
  body: z.object({
    token,
    companyName: requiredText(120),
    firstName: requiredText(100),
    lastName: requiredText(100),
    currency: currency.default('USD'),
    timeZone: timeZone.default('UTC'),
  }),
  response: z.object({
    companyId: z.string(),
    /** Signs the admin in, once. Valid for 15 minutes. */
    loginTokenId: z.string(),
  }),
})
