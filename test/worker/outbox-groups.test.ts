import { env } from 'cloudflare:workers'
import { describe, expect, it, vi } from 'vitest'
import { newId } from '../../worker/core/clock.ts'
import type { OutboxTopic } from '../../worker/core/outbox.ts'
import { claim } from '../../worker/core/outbox-claim.ts'
import { LANES } from '../../worker/core/outbox-lanes.ts'
import { type Effect, type OutboxJob, registerOutbox } from '../../worker/core/outbox-registry.ts'
import { runGroup } from '../../worker/core/outbox-runner.ts'
import { forgetOldEffects, sweepOutbox } from '../../worker/core/outbox-sweep.ts'
import { runTicks } from '../support/worker/jobs/ticks.ts'
import {
  context,
  eventually,
  makeTopic,
  outbox,
  outboxForEachTest,
  put,
  rowOf,
} from '../support/worker/outbox-scene.ts'
import { sentMails } from '../support/worker/outside.ts'
import { rows, run } from '../support/worker/sessions.ts'

/** Rows sent together are retried together, and what can't be done ends. */

outboxForEachTest()

describe('rows that were sent together', () => {
  it('the rows are claimed together again, whatever else is due', async () => {
    const topic = makeTopic('mail', async () => {})
    const { db } = context()
    await put(topic, 70)
    const groups: string[][] = []
    for (let i = 0; i < 2; i++)
      groups.push((await claim(db, LANES.mail, topic, null, outbox.now)).rows.map(({ id }) => id))
    // A message with seven, as in a burst.
    const seven = await put(topic, 7)
    groups.push((await claim(db, LANES.mail, topic, seven, outbox.now)).rows.map(({ id }) => id))
    expect(groups.map((group) => group.length)).toEqual([50, 20, 7])
    // Every runner died, and new rows are due as well.
    outbox.now += LANES.mail.leaseMs
    await put(topic, 60)
    const again: string[][] = []
    for (let i = 0; i < 5; i++)
      again.push((await claim(db, LANES.mail, topic, null, outbox.now)).rows.map(({ id }) => id))
    const sorted = (lists: string[][]) =>
      lists.map((list) => list.toSorted()).toSorted((a, b) => (String(a) < String(b) ? -1 : 1))
    expect(sorted(again.slice(0, 3))).toEqual(sorted(groups))
    expect(again.slice(3).map((group) => group.length)).toEqual([50, 10])
  })

  it('a message that names only some of the rows can’t claim them', async () => {
    const topic = makeTopic('mail', async () => {})
    const ids = await put(topic, 10)
    await claim(context().db, LANES.mail, topic, null, outbox.now)
    outbox.now += LANES.mail.leaseMs
    expect((await claim(context().db, LANES.mail, topic, ids.slice(0, 3), outbox.now)).rows).toEqual([])
  })

  it('the rows are sent under the same key, once, if the runner died after sending', async () => {
    const people = await Promise.all(Array.from({ length: 6 }, () => outbox.company.addPerson()))
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
    outbox.now += LANES.mail.leaseMs
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
    const people = [0, 1, 2].map(() => Array.from({ length: 60 }, () => `${newId()}@acme.example`))
    const ids: string[] = []
    for (const to of people) ids.push(...(await put(topic, 1, { to })))
    const keys: { row: number; key: string | null }[] = []
    // Which of them goes out first isn't promised.
    const fetch = vi.spyOn(globalThis, 'fetch').mockImplementation(async (_, init) => {
      const row = people.findIndex(([first = '']) => String(init?.body).includes(first))
      const isFirst = !keys.some((each) => each.row === row)
      keys.push({ row, key: new Headers(init?.headers).get('Idempotency-Key') })
      return Response.json({}, { status: isFirst && row !== 1 ? 500 : 200 })
    })
    await runGroup(context(), topic, null)
    const [first, second, third] = await Promise.all(ids.map(rowOf))
    expect([first?.done_at, third?.done_at]).toEqual([null, null])
    expect(second?.done_at).not.toBeNull()
    outbox.now += 60_000
    await sweepOutbox(context())
    fetch.mockRestore()
    const keysOf = (row: number) => keys.filter((each) => each.row === row).map(({ key }) => key)
    expect(keysOf(1)).toHaveLength(1)
    for (const row of [0, 2]) expect(keysOf(row)).toEqual([expect.any(String), keysOf(row)[0]])
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
      expect((await claim(context().db, LANES.documents, topic, null, outbox.now)).rows).toHaveLength(1)
      outbox.now += LANES.documents.leaseMs
    }
    await runGroup(context(), topic, null)
    expect(begun).toBe(0)
    expect(told).toEqual([id])
    expect(await rowOf(id)).toMatchObject({ dead_at: outbox.now, done_at: null })
    outbox.now += 24 * 60 * 60 * 1000
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
      outbox.now += 60 * 60_000
    }
    hears = true
    await runGroup(context(), topic, null)
    expect((await rowOf(id)).dead_at).not.toBeNull()
  })

  it('an effect of an unreadable document says so on the document', async () => {
    const documentId = newId()
    await run(
      `INSERT INTO document_readings (company_id, document_id, kind, state, requested_at) VALUES (?, ?, 'TEXT', 'PENDING', 1)`,
      outbox.company.id,
      documentId,
    )
    await put('document.read', 1, { documentId, kinds: ['TEXT'] })
    for (let attempt = 1; attempt <= 3; attempt++) {
      await claim(context().db, LANES.documents, 'document.read', null, outbox.now)
      outbox.now += LANES.documents.leaseMs
    }
    await runGroup(context(), 'document.read', null)
    const [reading] = await rows('SELECT state, error FROM document_readings WHERE document_id = ?', documentId)
    expect(reading).toMatchObject({ state: 'FAILED', error: 'Could not be read.' })
  })
})

describe('deleting old rows', () => {
  it('completed rows are deleted after 30 days, and dead ones after 90', async () => {
    const topic = makeTopic('mail', async () => {})
    const ids = await put(topic, 5)
    const days = (count: number) => outbox.now - count * 24 * 60 * 60 * 1000
    const set = (index: number, column: string, at: number) =>
      run(`UPDATE outbox SET ${column} = ? WHERE id = ?`, at, ids[index])
    await set(0, 'done_at', days(31))
    await set(1, 'done_at', days(29))
    await set(2, 'dead_at', days(31))
    await set(3, 'dead_at', days(91))
    await forgetOldEffects(context())
    const left = await rows<{ id: string }>('SELECT id FROM outbox WHERE topic = ? ORDER BY rowid', topic)
    expect(left.map(({ id }) => id)).toEqual([ids[1], ids[2], ids[4]])
    await runTicks(env)
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
    await run('UPDATE mail_calls SET rowid = (SELECT MIN(rowid) - 1 FROM mail_calls) WHERE call = ?', old)
    await runTicks(env)
    expect(await rows('SELECT call FROM mail_calls WHERE call IN (?, ?)', old, young)).toEqual([{ call: young }])
  })
})
