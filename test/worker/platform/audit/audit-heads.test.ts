import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import { type AuditEntry, auditEntryHash, auditStatement } from '../../../../worker/core/audit.ts'
import { newId } from '../../../../worker/core/clock.ts'
import { Database } from '../../../../worker/core/database.ts'
import { sha256Hex } from '../../../../worker/core/hash.ts'
import { createLogger } from '../../../../worker/core/log.ts'
import type { OutboxContext } from '../../../../worker/core/outbox-registry.ts'
import { runGroup } from '../../../../worker/core/outbox-runner.ts'
import type { Env } from '../../../../worker/env.ts'
import { sealAuditLog } from '../../../../worker/features/platform/audit/chain.ts'
import { publicKeysOf } from '../../../../worker/features/platform/audit/head-keys.ts'
import {
  checkHeads,
  keptHeads,
  readHead,
  signHeads,
  storedHeads,
} from '../../../../worker/features/platform/audit/heads.ts'
import { verifyAuditChain } from '../../../../worker/features/platform/audit/verify-chain.ts'
import { sentMails } from '../../../support/worker/outside.ts'
import { rows, run } from '../../../support/worker/sessions.ts'
import { type Client, makeCompany, signIn, type TestCompany } from '../../../support/worker/world.ts'

/** What was signed and kept elsewhere can't be cut off or rewritten, not even by the database's owner. */

const DAY_MS = 24 * 60 * 60 * 1000
let company: TestCompany
let admin: Client
let now: number
beforeEach(async () => {
  company = await makeCompany()
  admin = await signIn(company, await company.addPerson({ flags: ['hasAdminAccess'] }))
  now = Date.now()
})

const newKey = async (id: string): Promise<string> => {
  const pair = (await crypto.subtle.generateKey({ name: 'Ed25519' }, true, ['sign', 'verify'])) as CryptoKeyPair
  const bytes = new Uint8Array((await crypto.subtle.exportKey('pkcs8', pair.privateKey)) as ArrayBuffer)
  return `${id}:${btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')}`
}
const db = () => new Database(env.DB, 'first-primary')
const contextWith = (keys: string, more: Partial<Env> = {}): OutboxContext => ({
  env: { ...env, ...more, OUTLAY_AUDIT_KEYS: keys },
  db: db(),
  clock: { now: () => now },
  log: createLogger({}, 'error'),
})

const entry = (message: string): AuditEntry => ({
  changeKey: newId(),
  companyId: company.id,
  actorUserId: 'somebody',
  impersonatorUserId: null,
  action: 'test.changed',
  targetType: 'COMPANY',
  targetId: company.id,
  message,
  changeData: null,
  occurredAt: now,
})
const write = async (count: number, what = 'Change') => {
  await auditStatement(
    env.DB,
    Array.from({ length: count }, (_, i) => entry(`${what} ${i + 1}`)),
  ).run()
  await sealAuditLog(db())
}
/** All companies of this file are due, so it runs as often as needed. */
const sign = async (keys: string, more: Partial<Env> = {}) => {
  while ((await signHeads(contextWith(keys, more))) > 0);
}
const verify = async (keys: string | undefined, kept = env.AUDIT_HEADS ? undefined : []) =>
  verifyAuditChain(
    db(),
    company.id,
    await checkHeads(keys, await storedHeads(db(), company.id), kept ?? (await keptHeads(env, company.id))),
  )

/** Does what the database's owner can: the triggers are removed while it happens. */
const asOwner = async (change: () => Promise<unknown>) => {
  const triggers = await rows<{ name: string; sql: string }>(
    "SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND name LIKE 'audit_%' AND name <> 'audit_log_added'",
  )
  for (const { name } of triggers) await run(`DROP TRIGGER ${name}`)
  try {
    await change()
  } finally {
    for (const { sql } of triggers) await run(sql)
  }
}
/** Removes the last entries, with their seals and all heads in the database. */
const cutOff = (count: number) =>
  asOwner(async () => {
    const ids = await rows<{ id: number }>(
      `SELECT id FROM audit_log WHERE company_id = ? ORDER BY id DESC LIMIT ${count}`,
      company.id,
    )
    for (const { id } of ids) {
      await run('DELETE FROM audit_seals WHERE audit_id = ?', id)
      await run('DELETE FROM audit_entries WHERE id = ?', id)
    }
    await run('DELETE FROM audit_heads WHERE company_id = ?', company.id)
  })

