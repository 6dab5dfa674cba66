import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { EvidenceParts } from '../../../../schema/approvals/evidence/pack.ts'
import { sha256Hex } from '../../../../worker/core/hash.ts'
import { hashOf, manifestOf, signedEvidence } from '../../../../worker/features/approvals/evidence/manifest.ts'
import { publicKeysOf, signerOf } from '../../../../worker/features/platform/audit/head-keys.ts'

/** The command with which an auditor checks a pack, on a machine that has nothing of Outlay’s data. */

const PDF = '%PDF-1.7 as it was made'
const INVOICE = 'The invoice'
const who = { id: 'ada', name: 'Ada Pereira' }
const content = { invoiceNumber: 'INV-1' }
const parts: EvidenceParts = {
  id: 'pack',
  subject: {
    type: 'BILL',
    id: 'bill',
    name: 'Acme INV-1',
    status: 'APPROVED',
    company: { id: 'c', name: 'Brightwater' },
  },
  made: { at: '2026-11-24T09:30:00.000Z', by: who },
  names: {},
  chain: [],
  sections: {
    versions: [
      { version: 1, at: '2026-11-20T09:30:00.000Z', by: who, content, changes: [], contentSha256: hashOf(content) },
    ],
    documents: [
      {
        ...{ id: 'd', name: 'invoice.txt', mimeType: 'text/plain', size: INVOICE.length, sha256: sha256Hex(INVOICE) },
        ...{ addedAt: '2026-11-20T09:30:00.000Z', addedBy: who },
      },
    ],
    ...{ steps: [], decisions: [], payments: [], paymentEvents: [], ledgerEntries: [], accounting: [], history: [] },
  },
}

let folder: string
let keys: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'evidence-'))
  const pair = (await crypto.subtle.generateKey({ name: 'Ed25519' }, true, ['sign', 'verify'])) as CryptoKeyPair
  const bytes = Buffer.from(await crypto.subtle.exportKey('pkcs8', pair.privateKey))
  const own = `2026:${bytes.toString('base64url')}`
  const signer = await signerOf(own)
  const manifest = manifestOf(parts, { sha256: sha256Hex(PDF), size: PDF.length })
  const signed = { signedAt: '2026-11-24T09:30:00.000Z', keyId: '2026' }
  const signature = { ...signed, signature: (await signer?.sign(signedEvidence(manifest, signed))) ?? '' }
  const pack = JSON.stringify({ format: 1, ...parts, manifest, signature, keys: await publicKeysOf(own) })
  keys = (await publicKeysOf(own)).map(({ id, key }) => `${id}:${key}`).join(',')
  mkdirSync(join(folder, 'files'))
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text)
  write('pack.json', pack)
  write('changed.json', pack.replace('Ada Pereira', 'Eve Pereira'))
  write('pack.pdf', PDF)
  write('another.pdf', `${PDF}, or not`)
  write('files/invoice.txt', INVOICE)
})
afterAll(() => rmSync(folder, { recursive: true }))

const check = (...given: string[]) => {
  const files = given.map((each) => (each.startsWith('-') || each === keys ? each : join(folder, each)))
  const { status, stdout, stderr } = spawnSync(process.execPath, ['worker/local/tools/verify-audit.ts', ...files], {
    encoding: 'utf8',
    env: { ...process.env, OUTLAY_AUDIT_KEYS: '' },
  })
  return { status, text: `${stdout}${stderr}` }
}

it('a pack passes with its PDF, its documents and the key that the auditor trusts', () => {
  const { status, text } = check('--pack', 'pack.json', '--pdf', 'pack.pdf', '--files', 'files', '--keys', keys)
  expect(text).toMatch(/^ok {6}pack\.json/)
  expect(text).toContain('The PDF is the one that was made with it.')
  expect(text).toContain('1 of 1 files are documents of the pack.')
  expect(status).toBe(0)
})

it('a pack that was changed is refused, with what differs', () => {
  const { status, text } = check('--pack', 'changed.json', '--keys', keys)
  expect(text).toContain('CHANGED Who made the pack, and when, differs from what was signed.')
  expect(status).toBe(1)
})

it('another PDF is refused', () => {
  const { status, text } = check('--pack', 'pack.json', '--pdf', 'another.pdf', '--keys', keys)
  expect(text).toContain('CHANGED The PDF isn’t the one that was made with this pack.')
  expect(status).toBe(1)
})
