import { createExecutionContext, createMessageBatch, getQueueResult } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { LANES } from '../../worker/core/outbox-lanes.ts'
import { registeredTopics } from '../../worker/core/outbox-registry.ts'
import { runGroup } from '../../worker/core/outbox-runner.ts'
import { sweepOutbox } from '../../worker/core/outbox-sweep.ts'
import type { OutboxNudge } from '../../worker/env.ts'
import { handleQueue } from '../../worker/jobs.ts'
import {
  context,
  eventually,
  makeCall,
  makeTopic,
  outbox,
  outboxForEachTest,
  pass,
  put,
  rowOf,
} from '../support/worker/outbox-scene.ts'
import { sentMails } from '../support/worker/outside.ts'

/** A lane delays no other, and a working runner keeps its rows. */

outboxForEachTest()

const message = (body: OutboxNudge, index = 0) => ({ id: `message-${index}`, timestamp: new Date(), attempts: 1, body })

describe('a provider that takes 70 seconds', () => {
  it('a slow provider delays no email, is called once, and its runner keeps the row', async () => {
    const call = makeCall()
    const slow = makeTopic('tasks', call.carryOut)
    const [taskId] = await put(slow)
    const person = await outbox.company.addPerson()
    const [mailId] = await put('session.login-link', 1, { userId: person.userId, token: 'token' })
    const first = sweepOutbox(context())
    await eventually(() => call.asked === 1)
    await eventually(async () => (await rowOf(mailId)).done_at !== null)
    expect(sentMails(person.email)).toHaveLength(1)
    // After the lease of a minute the runner still has it, and a second sweep and a second message find nothing.
    await pass(70)
    expect((await rowOf(taskId)).available_at).toBeGreaterThan(outbox.now)
    const other = await outbox.company.addPerson()
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
    outbox.now += LANES.tasks.leaseMs + 1
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

describe('the lanes of the outbox', () => {
  it('every topic has a handler and a lane', () => {
    expect(
      registeredTopics()
        .filter((topic) => !topic.startsWith('test.'))
        .toSorted(),
    ).toEqual([
      'accounting.send',
      'alarms.call',
      'alarms.mail',
      'api-keys.ending',
      'audit.head-mail',
      'bill.reopened',
      'bill.settled',
      'chat.answer',
      'checks.mail',
      'checks.run',
      'configuration.run',
      'currency-rates.price',
      'delegation.notify',
      'digest.send',
      'directory.people',
      'document.read',
      'documents.send',
      'evidence.make',
      'external-requests.run',
      'factors.changed',
      'inbound-mail.forwarding-confirmation',
      'inbound-mail.no-invoice',
      'member.address',
      'member.hand-over',
      'member.invite',
      'payments.alarm',
      'payments.details-changed',
      'payments.follow',
      'payments.remittance',
      'proposed-vendor.settle',
      'provisioning.move',
      'purchase-order.change',
      'purchase-order.follow',
      'purchase-order.mail',
      'request.notify',
      'request.remind',
      'service.remind',
      'session.acted-for',
      'session.login-link',
      'sign-on.methods-changed',
      'sign-on.warning',
      'sign-up.link',
      'sourcing-event.draft',
      'sourcing-event.mail-bidder',
      'sourcing-event.notify',
      'sourcing.receipt',
      'sync.run',
      'task.complete',
      'task.run',
      'thread.notify',
      'vendor-document.expiring',
      'vendor-form.changed',
      'vendor-form.follow',
      'vendor-form.news',
      'vendor-form.remind',
      'vendor-form.send',
      'vendor-form.update-vendor',
      'vendor-import.run',
      'vendor-invoice.rejected',
      'vendor-portal.bank-mail',
      'vendor-portal.customers',
      'vendor-portal.invitation',
      'vendor-portal.member',
      'vendor-portal.news',
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