describe('a signed summary of the log', () => {
  it('a summary is written once a day to the bucket and the database, and only if a key is configured', async () => {
    const keys = await newKey('k1')
    await write(3)
    expect(await signHeads({ ...contextWith(''), env: { ...env } })).toBe(0)
    await sign(keys)
    await sign(keys)
    const [head] = await storedHeads(db(), company.id)
    expect(head).toMatchObject({ sequence: 3, keyId: 'k1', day: new Date(now).toISOString().slice(0, 10) })
    expect(await keptHeads(env, company.id)).toEqual([head])
    const object = await env.AUDIT_HEADS?.get(`heads/${company.id}/${head?.day}.json`)
    expect(readHead((await object?.text()) ?? '')).toEqual(head)
    now += DAY_MS
    await sign(keys)
    expect(await storedHeads(db(), company.id)).toHaveLength(2)
  })

  it.each(['UPDATE audit_heads SET sequence = 1', 'DELETE FROM audit_heads'])(
    'the database refuses %s',
    async (sql) => {
      await write(1)
      await sign(await newKey('k1'))
      await expect(run(`${sql} WHERE company_id = ?`, company.id)).rejects.toThrow('append-only')
    },
  )

  it('a summary detects entries removed from the end, which the chain alone doesn’t', async () => {
    const keys = await newKey('k1')
    await write(5)
    await sign(keys)
    await cutOff(2)
    expect(await verifyAuditChain(db(), company.id)).toMatchObject({ ok: true, checked: 3 })
    const report = await verify(keys)
    expect(report).toMatchObject({
      ok: false,
      firstBroken: { problem: expect.stringContaining('Entries were removed: 5') },
    })
  })

  it('a summary detects a chain that was rewritten completely', async () => {
    const keys = await newKey('k1')
    await write(3)
    await sign(keys)
    await asOwner(async () => {
      const entries = await rows<{ id: number; key: string; at: number }>(
        'SELECT id, change_key AS key, occurred_at AS at FROM audit_log WHERE company_id = ? ORDER BY id',
        company.id,
      )
      let hash = '0'.repeat(64)
      for (const { id, key, at } of entries) {
        const entryHash = auditEntryHash({ ...entry('Forged'), changeKey: key, occurredAt: at })
        hash = sha256Hex(`${hash}${entryHash}`)
        await run("UPDATE audit_entries SET message = 'Forged', entry_hash = ? WHERE id = ?", entryHash, id)
        await run('UPDATE audit_seals SET hash = ? WHERE audit_id = ?', hash, id)
      }
      await run('DELETE FROM audit_heads WHERE company_id = ?', company.id)
    })
    expect(await verifyAuditChain(db(), company.id)).toMatchObject({ ok: true, checked: 3 })
    expect(await verify(keys)).toMatchObject({
      ok: false,
      firstBroken: { problem: expect.stringMatching(/doesn’t match the one signed on/) },
    })
  })

  it('a forged summary is detected because only the key can sign one', async () => {
    const keys = await newKey('k1')
    await write(2)
    await sign(keys)
    const stranger = await newKey('k1')
    expect(await verify(stranger)).toMatchObject({
      ok: false,
      firstBroken: { problem: expect.stringMatching(/forged/) },
    })
  })

  it('a summary signed with a retired key still counts, even if only its public half is known', async () => {
    const first = await newKey('2026')
    const second = await newKey('2027')
    await write(2)
    await sign(first)
    now += DAY_MS
    await write(1)
    const [{ key: publicHalf } = { key: '' }] = await publicKeysOf(first)
    const rotated = `${second},2026:${publicHalf}`
    await sign(rotated)
    expect((await storedHeads(db(), company.id)).map(({ keyId }) => keyId)).toEqual(['2026', '2027'])
    expect(await verify(rotated)).toMatchObject({ ok: true, heads: { checked: 2, keptElsewhere: 2, lastSequence: 3 } })
    const report = await verify(second)
    expect(report).toMatchObject({ ok: true, heads: { checked: 1 } })
    expect(report.limits.join(' ')).toMatch(/1 signed summaries couldn’t be checked/)
  })
})

