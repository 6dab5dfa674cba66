import { createHash } from 'node:crypto'
import { idText } from './id-text.ts'

const encoder = new TextEncoder()

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))

export const toHex = (buffer: ArrayBuffer): string => {
  let text = ''
  for (const byte of new Uint8Array(buffer)) text += HEX[byte]
  return text
}

/** Synchronous, because for short text the platform's promise would cost more than the hash. */
export const sha256Hex = (text: string): string => createHash('sha256').update(text).digest('hex')

/** An id that follows from a text, so that making the same thing again finds it. */
export const idFrom = (text: string): string => idText(createHash('sha256').update(text).digest())

/** JSON with sorted keys, so that equal values give equal text. */
export const canonicalJson = (value: unknown): string =>
  JSON.stringify(value, (_, v: unknown) =>
    v && typeof v === 'object' && !Array.isArray(v)
      ? Object.fromEntries(Object.entries(v).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)))
      : v,
  )

/** Keys, not promises of them: a request must not wait for what another one has begun. */
const hmacKeys = new Map<string, CryptoKey>()

const hmacKey = async (secret: string): Promise<CryptoKey> => {
  const known = hmacKeys.get(secret)
  if (known) return known
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('raw', encoder.encode(secret), algorithm, false, ['sign', 'verify'])
  hmacKeys.set(secret, key)
  return key
}

export const hmacHex = async (secret: string, text: string): Promise<string> =>
  toHex(await crypto.subtle.sign('HMAC', await hmacKey(secret), encoder.encode(text)))

/** The platform verifies it in constant time. */
export const hmacMatches = async (secret: string, text: string, hex: string): Promise<boolean> => {
  if (!/^[0-9a-f]{64}$/.test(hex)) return false
  const signature = Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
  return crypto.subtle.verify('HMAC', await hmacKey(secret), signature, encoder.encode(text))
}
