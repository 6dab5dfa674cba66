import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import { envOfCell } from '../../../worker/core/cells.ts'
import { Database } from '../../../worker/core/database.ts'
import { verifyAuditChain } from '../../../worker/features/platform/audit/verify-chain.ts'
import {
  advanceMove,
  beginMove,
  confirmMove,
  type Move,
  readMove,
  undoMove,
} from '../../../worker/features/platform/moves/index.ts'
import { jsonList } from '../../../worker/features/platform/moves/json-list.ts'
import { endMove } from '../../../worker/features/platform/moves/move.ts'
import { companyTables } from '../../../worker/features/platform/moves/tables.ts'
import { workOn } from '../../../worker/features/platform/moves/work.ts'
import { cellFor, settledIn } from '../../support/worker/database.ts'
import { Breaker, brokenOff, faultyEnv } from '../../support/worker/faulty-database.ts'
import { runTicks } from '../../support/worker/jobs/ticks.ts'
import { makeWorld, type World } from '../../support/worker/matrix-world.ts'
import { signInAsStaff } from '../../support/worker/platform-staff.ts'
import { paymentFactsOf, postBill, postPayment } from '../../support/worker/posted-bills.ts'
import { KeyClient } from '../../support/worker/world.ts'

/** A company with something in most tables moves to another cell. */
let world: World
let companyId: string
const moving = { env, now: () => Date.now() }
const dbOf = (cell: number) => new Database(envOfCell(env, cell).DB, 'first-primary')

/** The orders of a person’s requests, and what they are by. Kept by triggers, with numbers of the cell’s own. */
const ORDERS: Record<string, string[]> = {
  request_orders: ['created_at', 'is_asked'],
  request_number_orders: [],
  request_status_orders: ['status', 'created_at'],
  request_name_orders: ['requestor_name'],
  request_amount_orders: ['amount_sort'],
  request_due_orders: ['due_sort'],
}

/** Every row of the company in a cell, by table, without what cells number themselves. */
const contentOf = async (cell: number): Promise<Record<string, string[]>> => {
  const db = dbOf(cell)
  const content: Record<string, string[]> = {}
  for (const { name, columns, where, read } of await companyTables(db)) {
    const values = columns.map((column) => read[column] ?? `t.${column}`)
    const rows = await db.all<{ text: string }>(
      db.sql(`SELECT ${jsonList(values)} AS text FROM ${name} t WHERE ${where}`, companyId),
    )
    content[name] = rows.map(({ text }) => text).sort()
  }
  const orders = await Promise.all(
    Object.entries(ORDERS).map(([name, keys]) =>
      db.all<{ text: string }>(
        db.sql(
          `SELECT json_array('${name}', n.user_id, ${[...keys, 'number'].map((key) => `o.${key}`).join(', ')}) AS text
             FROM request_people n CROSS JOIN ${name} o ON o.person = n.id WHERE n.company_id = ?`,
          companyId,
        ),
      ),
    ),
  )
  content.request_orders = orders
    .flat()
    .map(({ text }) => text)
    .sort()
  return content
}
const rowsIn = (content: Record<string, string[]>): number =>
  Object.entries(content)
    // Copies of what the cell's companies share stay.
    .filter(([name]) => !['users', 'vendor_companies', 'vendor_company_members', 'mail_calls'].includes(name))
    .reduce((sum, [, rows]) => sum + rows.length, 0)

const step = async (breaker: Breaker, to: number): Promise<unknown> => {
  const broken = { ...moving, env: faultyEnv(breaker) }
  if (!(await readMove(moving, companyId))) await beginMove(moving, { companyId, toCell: to, startedBy: 'test' })
  return advanceMove(broken, companyId).then(
    () => null,
    (error: unknown) => error,
  )
}

beforeAll(async () => {
  world = await makeWorld()
  companyId = world.own.id
  await postPayment(companyId, paymentFactsOf(await postBill(companyId)))
  await postBill(companyId, { erpVendorId: 'globex' })
  await runTicks(env)
}, 60_000)

