import { beforeAll, expect, it } from 'vitest'
import { publicKeysOf } from '../../../../worker/features/platform/audit/head-keys.ts'
import { enter, makeBillScene } from '../../../support/worker/bills.ts'
import { newAuditKey, signedPack } from '../../../support/worker/evidence.ts'

/**
 * A pack is checked by what it says of itself, step by step, as an auditor would with their own tools. Nothing below comes
 * from Outlay but the two files and the public key that the auditor was given.
 */

// biome-ignore lint/suspicious/noExplicitAny: a JSON file that its reader knows from its instructions only
type Json = any

let pack: Json
let pdf: Uint8Array
let given: Map<string, string>

beforeAll(async () => {
  const scene = await makeBillScene()
  const id = await enter(scene)
  const keys = await newAuditKey('2026')
  const made = await signedPack(scene.company.id, { kind: 'BILL', id, keys })
  pack = JSON.parse(made.text)
  pdf = made.pdf
  given = new Map((await publicKeysOf(keys)).map(({ id: keyId, key }) => [keyId, key]))
})

/** "with the names of its objects sorted and without spaces (RFC 8785)" */
const canonical = (value: Json): string => {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  const names = Object.keys(value).sort()
  return `{${names.map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`).join(',')}}`
}

const hex = (bytes: ArrayBuffer): string =>
  [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
const sha256 = async (data: string | Uint8Array): Promise<string> =>
  hex(
    await crypto.subtle.digest(
      'SHA-256',
      new Uint8Array(typeof data === 'string' ? new TextEncoder().encode(data) : data),
    ),
  )
const bytesOf = (text: string) =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0))
const isSigned = async (keyId: string, text: string, signature: string): Promise<boolean> => {
  const raw = bytesOf(given.get(keyId) ?? '')
  const key = await crypto.subtle.importKey('raw', raw, { name: 'Ed25519' }, false, ['verify'])
  return crypto.subtle.verify({ name: 'Ed25519' }, key, bytesOf(signature), new TextEncoder().encode(text))
}

it('a pack has instructions, and they are signed with it', async () => {
  expect(pack.howToCheck.length).toBeGreaterThan(5)
  expect(await sha256(canonical(pack.howToCheck))).toBe(pack.manifest.howToCheck)
})

it('the PDF file and every part have the hashes that the manifest lists', async () => {
  expect(pack.manifest.pdf).toEqual({ sha256: await sha256(pdf), size: pdf.length })
  for (const part of ['id', 'subject', 'made', 'names']) {
    const hash = part === 'id' ? pack.id : await sha256(canonical(pack[part]))
    expect(pack.manifest[part], part).toBe(hash)
  }
  const lists = { ...pack.sections, chain: pack.chain }
  for (const [name, items] of Object.entries<Json[]>(lists)) {
    const was = name === 'chain' ? pack.manifest.chain : pack.manifest.sections[name]
    expect(await Promise.all(items.map((item) => sha256(canonical(item)))), name).toEqual(was)
  }
  expect(lists.history.length).toBeGreaterThan(0)
})

it('the manifest is signed with the key that the auditor was given', async () => {
  const { keyId, signedAt, signature } = pack.signature
  const manifest = await sha256(canonical(pack.manifest))
  const text = canonical({ keyId, manifest, signedAt, what: 'outlay-evidence' })
  expect(await isSigned(keyId, text, signature)).toBe(true)
  expect(await isSigned(keyId, text.replace(signedAt, '2020-01-01T00:00:00.000Z'), signature)).toBe(false)
})

it('the history is in the log at its place, and the log adds up', async () => {
  for (const { sequence, entryHash, entry } of pack.sections.history) {
    expect(await sha256(canonical(entry)), String(sequence)).toBe(entryHash)
    const segment = pack.chain.find(({ from, to }: Json) => sequence > from.sequence && sequence <= to.sequence)
    expect(segment.entryHashes[sequence - segment.from.sequence - 1]).toBe(entryHash)
  }
  for (const { from, entryHashes, to, head } of pack.chain) {
    let hash = from.hash
    for (const next of entryHashes) hash = await sha256(hash + next)
    expect(hash).toBe(to.hash)
    if (!head) continue
    const { signature, ...rest } = head
    expect([head.hash, head.sequence]).toEqual([to.hash, to.sequence])
    expect(await isSigned(head.keyId, canonical({ what: 'outlay-audit-head', ...rest }), signature)).toBe(true)
  }
})
