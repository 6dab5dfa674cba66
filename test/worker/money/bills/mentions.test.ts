import { expect, it } from 'vitest'
import { addRuleSet, bodyOf, enter, makeBillScene } from '../../../support/worker/bills.ts'
import { run } from '../../../support/worker/sessions.ts'
import { always } from '../../../support/worker/spend.ts'
import { signIn, type TestPerson } from '../../../support/worker/world.ts'

it('exactly the people who can read a bill can be mentioned on it', async () => {
  const scene = await makeBillScene()
  const { company, people } = scene
  const made = async (name: string): Promise<TestPerson> => company.addPerson({ name })
  const requester = await made('Rita Requester')
  const typist = await made('Tim Typist')
  const watcher = await made('Wes Watcher')
  const delegate = await made('Dora Delegate')
  const other = await made('Otto Other')
  await addRuleSet(company, { levels: [always('Owner', people.approver.userId)] })
  await run(
    'INSERT INTO delegate_approvers (company_id, user_id, delegate_user_id, created_at) VALUES (?, ?, ?, 0)',
    ...[company.id, people.approver.userId, delegate.userId],
  )
  const id = await enter(scene, await bodyOf(scene, { watcherIds: [watcher.userId] }))
  await run(
    'UPDATE bills SET requestor_user_id = ?2, created_by_user_id = ?3 WHERE id = ?1',
    ...[id, requester.userId, typist.userId],
  )
  const named = { ...people, requester, typist, watcher, delegate, other }
  const reads: Record<string, boolean> = {}
  const mentioned: Record<string, boolean> = {}
  for (const [role, person] of Object.entries(named)) {
    reads[role] = (await (await signIn(company, person)).get(`/api/payments/bills/${id}`)).status === 200
    if (person === people.clerk) continue
    const commentBody = `@[Someone](${person.userId}) please look`
    const answer = await scene.clerk.post(`/api/payments/bills/${id}/threads`, { commentBody, documentIds: [] })
    expect([200, 400], JSON.stringify(answer.body)).toContain(answer.status)
    mentioned[role] = answer.status === 200
  }
  expect(reads).toEqual({
    ...{ admin: true, clerk: true, colleague: true, approver: true, member: false },
    ...{ requester: true, typist: true, watcher: true, delegate: true, other: false },
  })
  const { clerk: _, ...others } = reads
  expect(mentioned).toEqual(others)
})
