import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Evidence } from '../../../../schema/approvals/evidence/pack.ts'
import { auditStatement } from '../../../../worker/core/audit.ts'
import { systemClock } from '../../../../worker/core/clock.ts'
import { Database } from '../../../../worker/core/database.ts'
import { sha256Hex } from '../../../../worker/core/hash.ts'
import { manifestOf, signedEvidence } from '../../../../worker/features/approvals/evidence/manifest.ts'
import { verifyEvidence } from '../../../../worker/features/approvals/evidence/verify.ts'
import { sealAuditLog } from '../../../../worker/features/platform/audit/chain.ts'
import { publicKeysOf, signerOf } from '../../../../worker/features/platform/audit/head-keys.ts'
import type { SignedHead } from '../../../../worker/features/platform/audit/heads.ts'
import { signedText } from '../../../../worker/features/platform/audit/heads.ts'
import { addedUp, proveHistory } from '../../../../worker/features/platform/audit/proof.ts'
import { approvedPayment, makePaidScene, type PaidScene } from '../../../support/worker/bill-payments.ts'
import { enter, makeBillScene } from '../../../support/worker/bills.ts'
import { newAuditKey, signedPack } from '../../../support/worker/evidence.ts'
import { deliver, passAtStripe, settled, stripeThere } from '../../../support/worker/payments.ts'
import { rows, run } from '../../../support/worker/sessions.ts'
import { makeCompany } from '../../../support/worker/world.ts'

/** A pack that anyone changed is refused, with what differs. */

let scene: PaidScene
let keys: string
let trusted: string
let text: string
let pack: Evidence

beforeAll(async () => {
  scene = await makePaidScene()
  const { billId, paymentId } = await approvedPayment(scene)
  await scene.colleague.post(`/api/payments/start-bill-payment-process/${paymentId}/${scene.bank}`)
  await settled()
  passAtStripe(60_000)
  await deliver(stripeThere())
  keys = await newAuditKey('2026')
  trusted = (await publicKeysOf(keys)).map(({ id, key }) => `${id}:${key}`).join(',')
  ;({ text, pack } = await signedPack(scene.company.id, { kind: 'BILL', id: billId, keys }))
})

const check = (changed: unknown, more: Parameters<typeof verifyEvidence>[1] = {}) =>
  verifyEvidence(JSON.stringify(changed), { keys: trusted, ...more })
const copy = (): Evidence => JSON.parse(text) as Evidence

type Path = (string | number)[]
const leaves = (value: unknown, path: Path = []): Path[] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([key, part]) => leaves(part, [...path, Array.isArray(value) ? Number(key) : key]))
    : [path]
const holders = (value: unknown, path: Path = []): Path[] =>
  typeof value === 'object' && value !== null
    ? [
        path,
        ...Object.entries(value).flatMap(([key, part]) =>
          holders(part, [...path, Array.isArray(value) ? Number(key) : key]),
        ),
      ]
    : []
const at = (value: unknown, path: Path): unknown =>
  path.reduce((part, key) => (part as Record<string | number, unknown>)[key], value)

/** Another value of the same kind, so that it is the content that is refused and not the shape. */
const other = (value: unknown): unknown => {
  if (typeof value === 'number') return value + 1
  if (typeof value === 'boolean') return !value
  if (typeof value === 'string') {
    if (/^[\w-]{40,}$/.test(value)) return value.startsWith('A') ? `B${value.slice(1)}` : `A${value.slice(1)}`
    return `${value}x`
  }
  return 'something'
}

it('a pack as it was made passes, with the keys that the reader trusts and with its own', async () => {
  expect((await check(copy())).problems).toEqual([])
  const own = await verifyEvidence(text)
  expect(own.problems).toEqual([])
  expect(own.notes.join(' ')).toContain(trusted)
})

it('it has every part, or the tests of changes would test nothing', () => {
  for (const [name, items] of Object.entries(pack.sections))
    if (name !== 'documents') expect({ name, has: items.length > 0 }).toEqual({ name, has: true })
  expect(pack.sections.documents).toHaveLength(1)
  expect(pack.chain.length).toBeGreaterThan(0)
})