describe('moving a company to another cell', () => {
  it('nothing is lost or doubled, wherever the move is broken off and taken up again', async () => {
    const home = cellFor(companyId)
    const away = home === 1 ? 2 : 1
    const before = await contentOf(home)
    expect(Object.values(before).filter((rows) => rows.length > 0).length).toBeGreaterThan(25)
    const whole = new Breaker()
    expect(await step(whole, away)).toBeNull()
    expect(await contentOf(away)).toEqual(before)
    settledIn(companyId, away)
    await confirmMove(moving, companyId)
    expect(rowsIn(await contentOf(home))).toBe(0)
    // Back, broken off at twenty places, before or after what was being done. It goes on where it was.
    await beginMove(moving, { companyId, toCell: home, startedBy: 'test' })
    for (let i = 0; i < 20; i++) {
      const error = await step(new Breaker(1 + ((i * 17) % 60), i % 2 === 0), home)
      expect(String(error)).toContain('Broken off')
    }
    expect((await readMove(moving, companyId))?.phase).toBe('COPYING')
    while ((await readMove(moving, companyId))?.phase !== 'DONE') await advanceMove(moving, companyId)
    expect(await contentOf(home)).toEqual(before)
    settledIn(companyId, home)
    await confirmMove(moving, companyId)
    expect(rowsIn(await contentOf(away))).toBe(0)
  }, 300_000)

  it('an invocation works on a part of it, and others go on where it ended or was broken off', async () => {
    const home = cellFor(companyId)
    const away = home === 1 ? 2 : 1
    const before = await contentOf(home)
    let time = Date.now()
    const ticking = { env, now: () => (time += 1) }
    const part = { milliseconds: 25 }
    const seen: (Move | null)[] = []
    /** Broken off at some calls, then left alone until someone else may take it up. */
    const invoke = async (at: number, isAfter = false) => {
      const breaker = new Breaker(at, isAfter)
      const error = await workOn({ ...ticking, env: faultyEnv(breaker) }, companyId, part).then(
        () => null,
        (reason: unknown) => reason,
      )
      if (error) {
        expect(String(error)).toContain('Broken off')
        const left = await readMove(ticking, companyId)
        // No one else works on it as long as it may still run.
        if ((left?.workedUntil ?? 0) > time) expect(await workOn(ticking, companyId, part)).toEqual(left)
        time += 61_000
      }
      seen.push(await readMove(ticking, companyId))
      return error !== null
    }
    await beginMove(ticking, { companyId, toCell: away, startedBy: 'test' })
    let broken = 0
    for (let i = 0; broken < 20; i++) if (await invoke(i % 3 === 0 ? 0 : 8 + ((i * 23) % 50), i % 2 === 0)) broken += 1
    for (let i = 0; (await readMove(ticking, companyId))?.phase !== 'DONE' && i < 200; i++) await invoke(0)
    const rounds = seen.map((move) => move?.progress?.rows ?? 0)
    // It takes more than a few invocations, and each goes on.
    expect(new Set(rounds).size).toBeGreaterThan(5)
    expect(await contentOf(away)).toEqual(before)
    settledIn(companyId, away)
    await endMove(ticking, companyId)
    for (let i = 0; (await readMove(ticking, companyId)) && i < 200; i++) await invoke(i < 20 ? 5 + i : 0)
    expect(rowsIn(await contentOf(home))).toBe(0)
    expect(await contentOf(away)).toEqual(before)
    // Who wasn't there meanwhile is still signed in. The page's guess of the session is corrected once.
    await world.as('admin').get('/api/departments')
    expect((await world.as('admin').get('/api/departments')).status).toBe(200)
  }, 300_000)

  it('after a long pause the round begins again, because rows may have changed', async () => {
    const home = cellFor(companyId)
    const away = home === 1 ? 2 : 1
    let time = Date.now()
    const ticking = { env, now: () => (time += 1) }
    await beginMove(ticking, { companyId, toCell: away, startedBy: 'test' })
    const first = await workOn(ticking, companyId, { milliseconds: 40 })
    // The company's own row comes first, and others have been compared since.
    expect(first?.progress).toMatchObject({ round: 1, table: expect.not.stringMatching(/^companies$/) })
    expect(first?.progress?.rows).toBeGreaterThan(1)
    // A table that has been compared already changes, by someone who doesn't ask the lock.
    await dbOf(home).batch([dbOf(home).sql("UPDATE companies SET name = 'Renamed meanwhile' WHERE id = ?", companyId)])
    time += 6 * 60_000
    for (let i = 0; (await readMove(ticking, companyId))?.phase !== 'DONE' && i < 200; i++)
      await workOn(ticking, companyId, { milliseconds: 500 })
    expect(await dbOf(away).first(dbOf(away).sql('SELECT name FROM companies WHERE id = ?', companyId))).toEqual({
      name: 'Renamed meanwhile',
    })
    settledIn(companyId, away)
    await confirmMove(moving, companyId)
  }, 120_000)

  it('a person who signs out while it moves is signed out afterwards too', async () => {
    const home = cellFor(companyId)
    const away = home === 1 ? 2 : 1
    const client = await world.signInAs('member')
    await beginMove(moving, { companyId, toCell: away, startedBy: 'test' })
    const copies = () =>
      dbOf(away).first<{ n: number }>(
        dbOf(away).sql('SELECT COUNT(*) AS n FROM sessions WHERE company_id = ?', companyId),
      )
    for (let i = 0; (await copies())?.n === 0 && i < 400; i++)
      await workOn(moving, companyId, { takesOver: true, milliseconds: 0 })
    expect((await readMove(moving, companyId))?.phase).toBe('COPYING')
    const before = (await copies())?.n ?? 0
    expect((await client.call('DELETE', '/clear-jwt')).status).toBe(204)
    expect((await copies())?.n).toBe(before - 1)
    expect((await client.get('/api/departments')).status).toBe(401)
    await advanceMove(moving, companyId)
    settledIn(companyId, away)
    expect((await client.get('/api/departments')).status).toBe(401)
    expect((await world.as('admin').get('/api/departments')).status).toBe(200)
    await confirmMove(moving, companyId)
  }, 120_000)

  it('platform staff start, watch, undo and confirm it, and its history says who', async () => {
    const staff = await signInAsStaff()
    const home = cellFor(companyId)
    const away = home === 1 ? 2 : 1
    const path = `/api/super-admin/company/${companyId}/move`
    const shown = async () => (await staff.get(path)).body
    expect(await shown()).toMatchObject({ cell: home, move: null, cells: [{ cell: 0 }, { cell: 1 }, { cell: 2 }] })
    expect((await staff.post(path, { toCell: 9 })).status).toBe(404)
    expect((await staff.post(path, { toCell: home })).status).toBe(422)
    expect((await staff.post(`${path}/continue`)).status).toBe(404)
    expect((await staff.post(path, { toCell: away })).status).toBe(200)
    expect((await shown()).move).toMatchObject({ phase: 'COPYING', startedBy: 'desk', toCell: away, isWorkedOn: false })
    expect((await staff.post(path, { toCell: away })).status).toBe(422)
    expect((await staff.post(`${path}/confirm`)).status).toBe(422)
    expect((await staff.post(`${path}/undo`)).status).toBe(200)
    // The company works on at once; the copy goes with the next minute.
    expect((await world.as('admin').post('/api/departments', { name: 'Works on' })).status).toBe(200)
    await runTicks(env)
    expect(await shown()).toMatchObject({ cell: home, move: null })
    expect((await staff.post(path, { toCell: away })).status).toBe(200)
    await runTicks(env)
    expect(await shown()).toMatchObject({ cell: away, move: { phase: 'DONE', trouble: null, isWorkedOn: false } })
    settledIn(companyId, away)
    expect((await staff.post(`${path}/undo`)).status).toBe(422)
    expect((await staff.post(`${path}/confirm`)).status).toBe(200)
    await runTicks(env)
    expect(await shown()).toMatchObject({ cell: away, move: null })
    const log = await dbOf(away).all<{ action: string }>(
      dbOf(away).sql(
        "SELECT action FROM audit_log WHERE company_id = ? AND action LIKE 'company.move%' ORDER BY id",
        companyId,
      ),
    )
    expect(log.map(({ action }) => action)).toEqual([
      'company.move-started',
      'company.move-taken-back',
      'company.move-started',
      'company.move-confirmed',
    ])
    expect(await verifyAuditChain(dbOf(away), companyId)).toMatchObject({ ok: true })
  }, 120_000)

  it('its people read while it moves, are told why they can’t write, and work on afterwards', async () => {
    const home = cellFor(companyId)
    const away = home === 1 ? 2 : 1
    const admin = world.as('admin')
    const other = world.as('otherAdmin')
    const made = await admin.post('/api/api-keys', { name: 'moves-along' })
    expect(made.status).toBe(200)
    const program = new KeyClient(made.body.key)
    expect((await program.get('/api/departments')).status).toBe(200)
    await beginMove(moving, { companyId, toCell: away, startedBy: 'test' })
    // Broken off while it is copied.
    await brokenOff(advanceMove({ ...moving, env: faultyEnv(new Breaker(30)) }, companyId))
    expect((await admin.get('/api/departments')).status).toBe(200)
    const refused = await admin.post('/api/departments', { name: 'Too early' })
    expect(refused).toMatchObject({ status: 409, body: { reason: 'COMPANY_MOVES' } })
    expect(refused.body.message).toContain('is being moved')
    expect((await program.post('/api/departments', { name: 'Too early' })).status).toBe(409)
    expect((await other.post('/api/departments', { name: 'Not concerned' })).status).toBe(200)
    await advanceMove(moving, companyId)
    settledIn(companyId, away)
    // The page's guess of the session is corrected once.
    await admin.get('/api/departments')
    expect((await admin.post('/api/departments', { name: 'After the move' })).status).toBe(200)
    expect((await program.get('/api/departments')).body.map(({ name }: { name: string }) => name)).toContain(
      'After the move',
    )
    await confirmMove(moving, companyId)
    expect((await program.get('/api/departments')).status).toBe(200)
    const chain = await verifyAuditChain(dbOf(away), companyId)
    expect(chain).toMatchObject({ ok: true })
    expect(chain.checked).toBeGreaterThan(10)
  }, 120_000)

  it('a move that is undone leaves everything as it was, and the company writes again', async () => {
    const home = cellFor(companyId)
    const away = home === 1 ? 2 : 1
    const before = await contentOf(home)
    await beginMove(moving, { companyId, toCell: away, startedBy: 'test' })
    await brokenOff(advanceMove({ ...moving, env: faultyEnv(new Breaker(40)) }, companyId))
    await brokenOff(undoMove({ ...moving, env: faultyEnv(new Breaker(9)) }, companyId))
    await undoMove(moving, companyId)
    expect(await readMove(moving, companyId)).toBeNull()
    expect(await contentOf(home)).toEqual(before)
    expect(rowsIn(await contentOf(away))).toBe(0)
  }, 120_000)

  it('a move to an unknown cell, to the same one, and a second one at the same time are refused', async () => {
    const home = cellFor(companyId)
    const away = home === 1 ? 2 : 1
    const begin = (toCell: number) => beginMove(moving, { companyId, toCell, startedBy: 'test' })
    await expect(begin(9)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(begin(home)).rejects.toMatchObject({ code: 'RULE_BROKEN' })
    await begin(away)
    await expect(begin(away)).rejects.toMatchObject({ code: 'RULE_BROKEN' })
    await expect(confirmMove(moving, companyId)).rejects.toMatchObject({ code: 'RULE_BROKEN' })
    await undoMove(moving, companyId)
  })
})
