import { accountName } from './account.ts'
import type { TokenSecret } from './secret.ts'

/**
 * Signatures with a token: OAuth 1.0a (RFC 5849) with HMAC-SHA256 for REST, and the token passport for SOAP
 * (https://docs.oracle.com/en/cloud/saas/netsuite/ns-online-help/section_1534941088.html).
 */

export interface Moment {
  nonce: string
  /** In seconds. */
  timestamp: number
}

export const momentOf = (now: number): Moment => ({
  nonce: crypto.randomUUID().replaceAll('-', ''),
  timestamp: Math.floor(now / 1000),
})

/** Percent encoding as RFC 3986 has it. */
const encoded = (text: string): string =>
  encodeURIComponent(text).replaceAll(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)

const hmac = async (text: string, key: string): Promise<string> => {
  const bytes = new TextEncoder()
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const imported = await crypto.subtle.importKey('raw', bytes.encode(key), algorithm, false, ['sign'])
  const signed = new Uint8Array(await crypto.subtle.sign('HMAC', imported, bytes.encode(text)))
  return btoa(String.fromCharCode(...signed))
}

export interface SignedCall {
  method: string
  url: string
}

/** The signature of a REST call, over its query too. */
export const restSignature = async (
  { method, url }: SignedCall,
  { consumerKey, consumerSecret, tokenId, tokenSecret }: Omit<TokenSecret, 'kind'>,
  { nonce, timestamp }: Moment,
): Promise<string> => {
  const { origin, pathname, searchParams } = new URL(url)
  const all: [string, string][] = [
    ...searchParams,
    ['oauth_consumer_key', consumerKey],
    ['oauth_nonce', nonce],
    ['oauth_signature_method', 'HMAC-SHA256'],
    ['oauth_timestamp', String(timestamp)],
    ['oauth_token', tokenId],
    ['oauth_version', '1.0'],
  ]
  const pairs = all.map(([name, value]) => `${encoded(name)}=${encoded(value)}`).sort()
  const base = [method.toUpperCase(), encoded(`${origin}${pathname}`), encoded(pairs.join('&'))].join('&')
  return hmac(base, `${encoded(consumerSecret)}&${encoded(tokenSecret)}`)
}

/** The Authorization header of a REST call. */
export const tokenHeader = async (
  call: SignedCall,
  accountId: string,
  secret: TokenSecret,
  moment: Moment,
): Promise<string> => {
  const parts = {
    realm: accountName(accountId),
    oauth_consumer_key: secret.consumerKey,
    oauth_token: secret.tokenId,
    oauth_signature_method: 'HMAC-SHA256',
    oauth_timestamp: String(moment.timestamp),
    oauth_nonce: moment.nonce,
    oauth_version: '1.0',
    oauth_signature: await restSignature(call, secret, moment),
  }
  const words = Object.entries(parts).map(([name, value]) => `${name}="${encoded(value)}"`)
  return `OAuth ${words.join(',')}`
}

/** The signature in a token passport. */
export const passportSignature = (
  accountId: string,
  { consumerKey, consumerSecret, tokenId, tokenSecret }: Omit<TokenSecret, 'kind'>,
  { nonce, timestamp }: Moment,
): Promise<string> =>
  hmac(
    [accountName(accountId), consumerKey, tokenId, nonce, String(timestamp)].map(encoded).join('&'),
    `${encoded(consumerSecret)}&${encoded(tokenSecret)}`,
  )
