import { LOGIN_MESSAGES, listLoginMethods } from '../../../../schema/platform/session/endpoints.ts'
import { FLAG_DEFAULTS, LOGIN_METHODS, type LoginMethod } from '../../../../schema/shared/permissions.ts'
import { AppError } from '../../../core/errors.ts'
import { inputOf, query } from '../../../core/operation.ts'
import type { Env } from '../../../env.ts'
import { hasApp } from '../../../integrations/oidc/providers.ts'
import { widgetOf } from '../../../integrations/turnstile/client.ts'

/** Google and Microsoft need an app of the installation. Okta is connected by each company. */
const isSetUp = (env: Env, method: LoginMethod): boolean => {
  if (method === 'GOOGLE' || method === 'MICROSOFT') return hasApp(env, method)
  return true
}

/** The methods that this installation offers: all that are set up, unless it names fewer. */
export const offeredMethods = (env: Env): LoginMethod[] => {
  const named = env.OUTLAY_LOGIN_METHODS?.split(',').map((name) => name.trim())
  return (Object.keys(LOGIN_METHODS) as LoginMethod[]).filter(
    (method) => isSetUp(env, method) && (!named || named.includes(method)),
  )
}

/** Those that don't depend on the company. */
export const isForEveryone = (method: LoginMethod): boolean =>
  method === 'EMAIL_LINK' || method === 'GOOGLE' || method === 'MICROSOFT'

/** Why a company's people can't use a method. */
export const methodOff = (method: LoginMethod): AppError => {
  const reason = method === 'EMAIL_LINK' ? 'LOGIN_METHOD_OFF' : 'SIGN_ON_OFF'
  return new AppError('FORBIDDEN', LOGIN_MESSAGES[reason], { reason })
}

/** What is offered of starting a company: null where the operator lets no one. */
export const signUpOf = (env: Env): { personCheck: { siteKey: string; script: string } | null } | null =>
  env.OUTLAY_SIGN_UP === '1' ? { personCheck: widgetOf(env) } : null

const allows = (company: string, method: LoginMethod): string => {
  const flag = LOGIN_METHODS[method]
  return `json_extract(${company}.flags, '$.${flag}') ${FLAG_DEFAULTS[flag] ? 'IS NOT 0' : 'IS 1'}`
}

/**
 * SQL: 1 if the company lets its people sign in by a method.
 * @param method SQL of its name
 */
export const allowsMethod = (company: string, method: string): string =>
  `(CASE ${method} ${(Object.keys(LOGIN_METHODS) as LoginMethod[])
    .map((name) => `WHEN '${name}' THEN ${allows(company, name)}`)
    .join(' ')} ELSE 0 END)`

export const readLoginMethods = query({
  id: 'session.login-methods',
  access: 'public',
  input: inputOf(listLoginMethods),
  run: async ({ env }) => ({
    methods: offeredMethods(env).filter(isForEveryone) as string[],
    signUp: signUpOf(env),
  }),
})
