import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import type { Block } from '../../../../schema/approvals/engine/model.ts'
import { newId, systemClock } from '../../../../worker/core/clock.ts'
import { Database } from '../../../../worker/core/database.ts'
import { createLogger } from '../../../../worker/core/log.ts'
import { sweepOutbox } from '../../../../worker/core/outbox-sweep.ts'
import { fieldsOf } from '../../../support/worker/doors.ts'
import { file, makeCategory, rule } from '../../../support/worker/intake.ts'
import { rows } from '../../../support/worker/sessions.ts'
import { type Client, makeCompany, signIn, type TestCompany, type TestPerson } from '../../../support/worker/world.ts'

/** What is waiting for a disabled member goes to others, request by request, and nothing is lost. */

let company: TestCompany
let admin: Client
let requester: TestPerson
let asRequester: Client
beforeAll(async () => {
  company = await makeCompany()
  admin = await signIn(company, await company.addPerson({ name: 'Maya Admin', flags: ['hasAdminAccess'] }))
  requester = await company.addPerson({ name: 'Rita Requester' })
  asRequester = await signIn(company, requester)
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => Response.json({ id: newId() }))
})

const sweep = (now = Date.now()) =>
  sweepOutbox({
    env,
    db: new Database(env.DB, 'first-primary'),
    clock: { now: () => now },
    log: createLogger({}, 'error'),
  })

type Rules = Parameters<typeof makeCategory>[1]['levels']
const fileWith = async (levels: Rules, title = 'Contract') => {
  const category = await makeCategory(admin, { levels })
  return { category, id: await file(asRequester, category.id, { title }) }
}
const blocksOf = async (id: string): Promise<Block[]> =>
  (
    await rows<{ block: string }>(
      'SELECT block FROM level_group_statuses WHERE target_id = ? ORDER BY level, ordinal',
      id,
    )
  ).map((row) => JSON.parse(row.block))
const approversOf = async (id: string) =>
  (await blocksOf(id)).map((block) => block.approvers.map((approver) => approver.name).sort())
const disable = (userId: string, reassignToUserId: string | null = null, client = admin) =>
  client.post(`/api/members/${userId}/enabled`, { enabled: false, reassignToUserId })

