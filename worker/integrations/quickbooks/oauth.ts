import { z } from 'zod'
import { ProviderError, retryAfterMs } from '../../core/provider-error.ts'
import { ask, shaped } from './answer.ts'
import { AUTHORIZE, appOf, type QuickbooksSettings, REVOKE, SCOPE, TOKENS } from './settings.ts'

/** Connecting a company's QuickBooks: OAuth 2 with refresh tokens that are replaced at each use. */

/** What is kept of a connection, as JSON and encrypted. */
export const quickbooksSecret = z.object({
  accessToken: z.string().min(1).max(8192),
  /** In milliseconds. */
  accessExpiresAt: z.number(),
  refreshToken: z.string().min(1).max(2048),
  realmId: z.string().regex(/^\d{1,30}$/),
})
export type QuickbooksSecret = z.infer<typeof quickbooksSecret>

const RECONNECT = { isFinal: true, reason: 'RECONNECT' } as const

export const readSecret = (text: string): QuickbooksSecret => {
  try {
    return quickbooksSecret.parse(JSON.parse(text))
  } catch {
    // The parser's words would show parts of it.
    throw new ProviderError('The connection to QuickBooks is incomplete. Connect QuickBooks again.', RECONNECT)
  }
}

/**
 * Where a person lets Outlay read the company's books.
 * @param redirectUri as registered at Intuit. They come back to it with `code`, `state` and `realmId`, or with `error`
 */
export const authorizeUrl = (env: QuickbooksSettings, redirectUri: string, state: string): string => {
  const url = new URL(env.OUTLAY_QUICKBOOKS_AUTHORIZE || AUTHORIZE)
  url.searchParams.set('client_id', appOf(env).clientId)
  url.searchParams.set('response_type', 'code')
  url.searchParams.set('scope', SCOPE)
  url.searchParams.set('redirect_uri', redirectUri)
  url.searchParams.set('state', state)
  return url.href
}

const tokens = z.object({
  access_token: z.string().min(1),
  refresh_token: z.string().min(1),
  expires_in: z.number().positive(),
})
const refusal = z.object({ error: z.string() })

/** Tokens are renewed a minute before they end, so that they don't end on their way. */
const EARLY_MS = 60_000

const basic = (env: QuickbooksSettings): string => {
  const { clientId, clientSecret } = appOf(env)
  return `Basic ${btoa(`${clientId}:${clientSecret}`)}`
}

const askForTokens = async (
  env: QuickbooksSettings,
  realmId: string,
  body: Record<string, string>,
  now: number,
): Promise<string> => {
  const { status, headers, json } = await ask(TOKENS, {
    method: 'POST',
    headers: {
      Authorization: basic(env),
      Accept: 'application/json',
      'Content-Type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams(body).toString(),
  })
  if (status === 200) {
    const given = shaped(tokens, json)
    const secret: QuickbooksSecret = {
      accessToken: given.access_token,
      accessExpiresAt: now + given.expires_in * 1000 - EARLY_MS,
      refreshToken: given.refresh_token,
      realmId,
    }
    return JSON.stringify(secret)
  }
  const why = refusal.safeParse(json).data?.error
  if (why === 'invalid_grant')
    throw new ProviderError('QuickBooks ended the connection. Connect QuickBooks again.', RECONNECT)
  if (why === 'invalid_client')
    throw new ProviderError('QuickBooks does not accept this installation’s client id and secret.', { isFinal: true })
  throw new ProviderError(`QuickBooks gave no tokens (${status}${why ? `, ${why}` : ''}).`, {
    retryAfterMs: retryAfterMs(new Response(null, { headers }), now),
  })
}

/**
 * The secret to keep, for the code that a person came back with. A code counts once.
 * @param realmId the company in QuickBooks that they chose
 */
export const exchangeCode = async (
  env: QuickbooksSettings,
  { code, realmId, redirectUri }: { code: string; realmId: string; redirectUri: string },
  now: number,
): Promise<string> => {
  if (!quickbooksSecret.shape.realmId.safeParse(realmId).success)
    throw new ProviderError('QuickBooks did not say which company was connected.', { isFinal: true })
  return askForTokens(env, realmId, { grant_type: 'authorization_code', code, redirect_uri: redirectUri }, now)
}

/** The next secret. The refresh token in the current one is void then, so this runs under the connection's lock. */
export const renewSecret = async (env: QuickbooksSettings, current: string | null, now: number): Promise<string> => {
  const { refreshToken, realmId } = readSecret(current ?? '')
  return askForTokens(env, realmId, { grant_type: 'refresh_token', refresh_token: refreshToken }, now)
}

/** Ends the connection at Intuit. Throws a ProviderError if that wasn't possible. */
export const revokeSecret = async (env: QuickbooksSettings, secret: string): Promise<void> => {
  const { status } = await ask(REVOKE, {
    method: 'POST',
    headers: { Authorization: basic(env), Accept: 'application/json', 'Content-Type': 'application/json' },
    body: JSON.stringify({ token: readSecret(secret).refreshToken }),
  })
  // 400 says that the token was void already.
  if (status !== 200 && status !== 400) throw new ProviderError(`QuickBooks did not end the connection (${status}).`)
}
