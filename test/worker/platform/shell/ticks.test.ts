import { env } from 'cloudflare:workers'
import { afterEach, expect, it } from 'vitest'
import type { Env, Tick } from '../../../../worker/env.ts'
import { startTicks } from '../../../../worker/ticks.ts'
import { runTick } from '../../../support/worker/jobs/ticks.ts'
import { rows, run } from '../../../support/worker/sessions.ts'
import { makeCompany } from '../../../support/worker/world.ts'

/** What happens each minute stays within the platform's limits for one invocation, however many cells there are. */

afterEach(() => run('DELETE FROM tick_leases'))

/** Bindings that count the statements that are sent. */
const counted = () => {
  const sent = { statements: 0 }
  const session = (of: D1DatabaseSession) =>
    new Proxy(of, {
      get(target, key) {
        if (key === 'prepare') {
          return (sql: string) => {
            sent.statements += 1
            return target.prepare(sql)
          }
        }
        const value = Reflect.get(target, key)
        return typeof value === 'function' ? value.bind(target) : value
      },
    })
  const DB = new Proxy(env.DB, {
    get(target, key) {
      if (key === 'withSession') return (bookmark: string) => session(target.withSession(bookmark))
      const value = Reflect.get(target, key)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  return { sent, env: { ...env, DB } as Env }
}

it('the trigger asks no database anything, and hands out each part of two hundred cells once', async () => {
  const calls: Tick[][] = []
  const many = { ...env } as Env
  for (let cell = 1; cell < 200; cell++) many[`CELL_${cell}`] = env.DB
  const queue = { sendBatch: async (messages: { body: Tick }[]) => void calls.push(messages.map(({ body }) => body)) }
  const noDatabase = new Proxy(env.DB, {
    get: () => {
      throw new Error('A database was asked')
    },
  })
  await startTicks({ ...many, DB: noDatabase, TICKS_QUEUE: queue as never }, 1_000)
  expect(Math.max(...calls.map((each) => each.length))).toBeLessThanOrEqual(100)
  const ticks = calls.flat()
  expect(ticks).toHaveLength(602)
  expect(new Set(ticks.map(({ tick, cell }) => `${tick} ${cell}`)).size).toBe(602)
  // Payments don't wait behind the messages of anything else.
  expect(new Set(ticks.slice(0, 200).map(({ tick }) => tick))).toEqual(new Set(['PAYMENTS']))
})

/** At least: its lease, taken and left, what says that no company moves, and its own work. With one cell, none moves. */
it.each([
  ['PAYMENTS', 20, 4],
  ['OUTBOX', 20, 3],
  ['JOBS', 120, 30],
  ['MOVES', 20, 2],
  ['WATCH', 20, 7],
] as const)('%s costs a cell in which nothing is to do at most %i statements', async (tick, most, least) => {
  await makeCompany()
  await runTick(env, tick)
  // Chains of other tests would be verified for a while.
  await run('DELETE FROM audit_checks')
  const { sent, env: own } = counted()
  await runTick(own, tick)
  expect(sent.statements).toBeGreaterThanOrEqual(least)
  expect(sent.statements).toBeLessThanOrEqual(most)
})

it('looking for alarms in two hundred cells takes less than half of what an invocation may ask', async () => {
  await runTick(env, 'WATCH')
  const { sent, env: own } = counted()
  for (let cell = 1; cell < 200; cell++) own[`CELL_${cell}`] = own.DB
  await run('DELETE FROM tick_leases')
  await runTick(own, 'WATCH')
  // Sixty-seven cells of each minute, five statements each.
  expect(sent.statements).toBeGreaterThan(300)
  expect(sent.statements).toBeLessThan(400)
})

it('a part that another run is at is left to it, until its time is over', async () => {
  const { sent, env: own } = counted()
  await run("INSERT INTO tick_leases (tick, until) VALUES ('JOBS', ?)", Date.now() + 60_000)
  await runTick(own, 'JOBS')
  expect(sent.statements).toBe(1)
  await run("UPDATE tick_leases SET until = ? WHERE tick = 'JOBS'", Date.now() - 1)
  await runTick(own, 'JOBS')
  expect(sent.statements).toBeGreaterThan(10)
  expect(await rows('SELECT tick, until FROM tick_leases')).toEqual([{ tick: 'JOBS', until: 0 }])
})

it('a message that waited for longer than the next ones is left to them', async () => {
  const { sent, env: own } = counted()
  await runTick(own, 'JOBS', 0, Date.now() - 10 * 60 * 1000)
  expect(sent.statements).toBe(0)
})
