import { beforeAll, describe, expect, it } from 'vitest'
import { decide, type FilingScene, makeFilingScene } from '../../../support/worker/filing-scene.ts'
import { file } from '../../../support/worker/intake.ts'
import { run } from '../../../support/worker/sessions.ts'
import { type Client, signIn } from '../../../support/worker/world.ts'

/** What is waiting for a person, what they watch, and what was completed recently (specification 2 §4). */

const DAY = 86_400_000
const GROUPS = ['approver', 'watcher', 'recently-completed'] as const

let scene: FilingScene
let watching: Client
let watcherId: string
beforeAll(async () => {
  scene = await makeFilingScene()
  const person = await scene.company.addPerson({ name: 'Wes Watcher' })
  watcherId = person.userId
  watching = await signIn(scene.company, person)
})

/** In which groups each of the three has the request. */
const places = async (id: string) => {
  const of = async (client: Client) => {
    const found: string[] = []
    for (const group of GROUPS) {
      const { body } = await client.get(`/api/intake-submissions/needs-attention?filter=${group}`)
      if (body.some((item: { id: string }) => item.id === id)) found.push(group)
    }
    return found
  }
  return { requester: await of(scene.requester), approver: await of(scene.approver), watcher: await of(watching) }
}
const EVERYBODY = {
  requester: ['recently-completed'],
  approver: ['recently-completed'],
  watcher: ['recently-completed'],
}
const NOBODY = { requester: [], approver: [], watcher: [] }
const WAITING = { requester: [], approver: ['approver'], watcher: ['watcher'] }

const filed = async (title: string) => {
  const id = await file(scene.requester, scene.category.id, { title })
  const watchers = await scene.requester.post(`/api/intake-submission/${id}/watchers`, { watcherIds: [watcherId] })
  expect(watchers.status).toBe(200)
  return id
}

describe('requests that need attention', () => {
  it('a request waits for its approver and is watched until decided, then completed for everyone for 14 days', async () => {
    const id = await filed('Lately')
    expect(await places(id)).toEqual(WAITING)
    expect((await decide(scene.approver, id, 'APPROVED', 1)).status).toBe(200)
    expect(await places(id)).toEqual(EVERYBODY)
    const moved = (days: number) =>
      run('UPDATE request_participants SET completed_at = ? WHERE target_id = ?', Date.now() - days * DAY, id)
    await moved(13.9)
    expect(await places(id)).toEqual(EVERYBODY)
    await moved(14.1)
    expect(await places(id)).toEqual(NOBODY)
  })

  it('a rejected request is completed, and waits again once it is restarted', async () => {
    const id = await filed('Again')
    expect((await decide(scene.approver, id, 'REJECTED', 1)).status).toBe(200)
    expect(await places(id)).toEqual(EVERYBODY)
    expect((await scene.requester.post(`/api/intake-submission/${id}/restart`, {})).status).toBe(200)
    expect(await places(id)).toEqual(WAITING)
  })

  it('an archived request needs no one’s attention', async () => {
    const id = await filed('Put away')
    const archived = (value: boolean) =>
      scene.requester.call('PUT', `/api/intake-submission/${id}/archived`, { body: { archived: value } })
    expect((await archived(true)).status).toBe(200)
    expect(await places(id)).toEqual(NOBODY)
    expect((await archived(false)).status).toBe(200)
    expect(await places(id)).toEqual(WAITING)
  })
})
