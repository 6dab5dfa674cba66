import { describe, expect, it } from 'vitest'
import { approvals, makeFilingScene } from '../../../support/worker/filing-scene.ts'
import { file, rule, saveLevels } from '../../../support/worker/intake.ts'
import { run } from '../../../support/worker/sessions.ts'
import * as spend from '../../../support/worker/spend.ts'
import { type Client, signIn } from '../../../support/worker/world.ts'

/** Duties across steps and revoked decisions through the doors, for requests and spend requests. */

const revoke = (client: Client, blockId: string, reason = 'Wrong vendor') =>
  client.post(`/api/level-group-statuses/${blockId}/revoke`, { reason })

describe('requests', () => {
  it('a step without anyone else goes to the admins, and its screen says why', async () => {
    const scene = await makeFilingScene()
    const { approver } = scene.people
    await saveLevels(
      scene.admin,
      scene.category.workflowId,
      [
        [rule('legal', { approverUserIds: [approver.userId] })],
        [rule('second', { approverUserIds: [approver.userId], excludesEarlierDeciders: true })],
      ],
      2,
    )
    const id = await file(scene.requester, scene.category.id, { title: 'Two eyes' })
    const [first, second] = (await approvals(scene.approver, id)).levels.map(
      (level: { blocks: { id: string }[] }) => level.blocks[0],
    )
    const say = (client: Client, blockId: string) =>
      client.post(`/api/intake-submission/${id}/status`, {
        status: 'APPROVED',
        levelGroupStatusId: blockId,
        seenVersion: 1,
      })
    expect((await say(scene.approver, first.id)).status).toBe(200)
    const [shown] = (await approvals(scene.approver, id)).levels[1].blocks
    expect(shown).toMatchObject({
      canDecide: false,
      approversNote: 'Goes to admins: everyone who could approve decided an earlier step',
      duties: { keptOut: [{ userId: approver.userId, label: 'legal' }] },
    })
    const refused = await say(scene.approver, second.id)
    expect([refused.status, refused.body.reason]).toEqual([403, 'SEPARATE_DUTIES'])
    expect((await approvals(scene.admin, id)).levels[1].blocks[0].canDecide).toBe(true)
    expect(await say(scene.admin, second.id)).toMatchObject({ status: 200, body: { status: 'APPROVED' } })
  })

  it('who decided an earlier step isn’t offered a later one as someone’s delegate either', async () => {
    const scene = await makeFilingScene()
    const { approver, second } = scene.people
    const apart = { approverUserIds: [second.userId], excludesEarlierDeciders: true }
    await saveLevels(
      scene.admin,
      scene.category.workflowId,
      [[rule('legal', { approverUserIds: [approver.userId] })], [rule('second', apart)]],
      2,
    )
    await run(
      'INSERT INTO delegate_approvers (company_id, user_id, delegate_user_id, created_at) VALUES (?, ?, ?, 0)',
      ...[scene.company.id, second.userId, approver.userId],
    )
    const id = await file(scene.requester, scene.category.id, { title: 'Four eyes' })
    const blocks = async (client: Client) =>
      (await approvals(client, id)).levels.map((level: { blocks: Record<string, unknown>[] }) => level.blocks[0])
    const [first, later] = await blocks(scene.approver)
    const say = (blockId: unknown) =>
      scene.approver.post(`/api/intake-submission/${id}/status`, {
        ...{ status: 'APPROVED', levelGroupStatusId: blockId, seenVersion: 1 },
      })
    expect((await say(first.id)).status).toBe(200)
    expect((await blocks(scene.approver))[1].canDecide).toBe(false)
    expect((await say(later.id)).body.reason).toBe('SEPARATE_DUTIES')
    expect((await blocks(await signIn(scene.company, second)))[1].canDecide).toBe(true)
  })

  it('an approver revokes their decision with a reason, and everyone sees it', async () => {
    const scene = await makeFilingScene()
    const id = await file(scene.requester, scene.category.id, {
      title: 'Too fast',
      amount: { value: 200_000, currency: 'USD' },
    })
    const blocks = async (client: Client) =>
      (await approvals(client, id)).levels.map((level: { blocks: Record<string, unknown>[] }) => level.blocks[0])
    const [first] = await blocks(scene.approver)
    const body = { status: 'APPROVED', levelGroupStatusId: first.id, seenVersion: 1 }
    expect(first.canRevoke).toBe(false)
    await scene.approver.post(`/api/intake-submission/${id}/status`, body)
    const second = await signIn(scene.company, scene.people.second)
    expect((await blocks(scene.approver))[0].canRevoke).toBe(true)
    expect((await blocks(second))[0].canRevoke).toBe(false)
    expect((await revoke(scene.approver, first.id, ' ')).status).toBe(400)
    expect((await revoke(second, first.id)).body.reason).toBe('NOTHING_TO_UNDO')
    expect((await revoke(await signIn(scene.company, scene.people.manager), first.id)).status).toBe(404)
    expect((await revoke(scene.approver, first.id)).status).toBe(200)
    expect(await blocks(scene.requester)).toMatchObject([
      { status: 'PENDING', isAwaited: true, decisions: [], revoked: { reason: 'Wrong vendor' } },
      { status: 'PENDING', isAwaited: false },
    ])
    const { edges } = (await scene.admin.get(`/api/audit-logs?targetType=INTAKE_SUBMISSION&targetId=${id}`)).body
    const actions = edges.map((edge: { node: { action: string } }) => edge.node.action)
    expect(actions).toContain('intake-submission.decision-revoked')
    await scene.approver.post(`/api/intake-submission/${id}/status`, body)
    const [, next] = await blocks(second)
    await second.post(`/api/intake-submission/${id}/status`, { ...body, levelGroupStatusId: next.id })
    const late = await revoke(scene.approver, first.id)
    expect([late.status, late.body.reason]).toEqual([409, 'REQUEST_CLOSED'])
  })
})

describe('spend requests', () => {
  it('keep duties apart by a rule of their rule set, and decisions can be revoked', async () => {
    const scene = await spend.makeSpendScene()
    const { approver, finance } = scene.people
    await spend.addRuleSet(scene.company, {
      levels: [
        spend.always('Owner', approver.userId),
        {
          noConditionRules: spend.always('Finance', approver.userId, finance.userId).noConditionRules.map((one) => ({
            ...one,
            excludesEarlierDeciders: true,
          })),
        },
      ],
    })
    const id = await spend.file(scene)
    expect((await spend.decide(scene.approver, id)).status).toBe(200)
    const [owner, later] = await spend.blocksOf(scene.finance, id)
    expect(later.approvers.map((one: { userId: string }) => one.userId)).toEqual([finance.userId])
    expect(later.canDecide).toBe(true)
    expect((await revoke(scene.approver, owner.id)).status).toBe(200)
    const [again, waits] = await spend.blocksOf(scene.finance, id)
    expect([again.status, waits.canDecide]).toEqual(['PENDING', false])
    expect(waits.approvers).toHaveLength(2)
  })
})
