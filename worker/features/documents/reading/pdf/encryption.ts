import { createCipheriv, createDecipheriv, createHash } from 'node:crypto'
import { PASSWORD_PROTECTED, UnreadableFile } from '../budget.ts'
import { type Dict, isDict, nameOf, numberOr, type Owner, type Value } from './values.ts'

/**
 * The standard security handler with an empty password (ISO 32000-2, 7.6). Many programs write such files: anyone can
 * read them, and only printing or editing is restricted. Strings aren't decrypted, because the text of a page is always
 * in streams.
 */

const UNKNOWN = 'The file is encrypted in a way that could not be read.'

export interface Decryption {
  /** `filter` is the crypt filter that the stream itself names, or null. */
  decrypt(bytes: Uint8Array, owner: Owner, filter: string | null): Uint8Array
}

type Method = 'NONE' | 'RC4' | 'AES_128' | 'AES_256'
type Resolve = (value: Value | undefined) => Value | undefined

/** The padding of passwords. */
const PADDING = Uint8Array.from([
  0x28, 0xbf, 0x4e, 0x5e, 0x4e, 0x75, 0x8a, 0x41, 0x64, 0x00, 0x4e, 0x56, 0xff, 0xfa, 0x01, 0x08, 0x2e, 0x2e, 0x00,
  0xb6, 0xd0, 0x68, 0x3e, 0x80, 0x2f, 0x0c, 0xa9, 0xfe, 0x64, 0x53, 0x69, 0x7a,
])

/** Throws UnreadableFile if the file has a password or an unknown encryption. */
export const decryptionOf = (encrypt: Value | undefined, id: Uint8Array, resolve: Resolve): Decryption => {
  if (!isDict(encrypt) || nameOf(resolve(encrypt.get('Filter'))) !== 'Standard') throw new UnreadableFile(UNKNOWN)
  const version = numberOr(resolve(encrypt.get('V')), 0)
  const methods = methodsOf(encrypt, version, resolve)
  const key = version === 5 ? keyOf256(encrypt, resolve) : keyOfDigest(encrypt, version, id, resolve)
  return {
    decrypt: (bytes, owner, filter) => {
      const method = filter === null ? methods.usual : methods.of(filter)
      if (method === 'NONE') return bytes
      if (method === 'AES_256') return aes('aes-256-cbc', key, bytes)
      const own = keyOfObject(key, owner, method === 'AES_128')
      return method === 'AES_128' ? aes('aes-128-cbc', own, bytes) : rc4(own, bytes)
    },
  }
}

const METHODS: ReadonlyMap<string, Method> = new Map(
  Object.entries({ None: 'NONE', V2: 'RC4', AESV2: 'AES_128', AESV3: 'AES_256' }),
)

/** The method that encrypts streams. Throws UnreadableFile. */
const methodsOf = (encrypt: Dict, version: number, resolve: Resolve) => {
  if (version === 1 || version === 2) return { usual: 'RC4' as const, of: (): Method => 'RC4' }
  if (version !== 4 && version !== 5) throw new UnreadableFile(UNKNOWN)
  const filters = resolve(encrypt.get('CF'))
  const of = (name: string): Method => {
    if (name === 'Identity') return 'NONE'
    const filter = isDict(filters) ? resolve(filters.get(name)) : null
    const method = METHODS.get((isDict(filter) && nameOf(resolve(filter.get('CFM')))) || 'None')
    // A 32-byte key fits only one method.
    if (!method || (method !== 'NONE' && (method === 'AES_256') !== (version === 5))) throw new UnreadableFile(UNKNOWN)
    return method
  }
  return { usual: of(nameOf(resolve(encrypt.get('StmF'))) ?? 'Identity'), of }
}

const bytesOf = (encrypt: Dict, name: string, least: number, resolve: Resolve): Uint8Array => {
  const value = resolve(encrypt.get(name))
  if (!(value instanceof Uint8Array) || value.byteLength < least) throw new UnreadableFile(UNKNOWN)
  return value
}

const md5 = (...parts: Uint8Array[]): Uint8Array => {
  const hash = createHash('md5')
  for (const part of parts) hash.update(part)
  return new Uint8Array(hash.digest())
}

const isSame = (a: Uint8Array, b: Uint8Array): boolean =>
  a.byteLength === b.byteLength && a.every((byte, i) => byte === b[i])

