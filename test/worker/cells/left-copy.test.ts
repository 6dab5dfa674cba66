import { env } from 'cloudflare:workers'
import { getTableColumns, getTableName, is } from 'drizzle-orm'
import { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import * as tables from '../../../schema/tables.ts'
import { envOfCell, inPlace } from '../../../worker/core/cells.ts'
import { newId } from '../../../worker/core/clock.ts'
import { runCron } from '../../../worker/core/cron.ts'
import { Database } from '../../../worker/core/database.ts'
import { sha256Hex } from '../../../worker/core/hash.ts'
import { SECRET_TABLES } from '../../../worker/core/moved/secret-places.ts'
import { type OutboxContext, registeredTopics } from '../../../worker/core/outbox-registry.ts'
import { systemContext } from '../../../worker/core/system-context.ts'
import {
  advanceMove,
  beginMove,
  confirmMove,
  readMove,
  undoMove,
} from '../../../worker/features/platform/moves/index.ts'
import { cellFor, settledIn } from '../../support/worker/database.ts'
import { runTicks } from '../../support/worker/jobs/ticks.ts'
import { makeWorld, type World } from '../../support/worker/matrix-world.ts'
import { askForLink, clientOf, exchange, mailTo, tokenIn } from '../../support/worker/sessions.ts'
import { anonymous } from '../../support/worker/world.ts'

/** A company moved out of the first cell, and its old copy there is not deleted yet. */

const OLD = 0
const NEW = 1
const DAY_MS = 24 * 60 * 60 * 1000
let world: World
let companyId: string
const moving = { env, now: () => Date.now() }
const dbOf = (cell: number) => new Database(envOfCell(env, cell).DB, 'first-primary')
const errors: string[] = []
const jobIn = (cell: number, now = Date.now()): OutboxContext => ({
  env: envOfCell(env, cell),
  db: dbOf(cell),
  clock: { now: () => now },
  log: { info: () => {}, error: (event, facts) => void errors.push(`${event} ${JSON.stringify(facts)}`) },
})
const move = async (to: number) => {
  await beginMove(moving, { companyId, toCell: to, startedBy: 'test' })
  await advanceMove(moving, companyId)
  settledIn(companyId, to)
}
const run = (cell: number, sql: string, ...values: unknown[]) => dbOf(cell).batch([dbOf(cell).sql(sql, ...values)])
const rowsIn = async (cell: number, sql: string, ...values: unknown[]) =>
  (await dbOf(cell).all(dbOf(cell).sql(sql, ...values))) as Record<string, unknown>[]

/** A secret of each kind, made while the company was in its first cell. */
const secrets = new Map(SECRET_TABLES.map((table) => [table, `${table}-${newId()}-secret`]))
const hashIn = (table: (typeof SECRET_TABLES)[number]) => sha256Hex(secrets.get(table) ?? '')
const cellOf = async (secret: string) => {
  const context = systemContext(jobIn(OLD), { name: 'test', companyId, may: [] })
  return (await inPlace(context, { secret })).env.CELL ?? 0
}

const UPLOAD = 'uploads/left-behind'

beforeAll(async () => {
  world = await makeWorld()
  companyId = world.own.id
  await runTicks(env)
  if (cellFor(companyId) !== OLD) {
    await move(OLD)
    await confirmMove(moving, companyId)
  }
  const { userId } = world.people.admin
  const soon = Date.now() + DAY_MS
  await run(
    OLD,
    `INSERT INTO login_tokens (token_hash, purpose, user_id, company_id, created_at, expires_at)
     VALUES (?, 'EMAIL_LINK', ?, ?, 0, ?)`,
    ...[hashIn('login_tokens'), userId, companyId, soon],
  )
  await run(
    OLD,
    `INSERT INTO email_changes (token_hash, company_id, user_id, asked_by_user_id, old_email, new_email, created_at, expires_at)
     VALUES (?, ?, ?, ?, 'old@people.test', 'new@people.test', 0, ?)`,
    ...[hashIn('email_changes'), companyId, userId, userId, soon],
  )
  await run(
    OLD,
    `INSERT INTO decision_links (token_hash, company_id, user_id, target_type, target_id, block_id, run, version,
       created_at, expires_at) VALUES (?, ?, ?, 'INTAKE_SUBMISSION', ?, 'b', 1, 1, 0, ?)`,
    ...[hashIn('decision_links'), companyId, userId, world.request.id, soon],
  )
  await run(
    OLD,
    `INSERT INTO vendor_form_invitations (id, company_id, intake_submission_id, vendor_id, intake_category_id,
       form_version, recipient, owner_user_id, created_at, sent_at, token_hash, expires_at)
     VALUES (?, ?, ?, ?, ?, 1, 'EMAIL', ?, 0, 0, ?, ?)`,
    ...[newId(), companyId, newId(), world.vendorId, world.vendorForm.id, userId],
    ...[hashIn('vendor_form_invitations'), soon],
  )
  await move(NEW)
}, 120_000)

describe('a company that moved, while its old copy stays', () => {
  it('its people get login mails and sign in, and see it once among their companies and sessions', async () => {
    const { email } = world.people.member
    expect((await askForLink(email)).status).toBe(200)
    await runTicks(env)
    const client = clientOf(await exchange(anonymous, tokenIn(await mailTo(email))))
    expect((await client.get('/jwt-data')).body).toMatchObject({ companyId, email })
    const companies = (await client.get('/api/current-user/company-memberships')).body
    expect(companies.map((each: { companyId: string }) => each.companyId)).toEqual([companyId])
    const sessions = (await client.get('/auth/sessions')).body
    expect(sessions.filter(({ isCurrent }: { isCurrent: boolean }) => isCurrent)).toHaveLength(1)
    expect(
      await rowsIn(
        OLD,
        "SELECT id FROM outbox WHERE company_id = ? AND topic = 'session.login-link' AND done_at IS NULL",
        companyId,
      ),
    ).toEqual([])
  })

  it('an effect of every topic that is still written in the old cell is carried out in the new one', async () => {
    const topics = registeredTopics()
    expect(topics.length).toBeGreaterThan(50)
    const later = Date.now() + 30 * DAY_MS
    for (const topic of topics)
      await run(
        OLD,
        `INSERT INTO outbox (id, company_id, topic, payload, created_at, available_at) VALUES (?, ?, ?, ?, ?, ?)`,
        ...[`late:${topic}`, companyId, topic, JSON.stringify({ for: topic }), Date.now(), later],
      )
    await runTicks(env)
    const SQL = `SELECT topic, payload ->> 'for' AS "for", available_at AS at, done_at AS done FROM outbox WHERE id LIKE 'late:%' ORDER BY topic`
    const there = await rowsIn(NEW, SQL)
    expect(there).toEqual(topics.toSorted().map((topic) => ({ topic, for: topic, at: later, done: null })))
    const left = await rowsIn(OLD, "SELECT payload FROM outbox WHERE id LIKE 'late:%' AND done_at IS NOT NULL")
    expect(left).toEqual(topics.map(() => ({ payload: '{}' })))
    await run(NEW, "DELETE FROM outbox WHERE id LIKE 'late:%'")
  })

  it('every secret that names the old cell leads to the new one', async () => {
    for (const [table, secret] of secrets) expect([table, await cellOf(secret)]).toEqual([table, NEW])
  })

  it('every table with a secret’s hash is followed, or found in another way', async () => {
    const found = Object.values<unknown>(tables).flatMap((table) => {
      if (!is(table, SQLiteTable)) return []
      const names = Object.values(getTableColumns(table)).map(({ name }) => name)
      return names.includes('token_hash') && names.includes('company_id') ? [getTableName(table)] : []
    })
    const others = [
      // By the session's own lock, the company in the secret, or in every cell.
      ...['sessions', 'renewal_feeds', 'sourcing_bidders', 'reply_addresses'],
      // Of vendors' people, and of companies before they begin: in the directory.
      ...['vendor_company_invitations', 'vendor_sessions', 'sign_ups'],
    ]
    expect(found.toSorted()).toEqual([...SECRET_TABLES, ...others].toSorted())
  })

  it('no scheduled job works on the old copy, whatever is due there', async () => {
    const { userId } = world.people.admin
    const long = Date.now() - 3 * DAY_MS
    await env.DOCUMENTS.put(UPLOAD, 'still needed')
    await run(
      OLD,
      "INSERT INTO uploads (storage_key, company_id, user_id, file_name, created_at) VALUES (?, ?, ?, 'a.pdf', ?)",
      ...[UPLOAD, companyId, userId, long],
    )
    await run(OLD, 'UPDATE documents SET temporary_since = ? WHERE company_id = ?', long, companyId)
    await run(
      OLD,
      'INSERT OR REPLACE INTO notification_preferences (company_id, user_id, digest_at, updated_at) VALUES (?, ?, ?, 0)',
      ...[companyId, userId, long],
    )
    await run(
      OLD,
      `INSERT INTO notification_reminders (id, company_id, note, days_after_notification, created_at, checked_at)
       VALUES (?, ?, '', 1, ?, 0)`,
      ...[newId(), companyId, long],
    )
    const digests = 'SELECT digest_at AS at FROM notification_preferences WHERE company_id = ? AND user_id = ?'
    const effects = 'SELECT id FROM outbox WHERE company_id = ? AND done_at IS NULL AND dead_at IS NULL ORDER BY id'
    const before = await rowsIn(OLD, effects, companyId)
    for (const days of [0, 1, 40, 400]) await runCron(jobIn(OLD, Date.now() + days * DAY_MS))
    expect(errors.filter((text) => text.startsWith('cron.failed'))).toEqual([])
    expect(await rowsIn(OLD, effects, companyId)).toEqual(before)
    expect(await rowsIn(OLD, digests, companyId, userId)).toEqual([{ at: long }])
    expect(await env.DOCUMENTS.head(UPLOAD)).not.toBeNull()
    expect(
      await rowsIn(OLD, 'SELECT 1 AS one FROM documents WHERE company_id = ? AND deleted_at > ?', companyId, long),
    ).toEqual([])
  })

  it('undo says to move back, moving back works at once over the old copy, and elsewhere it has to go first', async () => {
    await expect(undoMove(moving, companyId)).rejects.toThrow('Start a move back to its old database instead.')
    await expect(beginMove(moving, { companyId, toCell: 2, startedBy: 'test' })).rejects.toThrow(
      'Delete the old copy in database 0 first.',
    )
    await world.as('admin').get('/api/departments')
    expect((await world.as('admin').post('/api/departments', { name: 'Since the move' })).status).toBe(200)
    await runTicks(env)
    await vi.waitFor(
      () =>
        move(OLD).catch(async (error) => {
          if ((await readMove(moving, companyId))?.phase !== 'COPYING') throw error
          await advanceMove(moving, companyId)
        }),
      { timeout: 20_000 },
    )
    settledIn(companyId, OLD)
    const named = "SELECT name FROM departments WHERE company_id = ? AND name = 'Since the move'"
    expect(await rowsIn(OLD, named, companyId)).toHaveLength(1)
    expect(await readMove(moving, companyId)).toMatchObject({ fromCell: NEW, toCell: OLD, phase: 'DONE' })
    for (const [table, secret] of secrets) expect([table, await cellOf(secret)]).toEqual([table, OLD])
    await confirmMove(moving, companyId)
  }, 60_000)

  it('once the old copy is deleted, secrets that name it still lead to the company', async () => {
    await move(NEW)
    await confirmMove(moving, companyId)
    for (const [table, secret] of secrets) expect([table, await cellOf(secret)]).toEqual([table, NEW])
  }, 60_000)
})
