import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../../../worker/core/clock.ts'
import { fieldsOf } from '../../../support/worker/doors.ts'
import { runTicks } from '../../../support/worker/jobs/ticks.ts'
import { rows, run } from '../../../support/worker/sessions.ts'
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
import { type Client, signIn } from '../../../support/worker/world.ts'

/** A vendor that isn't there yet, proposed within a spend request. */
let scene: SpendScene
let outsider: Client
beforeAll(async () => {
  scene = await makeSpendScene()
  const { approver, finance } = scene.people
  outsider = await signIn(scene.company, await scene.company.addPerson())
  await addRuleSet(scene.company, {
    levels: [
      always('Manager', approver.userId),
      {
        newVendorRules: [
          {
            ...{ id: newId(), label: 'New vendors', newVendor: true, approverType: 'CUSTOM_APPROVERS' },
            ...{ approverGroupIds: [], approverUserIds: [finance.userId], approverMatrixId: null },
            ...{ approverMatrixColumnId: null, watcherType: 'NO_WATCHERS', watcherGroupIds: [], watcherUserIds: [] },
            quorum: { kind: 'ANY' },
          },
        ],
      },
    ],
  })
})

const named = () => `Osprey ${newId().slice(-8)}`
const propose = async (client: Client, name: string): Promise<string> =>
  (await client.post('/api/proposed-vendors', { name, website: 'osprey.example' })).body.id
const vendorOf = async (id: string) =>
  (await rows<{ name: string; owners: string }>('SELECT name, owner_ids AS owners FROM vendors WHERE id = ?', id))[0]
const follow = async (): Promise<void> => {
  await run('UPDATE outbox SET available_at = 0 WHERE company_id = ? AND done_at IS NULL', scene.company.id)
  await runTicks(env)
}
const approveAll = async (id: string): Promise<void> => {
  expect((await decide(scene.approver, id, 'APPROVED')).status).toBe(200)
  expect((await decide(scene.finance, id, 'APPROVED')).status).toBe(200)
  await follow()
}

describe('a spend request for a vendor that isn’t there yet', () => {
  it('counts as one for a new vendor, names it as proposed, and makes it once it is approved', async () => {
    const name = named()
    const vendorId = await propose(scene.requester, name)
    const id = await file(scene, { vendorId })
    expect((await blocksOf(scene.approver, id)).map(({ label }: { label: string }) => label)).toContain('New vendors')
    expect((await read(scene.approver, id)).vendor).toMatchObject({ id: vendorId, name: `${name} (proposed)` })
    expect((await scene.approver.get(`/api/proposed-vendors/${vendorId}`)).body).toMatchObject({ state: 'PROPOSED' })
    expect((await outsider.get(`/api/proposed-vendors/${vendorId}`)).status).toBe(404)
    const { body } = await scene.admin.get('/api/spend-requests')
    expect(JSON.stringify(body)).toContain(`${name} (proposed)`)
    await follow()
    expect(await vendorOf(vendorId)).toBeUndefined()
    await approveAll(id)
    expect(await vendorOf(vendorId)).toEqual({ name, owners: JSON.stringify([scene.people.requester.userId]) })
    expect((await read(scene.requester, id)).vendor).toMatchObject({ id: vendorId, name })
  })

  it('no one files it with a proposal that they can’t read', async () => {
    const vendorId = await propose(outsider, named())
    const answer = await scene.requester.post('/api/spend-requests', bodyOf(scene, { vendorId }))
    expect(Object.keys(fieldsOf(answer))).toEqual(['vendorId'])
  })

  it('rejected, it makes nothing', async () => {
    const vendorId = await propose(scene.requester, named())
    const id = await file(scene, { vendorId })
    await decide(scene.approver, id, 'REJECTED')
    await follow()
    expect(await vendorOf(vendorId)).toBeUndefined()
  })

  it('with another vendor instead, it names that one', async () => {
    const name = named()
    const vendorId = await propose(scene.requester, name)
    const id = await file(scene, { vendorId })
    const other = await scene.admin.post('/api/vendors', {
      ...{ name, owners: [scene.people.admin.userId], paymentMethod: 'ACH' },
    })
    await approveAll(id)
    expect(await vendorOf(vendorId)).toBeUndefined()
    const settled = await scene.admin.post(`/api/proposed-vendors/${vendorId}/settle`, { vendorId: other.body.id })
    expect(settled.status, JSON.stringify(settled.body)).toBe(200)
    expect((await read(scene.requester, id)).vendor).toMatchObject({ id: other.body.id, name })
  })
})
