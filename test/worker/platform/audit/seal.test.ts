import { env } from 'cloudflare:workers'
import { expect, it } from 'vitest'
import { auditStatement } from '../../../../worker/core/audit.ts'
import { newId } from '../../../../worker/core/clock.ts'
import { Database } from '../../../../worker/core/database.ts'
import { sealAuditLog } from '../../../../worker/features/platform/audit/chain.ts'
import { verifyAuditChain } from '../../../../worker/features/platform/audit/verify-chain.ts'
import { rows, run } from '../../../support/worker/sessions.ts'

/** Many companies are sealed together, because an invocation may ask a database only a thousand times. */

const database = () => new Database(env.DB, 'first-primary')
const write = (companyId: string, times: number) =>
  auditStatement(
    env.DB,
    Array.from({ length: times }, (_, at) => ({
      changeKey: newId(),
      companyId,
      actorUserId: 'somebody',
      impersonatorUserId: null,
      action: 'test.changed',
      targetType: 'COMPANY' as const,
      targetId: companyId,
      message: `Change ${at + 1}`,
      changeData: {},
      occurredAt: Date.now(),
    })),
  ).run()

it('250 companies are sealed by at most ten statements, each with its own whole chain', async () => {
  await sealAuditLog(database())
  const companies = Array.from({ length: 250 }, () => newId())
  await run(
    `INSERT INTO companies (id, name, email_short_name, flags, created_at)
     SELECT value, 'Company ' || value, 'c-' || value, '{}', 0 FROM json_each(?)`,
    JSON.stringify(companies),
  )
  for (const [at, id] of companies.entries()) await write(id, 1 + (at % 3))
  let statements = 0
  const db = database()
  const counted = {
    all: (...of: Parameters<Database['all']>) => {
      statements += 1
      return db.all(...of)
    },
    batch: (of: D1PreparedStatement[]) => {
      statements += of.length
      return db.batch(of as never)
    },
    prepare: db.prepare.bind(db),
    sql: db.sql.bind(db),
  } as unknown as Database
  expect(await sealAuditLog(counted)).toBe(499)
  expect(statements).toBeLessThanOrEqual(10)
  for (const id of [companies[0], companies[100], companies[249]])
    expect(await verifyAuditChain(database(), id ?? '')).toMatchObject({ ok: true, unsealed: 0 })
  expect(await sealAuditLog(database())).toBe(0)
})

it('a company with more rows than are sealed at once is sealed to its end, in the order of writing', async () => {
  const id = newId()
  await run(
    "INSERT INTO companies (id, name, email_short_name, flags, created_at) VALUES (?, 'Long', ?, '{}', 0)",
    id,
    `long-${id}`,
  )
  for (let at = 0; at < 9; at++) await write(id, 500)
  expect(await sealAuditLog(database())).toBeGreaterThanOrEqual(4_500)
  expect(await verifyAuditChain(database(), id)).toMatchObject({ ok: true, unsealed: 0, checked: 4_500 })
  const [{ seals } = { seals: 0 }] = await rows<{ seals: number }>(
    'SELECT count(*) AS seals FROM audit_seals WHERE company_id = ?',
    id,
  )
  // One for each 256 rows, and the newest.
  expect(seals).toBe(18)
})