describe('the verification report', () => {
  it('the report says what it can’t prove', async () => {
    const keys = await newKey('k1')
    await write(1)
    expect((await verify(keys)).limits.join(' ')).toMatch(/no signed summaries yet.*removed from the end/)
    await sign(keys)
    await write(1)
    const { limits } = await verify(keys)
    expect(limits.join(' ')).toMatch(/first 1 entries match.*aren’t signed yet.*never recorded/)
    expect((await verify(keys, [])).limits.join(' ')).toMatch(/only in the database/)
  })

  it('the report in the product has the same limits', async () => {
    const { body } = await admin.post('/api/audit-logs/verify')
    expect(body).toMatchObject({ ok: true, heads: { checked: 0, lastDay: null }, limits: expect.any(Array) })
  })
})

describe('the company’s auditors', () => {
  it('each day’s summary is emailed once, with what is needed to check it', async () => {
    const keys = await newKey('k1')
    const email = `auditor-${newId()}@firm.example`
    const saved = await admin.call('PUT', '/api/audit-logs/recipients', {
      body: { emails: [email.toUpperCase(), email] },
    })
    expect(saved.body).toEqual({ emails: [email], isSigned: false })
    expect((await admin.get('/api/audit-logs/recipients')).body.emails).toEqual([email])
    await write(1)
    // The queue, which has no key, would send it too.
    await run(`CREATE TRIGGER held AFTER INSERT ON outbox WHEN NEW.topic = 'audit.head-mail'
      BEGIN UPDATE outbox SET available_at = 9e15 WHERE id = NEW.id; END`)
    await sign(keys)
    await run('DROP TRIGGER held')
    const due = `topic = 'audit.head-mail' AND company_id = ?`
    const [effect] = await rows<{ id: string }>(`SELECT id FROM outbox WHERE ${due}`, company.id)
    await run(`UPDATE outbox SET available_at = 0 WHERE ${due}`, company.id)
    for (let time = 0; time < 2; time += 1) await runGroup(contextWith(keys), 'audit.head-mail', [effect?.id ?? ''])
    const mails = sentMails(email)
    expect(mails).toHaveLength(1)
    const head = readHead(/\{.*\}/s.exec(mails[0]?.text ?? '')?.[0] ?? '')
    expect(head).toEqual((await storedHeads(db(), company.id))[0])
    const [{ key } = { key: '' }] = await publicKeysOf(keys)
    expect(mails[0]?.text).toContain(key)
    // What an auditor kept is enough, even if bucket and database were emptied.
    await cutOff(1)
    const kept = head ? [head] : []
    expect(await verifyAuditChain(db(), company.id, await checkHeads(`k1:${key}`, [], kept))).toMatchObject({
      ok: false,
    })
  })

  it('auditors are at most twenty addresses, and changing them is recorded in the history', async () => {
    const put = (emails: string[]) => admin.call('PUT', '/api/audit-logs/recipients', { body: { emails } })
    expect((await put(['nobody'])).status).toBe(400)
    expect((await put(Array.from({ length: 21 }, (_, i) => `a${i}@firm.example`))).status).toBe(400)
    expect((await put(['a@firm.example'])).status).toBe(200)
    const log = await rows<{ message: string }>(
      "SELECT message FROM audit_log WHERE company_id = ? AND action = 'company.audit-recipients-changed'",
      company.id,
    )
    expect(log).toHaveLength(1)
  })
})
