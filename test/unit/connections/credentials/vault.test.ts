import { describe, expect, it } from 'vitest'
import { currentKeyId, seal, unseal } from '../../../../worker/core/vault.ts'

const key = (byte: number) => Buffer.alloc(32, byte).toString('base64url')
const old = { OUTLAY_SIGNING_KEY: 'signing', OUTLAY_CREDENTIAL_KEYS: `2026:${key(1)}` }
const rotated = { ...old, OUTLAY_CREDENTIAL_KEYS: `2027:${key(2)}, 2026:${key(1)}` }
const without = { OUTLAY_SIGNING_KEY: 'signing' }
const PLACE = ['acme', 'STRIPE', 1] as const

describe('encrypted secrets', () => {
  it('a secret is read where it was written, and two encryptions of it differ', async () => {
    const [one, two] = await Promise.all([seal(old, 'sk_live_1234', PLACE), seal(old, 'sk_live_1234', PLACE)])
    expect(await unseal(old, one, PLACE)).toBe('sk_live_1234')
    expect(one.sealed).not.toBe(two.sealed)
    expect(Buffer.from(one.sealed, 'base64').toString('latin1')).not.toContain('sk_live')
  })

  it.each([
    ['another company', ['globex', 'STRIPE', 1]],
    ['another provider', ['acme', 'JIRA', 1]],
    ['another version', ['acme', 'STRIPE', 2]],
  ] as const)('a secret copied to %s can’t be read', async (_, place) => {
    await expect(unseal(old, await seal(old, 'secret', PLACE), place)).rejects.toThrow('operation-specific reason')
  })

  it('a changed secret can’t be read, nor one under another key’s name', async () => {
    const sealed = await seal(rotated, 'secret', PLACE)
    const bytes = Buffer.from(sealed.sealed, 'base64')
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1
    await expect(unseal(rotated, { ...sealed, sealed: bytes.toString('base64') }, PLACE)).rejects.toThrow(
      'operation-specific reason',
    )
    await expect(unseal(rotated, { ...sealed, keyId: '2026' }, PLACE)).rejects.toThrow('operation-specific reason')
  })

  it('after a change of keys the new one encrypts and the old one still decrypts', async () => {
    const before = await seal(old, 'secret', PLACE)
    expect(currentKeyId(rotated)).toBe('2027')
    expect(await unseal(rotated, before, PLACE)).toBe('secret')
    expect((await seal(rotated, 'secret', PLACE)).keyId).toBe('2027')
    await expect(unseal(without, before, PLACE)).rejects.toThrow('There is no credential key 2026')
  })

  it('an installation without keys uses one made from its signing key, and can change to its own', async () => {
    const before = await seal(without, 'secret', PLACE)
    expect(await unseal(old, before, PLACE)).toBe('secret')
    await expect(unseal({ OUTLAY_SIGNING_KEY: 'other' }, before, PLACE)).rejects.toThrow('operation-specific reason')
  })

  it.each(['2026', '2026:short', `signing-key:${key(3)}`])('the configuration %s is refused', (keys) => {
    expect(() => currentKeyId({ ...without, OUTLAY_CREDENTIAL_KEYS: keys })).toThrow('OUTLAY_CREDENTIAL_KEYS')
  })
})
