import { LOGIN_MESSAGES, listLoginMethods } from '../../../../schema/platform/session/endpoints.ts'
import { LOGIN_METHODS, type LoginMethod } from '../../../../schema/shared/permissions.ts'
import { inputOf, query } from '../../../core/operation.ts'
import type { Env } from '../../../env.ts'
import { widgetOf } from '../../../integrations/turnstile/client.ts'

/** The sign-in methods of this product. Others in the catalog come with their providers. */
const BUILT: LoginMethod[] = ['EMAIL_LINK']

export const EMAIL_LINK_OFF = LOGIN_MESSAGES.LOGIN_METHOD_OFF

/** The methods that this installation offers: all that exist, unless it configures fewer. */
export const offeredMethods = ({ OUTLAY_LOGIN_METHODS: names }: Pick<Env, 'OUTLAY_LOGIN_METHODS'>): LoginMethod[] => {
  const named = names?.split(',').map((name) => name.trim())
  return BUILT.filter((method) => !named || named.includes(method))
}

/** What is offered of starting a company: null where the operator lets no one. */
export const signUpOf = (env: Env): { personCheck: { siteKey: string; script: string } | null } | null =>
  env.OUTLAY_SIGN_UP === '1' ? { personCheck: widgetOf(env) } : null

/** SQL: 1 if the company allows login links, which is the default. */
export const allowsEmailLink = (company: string): string =>
  `(json_extract(${company}.flags, '$.${LOGIN_METHODS.EMAIL_LINK}') IS NOT 0)`

export const readLoginMethods = query({
  id: 'session.login-methods',
  access: 'public',
  input: inputOf(listLoginMethods),
  run: async ({ env }) => ({ methods: offeredMethods(env) as string[], signUp: signUpOf(env) }),
})
