import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import { type AuditEntry, auditEntryHash, auditStatement } from '../../../../worker/core/audit.ts'
import { shortKey } from '../../../../worker/core/audit-text.ts'
import { newId } from '../../../../worker/core/clock.ts'
import { Database } from '../../../../worker/core/database.ts'
import { sha256Hex } from '../../../../worker/core/hash.ts'
import { COVERED, sealAuditLog } from '../../../../worker/features/platform/audit/chain.ts'
import { verifyAuditChain } from '../../../../worker/features/platform/audit/verify-chain.ts'
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
/** As seals were once: one for each entry. */
const sealedOneByOne = async (count: number) => {
  const before = await ids()
  await sealed(count)
  const after = (await ids()).slice(before.length)
  let hash = '0'.repeat(64)
  for (const [index, id] of after.entries()) {
    const [row] = await rows<{ hash: string }>('SELECT lower(hex(entry_hash)) AS hash FROM audit_log WHERE id = ?', id)
    hash = sha256Hex(`${hash}${row?.hash}`)
    if (id !== after.at(-1))
      await run('INSERT INTO audit_seals VALUES (?, ?, ?, unhex(?))', company.id, index + 1, id, hash)
  }
}
const ids = async () =>
  (await rows<{ id: number }>('SELECT id FROM audit_log WHERE company_id = ? ORDER BY id', company.id)).map((r) => r.id)
const verify = async () => (await admin.post('/api/audit-logs/verify')).body

/** Does what no one may: the triggers are removed while it happens. */
const tamper = async (change: () => Promise<unknown>) => {
  const triggers = await rows<{ name: string; sql: string }>(
    `SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND name <> 'audit_log_added'
        AND (name LIKE 'audit_%' OR name LIKE '%_numbers_no_%')`,
  )
  for (const { name } of triggers) await run(`DROP TRIGGER ${name}`)
  try {
    await change()
  } finally {
    for (const { sql } of triggers) await run(sql)
  }
}

const NUMBER = "(SELECT id FROM word_numbers WHERE company_id = ?1 AND word = '')"

/** Alters an entry. What it names by a number, it names by another one then. */
const alter = async (column: string, value: string | number | null, id: number) => {
  const number = { actor_user_id: 'actor', impersonator_user_id: 'impersonator', company_id: 'company' }[column]
  if (column === 'target_id') {
    await run(
      'INSERT INTO object_numbers (company, kind, object_id) SELECT company, kind, ? FROM audit_entries WHERE id = ?',
      ...[value, id],
    )
    return run('UPDATE audit_entries SET object = (SELECT max(id) FROM object_numbers) WHERE id = ?', id)
  }
  if (!number) return run(`UPDATE audit_entries SET ${column} = ? WHERE id = ?`, value, id)
  const word = column === 'company_id' ? [value, ''] : [company.id, value]
  await run('INSERT OR IGNORE INTO word_numbers (company_id, word) VALUES (?, ?)', ...word)
  return run(
    `UPDATE audit_entries SET ${number} = (SELECT id FROM word_numbers WHERE company_id = ? AND word = ?) WHERE id = ?`,
    ...[...word, id],
  )
}

