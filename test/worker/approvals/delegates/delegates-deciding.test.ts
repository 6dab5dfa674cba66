import { beforeAll, describe, expect, it } from 'vitest'
import { approvals, decide, type FilingScene, makeFilingScene } from '../../../support/worker/filing-scene.ts'
import { file } from '../../../support/worker/intake.ts'
import { run } from '../../../support/worker/sessions.ts'
import { type Client, signIn } from '../../../support/worker/world.ts'

const OWN = '/api/current-user/delegate-approvers'
const day = (offset: number): string => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10)

describe('a delegate added by the approver', () => {
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

  it('the delegate finds the waiting request, decides it and is shown as a delegate', async () => {
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

  it('the list shows a delegate’s own and delegated requests, page by page and once each', async () => {
    const { person, client } = await delegateOn({}, 'Lista Delegate')
    const theirs: string[] = []
    for (let i = 0; i < 5; i++) theirs.push(await file(scene.requester, scene.category.id, { title: `Listed ${i}` }))
    // Both are involved in this one, but it counts once.
    const shared = theirs[2] ?? ''
    await run(
      `INSERT INTO request_participants (company_id, user_id, target_type, target_id, is_requestor, is_approver,
         is_watcher, action_since, created_at, sequence)
       SELECT company_id, ?, target_type, target_id, 0, 0, 1, NULL, created_at, 0 FROM request_participants
        WHERE target_id = ? AND user_id = ?`,
      person.userId,
      shared,
      scene.people.approver.userId,
    )
    const own = await file(client, scene.category.id, { title: 'Listed own' })
    const walk = async (query: string): Promise<string[]> => {
      const ids: string[] = []
      let cursor = ''
      for (;;) {
        const { edges, pageInfo } = (
          await client.get(`/api/intake-submissions?search=Listed&first=2&${query}${cursor}`)
        ).body
        ids.push(...edges.map((edge: { node: { id: string } }) => edge.node.id))
        if (!pageInfo.hasNextPage) return ids
        cursor = `&cursor=${pageInfo.endCursor}`
      }
    }
    const byNumber = 'orderBy[by][]=number&orderBy[dir][]=DESC'
    for (const order of ['', byNumber]) {
      expect(await walk(`filter=ACTION_REQUIRED&${order}`)).toEqual([...theirs].reverse())
      expect(await walk(`filter=ALL&${order}`)).toEqual([own, ...[...theirs].reverse()])
    }
    expect(await walk('mine=true')).toEqual([own])
    expect(await walk('drafts=true')).toEqual([])
    await scene.approver.call('DELETE', `${OWN}/${person.userId}`)
    expect(await walk('filter=ACTION_REQUIRED')).toEqual([])
    expect(await walk('filter=ALL')).toEqual([own, shared])
  })

  it('a delegate of many sees what waits for each of them, longest first, page by page', async () => {
    const person = await scene.company.addPerson({ name: 'Manifold Delegate' })
    const client = await signIn(scene.company, person)
    for (let i = 0; i < 11; i++) {
      const { userId } = await scene.company.addPerson({ name: `Delegator ${i}` })
      await run(
        'INSERT INTO delegate_approvers (company_id, user_id, delegate_user_id, created_at) VALUES (?, ?, ?, 0)',
        scene.company.id,
        userId,
        person.userId,
      )
      const request = await file(scene.requester, scene.category.id, { title: `Of ${i}` })
      await run(
        `INSERT INTO request_participants (company_id, user_id, target_type, target_id, is_requestor, is_approver,
           is_watcher, action_since, actions, created_at, sequence)
         VALUES (?, ?, 'INTAKE_SUBMISSION', ?, 0, 1, 0, ?, '[{"id":"legal","label":"legal","ruleType":"APPROVAL"}]', 0, 0)`,
        scene.company.id,
        userId,
        request,
        1000 - i,
      )
    }
    const titles = async (query: string) =>
      (await client.get(`/api/intake-submissions/needs-attention?filter=approver${query}`)).body.map(
        (item: { title: string }) => item.title,
      )
    const oldestFirst = Array.from({ length: 11 }, (_, i) => `Of ${10 - i}`)
    expect(await titles('')).toEqual(oldestFirst)
    expect(await titles('&first=3')).toEqual(oldestFirst.slice(0, 3))
  })

  it('a delegate can’t see or decide anything before the first day, after the last, or once removed', async () => {
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

  it('a delegate can’t approve their own request', async () => {
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
