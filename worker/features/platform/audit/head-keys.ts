/**
 * Keys that sign the heads of audit chains. With Ed25519 anyone with the public key can check a head, and no one can
 * forge one. `OUTLAY_AUDIT_KEYS` lists them as `id:key`, separated by commas, each in base64url. The first one signs
 * and is private (PKCS #8). The others only verify older signatures and may be public (32 bytes).
 */

export interface Signer {
  keyId: string
  sign(text: string): Promise<string>
}

export type Verdict = 'VALID' | 'INVALID' | 'UNKNOWN_KEY'

const PUBLIC_KEY_BYTES = 32
const ED25519 = { name: 'Ed25519' }
const encoder = new TextEncoder()

const bytesOf = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (character) => character.charCodeAt(0))

const textOf = (bytes: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

const entriesOf = (keys = ''): { id: string; key: string }[] =>
  keys
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean)
    .map((entry) => {
      const [id = '', key = ''] = entry.split(':')
      if (!/^[\w.-]{1,40}$/.test(id) || !key) throw new Error('OUTLAY_AUDIT_KEYS holds a key without an id')
      return { id, key }
    })

const privateKey = (key: string): Promise<CryptoKey> =>
  crypto.subtle.importKey('pkcs8', bytesOf(key), ED25519, true, ['sign'])

/** Null if this installation signs nothing. */
export const signerOf = async (keys: string | undefined): Promise<Signer | null> => {
  const [first] = entriesOf(keys)
  if (!first) return null
  const key = await privateKey(first.key)
  return {
    keyId: first.id,
    sign: async (text) => textOf(await crypto.subtle.sign(ED25519, key, encoder.encode(text))),
  }
}

const publicKey = async (key: string): Promise<CryptoKey> => {
  const bytes = bytesOf(key)
  const raw =
    bytes.byteLength === PUBLIC_KEY_BYTES
      ? bytes
      : bytesOf(((await crypto.subtle.exportKey('jwk', await privateKey(key))) as JsonWebKey).x ?? '')
  return crypto.subtle.importKey('raw', raw, ED25519, true, ['verify'])
}

/** The public keys by id, for people who check heads elsewhere. */
export const publicKeysOf = async (keys: string | undefined): Promise<{ id: string; key: string }[]> =>
  Promise.all(
    entriesOf(keys).map(async ({ id, key }) => ({
      id,
      key: textOf((await crypto.subtle.exportKey('raw', await publicKey(key))) as ArrayBuffer),
    })),
  )

export const verifierOf = async (
  keys: string | undefined,
): Promise<(keyId: string, text: string, signature: string) => Promise<Verdict>> => {
  const known = new Map(
    await Promise.all(entriesOf(keys).map(async ({ id, key }) => [id, await publicKey(key)] as const)),
  )
  return async (keyId, text, signature) => {
    const key = known.get(keyId)
    if (!key) return 'UNKNOWN_KEY'
    try {
      return (await crypto.subtle.verify(ED25519, key, bytesOf(signature), encoder.encode(text))) ? 'VALID' : 'INVALID'
    } catch {
      return 'INVALID'
    }
  }
}