/** Algorithms 2, 4 and 5, for keys of up to 16 bytes. */
const keyOfDigest = (encrypt: Dict, version: number, id: Uint8Array, resolve: Resolve): Uint8Array => {
  const revision = numberOr(resolve(encrypt.get('R')), 0)
  const bits = version === 1 ? 40 : version === 4 ? 128 : numberOr(resolve(encrypt.get('Length')), 40)
  const length = revision === 2 ? 5 : Math.floor(bits / 8)
  if (revision < 2 || revision > 4 || length < 5 || length > 16) throw new UnreadableFile(UNKNOWN)
  const rights = new Uint8Array(4)
  new DataView(rights.buffer).setInt32(0, numberOr(resolve(encrypt.get('P')), 0) | 0, true)
  const isMetadataPlain = revision >= 4 && resolve(encrypt.get('EncryptMetadata')) === false
  const owner = bytesOf(encrypt, 'O', 32, resolve).subarray(0, 32)
  let key = md5(PADDING, owner, rights, id, new Uint8Array(isMetadataPlain ? 4 : 0).fill(0xff))
  if (revision >= 3) for (let i = 0; i < 50; i++) key = md5(key.subarray(0, length))
  key = key.subarray(0, length)
  const kept = bytesOf(encrypt, 'U', revision === 2 ? 32 : 16, resolve)
  if (revision === 2) {
    if (!isSame(rc4(key, PADDING), kept.subarray(0, 32))) throw new UnreadableFile(PASSWORD_PROTECTED)
    return key
  }
  let proof = md5(PADDING, id)
  for (let i = 0; i < 20; i++)
    proof = rc4(
      key.map((byte) => byte ^ i),
      proof,
    )
  if (!isSame(proof, kept.subarray(0, 16))) throw new UnreadableFile(PASSWORD_PROTECTED)
  return key
}

/** Algorithms 2.A and 11, for keys of 32 bytes. */
const keyOf256 = (encrypt: Dict, resolve: Resolve): Uint8Array => {
  const revision = numberOr(resolve(encrypt.get('R')), 0)
  if (revision !== 5 && revision !== 6) throw new UnreadableFile(UNKNOWN)
  const hash = revision === 5 ? sha('sha256') : hardened
  const kept = bytesOf(encrypt, 'U', 48, resolve)
  if (!isSame(hash(kept.subarray(32, 40)), kept.subarray(0, 32))) throw new UnreadableFile(PASSWORD_PROTECTED)
  const sealed = bytesOf(encrypt, 'UE', 32, resolve).subarray(0, 32)
  const cipher = createDecipheriv('aes-256-cbc', hash(kept.subarray(40, 48)), new Uint8Array(16)).setAutoPadding(false)
  return new Uint8Array([...cipher.update(sealed), ...cipher.final()])
}

const sha =
  (name: 'sha256' | 'sha384' | 'sha512') =>
  (bytes: Uint8Array): Uint8Array =>
    new Uint8Array(createHash(name).update(bytes).digest())

const LEAST_ROUNDS = 64

/** Algorithm 2.B, without a password. It ends after at most 287 rounds. */
const hardened = (salt: Uint8Array): Uint8Array => {
  let key = sha('sha256')(salt)
  for (let round = 1, last = 0; round <= LEAST_ROUNDS || last > round - 33; round++) {
    const repeated = new Uint8Array(64 * key.byteLength)
    for (let i = 0; i < 64; i++) repeated.set(key, i * key.byteLength)
    const cipher = createCipheriv('aes-128-cbc', key.subarray(0, 16), key.subarray(16, 32)).setAutoPadding(false)
    const mixed = new Uint8Array(cipher.update(repeated))
    cipher.final()
    // A number has the same remainder as the sum of its base-256 digits.
    const rest = mixed.subarray(0, 16).reduce((sum, byte) => sum + byte, 0) % 3
    key = sha(rest === 0 ? 'sha256' : rest === 1 ? 'sha384' : 'sha512')(mixed)
    last = mixed.at(-1) ?? 0
  }
  return key.subarray(0, 32)
}

/** Algorithm 1. */
const keyOfObject = (key: Uint8Array, { number, generation }: Owner, isAes: boolean): Uint8Array => {
  const mark = [number, number >> 8, number >> 16, generation, generation >> 8]
  const salt = isAes ? [0x73, 0x41, 0x6c, 0x54] : []
  return md5(key, Uint8Array.from([...mark, ...salt])).subarray(0, Math.min(16, key.byteLength + 5))
}

const BLOCK = 16

/** The first block is the initialization vector. Anything after the last whole block is a line break of the file. */
const aes = (name: 'aes-128-cbc' | 'aes-256-cbc', key: Uint8Array, bytes: Uint8Array): Uint8Array => {
  const end = bytes.byteLength - (bytes.byteLength % BLOCK)
  if (end <= BLOCK) return new Uint8Array(0)
  const cipher = createDecipheriv(name, key, bytes.subarray(0, BLOCK)).setAutoPadding(false)
  const plain = new Uint8Array(cipher.update(bytes.subarray(BLOCK, end)))
  cipher.final()
  const padding = plain.at(-1) ?? 0
  return padding >= 1 && padding <= BLOCK ? plain.subarray(0, plain.byteLength - padding) : plain
}

const rc4 = (key: Uint8Array, bytes: Uint8Array): Uint8Array => {
  const state = Uint8Array.from({ length: 256 }, (_, i) => i)
  for (let i = 0, j = 0; i < 256; i++) {
    const one = state[i] ?? 0
    j = (j + one + (key[i % key.byteLength] ?? 0)) & 255
    state[i] = state[j] ?? 0
    state[j] = one
  }
  const out = new Uint8Array(bytes.byteLength)
  for (let at = 0, i = 0, j = 0; at < bytes.byteLength; at++) {
    i = (i + 1) & 255
    const one = state[i] ?? 0
    j = (j + one) & 255
    const other = state[j] ?? 0
    state[i] = other
    state[j] = one
    out[at] = (bytes[at] ?? 0) ^ (state[(one + other) & 255] ?? 0)
  }
  return out
}
