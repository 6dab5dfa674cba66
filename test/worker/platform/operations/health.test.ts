import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createApp } from '../../../../worker/app.tsx'
import { newId } from '../../../../worker/core/clock.ts'
import type { Env } from '../../../../worker/env.ts'
import { run } from '../../../support/worker/sessions.ts'

/** What watches an installation asks these. Other files leave effects that are late on purpose. */
const MINUTE = 60_000
const quiet = async () => {
  await run('UPDATE outbox SET done_at = 1 WHERE done_at IS NULL AND dead_at IS NULL')
  await run('DELETE FROM tick_leases')
}
beforeEach(quiet)
afterEach(quiet)

const app = createApp()
/** Each object of bindings is asked afresh. */
const ask = async (path: string, more: Partial<Env> = {}) => {
  const context = { waitUntil: () => undefined, passThroughOnException: () => undefined } as never
  const response = await app.fetch(new Request(`https://outlay.test${path}`), { ...env, ...more }, context)
  return {
    status: response.status,
    body: (await response.json()) as Record<string, unknown>,
    headers: response.headers,
  }
}
const fails = <T extends object>(real: T): T =>
  new Proxy(real, {
    get: () => () => {
      throw new Error('secret detail')
    },
  })
const late = (topic: string, minutes: number) =>
  run(
    `INSERT INTO outbox (id, company_id, topic, payload, created_at, available_at) VALUES (?, 'c', ?, '{}', 1, ?)`,
    newId(),
    topic,
    Date.now() - minutes * MINUTE,
  )

it('a sound installation is ready and healthy, for anyone who asks', async () => {
  for (const path of ['/ready', '/health']) {
    const { status, body, headers } = await ask(path)
    expect({ status, body }).toMatchObject({ status: 200, body: { ok: true, problems: [], cells: 1 } })
    expect(headers.get('Cache-Control')).toBe('no-store')
  }
})

it('a binding that doesn’t answer is named, without what its error says', async () => {
  const bindings: [Partial<Env>, object][] = [
    [{ DB: fails(env.DB) }, { binding: 'DB', cell: 0, problem: 'It doesn’t answer' }],
    [{ CELL_1: fails(env.DB) }, { binding: 'CELL_1', cell: 1, problem: 'It doesn’t answer' }],
    [{ DOCUMENTS: fails(env.DOCUMENTS) }, { binding: 'DOCUMENTS', problem: 'It doesn’t answer' }],
    [{ APPROVALS: fails(env.APPROVALS) }, { binding: 'APPROVALS', problem: 'It doesn’t answer' }],
  ]
  for (const [broken, problem] of bindings) {
    for (const path of ['/ready', '/health']) {
      const { status, body } = await ask(path, broken)
      expect({ status, body }).toMatchObject({ status: 503, body: { ok: false, problems: [problem] } })
      expect(JSON.stringify(body)).not.toContain('secret')
    }
  }
})

/** A database whose batches end like that. */
const batching = (batch: () => Promise<never>): D1Database =>
  new Proxy(env.DB, {
    get: (target) => () => ({ prepare: (sql: string) => target.prepare(sql), batch, getBookmark: () => null }),
  })

it('a database without the newest migrations is not ready', async () => {
  const DB = batching(() => Promise.reject(new Error('D1_ERROR: no such column: done_at')))
  const { status, body } = await ask('/ready', { DB })
  expect({ status, body }).toMatchObject({
    status: 503,
    body: { problems: [{ problem: 'Its migrations are missing' }] },
  })
})

it('a database that never answers is given up after three seconds', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const asked = ask('/ready', { DB: batching(() => new Promise(() => undefined)) })
    await vi.advanceTimersByTimeAsync(3_001)
    expect((await asked).body).toMatchObject({ ok: false, problems: [{ binding: 'DB', problem: 'It doesn’t answer' }] })
  } finally {
    vi.useRealTimers()
  }
})

it('what is late says how late, and people still get answers', async () => {
  await late('notification.request', 14)
  expect((await ask('/health')).status).toBe(200)
  await late('notification.request', 20)
  await run(
    `INSERT INTO tick_leases (tick, until, done_at) VALUES ('PAYMENTS', 0, ?), ('JOBS', 0, ?)`,
    Date.now() - 6 * MINUTE,
    Date.now() - 4 * MINUTE,
  )
  const { status, body } = await ask('/health')
  expect(status).toBe(503)
  expect(body.problems).toEqual([
    { binding: 'DB', cell: 0, part: 'mail', lateSeconds: expect.any(Number), problem: 'It is late' },
    { binding: 'DB', cell: 0, part: 'PAYMENTS', lateSeconds: expect.any(Number), problem: 'It is late' },
  ])
  const [mail, payments] = body.problems as { lateSeconds: number }[]
  expect(mail?.lateSeconds).toBeGreaterThanOrEqual(1200)
  expect(payments?.lateSeconds).toBeGreaterThanOrEqual(360)
  expect((await ask('/ready')).body).toMatchObject({ ok: true, problems: [] })
})

it('asking often asks the databases once in five seconds', async () => {
  const bindings = { ...env }
  const batch = vi.spyOn(bindings.DB, 'withSession')
  const context = { waitUntil: () => undefined, passThroughOnException: () => undefined } as never
  for (let n = 0; n < 5; n++) await app.fetch(new Request('https://outlay.test/health'), bindings, context)
  expect(batch).toHaveBeenCalledTimes(1)
  batch.mockRestore()
})
