import type { Configuration, CustomFetchOptions, IDToken } from 'openid-client'
import { METHOD_WORDS } from '../../../schema/platform/sign-on/methods.ts'
import { isAddress } from '../../../schema/shared/public-address.ts'
import { loadOnce } from '../../core/load-once.ts'
import { ProviderError } from '../../core/provider-error.ts'
import { readAtMost } from '../../core/read-at-most.ts'
import { hostProblem } from '../dns/public-host.ts'
import type { OidcProvider } from './providers.ts'

/** Signing in at a provider with OpenID Connect: authorization code with PKCE, state and nonce. */

/** Who the provider says that someone is. */
export interface OidcIdentity {
  issuer: string
  /** Stays the same when the person's address changes: `sub`, or at Microsoft `tid` and `oid`. */
  subject: string
  email: string | null
  /** Whether the provider itself answers for the address. */
  isEmailVerified: boolean
  /** Microsoft's tenant. */
  tenantId: string | null
  firstName: string
  lastName: string
  /** All it says, for mappings of departments and the like. */
  claims: Record<string, unknown>
}

/** Why a sign-in was refused: in words for the person, and for the log. */
export class SignOnRefused extends Error {
  readonly words: string
  /** The provider or its connection fails, for everyone. */
  readonly isProviders: boolean
  constructor(words: string, why: string, isProviders = false) {
    super(why)
    this.words = words
    this.isProviders = isProviders
  }
}

const library = loadOnce(() => import('openid-client'))

const MOST_BYTES = 1024 * 1024
const TIMEOUT_S = 10
const KEPT_MS = 60 * 60 * 1000
const MOST_KEPT = 200

/** With the keys of the provider. Secrets that were replaced have another place here. */
const kept = new Map<string, { configuration: Configuration; until: number }>()

const requirePublic = async (url: URL): Promise<void> => {
  // No provider is called by a number.
  const isNumber = isAddress(url.hostname.replace(/^\[|\]$/g, ''))
  const problem = isNumber ? { message: 'It is called by a number', isTransient: false } : await hostProblem(url)
  if (problem) throw new ProviderError(problem.message, { isFinal: !problem.isTransient })
}

/** Calls only https and public hosts, and reads no more than a configuration can have. */
const careful =
  ({ method }: OidcProvider) =>
  async (address: string, options: CustomFetchOptions): Promise<Response> => {
    const url = new URL(address)
    if (url.protocol !== 'https:') throw new ProviderError(`${url.host} isn’t reached by https.`, { isFinal: true })
    // The other hosts are the installation's own choice.
    if (method === 'OKTA') await requirePublic(url)
    // Forms and nothing else, as texts.
    const { body, ...rest } = options
    const response = await fetch(address, { ...rest, redirect: 'manual', ...(body && { body: String(body) }) })
    const bytes = await readAtMost(response.body, MOST_BYTES)
    if (bytes === null) throw new ProviderError(`${url.host} sent too much.`, { isFinal: true })
    const { status, headers } = response
    return new Response(bytes.byteLength === 0 ? null : bytes, { status, headers })
  }

const configurationOf = async (provider: OidcProvider, now: number): Promise<Configuration> => {
  const client = await library()
  const { address, clientId, clientSecret } = provider
  const key = JSON.stringify([address, clientId, clientSecret])
  const known = kept.get(key)
  if (known && known.until > now) return known.configuration
  const configuration = await client.discovery(new URL(address), clientId, {}, client.ClientSecretPost(clientSecret), {
    [client.customFetch]: careful(provider),
    timeout: TIMEOUT_S,
  })
  // Otherwise the signature of the ID token isn't looked at, because it came from the provider directly.
  client.enableNonRepudiationChecks(configuration)
  if (kept.size >= MOST_KEPT) kept.clear()
  kept.set(key, { configuration, until: now + KEPT_MS })
  return configuration
}

const nameOf = ({ method }: OidcProvider): string => METHOD_WORDS[method]

const unreachable = (provider: OidcProvider, error: unknown): SignOnRefused =>
  new SignOnRefused(
    `${nameOf(provider)} can’t be reached right now. Try again, or log in another way.`,
    `${nameOf(provider)} gave no configuration: ${causesOf(error)}`,
    true,
  )

/** An error and what caused it, for the log. */
const causesOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  const cause = error.cause instanceof Error ? `: ${error.cause.message}` : ''
  return `${error.message}${cause}`.slice(0, 300)
}

/** Texts of 256 random bits for one sign-in. */
export const newSignOn = async (): Promise<{ state: string; nonce: string; verifier: string }> => {
  const client = await library()
  return { state: client.randomState(), nonce: client.randomNonce(), verifier: client.randomPKCECodeVerifier() }
}