describe('disabling an approver', () => {
  it('the dialog shows what is waiting for them, now and at later levels, and suggests the manager', async () => {
    const manager = await company.addPerson({ name: 'Mona Manager' })
    const leaving = await company.addPerson({ name: 'Lea Leaving', managerUserId: manager.userId })
    const other = await company.addPerson({ name: 'Otto Other' })
    const now = await fileWith([[rule('legal', { approverUserIds: [leaving.userId] })]], 'Now')
    const later = await fileWith(
      [[rule('first', { approverUserIds: [other.userId] })], [rule('then', { approverUserIds: [leaving.userId] })]],
      'Later',
    )
    const { body } = await admin.get(`/api/members/${leaving.userId}/open-approvals`)
    expect(body).toMatchObject({ total: 2, suggested: { id: manager.userId } })
    expect(body.requests.map((request: { id: string }) => request.id)).toEqual([now.id, later.id])
    expect((await admin.get(`/api/members/${other.userId}/open-approvals`)).body.total).toBe(1)
  })

  it('everything goes to the chosen successor, who can decide it', async () => {
    const leaving = await company.addPerson({ name: 'Lea Leaving' })
    const successor = await company.addPerson({ name: 'Sami Successor' })
    const other = await company.addPerson({ name: 'Otto Other' })
    const one = await fileWith([[rule('legal', { approverUserIds: [leaving.userId, other.userId] })]])
    const two = await fileWith([
      [rule('first', { approverUserIds: [other.userId] })],
      [rule('then', { approverUserIds: [leaving.userId] })],
    ])
    expect((await disable(leaving.userId, successor.userId)).body).toMatchObject({ enabled: false, reassigned: 2 })
    await sweep()
    expect(await approversOf(one.id)).toEqual([['Otto Other', 'Sami Successor']])
    expect(await approversOf(two.id)).toEqual([['Otto Other'], ['Sami Successor']])
    const [block] = await blocksOf(one.id)
    const client = await signIn(company, successor)
    const decision = { status: 'APPROVED', levelGroupStatusId: block?.id, seenVersion: 1 }
    expect((await client.post(`/api/intake-submission/${one.id}/status`, decision)).body.status).toBe('APPROVED')
    const trail = (await admin.get(`/api/audit-logs?targetType=INTAKE_SUBMISSION&targetId=${one.id}`)).body
    expect(JSON.stringify(trail)).toContain('Maya Admin changed the approvers of')
  })

  it('the other approvers stay responsible, or the admins if there are none', async () => {
    const leaving = await company.addPerson({ name: 'Lea Leaving' })
    const other = await company.addPerson({ name: 'Otto Other' })
    const shared = await fileWith([[rule('legal', { approverUserIds: [leaving.userId, other.userId] })]])
    const alone = await fileWith([[rule('legal', { approverUserIds: [leaving.userId] })]])
    await disable(leaving.userId)
    await sweep()
    expect(await approversOf(shared.id)).toEqual([['Otto Other']])
    expect(await approversOf(alone.id)).toEqual([['Maya Admin']])
  })

  it('someone leaving never completes a step', async () => {
    const leaving = await company.addPerson({ name: 'Lea Leaving' })
    const other = await company.addPerson({ name: 'Otto Other' })
    const approverUserIds = [leaving.userId, other.userId]
    const { id } = await fileWith([[rule('both', { approverUserIds, quorum: { kind: 'ALL' } })]])
    const [block] = await blocksOf(id)
    const decision = { status: 'APPROVED', levelGroupStatusId: block?.id, seenVersion: 1 }
    expect((await (await signIn(company, other)).post(`/api/intake-submission/${id}/status`, decision)).status).toBe(
      200,
    )
    await disable(leaving.userId)
    await sweep()
    const [after] = await blocksOf(id)
    expect(after).toMatchObject({ status: 'PENDING', quorum: { kind: 'AT_LEAST', count: 2 } })
    expect(await approversOf(id)).toEqual([['Maya Admin', 'Otto Other']])
  })

  it('a requester never becomes the approver of their own request', async () => {
    const leaving = await company.addPerson({ name: 'Lea Leaving' })
    const { id } = await fileWith([[rule('legal', { approverUserIds: [leaving.userId] })]])
    await disable(leaving.userId, requester.userId)
    await sweep()
    expect(await approversOf(id)).toEqual([['Maya Admin']])
  })

  it('a crash after the first request loses nothing: the rest is handed over later, and nothing twice', async () => {
    const leaving = await company.addPerson({ name: 'Lea Leaving' })
    const successor = await company.addPerson({ name: 'Sami Successor' })
    const levels: Rules = [[rule('legal', { approverUserIds: [leaving.userId] })]]
    const ids = [(await fileWith(levels)).id, (await fileWith(levels)).id]
    await disable(leaving.userId, successor.userId)
    const due = await rows<{ id: string }>(
      "SELECT id FROM outbox WHERE company_id = ? AND topic = 'member.hand-over' AND done_at IS NULL ORDER BY id",
      company.id,
    )
    expect(due.length).toBeGreaterThanOrEqual(3)
    await sweep()
    const changes = async (id = '') =>
      (await rows("SELECT 1 FROM audit_log WHERE target_id = ? AND action LIKE '%approvers-replaced'", id)).length
    expect([await changes(ids[0]), await changes(ids[1])]).toEqual([1, 1])
    // The same rows again, as after a crash before they were marked as done.
    await env.DB.prepare(
      `UPDATE outbox SET done_at = NULL, available_at = 0 WHERE company_id = ? AND topic = 'member.hand-over'`,
    )
      .bind(company.id)
      .run()
    await sweep()
    expect([await changes(ids[0]), await changes(ids[1])]).toEqual([1, 1])
    expect(await approversOf(ids[0] ?? '')).toEqual([['Sami Successor']])
  })

  it('requests filed at that very moment are handed over too', async () => {
    const leaving = await company.addPerson({ name: 'Lea Leaving' })
    const { category } = await fileWith([[rule('legal', { approverUserIds: [leaving.userId] })]])
    await disable(leaving.userId)
    await sweep()
    // As if it had been planned just before, so the member is still asked.
    await env.DB.prepare('UPDATE company_memberships SET disabled_at = NULL WHERE user_id = ?')
      .bind(leaving.userId)
      .run()
    const late = await file(asRequester, category.id, { title: 'Late' })
    await env.DB.prepare('UPDATE company_memberships SET disabled_at = 1 WHERE user_id = ?').bind(leaving.userId).run()
    await sweep()
    expect(await approversOf(late)).toEqual([['Lea Leaving']])
    await sweep(systemClock.now() + 120_000)
    expect(await approversOf(late)).toEqual([['Maya Admin']])
  })

  it('nothing changes for someone who is enabled again in time', async () => {
    const leaving = await company.addPerson({ name: 'Lea Leaving' })
    const { id } = await fileWith([[rule('legal', { approverUserIds: [leaving.userId] })]])
    await disable(leaving.userId)
    await admin.post(`/api/members/${leaving.userId}/enabled`, { enabled: true })
    await sweep()
    expect(await approversOf(id)).toEqual([['Lea Leaving']])
  })

  it('only admins can choose the successor, who must be able to sign in', async () => {
    const leaving = await company.addPerson()
    const off = await company.addPerson({ disabled: true })
    const userAdmin = await company.addPerson({ flags: ['hasUserAdminAccess'] })
    const client = await signIn(company, userAdmin)
    expect(fieldsOf(await disable(leaving.userId, userAdmin.userId, client))).toHaveProperty('reassignToUserId')
    for (const userId of [off.userId, leaving.userId, newId()]) {
      expect(fieldsOf(await disable(leaving.userId, userId))).toHaveProperty('reassignToUserId')
    }
    expect((await disable(leaving.userId, null, client)).status).toBe(200)
  })
})
