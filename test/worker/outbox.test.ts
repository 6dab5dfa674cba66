import { createExecutionContext, createMessageBatch, getQueueResult } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { newId } from '../../worker/core/clock.ts'
import { outboxStatement } from '../../worker/core/outbox.ts'
import type { OutboxNudge } from '../../worker/env.ts'
import { handleQueue } from '../../worker/jobs.ts'
import { runTicks } from '../support/worker/jobs/ticks.ts'
import { failNextMails, sentMails } from '../support/worker/outside.ts'
import { rows, run } from '../support/worker/sessions.ts'
import { makeCompany, type TestCompany, type TestPerson } from '../support/worker/world.ts'

interface Row {
  id: string
  attempts: number
  available_at: number
  done_at: number | null
  dead_at: number | null
  last_error: string | null
  payload: string
}

let company: TestCompany
beforeEach(async () => {
  company = await makeCompany()
  failNextMails(0)
  vi.spyOn(console, 'error').mockImplementation(() => {})
})

/** Due login links, one per person, that were never announced to the queue. */
const due = async (people: TestPerson[], token = 'secret-token'): Promise<string[]> => {
  const effects = people.map((person) => ({
    id: newId(),
    companyId: company.id,
    topic: 'session.login-link' as const,
    payload: { userId: person.userId, token },
    createdAt: Date.now(),
  }))
  await outboxStatement(env.DB, effects).run()
  return effects.map((effect) => effect.id)
}

const people = (count: number) => Promise.all(Array.from({ length: count }, () => company.addPerson()))

const deliver = async (...messages: string[][]) => {
  const batch = createMessageBatch<OutboxNudge>(
    'outlay-outbox',
    messages.map((outboxIds, index) => ({
      id: `message-${index}`,
      timestamp: new Date(),
      attempts: 1,
      body: { topic: 'session.login-link', outboxIds },
    })),
  )
  const context = createExecutionContext()
  await handleQueue(batch, env)
  return getQueueResult(batch, context)
}

const rowOf = async (id: string): Promise<Row> => {
  const [row] = await rows<Row>('SELECT * FROM outbox WHERE id = ?', id)
  if (!row) throw new Error('No such row')
  return row
}
const addressesOf = (of: TestPerson[]) => of.map(({ email }) => email)
const mailsOf = (of: TestPerson[]) => of.map((person) => sentMails(person.email).length)
/** As if the time of the next attempt had come. */
const makeDue = (id: string) => run('UPDATE outbox SET available_at = 0 WHERE id = ?', id)

describe('the outbox', () => {
  it('each email is sent once even if messages arrive twice, shuffled or for missing rows', async () => {
    const to = await people(3)
    const [a = '', b = '', c = ''] = await due(to)
    const first = await deliver([c, a], [a], ['no-such-row'], [b, c])
    expect(first.explicitAcks).toEqual(['message-0', 'message-1', 'message-2', 'message-3'])
    await deliver([b], [a, b, c])
    expect(mailsOf(to)).toEqual([1, 1, 1])
    for (const id of [a, b, c]) expect(await rowOf(id)).toMatchObject({ attempts: 1, dead_at: null, last_error: null })
  })

  it('nothing is sent twice when two runners start at once', async () => {
    const to = await people(5)
    const ids = await due(to)
    const calls = vi.spyOn(globalThis, 'fetch')
    await Promise.all([deliver(ids), runTicks(env), deliver([...ids].reverse()), runTicks(env)])
    // The sweep also carries out what other companies' rows ask for.
    const addresses = addressesOf(to)
    const ours = calls.mock.calls.filter(
      ([input, init]) =>
        String(input).includes('resend.com') && addresses.some((address) => String(init?.body).includes(address)),
    )
    expect(ours).toHaveLength(5)
    expect(mailsOf(to)).toEqual([1, 1, 1, 1, 1])
    for (const id of ids) expect((await rowOf(id)).attempts).toBe(1)
  })

  it('the sweep carries out rows that no message announced', async () => {
    const to = await people(2)
    const ids = await due(to)
    await runTicks(env)
    expect(mailsOf(to)).toEqual([1, 1])
    for (const id of ids) expect((await rowOf(id)).done_at).not.toBeNull()
  })

  it('rows that aren’t due yet wait', async () => {
    const to = await people(1)
    const [id = ''] = await due(to)
    await run('UPDATE outbox SET available_at = ? WHERE id = ?', Date.now() + 60_000, id)
    await deliver([id])
    await runTicks(env)
    expect(mailsOf(to)).toEqual([0])
  })

  it('a login token is erased once its email was sent or given up', async () => {
    const to = await people(2)
    const [sent = '', dead = ''] = await due(to, 'never-to-be-kept')
    await deliver([sent])
    expect((await rowOf(sent)).payload).toBe('{}')
    await run('UPDATE outbox SET attempts = 9 WHERE id = ?', dead)
    failNextMails(1, addressesOf(to))
    await deliver([dead])
    expect(await rowOf(dead)).toMatchObject({ payload: '{}', dead_at: expect.any(Number) })
  })

  it('the work of a runner that died is recovered', async () => {
    const to = await people(1)
    const [id = ''] = await due(to)
    // Claimed by a runner that was never heard of again, so its lease has ended.
    await run('UPDATE outbox SET attempts = 1, available_at = ? WHERE id = ?', Date.now() - 1, id)
    await runTicks(env)
    expect(mailsOf(to)).toEqual([1])
  })
})

