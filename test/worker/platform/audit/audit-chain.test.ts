import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import { type AuditEntry, auditStatement } from '../../../../worker/core/audit.ts'
import { newId } from '../../../../worker/core/clock.ts'
import { Database } from '../../../../worker/core/database.ts'
import { sealAuditLog, verifyAuditChain } from '../../../../worker/features/platform/audit/chain.ts'
import { rows, run } from '../../../support/worker/sessions.ts'
import { type Client, makeCompany, signIn, type TestCompany } from '../../../support/worker/world.ts'

let company: TestCompany
let admin: Client
beforeEach(async () => {
  company = await makeCompany()
  admin = await signIn(company, await company.addPerson({ flags: ['hasAdminAccess'] }))
})

const database = () => new Database(env.DB, 'first-primary')

const entry = (more: Partial<AuditEntry> = {}): AuditEntry => ({
  changeKey: newId(),
  companyId: company.id,
  actorUserId: 'somebody',
  impersonatorUserId: null,
  action: 'test.changed',
  targetType: 'COMPANY',
  targetId: company.id,
  message: 'Changed “it” – twice',
  changeData: { before: null, after: { name: 'Zoë', amount: 12.5, list: [1, 'two', true] } },
  occurredAt: Date.now(),
  ...more,
})

const write = async (count = 1) => {
  for (let i = 0; i < count; i++) await auditStatement(env.DB, [entry({ message: `Change ${i + 1}` })]).run()
}
const sealed = async (count: number) => {
  await write(count)
  await sealAuditLog(database())
}
const ids = async () =>
  (await rows<{ id: number }>('SELECT id FROM audit_log WHERE company_id = ? ORDER BY id', company.id)).map((r) => r.id)
const verify = async () => (await admin.post('/api/audit-logs/verify')).body

/** Does what no one may: the triggers are removed while it happens. */
const tamper = async (change: () => Promise<unknown>) => {
  const triggers = await rows<{ name: string; sql: string }>(
    "SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND name LIKE 'audit_%'",
  )
  for (const { name } of triggers) await run(`DROP TRIGGER ${name}`)
  try {
    await change()
  } finally {
    for (const { sql } of triggers) await run(sql)
  }
}