describe('what was changed is refused', () => {
  it('any single value of any part', async () => {
    const all = leaves(pack)
    expect(all.length).toBeGreaterThan(250)
    const passed: string[] = []
    for (const path of all) {
      const changed = copy()
      const holder = at(changed, path.slice(0, -1)) as Record<string | number, unknown>
      const key = path.at(-1) ?? ''
      holder[key] = other(holder[key])
      // With the keys of the pack, which someone who changes it can change too.
      const given = path[0] === 'keys' ? {} : { keys: trusted }
      const { problems } = await verifyEvidence(JSON.stringify(changed), given)
      if (problems.length === 0) passed.push(path.join('.'))
    }
    expect(passed).toEqual([])
  })

  it('anything that was removed or added, anywhere', async () => {
    const passed: string[] = []
    for (const path of holders(pack).filter(([first]) => first !== 'keys')) {
      const holder = at(pack, path) as Record<string, unknown>
      for (const key of Object.keys(holder)) {
        const changed = copy()
        const part = at(changed, path)
        if (Array.isArray(part)) part.splice(Number(key), 1)
        else delete (part as Record<string, unknown>)[key]
        if ((await check(changed)).problems.length === 0) passed.push(`without ${[...path, key].join('.')}`)
        // One is enough of the entries of the log, which are many.
        if (path.at(-1) === 'entryHashes') break
      }
      const changed = copy()
      const part = at(changed, path)
      if (Array.isArray(part)) part.push(structuredClone(part.at(-1) ?? 'more'))
      else (part as Record<string, unknown>).more = 'more'
      if ((await check(changed)).problems.length === 0) passed.push(`with more in ${path.join('.')}`)
    }
    expect(passed).toEqual([])
  })

  it('a check says which item differs', async () => {
    const changed = copy()
    const [decision] = changed.sections.decisions
    if (decision) decision.by = { ...decision.by, name: 'Someone Else' }
    expect((await check(changed)).problems).toEqual(['Decisions, number 1: differs from what was signed.'])
    const amount = copy()
    const [entry] = amount.sections.ledgerEntries
    if (entry?.postings[0]) entry.postings[0].amount += 100
    expect((await check(amount)).problems).toEqual([
      'Ledger entries, number 1: differs from what was signed.',
      `Ledger entry ${entry?.id} doesn’t balance.`,
    ])
    const fewer = copy()
    fewer.sections.history.pop()
    expect((await check(fewer)).problems).toEqual([
      `History: ${pack.sections.history.length} were signed, and ${pack.sections.history.length - 1} are there.`,
    ])
  })

  it('a history that was rewritten with all its hashes, by someone without the key', async () => {
    const changed = copy()
    const [first] = changed.sections.history
    if (first?.entry) first.entry.message = first.message = 'Nothing happened'
    const rehashed = { ...changed, manifest: manifestOf(changed, changed.manifest.pdf) }
    const { problems } = await check(rehashed)
    expect(problems).toContain('The signature doesn’t match: the list of parts was changed, or the signature was.')
    expect(problems.join(' ')).toContain('was altered')
  })

  it('one that another key signed, unless the reader trusts that key', async () => {
    const strange = await newAuditKey('2026')
    const signer = await signerOf(strange)
    const changed = copy()
    changed.subject.name = 'Another bill'
    const manifest = manifestOf(changed, changed.manifest.pdf)
    const signed = { signedAt: '2026-11-24T10:00:00.000Z', keyId: '2026' }
    const signature = { ...signed, signature: (await signer?.sign(signedEvidence(manifest, signed))) ?? '' }
    const forged = { ...changed, manifest, signature, keys: await publicKeysOf(strange) }
    expect((await verifyEvidence(JSON.stringify(forged))).problems).toEqual([])
    expect((await check(forged)).problems).toEqual([
      'The signature doesn’t match: the list of parts was changed, or the signature was.',
    ])
  })

  it('files that aren’t its own', async () => {
    const [document] = pack.sections.documents
    const files = [{ name: document?.name ?? '', sha256: sha256Hex('another invoice') }]
    expect((await check(copy(), { files })).problems).toEqual([
      `The file ${document?.name} isn’t the document of that name.`,
    ])
    expect((await check(copy(), { files: [{ name: 'x', sha256: document?.sha256 ?? '' }] })).problems).toEqual([])
    const pdf = { sha256: sha256Hex('another'), size: 1 }
    expect((await check(copy(), { pdf })).problems).toEqual(['The PDF isn’t the one that was made with this pack.'])
    expect((await check(copy(), { pdf: pack.manifest.pdf })).problems).toEqual([])
  })

  it('what is no pack at all', async () => {
    for (const nothing of ['', 'null', '[]', '{}', '{"format":2}'])
      expect((await verifyEvidence(nothing)).problems.length).toBeGreaterThan(0)
  })
})

