import { z } from 'zod'
import { endpoint } from '../../shared/endpoint.ts'
import { id, instant } from '../../shared/values.ts'
import { waits } from '../guarded/endpoints.ts'
import { PROVIDER_METHODS } from './methods.ts'

/** Most people who may use the email link where a company requires another way to log in. */
export const MOST_BREAK_GLASS = 5

const requiredLogin = z.object({
  /** Null while none is required. */
  method: z.enum(PROVIDER_METHODS).nullable(),
  since: instant.nullable(),
  /** The proven domains whose addresses it holds for, or would. */
  domains: z.array(z.string()),
  breakGlassUserIds: z.array(z.string()),
  /** What can be required, and when the connection as it is now was tested last. */
  methods: z.array(z.object({ method: z.enum(PROVIDER_METHODS), testedAt: instant.nullable() })),
  admins: z.array(z.object({ id: z.string(), name: z.string(), hasPasskey: z.boolean() })),
})
export type RequiredLogin = z.infer<typeof requiredLogin>

export const getRequiredLogin = endpoint({
  id: 'sso-integrations.get-required',
  method: 'GET',
  path: '/api/required-login',
  summary: 'The login method that the company requires, and who may log in without it',
  response: requiredLogin,
})

export const saveRequiredLogin = endpoint({
  id: 'sso-integrations.save-required',
  method: 'POST',
  path: '/api/required-login',
  summary: 'Require a login method of people in the company’s proven domains',
  body: z.object({
    method: z.enum(PROVIDER_METHODS).nullable(),
    breakGlassUserIds: z.array(id).max(MOST_BREAK_GLASS, `Choose at most ${MOST_BREAK_GLASS}`),
  }),
  response: requiredLogin.extend({ waits }).partial({ waits: true }),
})

/** The browser goes to `url` next, and comes back signed in as before. */
export const beginSignOnTest = endpoint({
  id: 'sso-integrations.begin-test',
  method: 'POST',
  path: '/api/sign-on-tests',
  summary: 'Begin to test a login method',
  body: z.object({ method: z.enum(PROVIDER_METHODS) }),
  response: z.object({ url: z.string() }),
})
