import { beforeAll, describe, expect, it } from 'vitest'
import { approvals, decide, type FilingScene, makeFilingScene } from '../support/worker/filing-scene.ts'
import { file } from '../support/worker/intake.ts'
import { type Client, signIn } from '../support/worker/world.ts'

const OWN = '/api/current-user/delegate-approvers'
const day = (offset: number): string => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10)

describe('a delegate made by the approver', () => {
  let scene: FilingScene
  beforeAll(async () => {
    scene = await makeFilingScene()
  })
  const delegateOn = async (period: Record<string, unknown>, name = 'Deli Delegate') => {
    const person = await scene.company.addPerson({ name })
    const answer = await scene.approver.post(OWN, { userId: person.userId, note: '', ...period })
    expect(answer.status).toBe(200)
    return { person, client: await signIn(scene.company, person) }
  }

  it('finds the waiting request, decides it and is shown as a delegate', async () => {
    const id = await file(scene.requester, scene.category.id, { title: 'Delegated' })
    const { person, client } = await delegateOn({ startsOn: day(0), endsOn: day(0) })
    const waiting = (await client.get('/api/intake-submissions/needs-attention?filter=approver')).body
    const item = waiting.find((row: { id: string }) => row.id === id)
    expect(item.actions).toMatchObject([{ label: 'legal', onBehalfOf: { id: scene.people.approver.userId } }])
    expect((await decide(client, id, 'APPROVED', 1)).status).toBe(200)
    const [block] = (await approvals(scene.requester, id)).levels[0].blocks
    expect(block.decisions).toMatchObject([
      { userId: person.userId, name: 'Deli Delegate', onBehalfOf: { userId: scene.people.approver.userId } },
    ])
  })

  it('cannot see or decide it before the first day, after the last, or once taken back', async () => {
    const id = await file(scene.requester, scene.category.id, { title: 'Not yet' })
    const blockId = (await approvals(scene.approver, id)).levels[0].blocks[0].id
    const tries = (client: Client) =>
      client.post(`/api/intake-submission/${id}/status`, {
        status: 'APPROVED',
        levelGroupStatusId: blockId,
        seenVersion: 1,
      })
    const future = await delegateOn({ startsOn: day(1) })
    const ended = await delegateOn({ endsOn: day(-1) })
    const removed = await delegateOn({})
    expect((await removed.client.get(`/api/intake-submission/${id}`)).status).toBe(200)
    await scene.approver.call('DELETE', `${OWN}/${removed.person.userId}`)
    for (const { client } of [future, ended, removed]) {
      expect((await client.get(`/api/intake-submission/${id}`)).status).toBe(404)
      expect((await tries(client)).status).toBe(404)
      expect((await client.get('/api/intake-submissions/needs-attention?filter=approver')).body).toEqual([])
    }
    expect((await approvals(scene.requester, id)).levels[0].blocks[0].decisions).toEqual([])
  })

  it('cannot approve a request of their own', async () => {
    const { client } = await delegateOn({}, 'Ria Requests')
    const id = await file(client, scene.category.id, { title: 'My own' })
    const answer = await decide(client, id, 'APPROVED', 1)
    expect({ status: answer.status, reason: answer.body.reason }).toEqual({ status: 403, reason: 'OWN_REQUEST' })
    expect(
      (await client.get('/api/intake-submissions/needs-attention?filter=approver')).body.map(
        (row: { id: string }) => row.id,
      ),
    ).not.toContain(id)
  })
})
