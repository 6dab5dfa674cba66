import { beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../../../worker/core/clock.ts'
import { file as fileRequest, makeCategory, rule } from '../../../support/worker/intake.ts'
import {
  addRuleSet,
  always,
  blocksOf,
  bodyOf,
  decide,
  file,
  makeSpendScene,
  read,
  type SpendScene,
} from '../../../support/worker/spend.ts'

/** Spend requests from the side of requests and vendors. */
let scene: SpendScene
let requestId: string
beforeAll(async () => {
  scene = await makeSpendScene()
  const { approver } = scene.people
  await addRuleSet(scene.company, { levels: [always('Manager', approver.userId)] })
  const category = await makeCategory(scene.admin, {
    levels: [[rule('legal', { approverUserIds: [approver.userId] })]],
  })
  requestId = await fileRequest(scene.requester, category.id, { title: 'Seats' })
})

const ofRequest = () => `/api/intake-submission/${requestId}/spend-request`
const tabsOf = async (client: SpendScene['requester']) =>
  (await client.get(`/api/intake-submission/${requestId}/tabs`)).body.map(({ id }: { id: string }) => id)

describe('the spend request of a request', () => {
  it('people who could file it see its tab from the start, others only where there is one for them', async () => {
    expect((await scene.requester.get(ofRequest())).status).toBe(204)
    expect(await tabsOf(scene.requester)).toContain('spend-request')
    expect(await tabsOf(scene.approver)).not.toContain('spend-request')
  })

  it('it is filed once, belongs to the request, and its approvers find it there', async () => {
    const body = bodyOf(scene)
    const first = await scene.requester.post(ofRequest(), body)
    expect(first.status).toBe(200)
    expect((await scene.requester.get(ofRequest())).body).toMatchObject({
      ...{ id: first.body.id, intakeSubmissionId: requestId, estimatedCost: { value: 1_200_000 } },
    })
    expect((await scene.approver.get(ofRequest())).body.id).toBe(first.body.id)
    expect(await tabsOf(scene.approver)).toContain('spend-request')
    const again = await scene.requester.post(ofRequest(), body)
    expect(again).toMatchObject({ status: 409 })
    expect(again.body.message).toMatch(/^The request already has the spend request SR-\d+\.$/)
  })

  it('when several people file it at once, one succeeds', async () => {
    const category = await makeCategory(scene.admin, { levels: [] })
    const id = await fileRequest(scene.requester, category.id, { title: 'Seats' })
    const path = `/api/intake-submission/${id}/spend-request`
    const answers = await Promise.all(
      [scene.requester, scene.admin, scene.requester, scene.admin].map((client) => client.post(path, bodyOf(scene))),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
  })

  it('after it is deleted, another one can be filed', async () => {
    const category = await makeCategory(scene.admin, { levels: [] })
    const id = await fileRequest(scene.requester, category.id, { title: 'Seats' })
    const path = `/api/intake-submission/${id}/spend-request`
    const first = (await scene.requester.post(path, bodyOf(scene))).body.id
    await scene.requester.call('DELETE', `/api/spend-requests/${first}`)
    expect((await scene.requester.get(path)).status).toBe(204)
    expect((await scene.requester.post(path, bodyOf(scene))).status).toBe(200)
  })

  it('people who can’t see the request can’t file for it', async () => {
    const category = await makeCategory(scene.admin, { levels: [] })
    const id = await fileRequest(scene.admin, category.id, { title: 'Seats' })
    expect((await scene.requester.post(`/api/intake-submission/${id}/spend-request`, bodyOf(scene))).status).toBe(404)
  })
})

describe('merging the vendors of spend requests', () => {
  it('pending and decided ones go along, and decisions afterwards leave them there', async () => {
    const from = await scene.company.add('vendors', `From ${newId()}`)
    const into = await scene.company.add('vendors', `Into ${newId()}`)
    const pending = await file(scene, { vendorId: from })
    const approved = await file(scene, { vendorId: from })
    await decide(scene.approver, approved)
    const merged = await scene.admin.post(`/api/vendors/${into}/merge`, {
      fromVendorId: from,
      version: 1,
      fromVersion: 1,
    })
    expect(merged.status).toBe(200)
    expect((await read(scene.requester, pending)).vendor.id).toBe(into)
    expect((await read(scene.requester, approved)).vendor.id).toBe(into)
    await decide(scene.approver, pending)
    expect((await blocksOf(scene.requester, pending))[0].status).toBe('APPROVED')
    expect((await read(scene.requester, pending)).vendor.id).toBe(into)
    const listed = await scene.admin.get(`/api/spend-requests?vendorId=${into}&filter=ALL`)
    expect(listed.body.edges).toHaveLength(2)
    // A change that the requester saves names the remaining one.
    const change = await scene.requester.call('PUT', `/api/spend-requests/${approved}`, {
      body: bodyOf(scene, { vendorId: into, description: 'More seats' }),
    })
    expect(change.status).toBe(200)
    expect((await read(scene.requester, approved)).vendor.id).toBe(into)
  })
})

describe('spend requests on a service', () => {
  it('someone who edits the service links and unlinks them, and both sides and the history say so', async () => {
    const id = await file(scene)
    const { body: service } = await scene.admin.post('/api/services', { name: newId(), vendorId: scene.vendorId })
    const query = `mutation ($serviceId: ID!, $add: [ID!]!, $remove: [ID!]!) {
      modifySpendRequestsOnService(serviceId: $serviceId, spendRequestIdsToAdd: $add, spendRequestIdsToRemove: $remove) { id }
    }`
    const change = (add: string[], remove: string[]) =>
      scene.admin.post('/graphql', { query, variables: { serviceId: service.id, add, remove } })
    expect((await change([id], [])).body.errors).toBeUndefined()
    expect((await read(scene.requester, id)).services).toMatchObject([{ id: service.id }])
    expect((await read(scene.requester, id)).lastAuditLogMessage).toContain('submitted')
    const history = await scene.admin.get(`/api/audit-logs?targetType=SPEND_REQUEST&targetId=${id}&first=5`)
    expect(history.body.edges[0].node.message).toMatch(/linked/)
    await change([], [id])
    expect((await read(scene.requester, id)).services).toEqual([])
  })
})

describe('what waits for a member', () => {
  it('spend requests are among what is asked before someone is disabled, in the order of waiting', async () => {
    const own = await makeSpendScene()
    const { userId } = own.people.approver
    await addRuleSet(own.company, { levels: [always('Manager', userId)] })
    const category = await makeCategory(own.admin, { levels: [[rule('legal', { approverUserIds: [userId] })]] })
    const request = await fileRequest(own.requester, category.id, { title: 'Seats' })
    const spend = await file(own, { description: 'Team plan' })
    const decided = await file(own)
    await decide(own.approver, decided)
    const { body } = await own.admin.get(`/api/members/${userId}/open-approvals`)
    expect(body.total).toBe(2)
    expect(body.requests).toEqual([
      { kind: 'INTAKE_SUBMISSION', id: request, number: expect.stringMatching(/^#\d+$/), title: 'Seats' },
      {
        ...{ kind: 'SPEND_REQUEST', id: spend, number: expect.stringMatching(/^SR-\d+$/) },
        title: 'Acme Cloud: Team plan',
      },
    ])
  })
})
