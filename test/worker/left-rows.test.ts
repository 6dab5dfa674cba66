import { env } from 'cloudflare:workers'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { operations } from '../../worker/core/operation.ts'
import { leftRowsOf } from '../support/worker/commands/left-rows.ts'
import { makeWorld, type World } from '../support/worker/matrix-world.ts'
import { LEFT } from '../support/worker/operation-facts.ts'

/** Each command leaves its entries in the audit log, and its work for the outbox. */

const commands = operations().filter(({ kind }) => kind === 'command')
const run = (sql: string) => env.DB.prepare(sql).run()

let world: World
beforeAll(async () => {
  world = await makeWorld()
})

describe('what a command leaves', () => {
  it('every command has a line in the table, and every line has a command', () => {
    expect(Object.keys(LEFT).toSorted()).toEqual(commands.map(({ id }) => id).toSorted())
  })

  it.each(commands)('$id leaves exactly its audit entries and its outbox rows', async (operation) => {
    expect(await leftRowsOf(world, operation)).toEqual(LEFT[operation.id])
  })
})

/** The table is only useful if it notices: rows are dropped on their way into the database. */
describe('dropped rows are noticed', () => {
  afterEach(() => run('DROP TRIGGER dropped'))
  const drop = (table: string) =>
    run(`CREATE TRIGGER dropped BEFORE INSERT ON ${table} BEGIN SELECT RAISE(IGNORE); END`)
  /** Written by one batch, by a request's object, and without a session. */
  const KINDS = ['vendors.create', 'intake.bypass', 'public.submit-request']

  it.each(KINDS)('%s without its audit entry is noticed', async (id) => {
    const operation = commands.find((each) => each.id === id)
    await drop('audit_entries')
    expect(operation && (await leftRowsOf(world, operation)).audit).not.toEqual(LEFT[id]?.audit)
  })

  it.each(KINDS)('%s without its outbox row is noticed', async (id) => {
    const operation = commands.find((each) => each.id === id)
    await drop('outbox')
    expect(operation && (await leftRowsOf(world, operation)).outbox).not.toEqual(LEFT[id]?.outbox)
  })
})
