import { runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test'
import { beforeAll, describe, expect, it } from 'vitest'
import { approvals, decide, request, usd } from '../../../support/worker/filing-scene.ts'
import { file, makeCategory, rule } from '../../../support/worker/intake.ts'
import { rows } from '../../../support/worker/sessions.ts'
import * as spend from '../../../support/worker/spend.ts'
import { type Client, makeCompany, signIn, type TestCompany, type TestPerson } from '../../../support/worker/world.ts'
import { env } from './support.ts'

const DAY_MS = 86_400_000

interface Scene {
  company: TestCompany
  people: Record<'requester' | 'approver' | 'boss', TestPerson>
  requester: Client
  approver: Client
  boss: Client
  admin: Client
  categoryId: string
}

let scene = {} as Scene
beforeAll(async () => {
  const company = await makeCompany()
  const boss = await company.addPerson({ name: 'Bea Boss' })
  const people = {
    boss,
    requester: await company.addPerson({ name: 'Rita Requester' }),
    approver: await company.addPerson({ name: 'Abe Approver', managerUserId: boss.userId }),
  }
  const admin = await signIn(company, await company.addPerson({ flags: ['hasAdminAccess'] }))
  const levels = [[rule('legal', { approverUserIds: [people.approver.userId] })]]
  scene = {
    company,
    people,
    admin,
    requester: await signIn(company, people.requester),
    approver: await signIn(company, people.approver),
    boss: await signIn(company, boss),
    categoryId: (await makeCategory(admin, { levels })).id,
  }
})

const SETTINGS = '/api/settings/approval-deadlines'
const put = (client: Client, body: object) => client.call('PUT', SETTINGS, { body })
const filed = () => file(scene.requester, scene.categoryId, { title: 'Desk', amount: usd(500) })
const blockIn = async (client: Client, id: string) => (await approvals(client, id)).levels[0].blocks[0]

/** The object's alarm, that many days from now. */
const ringIn = async (id: string, days: number) => {
  const stub = env.APPROVALS.getByName(`intake:${id}`)
  await runInDurableObject(stub, (instance) => {
    const object = instance as unknown as { clock: { now: () => number } }
    object.clock = { now: () => Date.now() + days * DAY_MS }
  })
  await runDurableObjectAlarm(stub)
}
const toldOf = (id: string) =>
  rows<{ actor: string; kinds: string }>(
    `SELECT payload ->> '$.actorName' AS actor,
            (SELECT group_concat(value ->> 'userId' || ' ' || (value ->> 'kind')) FROM json_each(payload, '$.recipients')) AS kinds
       FROM outbox WHERE topic = 'request.notify' AND payload ->> '$.targetId' = ? ORDER BY created_at, rowid`,
    id,
  )

describe('deadlines', () => {
  it('nothing is due in a company that did not ask for it', async () => {
    expect((await scene.admin.get(SETTINGS)).body).toEqual({ mode: 'OFF', hours: 16, nudgePercent: 75, version: 0 })
    const id = await filed()
    expect((await blockIn(scene.approver, id)).dueAt).toBeNull()
    await ringIn(id, 100)
    expect((await toldOf(id)).filter(({ actor }) => actor === 'Outlay')).toEqual([])
  })

  it('admins set them, with a version, within limits, and the history says it', async () => {
    expect((await put(scene.requester, { mode: 'NUDGE' })).status).toBe(403)
    expect(await put(scene.admin, { mode: 'NUDGE', hours: 0 })).toMatchObject({
      status: 400,
      body: { fields: { hours: 'At least 1 hour' } },
    })
    const saved = await put(scene.admin, { mode: 'NUDGE', hours: 8, nudgePercent: 50, version: 0 })
    expect(saved).toMatchObject({ status: 200, body: { mode: 'NUDGE', hours: 8, nudgePercent: 50, version: 1 } })
    expect((await put(scene.admin, { mode: 'OFF', version: 0 })).status).toBe(409)
    const { body } = await scene.admin.get(`/api/audit-logs?targetType=COMPANY&targetId=${scene.company.id}`)
    expect(JSON.stringify(body)).toContain('Set approval deadlines: 8 business hours, reminder after 50%')
  })

  it('the approver is reminded, then their manager is asked and decides for them', async () => {
    const { approver, boss, people } = scene
    expect((await put(scene.admin, { mode: 'ESCALATE', hours: 8, nudgePercent: 50 })).status).toBe(200)
    const id = await filed()
    const { dueAt } = await blockIn(approver, id)
    expect(dueAt).toBeGreaterThan(Date.now())
    const { body: waiting } = await approver.get('/api/approvals/inbox')
    expect(waiting.items.find((item: { id: string }) => item.id === id).actions[0].dueAt).toBe(
      new Date(dueAt).toISOString(),
    )
    // What waits longer, but without a deadline, comes after what is due soon.
    const { body: longest } = await approver.get('/api/approvals/inbox')
    expect(longest.items.at(-1).id).toBe(id)
    const { body: urgent } = await approver.get('/api/approvals/inbox?order=urgent')
    expect(urgent.items.at(0).id).toBe(id)
    expect(urgent.items.length).toBe(longest.items.length)
    expect((await request(boss, id)).status).toBe(404)
    await ringIn(id, 10)
    expect((await toldOf(id)).filter(({ actor }) => actor === 'Outlay').map(({ kinds }) => kinds.split(','))).toEqual([
      expect.arrayContaining([`${people.approver.userId} REMINDER`, `${people.boss.userId} ESCALATED`]),
    ])
    const { body: asked } = await boss.get('/api/approvals/inbox')
    expect(asked.items).toMatchObject([{ id, actions: [{ label: 'legal' }] }])
    expect(await blockIn(boss, id)).toMatchObject({ canDecide: true, onBehalfOf: { userId: people.approver.userId } })
    expect((await request(boss, id)).body.lastAuditLogMessage).toBe(
      '“legal” is overdue for Abe Approver; Bea Boss for Abe Approver can decide now',
    )
    expect((await decide(boss, id, 'APPROVED', 1)).body.status).toBe('APPROVED')
    const before = await toldOf(id)
    await ringIn(id, 20)
    expect(await toldOf(id)).toEqual(before)
  })

  it('a manager who the requester gave to the approver isn’t asked when the time is over', async () => {
    const { company, boss, approver } = scene
    const filer = await signIn(company, await company.addPerson({ name: 'Fay Filer', flags: ['hasAdminAccess'] }))
    const puppet = await company.addPerson({ name: 'Pia Puppet' })
    const give = (client: Client, managerId: string) =>
      client.post(`/api/member/${scene.people.approver.userId}/update`, { managerId })
    const waiting = async () => file(filer, scene.categoryId, { title: 'Chair', amount: usd(500) })
    const id = await waiting()
    expect((await give(filer, puppet.userId)).status).toBe(200)
    await ringIn(id, 10)
    expect((await request(await signIn(company, puppet), id)).status).toBe(404)
    expect((await request(filer, id)).body.lastAuditLogMessage).toBe('“legal” is overdue for Abe Approver')
    expect(await blockIn(approver, id)).toMatchObject({ canDecide: true })
    // Another admin gives them back.
    expect((await give(scene.admin, scene.people.boss.userId)).status).toBe(200)
    const next = await waiting()
    await ringIn(next, 10)
    expect(await blockIn(boss, next)).toMatchObject({ canDecide: true })
  })

  it('a spend request is due by the same rule', async () => {
    const own = await spend.makeSpendScene()
    await spend.addRuleSet(own.company, { levels: [spend.always('Finance', own.people.approver.userId)] })
    const before = await spend.file(own)
    expect((await spend.blocksOf(own.approver, before))[0].dueAt).toBeNull()
    expect((await put(own.admin, { mode: 'NUDGE', hours: 8 })).status).toBe(200)
    const id = await spend.file(own)
    expect((await spend.blocksOf(own.approver, id))[0].dueAt).toBeGreaterThan(Date.now())
  })

  it('a request in progress keeps the deadline that it started with', async () => {
    const id = await filed()
    const { dueAt } = await blockIn(scene.approver, id)
    expect((await put(scene.admin, { mode: 'OFF' })).status).toBe(200)
    expect((await blockIn(scene.approver, id)).dueAt).toBe(dueAt)
    expect((await blockIn(scene.approver, await filed())).dueAt).toBeNull()
  })
})