describe('the audit log', () => {
  it.each([
    ['audit_entries', `company = ${NUMBER}`, 'occurred_at = 1'],
    ['object_numbers', `company = ${NUMBER}`, "object_id = 'another'"],
    ['word_numbers', 'company_id = ?1', "word = 'another'"],
    ['audit_seals', 'company_id = ?1', "company_id = 'another'"],
  ])('%s can’t change or shorten the log', async (table, where, change) => {
    await sealed(1)
    await expect(run(`UPDATE ${table} SET ${change} WHERE ${where}`, company.id)).rejects.toThrow('append-only')
    await expect(run(`DELETE FROM ${table} WHERE ${where}`, company.id)).rejects.toThrow('append-only')
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
    await sealedOneByOne(2)
    await tamper(async () => {
      await run(`UPDATE audit_entries SET entry_hash = lower(hex(entry_hash)) WHERE company = ${NUMBER}`, company.id)
      await run('UPDATE audit_seals SET hash = lower(hex(hash)) WHERE company_id = ?', company.id)
    })
    await sealed(1)
    const stored = await rows<{ type: string }>(
      'SELECT typeof(hash) AS type FROM audit_seals WHERE company_id = ? ORDER BY sequence',
      company.id,
    )
    expect(stored.map(({ type }) => type)).toEqual(['text', 'blob'])
    expect(await verify()).toMatchObject({ ok: true, checked: 3, unsealed: 0, firstBroken: null })
  })

  it('the product’s own entries verify', async () => {
    await admin.post('/api/intake-categories', { name: 'Software' })
    await admin.graphql('mutation { getSignedUploadUrl(fileName: "a.pdf") { url } }')
    expect(await verify()).toMatchObject({ ok: true, checked: 1, unsealed: 0 })
  })

  it('an entry that says nothing of changed values verifies', async () => {
    await auditStatement(env.DB, [entry({ changeData: undefined })]).run()
    await auditStatement(env.DB, [entry({ changeData: undefined })], 'ignore').run()
    expect(await verify()).toMatchObject({ ok: true, checked: 2, unsealed: 0, firstBroken: null })
  })

  it('a log longer than one read verifies', async () => {
    const entries = Array.from({ length: 1100 }, (_, i) => entry({ message: `Change ${i}` }))
    await auditStatement(env.DB, entries).run()
    const db = database()
    expect([await sealAuditLog(db), await sealAuditLog(db)]).toEqual([1100, 0])
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
    await tamper(() => alter(column, value, second))
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

  it.each([
    ['word_numbers', "UPDATE word_numbers SET word = 'somebody-else' WHERE company_id = ? AND word = 'somebody'"],
    ['word_numbers', "UPDATE word_numbers SET word = 'VENDOR' WHERE company_id = ? AND word = 'COMPANY'"],
    ['object_numbers', "UPDATE object_numbers SET object_id = 'another' WHERE object_id = ?"],
  ])('what entries name by a number of %s can’t be exchanged unnoticed', async (_, change) => {
    await sealed(1)
    await tamper(() => run(change, company.id))
    expect(await verify()).toMatchObject({ ok: false, firstBroken: { problem: 'The entry was altered.' } })
  })

  it('an altered entry is detected even with a matching hash', async () => {
    await sealedOneByOne(3)
    const [, second = 0] = await ids()
    const [row] = await rows<{ at: number; key: string }>(
      'SELECT occurred_at AS at, change_key AS key FROM audit_log WHERE id = ?',
      second,
    )
    const forged = entry({ message: 'Forged', occurredAt: row?.at, changeKey: row?.key })
    const hash = auditEntryHash(forged)
    await tamper(() => run("UPDATE audit_entries SET message = 'Forged', entry_hash = ? WHERE id = ?", hash, second))
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
      await tamper(() => run('DELETE FROM audit_entries WHERE id = ?', before[position]))
      const report = await verify()
      expect(report).toMatchObject({ ok: false })
      expect(report.firstBroken.problem).toMatch(/missing|removed/)
    }
  })

  it('a removed entry is detected even if later ones are not sealed yet', async () => {
    await sealed(2)
    const [, last = 0] = await ids()
    await tamper(() => run('DELETE FROM audit_entries WHERE id = ?', last))
    await write(1)
    expect(await verifyAuditChain(database(), company.id)).toMatchObject({
      ok: false,
      firstBroken: { auditId: String(last) },
    })
  })

  it('an altered seal is detected', async () => {
    await sealedOneByOne(3)
    const [, second = 0] = await ids()
    await tamper(() => run("UPDATE audit_seals SET hash = 'forged' WHERE audit_id = ?", second))
    expect(await verify()).toMatchObject({ ok: false, firstBroken: { auditId: String(second) } })
  })

  it('an entry moved to another company is detected', async () => {
    await sealed(3)
    const other = await makeCompany()
    const [, second = 0] = await ids()
    await tamper(() => alter('company_id', other.id, second))
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
    const seals = await rows<{ sequence: number }>('SELECT sequence FROM audit_seals WHERE company_id = ?', company.id)
    expect(seals).toEqual([{ sequence: 23 }])
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

  it('a seal covers many entries, and only the newest one moves, forward', async () => {
    await auditStatement(
      env.DB,
      Array.from({ length: COVERED + 10 }, (_, i) => entry({ message: `Change ${i}` })),
    ).run()
    await sealAuditLog(database())
    await sealed(5)
    const sequences = await rows<{ sequence: number }>(
      'SELECT sequence FROM audit_seals WHERE company_id = ? ORDER BY sequence',
      company.id,
    )
    expect(sequences.map(({ sequence }) => sequence)).toEqual([256, 271])
    for (const change of [
      `sequence = 200, audit_id = audit_id + 100 WHERE sequence = ${COVERED}`,
      `sequence = ${COVERED} - 1, audit_id = audit_id - 1 WHERE sequence = ${COVERED}`,
      `sequence = sequence - 1, audit_id = audit_id - 1 WHERE sequence = ${COVERED + 15}`,
      `sequence = ${3 * COVERED}, audit_id = audit_id + ${COVERED} WHERE sequence = ${COVERED + 15}`,
      `hash = 'forged' WHERE sequence = ${COVERED + 15}`,
    ])
      await expect(run(`UPDATE audit_seals SET ${change} AND company_id = ?`, company.id)).rejects.toThrow(
        'append-only',
      )
    expect(await verify()).toMatchObject({ ok: true, checked: 271, unsealed: 0 })
    await tamper(() => run('DELETE FROM audit_seals WHERE company_id = ? AND sequence = ?', company.id, COVERED))
    expect(await verify()).toMatchObject({ ok: false, firstBroken: { problem: 'The seal of the entry is missing.' } })
  })

  it.each([2, COVERED, COVERED + 3])(
    'a forged entry %i entries before the end is found with its matching hash',
    async (back) => {
      await auditStatement(
        env.DB,
        Array.from({ length: COVERED + 10 }, (_, i) => entry({ message: `Change ${i}` })),
      ).run()
      await sealAuditLog(database())
      const id = (await ids()).at(-back) ?? 0
      const [row] = await rows<{ at: number; key: string }>(
        'SELECT occurred_at AS at, change_key AS key FROM audit_log WHERE id = ?',
        id,
      )
      const hash = auditEntryHash(entry({ message: 'Forged', occurredAt: row?.at ?? 0, changeKey: row?.key ?? '' }))
      await tamper(() => run("UPDATE audit_entries SET message = 'Forged', entry_hash = ? WHERE id = ?", hash, id))
      expect(await verify()).toMatchObject({ ok: false, firstBroken: { problem: 'The chain does not match.' } })
    },
  )

  it('an entry that was put between sealed ones is detected', async () => {
    await sealed(4)
    const [first = 0, second = 0] = await ids()
    await tamper(async () => {
      await run(`UPDATE audit_entries SET id = id + 1000000 WHERE company = ${NUMBER} AND id >= ?2`, company.id, second)
      await run('UPDATE audit_seals SET audit_id = audit_id + 1000000 WHERE company_id = ?', company.id)
      await auditStatement(env.DB, [entry({ message: 'Between' })]).run()
      const added = Math.max(...(await ids()))
      await run('UPDATE audit_entries SET id = ? WHERE id = ?', first + 999_999, added)
    })
    expect(await verify()).toMatchObject({
      ok: false,
      firstBroken: { problem: 'An entry before this one was added later.' },
    })
  })

  it('what the approval machine did is stored shortened, reads in full and verifies, and every alteration shows', async () => {
    const done = entry({
      action: 'intake-submission.block-approved',
      message: 'Ada approved “Legal”',
      changeData: { blockId: `${company.id}-1-1`, label: 'Legal', comment: '' },
    })
    await auditStatement(env.DB, [done], 'ignore').run()
    const [row] = await rows<{ id: number; stored: number; action: string; message: string; data: string }>(
      `SELECT id, length(action || message || change_data) AS stored, full_action AS action, full_message AS message,
              full_data AS data FROM audit_log WHERE company_id = ?`,
      company.id,
    )
    expect(row).toMatchObject({ action: done.action, message: done.message, data: JSON.stringify(done.changeData) })
    expect(row?.stored).toBeLessThan(30)
    await sealAuditLog(database())
    expect(await verify()).toMatchObject({ ok: true, checked: 1, unsealed: 0 })
    const { body } = await admin.get(`/api/audit-logs?targetType=COMPANY&targetId=${company.id}`)
    expect(body.edges[0].node).toMatchObject({ message: done.message, changeData: done.changeData })
    for (const [column, value] of [
      ['is_short', null],
      ['action', 'intake-submission.block-rejected'],
      ['message', 'Ada rejected “Legal”'],
    ] as const) {
      await tamper(() => alter(column, value, row?.id ?? 0))
      expect(await verify()).toMatchObject({ ok: false, firstBroken: { problem: 'The entry was altered.' } })
    }
  })

  it('a change that was recorded under its whole key is not recorded again', async () => {
    const old = entry({ changeKey: `intake:${company.id}:1` })
    await auditStatement(env.DB, [old]).run()
    await auditStatement(env.DB, [old, entry({ changeKey: `intake:${company.id}:2` })], 'ignore').run()
    await auditStatement(env.DB, [old, entry({ changeKey: `intake:${company.id}:2` })], 'ignore').run()
    expect(await ids()).toHaveLength(2)
    await sealAuditLog(database())
    expect(await verify()).toMatchObject({ ok: true, checked: 2 })
  })

  it('an event of a request is stored with its number alone, is recorded once, and its alteration shows', async () => {
    const id = newId()
    const event = (number: number) =>
      entry({ changeKey: `intake:${id}:${number}`, targetType: 'INTAKE_SUBMISSION', targetId: id })
    await auditStatement(env.DB, [event(1), event(2)], 'ignore').run()
    await auditStatement(env.DB, [event(2), event(3)], 'ignore').run()
    const stored = 'SELECT change_key AS key, sequence FROM audit_log WHERE company_id = ? ORDER BY id'
    expect(await rows(stored, company.id)).toEqual([1, 2, 3].map((sequence) => ({ key: null, sequence })))
    await sealAuditLog(database())
    expect(await verify()).toMatchObject({ ok: true, checked: 3, unsealed: 0 })
    await tamper(async () => alter('sequence', 4, (await ids()).at(-1) ?? 0))
    expect(await verify()).toMatchObject({ ok: false, firstBroken: { problem: 'The entry was altered.' } })
  })

  it('an event that was recorded under its short key, as before, is not recorded again', async () => {
    const id = newId()
    const event = entry({ changeKey: `intake:${id}:1`, targetType: 'INTAKE_SUBMISSION', targetId: id })
    await auditStatement(env.DB, [{ ...event, changeKey: shortKey(event.changeKey) }]).run()
    await auditStatement(env.DB, [event], 'ignore').run()
    expect(await ids()).toHaveLength(1)
  })

  it('a change key is recorded once, so one of two writers of a version loses', async () => {
    const twice = entry({ changeKey: `version-${company.id}` })
    await auditStatement(env.DB, [twice]).run()
    await expect(auditStatement(env.DB, [twice]).run()).rejects.toThrow('UNIQUE')
    await auditStatement(env.DB, [twice], 'ignore').run()
    expect(await ids()).toHaveLength(1)
  })
})
