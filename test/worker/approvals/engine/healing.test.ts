import { abortAllDurableObjects, evictDurableObject, runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test'
import { afterEach, describe, expect, it } from 'vitest'
import type { ApprovalState } from '../../../../schema/approvals/engine/model.ts'
import type { Env } from '../../../../worker/env.ts'
import { project } from '../../../../worker/objects/approval/projection.ts'
import { withViewer } from '../../../../worker/objects/approval/viewers.ts'
import { makeCompany } from '../../../support/worker/world.ts'
import { actor, planning, Story, submitCommand } from '../../../unit/approvals/engine/fixtures.ts'
import { breakD1, env, fresh, inD1, okOf, open, TWO_LEVELS } from './support.ts'

let mend: (() => Promise<void>) | null = null
afterEach(async () => {
  await mend?.()
  mend = null
})
const broken = async () => {
  mend = await breakD1()
}
const mended = async () => {
  await mend?.()
  mend = null
}

describe('healing the projection', () => {
  it('a failed projection leaves D1 unchanged, the command counts, and the alarm updates D1', async () => {
    const request = open(fresh('heal'))
    okOf(await request.submit())
    const before = await inD1(request.id)
    await broken()
    expect(okOf(await request.decide('legal', 'linus'))).toMatchObject({ projected: false })
    expect(await inD1(request.id)).toEqual(before)
    await mended()
    expect(await runDurableObjectAlarm(request.stub)).toBe(true)
    const after = await inD1(request.id)
    expect(after.submission).toMatchObject({ progress: 50 })
    expect(after.audit).toHaveLength(2)
    expect(after.outbox).toHaveLength(2)
  })

  it('healing works when the object was evicted in between, and sends each notification once', async () => {
    const request = open(fresh('crash'))
    await broken()
    okOf(await request.submit())
    okOf(await request.decide('legal', 'linus'))
    expect((await inD1(request.id)).submission).toBeUndefined()
    await evictDurableObject(request.stub)
    await mended()
    expect(await runDurableObjectAlarm(request.stub)).toBe(true)
    const after = await inD1(request.id)
    expect(after.submission).toMatchObject({
      progress: 50,
      projected_sequence: (await request.approvals.read('company'))?.sequence,
    })
    expect(after.outbox).toHaveLength(2)
    await runDurableObjectAlarm(request.stub)
    expect(await inD1(request.id)).toEqual(after)
  })

  it('a crash between the commit and D1 loses nothing because the alarm is set with the commit', async () => {
    const request = open(fresh('killed'))
    okOf(await request.submit())
    await runDurableObjectAlarm(request.stub)
    await runInDurableObject(request.stub, (instance) => {
      const object = instance as unknown as { env: Env }
      const hanging = { prepare: (sql: string) => env.DB.prepare(sql), batch: () => new Promise(() => {}) }
      object.env = { ...object.env, DB: hanging as unknown as D1Database }
    })
    const unanswered = request.decide('legal', 'linus').catch(() => 'no answer')
    await expect.poll(async () => (await request.approvals.read('company'))?.blocks[0]?.status).toBe('APPROVED')
    await abortAllDurableObjects()
    expect(await unanswered).toBe('no answer')
    expect((await inD1(request.id)).submission).toMatchObject({ progress: 0 })
    expect(await runDurableObjectAlarm(open(request.id).stub)).toBe(true)
    const after = await inD1(request.id)
    expect(after.submission).toMatchObject({ progress: 50 })
    expect(after.outbox).toHaveLength(2)
  })

  it('the alarm is set again after every failure', async () => {
    const request = open(fresh('stubborn'))
    await broken()
    okOf(await request.submit())
    for (let i = 0; i < 9; i++) expect(await runDurableObjectAlarm(request.stub)).toBe(true)
    await mended()
    expect(await runDurableObjectAlarm(request.stub)).toBe(true)
    expect((await inD1(request.id)).submission).toMatchObject({ status: 'PENDING' })
    expect(await runInDurableObject(request.stub, (_, ctx) => ctx.storage.getAlarm())).toBeNull()
  })

  it('a command after a failed one brings both into D1', async () => {
    const request = open(fresh('next'))
    okOf(await request.submit())
    await broken()
    okOf(await request.decide('legal', 'linus'))
    await mended()
    expect(okOf(await request.decide('alan', 'alan'))).toMatchObject({ projected: true })
    const { submission, audit, outbox } = await inD1(request.id)
    expect(submission).toMatchObject({ status: 'APPROVED' })
    expect(audit).toHaveLength(4)
    expect(outbox).toHaveLength(3)
  })

  it('an older projection that arrives late changes nothing', async () => {
    const id = fresh('late')
    const story = new Story().do({ ...submitCommand(), targetId: id }, actor('ada'), planning(TWO_LEVELS))
    const older = { state: story.request, events: [...story.events] }
    story.decide('legal', actor('linus'), 'REJECTED')
    const write = (at: { state: ApprovalState; events: typeof story.events }) =>
      project(env.DB, { name: `intake:${id}`, ...at, after: 0, notifications: [], now: 1 })
    await write({ state: story.request, events: story.events })
    const newer = await inD1(id)
    await write(older)
    expect(await inD1(id)).toEqual(newer)
  })

  it('everything in D1 can be rebuilt from the log without notifying anyone again', async () => {
    const request = open(fresh('rebuild'))
    okOf(await request.submit())
    okOf(await request.decide('legal', 'linus'))
    const before = await inD1(request.id)
    await env.DB.batch([
      env.DB.prepare('DELETE FROM request_blocks WHERE target_id = ?').bind(request.id),
      env.DB.prepare('DELETE FROM request_participants WHERE target_id = ?').bind(request.id),
      env.DB.prepare('DELETE FROM intake_answers WHERE submission_id = ?').bind(request.id),
      env.DB.prepare(`UPDATE intake_submissions SET status = 'REJECTED', progress = 7 WHERE id = ?`).bind(request.id),
      env.DB.prepare(`DELETE FROM outbox WHERE id LIKE 'intake:' || ? || ':%'`).bind(request.id),
    ])
    expect(await request.approvals.rebuild()).toBe(true)
    expect(await inD1(request.id)).toEqual({ ...before, outbox: [] })
  })
})

describe('people viewing a request', () => {
  const look = async (approvals: { fetch(request: Request): Promise<Response> }) => {
    const company = await makeCompany()
    const { userId } = await company.addPerson()
    const upgrade = new Request('https://app.outlay.example/live', { headers: { Upgrade: 'websocket' } })
    const response = await approvals.fetch(withViewer(upgrade, { companyId: company.id, userId, sessionHash: '' }))
    expect(response.status).toBe(101)
    const socket = response.webSocket
    if (!socket) throw new Error('No socket')
    const heard: string[] = []
    const closed = new Promise<number>((resolve) => {
      socket.addEventListener('close', ({ code }) => resolve(code))
    })
    socket.accept()
    socket.addEventListener('message', (event) => {
      heard.push(String(event.data))
    })
    return { userId, socket, heard, closed }
  }

  it('viewers hear of every change while they watch, also after the object slept', async () => {
    const request = open(fresh('viewer'))
    okOf(await request.submit())
    const { socket, heard } = await look(request.approvals)
    const first = okOf(await request.decide('legal', 'linus'))
    await expect.poll(() => heard).toEqual([JSON.stringify({ type: 'changed', sequence: first.sequence })])
    await evictDurableObject(request.stub)
    okOf(await request.decide('alan', 'alan'))
    await expect.poll(() => heard).toHaveLength(2)
    socket.close(1000)
  })

  it('a disabled viewer hears nothing more, and their socket closes', async () => {
    const request = open(fresh('viewer-out'))
    okOf(await request.submit())
    const { userId, heard, closed } = await look(request.approvals)
    const other = await look(request.approvals)
    await env.DB.prepare('UPDATE company_memberships SET disabled_at = 1 WHERE user_id = ?').bind(userId).run()
    okOf(await request.decide('legal', 'linus'))
    expect(await closed).toBe(4401)
    expect(heard).toEqual([])
    await expect.poll(() => other.heard).toHaveLength(1)
  })

  it('a viewer disabled while nothing changes is disconnected within half a minute, and the others stay', async () => {
    const request = open(fresh('viewer-idle'))
    okOf(await request.submit())
    await runDurableObjectAlarm(request.stub)
    const { userId, heard, closed } = await look(request.approvals)
    const other = await look(request.approvals)
    await env.DB.prepare('UPDATE company_memberships SET disabled_at = 1 WHERE user_id = ?').bind(userId).run()
    const alarmAt = () => runInDurableObject(request.stub, (_, ctx) => ctx.storage.getAlarm())
    expect((await alarmAt()) ?? Number.POSITIVE_INFINITY).toBeLessThanOrEqual(Date.now() + 30_000)
    expect(await runDurableObjectAlarm(request.stub)).toBe(true)
    expect(await closed).toBe(4401)
    expect([heard, other.heard]).toEqual([[], []])
    expect(await alarmAt()).not.toBeNull()
    const { sequence } = okOf(await request.decide('legal', 'linus'))
    await expect.poll(() => other.heard).toEqual([JSON.stringify({ type: 'changed', sequence })])
    other.socket.close(1000)
  })

  it('only WebSocket connections are accepted', async () => {
    const request = open(fresh('plain'))
    expect((await request.approvals.fetch(new Request('https://app.outlay.example/live'))).status).toBe(426)
  })
})
