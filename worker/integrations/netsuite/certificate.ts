import { importPKCS8, SignJWT } from 'jose'
import { z } from 'zod'
import { sha256Hex } from '../../core/hash.ts'
import { ProviderError } from '../../core/provider-error.ts'
import { servicesOf } from './account.ts'
import { connectAgain, unreachable } from './errors.ts'
import type { CertificateSecret } from './secret.ts'

/**
 * OAuth 2.0 client credentials: a signed statement with the certificate's id buys an access token for an hour. It is for
 * REST only.
 */

const TIMEOUT_MS = 20_000
/** A token isn't used in its last minutes. */
const SPARE_MS = 5 * 60 * 1000
/** NetSuite allows an hour. */
const STATEMENT_SECONDS = 5 * 60

const answer = z.object({ access_token: z.string().min(1), expires_in: z.coerce.number().positive() })
const refusal = z.object({ error: z.string(), error_description: z.string().optional() })

interface Token {
  text: string
  validUntil: number
}
/** Tokens of this process, by account and a hash of the whole secret. */
const tokens = new Map<string, Token>()
const MOST_TOKENS = 500

export const tokenAddress = (accountId: string): string => `${servicesOf(accountId)}/services/rest/auth/oauth2/v1/token`

const keyOf = (accountId: string, secret: CertificateSecret): string =>
  sha256Hex(JSON.stringify([accountId, secret.clientId, secret.certificateId, secret.privateKey]))

/** NetSuite names the algorithm by the key: PS256 for RSA, ES256 for P-256. */
const signed = async (accountId: string, secret: CertificateSecret, now: number): Promise<string> => {
  for (const alg of ['PS256', 'ES256']) {
    const key = await importPKCS8(secret.privateKey, alg).catch(() => null)
    if (!key) continue
    const seconds = Math.floor(now / 1000)
    return new SignJWT({ scope: ['rest_webservices'] })
      .setProtectedHeader({ typ: 'JWT', alg, kid: secret.certificateId })
      .setIssuer(secret.clientId)
      .setAudience(tokenAddress(accountId))
      .setIssuedAt(seconds)
      .setExpirationTime(seconds + STATEMENT_SECONDS)
      .sign(key)
  }
  throw new ProviderError('The private key for NetSuite can’t be read. Enter it again as a PEM file (PKCS #8).', {
    isFinal: true,
    reason: 'RECONNECT',
  })
}

const fetchToken = async (accountId: string, secret: CertificateSecret, now: number): Promise<Token> => {
  const body = new URLSearchParams({
    grant_type: 'client_credentials',
    client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    client_assertion: await signed(accountId, secret, now),
  })
  const response = await fetch(tokenAddress(accountId), {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded', Accept: 'application/json' },
    body: body.toString(),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch(() => null)
  if (!response) throw unreachable()
  const given: unknown = await response.json().catch(() => null)
  const token = answer.safeParse(given)
  if (response.ok && token.success)
    return { text: token.data.access_token, validUntil: now + token.data.expires_in * 1000 - SPARE_MS }
  const refused = refusal.safeParse(given)
  if (response.status < 500 && refused.success)
    throw connectAgain(`NetSuite refused the certificate (${refused.data.error})`)
  throw new ProviderError('NetSuite didn’t give out an access token. It will be tried again.')
}

/** An access token, a known one if there is one. */
export const accessToken = async (accountId: string, secret: CertificateSecret, now: number): Promise<string> => {
  const key = keyOf(accountId, secret)
  const known = tokens.get(key)
  if (known && known.validUntil > now) return known.text
  const made = await fetchToken(accountId, secret, now)
  if (tokens.size >= MOST_TOKENS) tokens.clear()
  tokens.set(key, made)
  return made.text
}

/** After NetSuite refused it. */
export const forgetToken = (accountId: string, secret: CertificateSecret): void => {
  tokens.delete(keyOf(accountId, secret))
}
