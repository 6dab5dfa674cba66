import { LOGIN_MESSAGES, listLoginMethods } from '../../../schema/session/endpoints.ts'
import { LOGIN_METHODS, type LoginMethod } from '../../../schema/shared/permissions.ts'
import { inputOf, query } from '../../core/operation.ts'
import type { Env } from '../../env.ts'

/** The ways that exist in this product; the others of the catalogue come with their providers. */
const BUILT: LoginMethod[] = ['EMAIL_LINK']

export const EMAIL_LINK_OFF = LOGIN_MESSAGES.LOGIN_METHOD_OFF

/** Which ways this installation offers: all that exist, unless its configuration names fewer. */
export const offeredMethods = ({ OUTLAY_LOGIN_METHODS: names }: Pick<Env, 'OUTLAY_LOGIN_METHODS'>): LoginMethod[] => {
  const named = names?.split(',').map((name) => name.trim())
  return BUILT.filter((method) => !named || named.includes(method))
}

/** SQL: 1 where the company allows login links, which it does unless switched off. */
export const allowsEmailLink = (company: string): string =>
  `(json_extract(${company}.flags, '$.${LOGIN_METHODS.EMAIL_LINK}') IS NOT 0)`

export const readLoginMethods = query({
  id: 'session.login-methods',
  access: 'public',
  input: inputOf(listLoginMethods),
  run: async ({ env }) => ({ methods: offeredMethods(env) as string[] }),
})
