import type { Env } from '../env.ts'

/**
 * Encrypts secrets that are kept in the database (AES-256-GCM). The place of a secret is part of what is authenticated,
 * so that a row copied to another company or another version can't be read there. `OUTLAY_CREDENTIAL_KEYS` lists keys as
 * `id:key`, separated by commas, each 32 bytes in base64url. The first one encrypts, the others only decrypt. Last comes a
 * key made from the Worker's signing key, for installations without keys of their own.
 */

export interface Sealed {
  keyId: string
  /** Nonce and ciphertext, in base64. */
  sealed: string
}

/** The tenant and the row. */
export type Place = readonly [companyId: string, ...row: (string | number)[]]

type Keys = Pick<Env, 'OUTLAY_CREDENTIAL_KEYS' | 'OUTLAY_SIGNING_KEY'>

const ALGORITHM = 'AES-GCM'
const NONCE_BYTES = 12
const OF_32_BYTES = /^[\w+/-]{43}=?$/
const OWN_KEY = 'signing-key'
const encoder = new TextEncoder()

const bytesOf = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (character) => character.charCodeAt(0))

const configured = (keys = ''): { id: string; key: string }[] =>
  keys
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean)
    .map((entry) => {
      const [id = '', key = ''] = entry.split(':')
      if (!/^[\w.-]{1,40}$/.test(id) || id === OWN_KEY || !OF_32_BYTES.test(key))
        throw new Error('OUTLAY_CREDENTIAL_KEYS holds a key without an id, or not of 32 bytes')
      return { id, key }
    })

/** Keys, not promises of them: a request must not wait for what another one has begun. */
const imported = new Map<string, CryptoKey>()

const keyOf = async (env: Keys, keyId: string): Promise<CryptoKey> => {
  const entry = configured(env.OUTLAY_CREDENTIAL_KEYS).find(({ id }) => id === keyId)
  if (!entry && keyId !== OWN_KEY) throw new Error(`There is no credential key ${keyId}`)
  const cached = entry ? entry.key : `${OWN_KEY}\n${env.OUTLAY_SIGNING_KEY}`
  const known = imported.get(cached)
  if (known) return known
  const made = await (entry
    ? crypto.subtle.importKey('raw', bytesOf(entry.key), ALGORITHM, false, ['encrypt', 'decrypt'])
    : derivedKey(env.OUTLAY_SIGNING_KEY))
  imported.set(cached, made)
  return made
}

const derivedKey = async (signingKey: string): Promise<CryptoKey> => {
  const from = await crypto.subtle.importKey('raw', encoder.encode(signingKey), 'HKDF', false, ['deriveKey'])
  const how = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info: encoder.encode('outlay credentials') }
  return crypto.subtle.deriveKey(how, from, { name: ALGORITHM, length: 256 }, false, ['encrypt', 'decrypt'])
}

/** The id of the key that new secrets are encrypted with. */
export const currentKeyId = (env: Keys): string => configured(env.OUTLAY_CREDENTIAL_KEYS)[0]?.id ?? OWN_KEY

const cipher = (nonce: Uint8Array<ArrayBuffer>, keyId: string, place: Place) => ({
  name: ALGORITHM,
  iv: nonce,
  additionalData: encoder.encode(JSON.stringify([keyId, ...place])),
})

export const seal = async (env: Keys, secret: string, place: Place): Promise<Sealed> => {
  const keyId = currentKeyId(env)
  const nonce = crypto.getRandomValues(new Uint8Array(NONCE_BYTES))
  const text = encoder.encode(secret)
  const hidden = new Uint8Array(await crypto.subtle.encrypt(cipher(nonce, keyId, place), await keyOf(env, keyId), text))
  return { keyId, sealed: btoa(String.fromCharCode(...nonce, ...hidden)) }
}

/** Throws if the key is missing, or the secret was changed or belongs to another place. */
export const unseal = async (env: Keys, { keyId, sealed }: Sealed, place: Place): Promise<string> => {
  const bytes = bytesOf(sealed)
  const [nonce, hidden] = [bytes.slice(0, NONCE_BYTES), bytes.slice(NONCE_BYTES)]
  return new TextDecoder().decode(
    await crypto.subtle.decrypt(cipher(nonce, keyId, place), await keyOf(env, keyId), hidden),
  )
}
