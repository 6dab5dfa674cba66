import { createExecutionContext, createMessageBatch, getQueueResult } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { newId } from '../../worker/core/clock.ts'
import { Database } from '../../worker/core/database.ts'
import { createLogger } from '../../worker/core/log.ts'
import { type OutboxTopic, outboxStatement } from '../../worker/core/outbox.ts'
import { claim } from '../../worker/core/outbox-claim.ts'
import { LANES, type LaneName } from '../../worker/core/outbox-lanes.ts'
import {
  type Effect,
  type OutboxContext,
  type OutboxJob,
  registeredTopics,
  registerOutbox,
} from '../../worker/core/outbox-registry.ts'
import { runGroup } from '../../worker/core/outbox-runner.ts'
import { forgetOldEffects, sweepOutbox } from '../../worker/core/outbox-sweep.ts'
import type { OutboxNudge } from '../../worker/env.ts'
import { handleQueue, handleScheduled } from '../../worker/jobs.ts'
import { failNextMails, sentMails } from '../support/worker/outside.ts'
import { rows, run } from '../support/worker/sessions.ts'
import { makeCompany, type TestCompany } from '../support/worker/world.ts'

/** A lane delays no other, a working runner keeps its rows, and rows sent together are retried together. */

let company: TestCompany
let now: number
beforeEach(async () => {
  company = await makeCompany()
  now = Date.now()
  failNextMails(0)
  vi.spyOn(console, 'error').mockImplementation(() => {})
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
})
afterEach(async () => {
  vi.useRealTimers()
  await run('DELETE FROM outbox WHERE company_id = ?', company.id)
})

const context = (): OutboxContext => ({
  env,
  db: new Database(env.DB, 'first-primary'),
  clock: { now: () => now },
  log: createLogger({}, 'error'),
})

/** Time passes for the runner: the clock, and everything it does periodically. */
const pass = async (seconds: number) => {
  for (let i = 0; i < seconds; i++) {
    now += 1000
    await vi.advanceTimersByTimeAsync(1000)
    // The renewal is a write, which takes its own time.
    if (i % 10 === 9) await rows('SELECT 1')
  }
}

