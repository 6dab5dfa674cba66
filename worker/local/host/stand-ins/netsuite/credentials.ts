import { createHmac, generateKeyPairSync, randomUUID, timingSafeEqual } from 'node:crypto'
import { LOCAL_NETSUITE } from '../../../demo/book-account.ts'

/** Whom the stand-in lets in: one token, and certificates that were registered. */

export { LOCAL_NETSUITE }
/** The same keys open it. It has the small books. */
export const SMALL_ACCOUNT = '7654321_SB2'

const MOST_SECONDS_APART = 300
const TOKEN_SECONDS = 3600

const encoded = (text: string): string =>
  encodeURIComponent(text).replaceAll(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)

const hmac = (base: string): string =>
  createHmac('sha256', `${LOCAL_NETSUITE.consumerSecret}&${LOCAL_NETSUITE.tokenSecret}`).update(base).digest('base64')

const isSame = (a: string, b: string): boolean =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b))

export interface Passport {
  account: string
  consumerKey: string
  token: string
  nonce: string
  timestamp: string
  signature: string
  algorithm: string
}

interface Certificate {
  clientId: string
  /** In PEM. */
  publicKey: string
}

const ALGORITHMS: Record<string, RsaHashedImportParams & EcKeyImportParams & RsaPssParams & EcdsaParams> = {
  PS256: { name: 'RSA-PSS', hash: 'SHA-256', saltLength: 32, namedCurve: '' },
  ES256: { name: 'ECDSA', hash: 'SHA-256', saltLength: 0, namedCurve: 'P-256' },
}

/** A key of another kind than the algorithm's signs nothing. */
const isSignature = async (
  publicKey: string,
  alg: string,
  signature: Uint8Array<ArrayBuffer>,
  text: string,
): Promise<boolean> => {
  const algorithm = ALGORITHMS[alg]
  if (!algorithm) return false
  const bytes = Buffer.from(publicKey.replaceAll(/-----[^-]+-----|\s/g, ''), 'base64')
  try {
    const key = await crypto.subtle.importKey('spki', bytes, algorithm, false, ['verify'])
    return await crypto.subtle.verify(algorithm, key, signature, Buffer.from(text))
  } catch {
    return false
  }
}

export class Credentials {
  readonly #now: () => number
  readonly #accountId: string
  readonly #nonces = new Set<string>()
  readonly #certificates = new Map<string, Certificate>()
  readonly #tokens = new Map<string, number>()

  constructor(now: () => number, accountId = LOCAL_NETSUITE.accountId) {
    this.#now = now
    this.#accountId = accountId
  }

  /** @param publicKey in PEM */
  registerCertificate(certificateId: string, clientId: string, publicKey: string): void {
    this.#certificates.set(certificateId, { clientId, publicKey })
  }

  /** A new certificate, as an administrator makes one there. */
  makeCertificate(): { clientId: string; certificateId: string; privateKey: string } {
    const { publicKey, privateKey } = generateKeyPairSync('ec', {
      namedCurve: 'P-256',
      publicKeyEncoding: { type: 'spki', format: 'pem' },
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    })
    const [clientId, certificateId] = ['local-client-id', `local-certificate-${this.#certificates.size + 1}`]
    this.registerCertificate(certificateId, clientId, publicKey)
    return { clientId, certificateId, privateKey }
  }

  /** As if someone had revoked them. */
  endTokens(): void {
    this.#tokens.clear()
  }

  /** Whether an administrator has withdrawn what Outlay signs in with. */
  isWithdrawn = false

  /** Whether the Authorization header of a REST call is right. */
  allows(request: Request): boolean {
    const header = request.headers.get('authorization') ?? ''
    if (this.isWithdrawn) return false
    if (header.startsWith('Bearer ')) return (this.#tokens.get(header.slice(7)) ?? 0) > this.#now()
    const given = Object.fromEntries(
      [...header.replace(/^OAuth\s+/, '').matchAll(/(\w+)="([^"]*)"/g)].map(([, name = '', value = '']) => [
        ...[name, decodeURIComponent(value)],
      ]),
    ) as Record<string, string>
    const { realm, oauth_signature: signature = '', ...signed } = given
    const url = new URL(request.url)
    const pairs = [...Object.entries(signed), ...url.searchParams]
      .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
      .sort()
      .join('&')
    const base = `${request.method}&${encoded(url.origin + url.pathname)}&${encoded(pairs)}`
    return (
      header.startsWith('OAuth ') &&
      realm === this.#accountId &&
      signed.oauth_consumer_key === LOCAL_NETSUITE.consumerKey &&
      signed.oauth_token === LOCAL_NETSUITE.tokenId &&
      signed.oauth_signature_method === 'HMAC-SHA256' &&
      this.#isNew(signed.oauth_nonce, signed.oauth_timestamp) &&
      isSame(signature, hmac(base))
    )
  }

  allowsPassport({ account, consumerKey, token, nonce, timestamp, signature, algorithm }: Passport): boolean {
    return (
      !this.isWithdrawn &&
      account === this.#accountId &&
      consumerKey === LOCAL_NETSUITE.consumerKey &&
      token === LOCAL_NETSUITE.tokenId &&
      algorithm === 'HMAC-SHA256' &&
      this.#isNew(nonce, timestamp) &&
      isSame(signature, hmac([account, consumerKey, token, nonce, timestamp].map(encoded).join('&')))
    )
  }

  #isNew(nonce = '', timestamp = ''): boolean {
    const isNow = Math.abs(this.#now() / 1000 - Number(timestamp)) <= MOST_SECONDS_APART
    const name = `${nonce} ${timestamp}`
    if (!isNow || !/^[A-Za-z0-9]{6,64}$/.test(nonce) || this.#nonces.has(name)) return false
    this.#nonces.add(name)
    return true
  }

  /** The token endpoint of OAuth 2.0. */
  async token(request: Request): Promise<Response> {
    const form = new URLSearchParams(await request.text())
    const isRight =
      !this.isWithdrawn &&
      form.get('grant_type') === 'client_credentials' &&
      form.get('client_assertion_type') === 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer' &&
      (await this.#isSigned(form.get('client_assertion') ?? '', request.url))
    if (!isRight) return Response.json({ error: 'invalid_client' }, { status: 401 })
    const token = randomUUID()
    this.#tokens.set(token, this.#now() + TOKEN_SECONDS * 1000)
    return Response.json({ access_token: token, expires_in: String(TOKEN_SECONDS), token_type: 'bearer' })
  }

  async #isSigned(statement: string, address: string): Promise<boolean> {
    const [head = '', body = '', signature = ''] = statement.split('.')
    const read = (part: string): Record<string, unknown> => {
      try {
        return JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>
      } catch {
        return {}
      }
    }
    const { alg, kid } = read(head)
    const { iss, aud, exp, iat, scope } = read(body)
    const known = this.#certificates.get(String(kid))
    if (!known) return false
    const seconds = this.#now() / 1000
    return (
      (await isSignature(
        known.publicKey,
        String(alg),
        new Uint8Array(Buffer.from(signature, 'base64url')),
        `${head}.${body}`,
      )) &&
      iss === known.clientId &&
      aud === address &&
      [scope].flat().includes('rest_webservices') &&
      Number(exp) > seconds &&
      Number(exp) - Number(iat) <= 3600
    )
  }
}
