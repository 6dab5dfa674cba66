import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { Database } from '../../../../worker/core/database.ts'
import { consumeNudges } from '../../../../worker/core/outbox-consumer.ts'
import { sweepOutbox } from '../../../../worker/core/outbox-sweep.ts'
import type { Env, OutboxNudge } from '../../../../worker/env.ts'
import { inInvocation, takeHeaviest } from '../../../../worker/local/limits/invocation.ts'
import { context, makeTopic, outboxForEachTest, put, rowOf } from '../../../support/worker/outbox-scene.ts'

/** However much is due, no invocation comes near the platform's limit of queries. What is left gets its own. */

outboxForEachTest()

const EACH = 12

/** Effects that each ask the database a dozen times. */
const busy = () => {
  const { db, ...rest } = context()
  const sent: OutboxNudge[] = []
  const queue = {
    sendBatch: async (messages: { body: OutboxNudge }[]) => void sent.push(...messages.map(({ body }) => body)),
  }
  const own = {
    ...rest,
    db: new Database(env.DB, 'first-primary'),
    env: { ...env, TASKS_QUEUE: queue } as unknown as Env,
  }
  const topic = makeTopic('tasks', async () => {
    for (let at = 0; at < EACH; at++) await own.db.all(own.db.sql('SELECT 1 AS one'))
  })
  return { own, sent, topic, db }
}

const doneOf = async (ids: string[]): Promise<number> =>
  (await Promise.all(ids.map((id) => rowOf(id)))).filter((row) => row.done_at !== null).length

describe('more is due than an invocation may ask', () => {
  it('the sweep stops below half of the limit, and announces the rest', async () => {
    const { own, sent, topic } = busy()
    const ids = await put(topic, 60)
    takeHeaviest()
    await inInvocation('sweep', () => sweepOutbox(own))
    expect(takeHeaviest().queries.count).toBeLessThan(500)
    const done = await doneOf(ids)
    expect(done).toBeGreaterThan(10)
    expect(done).toBeLessThan(60)
    const announced = sent.filter((body) => body.topic === topic)
    expect(announced.length).toBeGreaterThanOrEqual(Math.min(60 - done, 40))
    expect(announced[0]).toEqual({ topic, outboxIds: null })
  })

  it('a batch of messages stops there too, sends the rest again, and acknowledges each once', async () => {
    const { own, sent, topic } = busy()
    const ids = await put(topic, 60)
    const acked: string[] = []
    const messages = ids.map((id) => ({
      id,
      timestamp: new Date(),
      attempts: 1,
      body: { topic, outboxIds: [id] },
      ack: () => void acked.push(id),
      retry: () => expect.unreachable(),
    }))
    takeHeaviest()
    await inInvocation('batch', () => consumeNudges(own, { messages }))
    expect(takeHeaviest().queries.count).toBeLessThan(500)
    expect(acked.toSorted()).toEqual(ids.toSorted())
    const done = await doneOf(ids)
    expect(done).toBeGreaterThan(10)
    expect(sent).toHaveLength(60 - done)
    expect(sent.flatMap(({ outboxIds }) => outboxIds ?? [])).toHaveLength(
      new Set(sent.map(({ outboxIds }) => outboxIds?.[0])).size,
    )
  })
})