/** A test topic in a lane, with a handler that the test can pause. */
const makeTopic = (lane: LaneName, carryOut: (effect: Effect) => Promise<void>, more: Partial<OutboxJob> = {}) => {
  const topic = `test.${newId()}` as OutboxTopic
  registerOutbox(topic, { lane, handler: async () => carryOut, ...more } as OutboxJob<typeof topic>)
  return topic
}
const put = async (topic: string, count = 1, payload: object = {}): Promise<string[]> => {
  const made = Array.from({ length: count }, () => ({
    id: newId(),
    companyId: company.id,
    topic: topic as OutboxTopic,
    payload: payload as never,
    createdAt: now,
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
const rowOf = async (id = ''): Promise<Row> => {
  const [row] = await rows<Row>('SELECT * FROM outbox WHERE id = ?', id)
  if (!row) throw new Error('No such row')
  return row
}
const eventually = async (what: () => boolean | Promise<boolean>) => {
  for (let i = 0; i < 500; i++) {
    if (await what()) return
    await rows('SELECT 1')
  }
  throw new Error('It never came to be')
}
/** A provider's call that ends when the test says so. */
const makeCall = () => {
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
const message = (body: OutboxNudge, index = 0) => ({ id: `message-${index}`, timestamp: new Date(), attempts: 1, body })

describe('a provider that takes 70 seconds', () => {
  it('a slow provider delays no email, is called once, and its runner keeps the row', async () => {
    const call = makeCall()
    const slow = makeTopic('tasks', call.carryOut)
    const [taskId] = await put(slow)
    const person = await company.addPerson()
    const [mailId] = await put('session.login-link', 1, { userId: person.userId, token: 'token' })
    const first = sweepOutbox(context())
    await eventually(() => call.asked === 1)
    await eventually(async () => (await rowOf(mailId)).done_at !== null)
    expect(sentMails(person.email)).toHaveLength(1)
    // After the lease of a minute the runner still has it, and a second sweep and a second message find nothing.
    await pass(70)
    expect((await rowOf(taskId)).available_at).toBeGreaterThan(now)
    const other = await company.addPerson()
    const [lateId] = await put('session.login-link', 1, { userId: other.userId, token: 'token' })
    await sweepOutbox(context())
    expect(await runGroup(context(), slow, [taskId ?? ''])).toBe(0)
    expect((await rowOf(lateId)).done_at).not.toBeNull()
    expect(sentMails(other.email)).toHaveLength(1)
    call.end()
    await first
    expect(call.asked).toBe(1)
    expect(sentMails(person.email)).toHaveLength(1)
    expect(await rowOf(taskId)).toMatchObject({ attempts: 1, last_error: null, done_at: expect.any(Number) })
  })

  it('a slow provider delays no other message of its batch, and each is acknowledged separately', async () => {
    const call = makeCall()
    const slow = makeTopic('tasks', call.carryOut)
    const quick = makeTopic('tasks', async () => {})
    const [slowId = ''] = await put(slow)
    const [quickId = ''] = await put(quick)
    const batch = createMessageBatch<OutboxNudge>('outlay-tasks', [
      message({ topic: slow, outboxIds: [slowId] }),
      message({ topic: quick, outboxIds: [quickId] }, 1),
    ])
    const execution = createExecutionContext()
    const handled = handleQueue(batch, env)
    await eventually(async () => (await rowOf(quickId)).done_at !== null)
    expect((await rowOf(slowId)).done_at).toBeNull()
    call.end()
    await handled
    expect((await getQueueResult(batch, execution)).explicitAcks.toSorted()).toEqual(['message-0', 'message-1'])
  })

  it('a call that never answers is given up and tried again', async () => {
    const call = makeCall()
    const slow = makeTopic('tasks', call.carryOut)
    const [id] = await put(slow)
    const first = runGroup(context(), slow, null)
    await eventually(() => call.asked === 1)
    await pass(LANES.tasks.longestMs / 1000 + 30)
    await first
    expect(await rowOf(id)).toMatchObject({ attempts: 1, done_at: null, last_error: 'Error: It took too long' })
  })
})

describe('a runner that lost its lease', () => {
  it('the runner writes nothing about a row that another has claimed', async () => {
    const calls = [makeCall(), makeCall()]
    let next = 0
    const slow = makeTopic('tasks', () => calls[next++]?.carryOut() ?? Promise.resolve())
    const [id] = await put(slow)
    const first = runGroup(context(), slow, null)
    await eventually(() => calls[0]?.asked === 1)
    // Frozen, it renewed nothing, and another runner took the row.
    now += LANES.tasks.leaseMs + 1
    const second = runGroup(context(), slow, null)
    await eventually(() => calls[1]?.asked === 1)
    calls[0]?.end()
    await first
    expect(await rowOf(id)).toMatchObject({ attempts: 2, done_at: null })
    calls[1]?.end()
    await second
    expect((await rowOf(id)).done_at).not.toBeNull()
  })
})

describe('rows that were sent together', () => {
  it('the rows are claimed together again, whatever else is due', async () => {
    const topic = makeTopic('mail', async () => {})
    const { db } = context()
    await put(topic, 70)
    const groups: string[][] = []
    for (let i = 0; i < 2; i++) groups.push((await claim(db, LANES.mail, topic, null, now)).rows.map(({ id }) => id))
    // A message with seven, as in a burst.
    const seven = await put(topic, 7)
    groups.push((await claim(db, LANES.mail, topic, seven, now)).rows.map(({ id }) => id))
    expect(groups.map((group) => group.length)).toEqual([50, 20, 7])
    // Every runner died, and new rows are due as well.
    now += LANES.mail.leaseMs
    await put(topic, 60)
    const again: string[][] = []
    for (let i = 0; i < 5; i++) again.push((await claim(db, LANES.mail, topic, null, now)).rows.map(({ id }) => id))
    const sorted = (lists: string[][]) =>
      lists.map((list) => list.toSorted()).toSorted((a, b) => (String(a) < String(b) ? -1 : 1))
    expect(sorted(again.slice(0, 3))).toEqual(sorted(groups))
    expect(again.slice(3).map((group) => group.length)).toEqual([50, 10])
  })

  it('a message that names only some of the rows can’t claim them', async () => {
    const topic = makeTopic('mail', async () => {})
    const ids = await put(topic, 10)
    await claim(context().db, LANES.mail, topic, null, now)
    now += LANES.mail.leaseMs
    expect((await claim(context().db, LANES.mail, topic, ids.slice(0, 3), now)).rows).toEqual([])
  })

  it('the rows are sent under the same key, once, if the runner died after sending', async () => {
    const people = await Promise.all(Array.from({ length: 6 }, () => company.addPerson()))
    const sent = new Map<string, string[]>()
    const { openPost } = await import('../../worker/integrations/resend/post.ts')
    let dies = true
    const topic = `test.${newId()}` as OutboxTopic
    registerOutbox(topic, {
      lane: 'mail',
      handler: async () => {
        const post = openPost(context())
        return async (effect: Effect) => {
          const { to } = effect.payload as unknown as { to: string }
          sent.set(effect.group, [...(sent.get(effect.group) ?? []), effect.id])
          await post(effect, [{ key: effect.id, mail: { to, subject: 'News', html: '', text: '' } }])
          if (dies) await new Promise(() => {})
        }
      },
    } as unknown as OutboxJob<typeof topic>)
    for (const person of people) await put(topic, 1, { to: person.email })
    void runGroup(context(), topic, null)
    await eventually(() => people.every(({ email }) => sentMails(email).length === 1))
    dies = false
    vi.clearAllTimers()
    now += LANES.mail.leaseMs
    await put(topic, 1, { to: people[0]?.email })
    await sweepOutbox(context())
    expect([...sent.values()].map((ids) => ids.length)).toEqual([12, 1])
    expect(people.map(({ email }) => sentMails(email).length)).toEqual([2, 1, 1, 1, 1, 1])
  })

  it('the rows of a failed call are retried as that call', async () => {
    const { openPost } = await import('../../worker/integrations/resend/post.ts')
    const topic = `test.${newId()}` as OutboxTopic
    registerOutbox(topic, {
      lane: 'mail',
      handler: async () => {
        const post = openPost(context())
        return (effect: Effect) =>
          post(
            effect,
            (effect.payload as unknown as { to: string[] }).to.map((to) => ({
              key: `${effect.id}:${to}`,
              mail: { to, subject: 'News', html: '', text: '' },
            })),
          )
      },
    } as unknown as OutboxJob<typeof topic>)
    // Three calls of sixty emails each: the first and the third fail.
    const ids: string[] = []
    for (let i = 0; i < 3; i++)
      ids.push(...(await put(topic, 1, { to: Array.from({ length: 60 }, () => `${newId()}@acme.example`) })))
    const answers = [500, 200, 500]
    const keys: string[] = []
    const fetch = vi.spyOn(globalThis, 'fetch').mockImplementation(async (_, init) => {
      keys.push(new Headers(init?.headers).get('Idempotency-Key') ?? '')
      return Response.json({}, { status: answers.shift() ?? 200 })
    })
    await runGroup(context(), topic, null)
    const [first, second, third] = await Promise.all(ids.map(rowOf))
    expect([first?.done_at, third?.done_at]).toEqual([null, null])
    expect(second?.done_at).not.toBeNull()
    now += 60_000
    await sweepOutbox(context())
    fetch.mockRestore()
    expect(keys.slice(3).toSorted()).toEqual([keys[0], keys[2]].toSorted())
    for (const id of ids) expect((await rowOf(id)).done_at).not.toBeNull()
  })
})

describe('an effect that crashes its runner every time', () => {
  it('a document’s effect is dead after three attempts, and its object is told', async () => {
    const told: string[] = []
    let begun = 0
    const topic = makeTopic(
      'documents',
      async () => {
        begun += 1
      },
      {
        onDead: async (_, effect) => {
          told.push(effect.id)
        },
      },
    )
    const [id = ''] = await put(topic)
    for (let attempt = 1; attempt <= 3; attempt++) {
      expect((await claim(context().db, LANES.documents, topic, null, now)).rows).toHaveLength(1)
      now += LANES.documents.leaseMs
    }
    await runGroup(context(), topic, null)
    expect(begun).toBe(0)
    expect(told).toEqual([id])
    expect(await rowOf(id)).toMatchObject({ dead_at: now, done_at: null })
    now += 24 * 60 * 60 * 1000
    expect(await runGroup(context(), topic, null)).toBe(0)
  })

  it('an effect is dead after three failures, and its object is told until it has heard', async () => {
    let hears = false
    const topic = makeTopic('documents', () => Promise.reject(new Error('Bad file')), {
      onDead: async () => {
        if (!hears) throw new Error('The database is away')
      },
    })
    const [id = ''] = await put(topic)
    for (let attempt = 1; attempt <= 4; attempt++) {
      await runGroup(context(), topic, null)
      expect(await rowOf(id)).toMatchObject({ attempts: attempt, dead_at: null })
      now += 60 * 60_000
    }
    hears = true
    await runGroup(context(), topic, null)
    expect((await rowOf(id)).dead_at).not.toBeNull()
  })

  it('an effect of an unreadable document says so on the document', async () => {
    const documentId = newId()
    await run(
      `INSERT INTO document_readings (company_id, document_id, kind, state, requested_at) VALUES (?, ?, 'TEXT', 'PENDING', 1)`,
      company.id,
      documentId,
    )
    await put('document.read', 1, { documentId, kinds: ['TEXT'] })
    for (let attempt = 1; attempt <= 3; attempt++) {
      await claim(context().db, LANES.documents, 'document.read', null, now)
      now += LANES.documents.leaseMs
    }
    await runGroup(context(), 'document.read', null)
    const [reading] = await rows('SELECT state, error FROM document_readings WHERE document_id = ?', documentId)
    expect(reading).toMatchObject({ state: 'FAILED', error: 'Could not be read.' })
  })
})

describe('the lanes of the outbox', () => {
  it('every topic has a handler and a lane', () => {
    expect(
      registeredTopics()
        .filter((topic) => !topic.startsWith('test.'))
        .toSorted(),
    ).toEqual([
      'audit.head-mail',
      'currency-rates.price',
      'directory.people',
      'document.read',
      'documents.send',
      'external-requests.run',
      'inbound-mail.forwarding-confirmation',
      'member.address',
      'member.hand-over',
      'member.invite',
      'request.notify',
      'request.remind',
      'service.remind',
      'session.acted-for',
      'session.login-link',
      'sync.run',
      'task.complete',
      'task.run',
      'thread.notify',
      'vendor-import.run',
      'vendor.notify',
      'webhook.handle',
    ])
  })

  it('each document is swept by its own message', async () => {
    const bodies: unknown[] = []
    const queue = {
      sendBatch: async (messages: Iterable<{ body: unknown }>) => {
        bodies.push(...[...messages].map(({ body }) => body))
      },
    }
    const topic = makeTopic('documents', async () => {})
    await put(topic, 3)
    await sweepOutbox({ ...context(), env: { ...env, DOCUMENTS_QUEUE: queue as never } })
    expect(bodies).toEqual(Array(3).fill({ topic, outboxIds: null }))
  })

  it('topics without a handler are logged and given up', async () => {
    const [id] = await put('test.unknown')
    await sweepOutbox(context())
    expect(await rowOf(id)).toMatchObject({ attempts: 1, last_error: expect.stringContaining('Nothing handles') })
  })
})

describe('deleting old rows', () => {
  it('completed rows are deleted after 30 days, and dead ones after 90', async () => {
    const topic = makeTopic('mail', async () => {})
    const ids = await put(topic, 5)
    const days = (count: number) => now - count * 24 * 60 * 60 * 1000
    const set = (index: number, column: string, at: number) =>
      run(`UPDATE outbox SET ${column} = ? WHERE id = ?`, at, ids[index])
    await set(0, 'done_at', days(31))
    await set(1, 'done_at', days(29))
    await set(2, 'dead_at', days(31))
    await set(3, 'dead_at', days(91))
    await forgetOldEffects(context())
    const left = await rows<{ id: string }>('SELECT id FROM outbox WHERE topic = ? ORDER BY rowid', topic)
    expect(left.map(({ id }) => id)).toEqual([ids[1], ids[2], ids[4]])
    await handleScheduled(env)
  })

  it('calls to the email provider are forgotten after two days', async () => {
    const keep = (call: string, hoursAgo: number) =>
      run(
        "INSERT INTO mail_calls VALUES (?, 0, 'group', 'effect', 'letter', '{}', ?)",
        call,
        Date.now() - hoursAgo * 60 * 60 * 1000,
      )
    const [old, young] = [newId(), newId()]
    await keep(old, 49)
    await keep(young, 47)
    await handleScheduled(env)
    expect(await rows('SELECT call FROM mail_calls WHERE call IN (?, ?)', old, young)).toEqual([{ call: young }])
  })
})