describe('a provider that fails', () => {
  it('a failing provider is called again, later each time, under the same key', async () => {
    const to = await people(1)
    const [id = ''] = await due(to)
    const waits: number[] = []
    for (let attempt = 1; attempt <= 4; attempt++) {
      failNextMails(1, addressesOf(to))
      const started = Date.now()
      // A message announces it first, and then the sweep finds it again.
      await (attempt === 1 ? deliver([id]) : runTicks(env))
      const row = await rowOf(id)
      expect(row).toMatchObject({ attempts: attempt, done_at: null, dead_at: null })
      expect(row.last_error).toContain('Resend answered 500')
      // The power of two that the wait reaches, however long the attempt itself took.
      waits.push(2 ** Math.floor(Math.log2((row.available_at - started) / 1000)))
      await deliver([id])
      expect((await rowOf(id)).attempts).toBe(attempt)
      await makeDue(id)
    }
    expect(waits).toEqual([2, 4, 8, 16])
    await runTicks(env)
    expect(mailsOf(to)).toEqual([1])
    expect(sentMails(to[0]?.email)[0]?.idempotencyKey).toBe(id)
    expect((await rowOf(id)).last_error).toBeNull()
  })

  it('an email is given up after ten attempts without delaying the others', async () => {
    const to = await people(2)
    const [bad = '', good = ''] = await due(to)
    await run(`UPDATE outbox SET payload = '{"broken"' WHERE id = ?`, bad)
    for (let attempt = 1; attempt <= 10; attempt++) {
      expect((await rowOf(bad)).dead_at).toBeNull()
      await makeDue(bad)
      await runTicks(env)
    }
    const dead = await rowOf(bad)
    expect(dead).toMatchObject({ attempts: 10, dead_at: expect.any(Number), done_at: null })
    await makeDue(bad)
    await runTicks(env)
    await deliver([bad])
    expect((await rowOf(bad)).attempts).toBe(10)
    expect((await rowOf(good)).done_at).not.toBeNull()
    expect(mailsOf(to)).toEqual([0, 1])
  })

  it('a failure for some rows delays no others in the sweep', async () => {
    const to = await people(130)
    const ids = await due(to)
    const broken = ids.slice(0, 5)
    await run(`UPDATE outbox SET payload = 'x' WHERE id IN (SELECT value FROM json_each(?))`, JSON.stringify(broken))
    await runTicks(env)
    const [left] = await rows<{ count: number }>(
      'SELECT COUNT(*) AS count FROM outbox WHERE company_id = ? AND done_at IS NULL',
      company.id,
    )
    expect(left?.count).toBe(5)
  })

  it('the queue doesn’t redeliver because the row is retried automatically', async () => {
    const to = await people(1)
    const [id = ''] = await due(to)
    failNextMails(1, addressesOf(to))
    const result = await deliver([id])
    expect(result).toMatchObject({ explicitAcks: ['message-0'], retryMessages: [] })
  })
})

describe('a database that fails', () => {
  it('the queue redelivers when the database fails', async () => {
    const to = await people(1)
    const [id = ''] = await due(to)
    await env.DB.prepare('ALTER TABLE outbox RENAME TO outbox_away').run()
    try {
      const result = await deliver([id])
      expect(result).toMatchObject({ explicitAcks: [], retryMessages: [{ msgId: 'message-0' }] })
    } finally {
      await env.DB.prepare('ALTER TABLE outbox_away RENAME TO outbox').run()
    }
    await deliver([id])
    expect(mailsOf(to)).toEqual([1])
  })

  it('one failing job of the sweep stops no other', async () => {
    const to = await people(1)
    await due(to)
    const session = ['old', 'user', company.id, 0, 0, 1]
    await run(
      'INSERT INTO sessions (token_hash, user_id, company_id, created_at, last_seen_at, expires_at) VALUES (?, ?, ?, ?, ?, ?)',
      ...session,
    )
    await env.DB.prepare('ALTER TABLE audit_seals RENAME TO seals_away').run()
    try {
      await runTicks(env)
    } finally {
      await env.DB.prepare('ALTER TABLE seals_away RENAME TO audit_seals').run()
    }
    expect(mailsOf(to)).toEqual([1])
    expect(await rows("SELECT 1 FROM sessions WHERE token_hash = 'old'")).toEqual([])
  })
})

describe('messages that the queue gave up', () => {
  it('the messages are logged and acknowledged', async () => {
    const batch = createMessageBatch<OutboxNudge>('outlay-outbox-dead', [
      { id: 'dead-1', timestamp: new Date(), attempts: 6, body: { topic: 'request.notify', outboxIds: ['row-1'] } },
    ])
    const context = createExecutionContext()
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
    await handleQueue(batch, env)
    expect((await getQueueResult(batch, context)).explicitAcks).toEqual(['dead-1'])
    expect(JSON.stringify(logged.mock.calls)).toContain('row-1')
  })
})
