import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { rule } from '../../../support/worker/intake.ts'
import { makeOrderScene, type OrderScene } from '../../../support/worker/order-scene.ts'
import { type Client, signIn, type TestPerson } from '../../../support/worker/world.ts'
import { withoutLimits } from '../../../support/worker/writable-books.ts'

/** A person who chose who decides a change of an order may not decide it, as its preview shows and as it is filed. */

let restore: () => void
beforeAll(() => {
  restore = withoutLimits()
})
afterAll(() => restore())

let scene: OrderScene
let groupId: string
let orderId: string
let puppet: TestPerson
beforeEach(async () => {
  scene = await makeOrderScene(null, {}, async ({ company, userIds }) => {
    groupId = await company.add('groups', 'Finance')
    await company.addToGroup(groupId, userIds.fin)
    return [rule('lead', { label: 'Lead', approverGroupIds: [groupId], approverUserIds: [userIds.ada] })]
  })
  const { blockId } = await scene.ask({ amount: { value: 12_000, currency: 'USD' } })
  expect((await scene.complete(blockId, { memo: 'Team plan' })).status).toBe(200)
  await scene.settle()
  orderId = (await scene.ada.get(`/api/netsuite-purchase-order-tasks/${blockId}/complete`)).body.purchaseOrderId
  puppet = await scene.company.addPerson({ name: 'Pia Puppet' })
})

const path = (end: string) => `/api/purchase-orders/${orderId}/${end}`
const wanted = (amount: number) => ({ ...scene.body({}), lines: [{ description: 'Seats', amount }] })
const propose = async (as: Client, amount = 20_000) => {
  const answer = await as.post(path('changes'), { ...wanted(amount), reason: 'More seats' })
  expect([answer.status, answer.body.message]).toEqual([200, undefined])
}
interface Asked {
  levels: { blocks: { label: string; approvers: { name: string }[] }[] }[]
}
const names = ({ levels }: Asked): string[] =>
  levels.flatMap(({ blocks }) => blocks.flatMap(({ approvers }) => approvers.map(({ name }) => name))).sort()
const shown = async (as: Client): Promise<string[]> =>
  names((await as.post(path('changes/approvers-preview'), wanted(20_000))).body)
const filed = async (): Promise<string[]> => names((await scene.rita.get(path('approvals'))).body)
const decide = async (as: Client) => {
  const { levels, version } = (await scene.rita.get(path('approvals'))).body
  const levelGroupStatusId = levels[0].blocks[0].id
  return as.post(path('status'), { status: 'APPROVED', levelGroupStatusId, seenVersion: version })
}
const join = async (as: Client, userId: string) => {
  const { status, body } = await as.post(`/api/groups/${groupId}/members`, { userIds: [userId] })
  expect([status, body?.message]).toEqual([200, undefined])
}

describe('who was just put into the group', () => {
  it('they aren’t asked about a change by the person who did it, before it is filed or after', async () => {
    await join(scene.ada, puppet.userId)
    expect(await shown(scene.ada)).toEqual(['Fin P'])
    await propose(scene.ada)
    expect(await filed()).toEqual(['Fin P'])
    // Who isn’t asked doesn’t even see it.
    expect((await decide(await signIn(scene.company, puppet))).status).toBe(404)
    expect((await decide(scene.ada)).status).toBe(403)
    expect((await decide(scene.fin)).status).toBe(200)
  })

  it('they are asked about a change by anyone else', async () => {
    await join(scene.ada, puppet.userId)
    const all = ['Ada Admin', 'Fin P', 'Pia Puppet']
    expect(await shown(scene.abe)).toEqual(all)
    await propose(scene.abe)
    expect(await filed()).toEqual(all)
  })

  it('they aren’t asked once that person changes what waits', async () => {
    await propose(scene.abe)
    await join(scene.ada, puppet.userId)
    expect(await shown(scene.ada)).toEqual(['Fin P'])
    await propose(scene.ada, 25_000)
    expect(await filed()).toEqual(['Fin P'])
  })
})

it('a delegate of the proposer’s choice can’t decide the change', async () => {
  const made = await scene.ada.post(`/api/members/${scene.userIds.fin}/delegate-approvers`, {
    ...{ delegateUserId: puppet.userId, note: '' },
  })
  expect(made.status).toBe(200)
  await propose(scene.ada)
  expect((await decide(await signIn(scene.company, puppet))).status).toBe(403)
  expect((await decide(scene.fin)).status).toBe(200)
})
