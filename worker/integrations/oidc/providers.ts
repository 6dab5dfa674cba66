import type { OidcMethod } from '../../../schema/platform/sign-on/methods.ts'
import type { Env } from '../../env.ts'

/** The identity providers with OpenID Connect, and the installation's apps there. */

type OidcApps = Pick<
  Env,
  | 'OUTLAY_GOOGLE_CLIENT_ID'
  | 'OUTLAY_GOOGLE_CLIENT_SECRET'
  | 'OUTLAY_MICROSOFT_CLIENT_ID'
  | 'OUTLAY_MICROSOFT_CLIENT_SECRET'
>

export interface OidcProvider {
  method: OidcMethod
  /** What its configuration is found below. */
  address: string
  clientId: string
  clientSecret: string
}

const ADDRESSES = {
  GOOGLE: 'https://accounts.google.com',
  // Work and school accounts of any tenant. The issuer in a token names the tenant.
  MICROSOFT: 'https://login.microsoftonline.com/organizations/v2.0',
}
type WithApp = keyof typeof ADDRESSES

const secretsOf = (env: OidcApps, method: WithApp) => ({
  clientId: env[`OUTLAY_${method}_CLIENT_ID`] ?? '',
  clientSecret: env[`OUTLAY_${method}_CLIENT_SECRET`] ?? '',
})

/** Whether people can sign in by it on this installation. */
export const hasApp = (env: OidcApps, method: WithApp): boolean => {
  const { clientId, clientSecret } = secretsOf(env, method)
  return clientId !== '' && clientSecret !== ''
}

export const appProvider = (env: OidcApps, method: WithApp): OidcProvider => ({
  method,
  address: ADDRESSES[method],
  ...secretsOf(env, method),
})

/** @param domain the company's host at Okta, with the path of another authorization server if it uses one */
export const oktaProvider = (domain: string, app: { clientId: string; clientSecret: string }): OidcProvider => ({
  method: 'OKTA',
  address: `https://${domain}`,
  ...app,
})