interface Begun {
  redirectUri: string
  state: string
  nonce: string
  verifier: string
}

/** Where the browser goes. */
export const authorizeUrl = async (
  provider: OidcProvider,
  { redirectUri, state, nonce, verifier, hint }: Begun & { hint: string | undefined },
  now: number,
): Promise<URL> => {
  const client = await library()
  const configuration = await configurationOf(provider, now).catch((error: unknown) => {
    throw unreachable(provider, error)
  })
  return client.buildAuthorizationUrl(configuration, {
    redirect_uri: redirectUri,
    scope: 'openid email profile',
    state,
    nonce,
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...(hint && { login_hint: hint }),
    ...(provider.method !== 'OKTA' && { prompt: 'select_account' }),
  })
}

const text = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')

const identityOf = ({ method }: OidcProvider, token: IDToken, claims: Record<string, unknown>): OidcIdentity => {
  const email = text(claims.email).toLowerCase() || null
  const [first = '', ...rest] = text(claims.name).split(' ')
  const person = {
    issuer: token.iss,
    email,
    claims,
    firstName: text(claims.given_name) || first,
    lastName: text(claims.family_name) || rest.join(' '),
  }
  if (method === 'MICROSOFT') {
    const [tenantId, object] = [text(token.tid), text(token.oid)]
    if (!tenantId || !object)
      throw new SignOnRefused('Microsoft didn’t say who you are. Ask an admin.', 'The token has no tid and oid')
    // Its addresses are whatever an administrator of the tenant enters.
    return { ...person, subject: `${tenantId}:${object}`, isEmailVerified: false, tenantId }
  }
  return { ...person, subject: token.sub, isEmailVerified: isVerified(method, email, claims), tenantId: null }
}

/** Google answers for its own addresses and for those of the domains that it hosts, not for all it once sent a mail to. */
const isVerified = (method: 'GOOGLE' | 'OKTA', email: string | null, claims: Record<string, unknown>): boolean => {
  if (email === null || claims.email_verified !== true) return false
  const domain = email.split('@').at(-1)
  return method === 'OKTA' || domain === 'gmail.com' || text(claims.hd).toLowerCase() === domain
}

/** What says that the app isn't known there anymore, or its secret is another. A wrong code is who brought it. */
const APP_REFUSED = new Set(['invalid_client', 'unauthorized_client'])

const failsForEveryone = (client: Awaited<ReturnType<typeof library>>, error: unknown): boolean => {
  if (error instanceof client.ResponseBodyError) return APP_REFUSED.has(error.error) || error.status >= 500
  if (error instanceof client.WWWAuthenticateChallengeError) return true
  // A call that failed. What the library says of its arguments has a code.
  if (!(error instanceof client.ClientError)) return error instanceof TypeError && !('code' in error)
  if (error.cause instanceof Response) return error.cause.status >= 500
  return error.code === 'OAUTH_TIMEOUT' || (error.code === undefined && error.cause instanceof Error)
}

/** Exchanges the code of an answer. Throws SignOnRefused for anything but a person whom the provider vouches for. */
export const exchangeAnswer = async (
  provider: OidcProvider,
  answer: URLSearchParams,
  { redirectUri, state, nonce, verifier }: Begun,
  now: number,
): Promise<OidcIdentity> => {
  const client = await library()
  const configuration = await configurationOf(provider, now).catch((error: unknown) => {
    throw unreachable(provider, error)
  })
  const name = nameOf(provider)
  try {
    const tokens = await client.authorizationCodeGrant(configuration, new URL(`${redirectUri}?${answer}`), {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: verifier,
      idTokenExpected: true,
    })
    const token = tokens.claims()
    if (!token) throw new Error('There is no ID token')
    const hasMore = text(token.email) === '' && provider.method !== 'MICROSOFT'
    const more = hasMore ? await client.fetchUserInfo(configuration, tokens.access_token, token.sub) : {}
    return identityOf(provider, token, { ...more, ...token })
  } catch (error) {
    if (error instanceof SignOnRefused) throw error
    if (error instanceof client.AuthorizationResponseError) {
      const words =
        error.error === 'access_denied' ? `${name} didn’t let you in, or you canceled.` : `${name} couldn’t log you in.`
      throw new SignOnRefused(`${words} Try again, or log in another way.`, `${name} answered ${error.error}`)
    }
    const isProviders = failsForEveryone(client, error)
    throw new SignOnRefused(
      `${name} couldn’t log you in. Try again, or log in another way.`,
      causesOf(error),
      isProviders,
    )
  }
}

/** What the address of a page leads to: on a machine without the providers, their stand-in. */
export const pageAt = (url: URL, pages: string | undefined): string =>
  pages ? `${pages}/${url.host}${url.pathname}${url.search}` : url.href