describe('signed summaries of the log', () => {
  /** A bill whose company's log was signed, with what the signed summary says. */
  const signedLog = async (keysOf: string) => {
    const own = await makeBillScene()
    const billId = await enter(own)
    await signedPack(own.company.id, { kind: 'BILL', id: billId, keys })
    const [seal] = await rows<{ sequence: number; auditId: number; hash: string }>(
      `SELECT sequence, audit_id AS auditId, lower(hex(hash)) AS hash FROM audit_seals WHERE company_id = ?
        ORDER BY sequence DESC LIMIT 1`,
      own.company.id,
    )
    if (!seal) throw new Error('Nothing is sealed')
    const headOf = async (change: Partial<SignedHead> = {}): Promise<SignedHead> => {
      const signer = await signerOf(keysOf)
      const unsigned = {
        ...{ companyId: own.company.id, day: '2026-11-24', ...seal, signedAt: 'now', keyId: '2026', ...change },
      }
      return { ...unsigned, signature: (await signer?.sign(signedText(unsigned))) ?? '' }
    }
    const head = await headOf()
    await run(
      `INSERT INTO audit_heads (company_id, day, sequence, audit_id, hash, signed_at, key_id, signature)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
      ...[head.companyId, head.day, head.sequence, head.auditId, head.hash, head.signedAt, head.keyId, head.signature],
    )
    return { head, headOf, made: await signedPack(own.company.id, { kind: 'BILL', id: billId, keys }) }
  }

  it('a pack has the signed summary of its history, and someone’s own copies are compared', async () => {
    const { head, headOf, made } = await signedLog(keys)
    expect(made.pack.chain).toMatchObject([{ head: { day: '2026-11-24' } }])
    expect((await verifyEvidence(made.text, { keys: trusted, heads: [head] })).problems).toEqual([])
    const rewritten = await headOf({ hash: sha256Hex('another log') })
    expect((await verifyEvidence(made.text, { keys: trusted, heads: [rewritten] })).problems).toEqual([
      'The summary of 2026-11-24 that you kept says otherwise.',
    ])
  })

  it('a forged summary is refused', async () => {
    const { made } = await signedLog(await newAuditKey('2026'))
    expect((await verifyEvidence(made.text, { keys: trusted })).problems).toEqual([
      'The signed summary of 2026-11-24 is forged.',
    ])
  })
})

it('the log of a company with more than one part between seals is proven part by part', async () => {
  const company = await makeCompany()
  const db = new Database(env.DB, 'first-primary')
  const entry = (i: number, targetId: string) => ({
    ...{ changeKey: `e-${company.id}-${i}`, companyId: company.id, actorUserId: null, impersonatorUserId: null },
    ...{ action: 'test.changed', targetType: 'BILL' as const, targetId, message: `Change ${i}`, changeData: null },
    occurredAt: systemClock.now(),
  })
  const marked = [3, 300, 301, 900]
  await auditStatement(
    env.DB,
    Array.from({ length: 1000 }, (_, i) => entry(i, marked.includes(i) ? 'mine' : 'other')),
  ).run()
  for (let i = 0; i < 4; i += 1) await sealAuditLog(db)
  const target = { companyId: company.id, targetType: 'BILL' as const, targetId: 'mine' }
  const { entries, segments } = await proveHistory(db, target)
  expect(entries.map(({ entry: { message } }) => message)).toEqual(marked.map((i) => `Change ${i}`))
  for (const { sequence, entryHash } of entries) {
    const segment = segments.find(({ from, to }) => sequence > from.sequence && sequence <= to.sequence)
    expect(segment?.entryHashes[sequence - (segment?.from.sequence ?? 0) - 1]).toBe(entryHash)
  }
  for (const segment of segments) expect(addedUp(segment)).toBe(segment.to.hash)
})
