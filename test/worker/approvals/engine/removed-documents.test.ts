import { describe, expect, it } from 'vitest'
import { approvals, decide, makeFilingScene } from '../../../support/worker/filing-scene.ts'
import { file, rule, saveLevels } from '../../../support/worker/intake.ts'
import * as spend from '../../../support/worker/spend.ts'
import { makeDocument } from '../../../support/worker/uploads.ts'

/** Documents that are removed from what is in review: who approved with one is asked again. */

describe('requests', () => {
  it('removing a document that someone approved with restarts the approvals', async () => {
    const scene = await makeFilingScene()
    const { approver, second } = scene.people
    const levels = [
      [rule('legal', { approverUserIds: [approver.userId] })],
      [rule('finance', { approverUserIds: [second.userId] })],
    ]
    await saveLevels(scene.admin, scene.category.workflowId, levels, 2)
    const id = await file(scene.requester, scene.category.id, { title: 'With a quote' })
    const quote = await makeDocument(scene.requester, 'Quote')
    const late = await makeDocument(scene.requester, 'Late')
    const url = `/api/intake-submission/${id}/documents`
    expect((await scene.requester.post(url, { documentIds: [quote] })).status).toBe(200)
    expect((await decide(scene.approver, id, 'APPROVED', 1)).status).toBe(200)
    expect((await scene.requester.post(url, { documentIds: [late] })).status).toBe(200)
    const blockOf = async (level: number) => (await approvals(scene.approver, id)).levels[level].blocks[0]

    // Added after the decision, for information.
    expect((await scene.requester.call('DELETE', `${url}/${late}`)).status).toBe(204)
    expect(await blockOf(0)).toMatchObject({ status: 'APPROVED' })

    const commandId = crypto.randomUUID()
    const removed = await scene.requester.call('DELETE', `${url}/${quote}`, { commandId })
    expect(removed.status, JSON.stringify(removed.body)).toBe(204)
    expect(await blockOf(0)).toMatchObject({
      status: 'PENDING',
      isAwaited: true,
      earlierDecisions: [{ userId: approver.userId }],
    })
    expect(await blockOf(1)).toMatchObject({ isAwaited: false })
    expect((await scene.requester.get(url)).body).toEqual([])
    const changes = (await scene.approver.get(`/api/intake-submission/${id}/changes?since=1`)).body
    expect(changes).toMatchObject({
      version: 2,
      changes: [{ label: 'Document', before: expect.stringContaining('Quote'), after: 'Removed' }],
    })
    const { answers } = (await scene.approver.get(`/api/intake-submission/${id}/answers`)).body
    expect(answers.find((one: { questionId: string }) => one.questionId === 'title')).toMatchObject({
      value: 'With a quote',
    })
    const stale = await decide(scene.approver, id, 'APPROVED', 1)
    expect([stale.status, stale.body.reason]).toEqual([409, 'ANSWERS_CHANGED'])
    expect((await decide(scene.approver, id, 'APPROVED', 2)).status).toBe(200)
    const { edges } = (await scene.admin.get(`/api/audit-logs?targetType=INTAKE_SUBMISSION&targetId=${id}`)).body
    const actions = edges.map((edge: { node: { action: string } }) => edge.node.action)
    expect(actions).toContain('intake-submission.document-removed')
    expect(actions).toContain('intake-submission.documents-missed')
  })
})

describe('spend requests', () => {
  it('removing a document that someone approved with restarts the approvals', async () => {
    const scene = await spend.makeSpendScene()
    const { approver, finance } = scene.people
    await spend.addRuleSet(scene.company, {
      levels: [spend.always('Owner', approver.userId), spend.always('Finance', finance.userId)],
    })
    const quote = await makeDocument(scene.requester, 'Quote')
    const id = await spend.file(scene, { documentIds: [quote] })
    expect((await spend.decide(scene.approver, id)).status).toBe(200)
    const removed = await scene.requester.graphql(
      'mutation ($id: ID!, $d: [ID!]!) { removeDocumentsFromSpendRequest(spendRequestId: $id, documentIds: $d) { id } }',
      { id, d: [quote] },
    )
    expect(removed.body.errors).toBeUndefined()
    const [owner, later] = await spend.blocksOf(scene.finance, id)
    expect(owner).toMatchObject({ status: 'PENDING', isAwaited: true, earlierDecisions: [{ userId: approver.userId }] })
    expect(later.isAwaited).toBe(false)
    const shown = await spend.read(scene.requester, id)
    expect(shown.documents).toEqual([])
    expect(shown).toMatchObject({ status: 'PENDING', description: expect.any(String) })
  })
})
