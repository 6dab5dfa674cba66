/** AES-256-GCM. What is authenticated besides the text says whose it is, so that it can't be put in another's place. */

const NAME = 'AES-GCM'
const NONCE_BYTES = 12
const encoder = new TextEncoder()

type Bytes = Uint8Array<ArrayBuffer>

export const toBase64 = (bytes: Bytes): string => {
  let text = ''
  for (const byte of bytes) text += String.fromCharCode(byte)
  return btoa(text)
}

export const ofBase64 = (text: string): Bytes => Uint8Array.from(atob(text), (character) => character.charCodeAt(0))

export const newKey = (): Bytes => crypto.getRandomValues(new Uint8Array(32))

const how = (nonce: Bytes, place: readonly string[]) => ({
  name: NAME,
  iv: nonce,
  additionalData: encoder.encode(JSON.stringify(place)),
})

const imported = (key: Bytes): Promise<CryptoKey> =>
  crypto.subtle.importKey('raw', key, NAME, false, ['encrypt', 'decrypt'])

/** The nonce, then the ciphertext. */
export const encrypt = async (key: Bytes, content: Bytes, place: readonly string[]): Promise<Bytes> => {
  const nonce = crypto.getRandomValues(new Uint8Array(NONCE_BYTES))
  const hidden = await crypto.subtle.encrypt(how(nonce, place), await imported(key), content)
  const whole = new Uint8Array(NONCE_BYTES + hidden.byteLength)
  whole.set(nonce)
  whole.set(new Uint8Array(hidden), NONCE_BYTES)
  return whole
}

/** Throws if it was changed, or belongs to another place. */
export const decrypt = async (key: Bytes, whole: Bytes, place: readonly string[]): Promise<Bytes> => {
  const nonce = whole.slice(0, NONCE_BYTES)
  return new Uint8Array(await crypto.subtle.decrypt(how(nonce, place), await imported(key), whole.slice(NONCE_BYTES)))
}

export const encryptText = async (key: Bytes, text: string, place: readonly string[]): Promise<string> =>
  toBase64(await encrypt(key, encoder.encode(text), place))

export const decryptText = async (key: Bytes, sealed: string, place: readonly string[]): Promise<string> =>
  new TextDecoder().decode(await decrypt(key, ofBase64(sealed), place))
