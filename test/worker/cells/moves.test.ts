import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import { cellsOf, envOfCell } from '../../../worker/core/cells.ts'
import { Database } from '../../../worker/core/database.ts'
import type { Env } from '../../../worker/env.ts'
import { verifyAuditChain } from '../../../worker/features/platform/audit/chain.ts'
import {
  advanceMove,
  beginMove,
  confirmMove,
  readMove,
  undoMove,
} from '../../../worker/features/platform/moves/move.ts'
import { companyTables } from '../../../worker/features/platform/moves/tables.ts'
import { handleScheduled } from '../../../worker/jobs.ts'
import { cellFor, settledIn } from '../../support/worker/database.ts'
import { Breaker } from '../../support/worker/faulty-database.ts'
import { makeWorld, type World } from '../../support/worker/matrix-world.ts'
import { KeyClient } from '../../support/worker/world.ts'

/** A company with something in most tables moves to another cell. */
let world: World
let companyId: string
const moving = { env, now: () => Date.now() }
const dbOf = (cell: number) => new Database(envOfCell(env, cell).DB, 'first-primary')

/** Every row of the company in a cell, by table, without what cells number themselves. */
const contentOf = async (cell: number): Promise<Record<string, string[]>> => {
  const db = dbOf(cell)
  const content: Record<string, string[]> = {}
  for (const { name, columns, where, read } of await companyTables(db)) {
    const values = columns.map((column) => read[column] ?? `t.${column}`)
    const rows = await db.all<{ text: string }>(
      db.sql(`SELECT json_array(${values.join(', ')}) AS text FROM ${name} t WHERE ${where}`, companyId),
    )
    content[name] = rows.map(({ text }) => text).sort()
  }
  return content
}
const rowsIn = (content: Record<string, string[]>): number =>
  Object.entries(content)
    // Copies of what the cell's companies share stay.
    .filter(([name]) => !['users', 'vendor_companies', 'vendor_company_members', 'mail_calls'].includes(name))
    .reduce((sum, [, rows]) => sum + rows.length, 0)

const faulty = (breaker: Breaker): Env => {
  const all = Object.fromEntries(
    cellsOf(env).map((cell) => [cell === 0 ? 'DB' : `CELL_${cell}`, breaker.database(envOfCell(env, cell).DB)]),
  )
  return { ...env, ...all } as Env
}

const step = async (breaker: Breaker, to: number): Promise<unknown> => {
  const broken = { ...moving, env: faulty(breaker) }
  if (!(await readMove(moving, companyId))) await beginMove(moving, { companyId, toCell: to, startedBy: 'test' })
  return advanceMove(broken, companyId).then(
    () => null,
    (error: unknown) => error,
  )
}

beforeAll(async () => {
  world = await makeWorld()
  companyId = world.own.id
  await handleScheduled(env)
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
    // Back, broken off at twenty places, before or after what was being done.
    const places = Array.from({ length: 20 }, (_, i) => 1 + Math.floor((i * whole.calls) / 20))
    await beginMove(moving, { companyId, toCell: home, startedBy: 'test' })
    for (const [i, place] of places.entries()) {
      const error = await step(new Breaker(place, i % 2 === 0), home)
      if (error) expect(String(error)).toContain('Broken off')
    }
    while ((await readMove(moving, companyId))?.phase !== 'DONE') await advanceMove(moving, companyId)
    expect(await contentOf(home)).toEqual(before)
    settledIn(companyId, home)
    await confirmMove(moving, companyId)
    expect(rowsIn(await contentOf(away))).toBe(0)
  }, 300_000)

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
    await advanceMove({ ...moving, env: faulty(new Breaker(30)) }, companyId).catch(() => null)
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
    await advanceMove({ ...moving, env: faulty(new Breaker(40)) }, companyId).catch(() => null)
    await undoMove({ ...moving, env: faulty(new Breaker(9)) }, companyId).catch(() => null)
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
