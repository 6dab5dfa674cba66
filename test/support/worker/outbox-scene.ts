import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, vi } from 'vitest'
import { newId } from '../../../worker/core/clock.ts'
import { Database } from '../../../worker/core/database.ts'
import { createLogger } from '../../../worker/core/log.ts'
import { type OutboxTopic, outboxStatement } from '../../../worker/core/outbox.ts'
import type { LaneName } from '../../../worker/core/outbox-lanes.ts'
import {
  type Effect,
  type OutboxContext,
  type OutboxJob,
  registerOutbox,
} from '../../../worker/core/outbox-registry.ts'
import { failNextMails } from './outside.ts'
import { rows, run } from './sessions.ts'
import { makeCompany, type TestCompany } from './world.ts'

/** Effects of test topics, and a clock that the test moves. */
export const outbox = {
  company: {} as TestCompany,
  now: 0,
}

/** Each test of the file starts with a company, and leaves no effects. */
export const outboxForEachTest = (): void => {
  beforeEach(async () => {
    outbox.company = await makeCompany()
    outbox.now = Date.now()
    failNextMails(0)
    vi.spyOn(console, 'error').mockImplementation(() => {})
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  })
  afterEach(async () => {
    vi.useRealTimers()
    await run('DELETE FROM outbox WHERE company_id = ?', outbox.company.id)
  })
}

export const context = (): OutboxContext => ({
  env,
  db: new Database(env.DB, 'first-primary'),
  clock: { now: () => outbox.now },
  log: createLogger({}, 'error'),
})

/** Time passes for the runner: the clock, and everything it does periodically. */
export const pass = async (seconds: number) => {
  for (let i = 0; i < seconds; i++) {
    outbox.now += 1000
    await vi.advanceTimersByTimeAsync(1000)
    // The renewal is a write, which takes its own time.
    if (i % 10 === 9) await rows('SELECT 1')
  }
}

/** A test topic in a lane, with a handler that the test can pause. */
export const makeTopic = (
  lane: LaneName,
  carryOut: (effect: Effect) => Promise<void>,
  more: Partial<OutboxJob> = {},
) => {
  const topic = `test.${newId()}` as OutboxTopic
  registerOutbox(topic, { lane, handler: async () => carryOut, ...more } as OutboxJob<typeof topic>)
  return topic
}
export const put = async (topic: string, count = 1, payload: object = {}): Promise<string[]> => {
  const made = Array.from({ length: count }, () => ({
    id: newId(),
    companyId: outbox.company.id,
    topic: topic as OutboxTopic,
    payload: payload as never,
    createdAt: outbox.now,
  }))
  await outboxStatement(env.DB, made).run()
  return made.map(({ id }) => id)
}
interface Row {
  id: string
  attempts: number
  available_at: number
  done_at: number | null
  dead_at: number | null
  sent_with: string | null
  last_error: string | null
}
export const rowOf = async (id = ''): Promise<Row> => {
  const [row] = await rows<Row>('SELECT * FROM outbox WHERE id = ?', id)
  if (!row) throw new Error('No such row')
  return row
}
export const eventually = async (what: () => boolean | Promise<boolean>) => {
  for (let i = 0; i < 500; i++) {
    if (await what()) return
    await rows('SELECT 1')
  }
  throw new Error('It never came to be')
}
/** A provider's call that ends when the test says so. */
export const makeCall = () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const call = {
    asked: 0,
    end: resolve,
    carryOut: () => {
      call.asked += 1
      return promise
    },
  }
  return call
}