describe('the audit log', () => {
  it.each(['audit_log', 'audit_seals'])('%s can’t change or shorten the log', async (table) => {
    await sealed(1)
    await expect(run(`UPDATE ${table} SET company_id = 'another' WHERE company_id = ?`, company.id)).rejects.toThrow(
      'append-only',
    )
    await expect(run(`DELETE FROM ${table} WHERE company_id = ?`, company.id)).rejects.toThrow('append-only')
  })

  it('an untouched log verifies, sealed or not yet', async () => {
    expect(await verify()).toMatchObject({ ok: true, checked: 0, checkedUntil: null, unsealed: 0, firstBroken: null })
    await sealed(3)
    await write(2)
    expect(await verifyAuditChain(database(), company.id)).toMatchObject({
      ok: true,
      checked: 5,
      checkedUntil: expect.any(String),
      unsealed: 2,
      firstBroken: null,
    })
    expect(await verify()).toMatchObject({ ok: true, checked: 5, unsealed: 0, firstBroken: null })
  })

  it('entries and seals whose hashes are stored as text, as before, still verify', async () => {
    await sealed(2)
    await tamper(async () => {
      await run('UPDATE audit_log SET entry_hash = lower(hex(entry_hash)) WHERE company_id = ?', company.id)
      await run('UPDATE audit_seals SET hash = lower(hex(hash)) WHERE company_id = ?', company.id)
    })
    await sealed(1)
    const stored = await rows<{ type: string }>(
      'SELECT typeof(hash) AS type FROM audit_seals WHERE company_id = ? ORDER BY sequence',
      company.id,
    )
    expect(stored.map(({ type }) => type)).toEqual(['text', 'text', 'blob'])
    expect(await verify()).toMatchObject({ ok: true, checked: 3, unsealed: 0, firstBroken: null })
  })

  it('the product’s own entries verify', async () => {
    await admin.post('/api/intake-categories', { name: 'Software' })
    await admin.graphql('mutation { getSignedUploadUrl(fileName: "a.pdf") { url } }')
    expect(await verify()).toMatchObject({ ok: true, checked: 1, unsealed: 0 })
  })

  it('a log longer than one read verifies', async () => {
    const entries = Array.from({ length: 1100 }, (_, i) => entry({ message: `Change ${i}` }))
    await auditStatement(env.DB, entries).run()
    const db = database()
    expect([await sealAuditLog(db), await sealAuditLog(db), await sealAuditLog(db)]).toEqual([500, 500, 100])
    expect(await verify()).toMatchObject({ ok: true, checked: 1100, unsealed: 0 })
  })

  it.each([
    ['message', 'Something else'],
    ['actor_user_id', 'somebody-else'],
    ['impersonator_user_id', 'somebody-else'],
    ['action', 'test.denied'],
    ['target_id', 'another'],
    ['change_data', '{"after":{"name":"Zoe"}}'],
    ['change_data', 'no JSON'],
    ['occurred_at', 1],
    ['change_key', 'another-key'],
  ])('verification names the entry whose %s was altered', async (column, value) => {
    await sealed(3)
    const [, second = 0] = await ids()
    await tamper(() => run(`UPDATE audit_log SET ${column} = ? WHERE id = ?`, value, second))
    expect(await verify()).toMatchObject({
      ok: false,
      firstBroken: {
        auditId: String(second),
        problem: 'The entry was altered.',
        message: expect.any(String),
        occurredAt: expect.any(String),
      },
    })
  })

  it('an altered entry is detected even with a matching hash', async () => {
    await sealed(3)
    const [, second = 0] = await ids()
    const [row] = await rows<{ at: number; key: string }>(
      'SELECT occurred_at AS at, change_key AS key FROM audit_log WHERE id = ?',
      second,
    )
    const forged = entry({ message: 'Forged', occurredAt: row?.at, changeKey: row?.key })
    const { auditEntryHash } = await import('../../../../worker/core/audit.ts')
    const hash = auditEntryHash(forged)
    await tamper(() => run("UPDATE audit_log SET message = 'Forged', entry_hash = ? WHERE id = ?", hash, second))
    expect(await verify()).toMatchObject({
      ok: false,
      firstBroken: { auditId: String(second), problem: 'The chain does not match.' },
    })
  })

  it('a removed entry is detected at the beginning, in the middle and at the end', async () => {
    for (const position of [0, 1, 2]) {
      company = await makeCompany()
      admin = await signIn(company, await company.addPerson({ flags: ['hasAdminAccess'] }))
      await sealed(3)
      const before = await ids()
      await tamper(() => run('DELETE FROM audit_log WHERE id = ?', before[position]))
      const report = await verify()
      expect(report).toMatchObject({ ok: false })
      expect(report.firstBroken.problem).toMatch(/missing|removed/)
    }
  })

  it('a removed entry is detected even if later ones are not sealed yet', async () => {
    await sealed(2)
    const [, last = 0] = await ids()
    await tamper(() => run('DELETE FROM audit_log WHERE id = ?', last))
    await write(1)
    expect(await verifyAuditChain(database(), company.id)).toMatchObject({
      ok: false,
      firstBroken: { auditId: String(last) },
    })
  })

  it('an altered or removed seal is detected', async () => {
    await sealed(3)
    const [first = 0, second = 0] = await ids()
    await tamper(() => run("UPDATE audit_seals SET hash = 'forged' WHERE audit_id = ?", second))
    expect(await verify()).toMatchObject({ ok: false, firstBroken: { auditId: String(second) } })
    await tamper(() => run('DELETE FROM audit_seals WHERE audit_id = ?', first))
    expect(await verify()).toMatchObject({ ok: false, firstBroken: { auditId: String(first) } })
  })

  it('an entry moved to another company is detected', async () => {
    await sealed(3)
    const other = await makeCompany()
    const [, second = 0] = await ids()
    await tamper(() => run('UPDATE audit_log SET company_id = ? WHERE id = ?', other.id, second))
    expect(await verify()).toMatchObject({ ok: false })
    expect(await verifyAuditChain(database(), other.id)).toMatchObject({
      ok: false,
      firstBroken: { auditId: String(second), problem: 'The entry was altered.' },
    })
  })

  it('two simultaneous seals make one chain while others write', async () => {
    await write(20)
    await Promise.all([sealAuditLog(database()), write(3), sealAuditLog(database()), sealAuditLog(database())])
    await Promise.all([sealAuditLog(database()), sealAuditLog(database())])
    const seals = await rows<{ sequence: number }>(
      'SELECT sequence FROM audit_seals WHERE company_id = ? ORDER BY sequence',
      company.id,
    )
    expect(seals.map((seal) => seal.sequence)).toEqual(Array.from({ length: 23 }, (_, i) => i + 1))
    expect(await verify()).toMatchObject({ ok: true, checked: 23, unsealed: 0 })
  })

  it('sealing during verification raises no false alarm', async () => {
    /** Seals everything before each of the verifier's reads. */
    class Busy extends Database {
      override async all<Row>(statement: D1PreparedStatement): Promise<Row[]> {
        await write(1)
        await sealAuditLog(database())
        return super.all(statement)
      }
    }
    await write(3)
    expect(await verifyAuditChain(new Busy(env.DB, 'first-primary'), company.id)).toMatchObject({ ok: true })
  })

  it('a change key is recorded once, so one of two writers of a version loses', async () => {
    const twice = entry({ changeKey: `version-${company.id}` })
    await auditStatement(env.DB, [twice]).run()
    await expect(auditStatement(env.DB, [twice]).run()).rejects.toThrow('UNIQUE')
    await auditStatement(env.DB, [twice], 'ignore').run()
    expect(await ids()).toHaveLength(1)
  })
})
