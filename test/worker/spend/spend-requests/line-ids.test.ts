import { beforeAll, describe, expect, it } from 'vitest'
import {
  addRuleSet,
  always,
  blocksOf,
  bodyOf,
  decide,
  file,
  fromCost,
  lineOf,
  makeSpendScene,
  read,
  type SpendScene,
} from '../../../support/worker/spend.ts'

let scene: SpendScene
beforeAll(async () => {
  scene = await makeSpendScene()
  const { approver, finance } = scene.people
  await addRuleSet(scene.company, {
    levels: [always('Owner', approver.userId), fromCost(5_000_000, 'Finance', finance.userId)],
  })
})
const change = (id: string, more: Record<string, unknown>) =>
  scene.requester.call('PUT', `/api/spend-requests/${id}`, { body: bodyOf(scene, more) })

describe('lines that a program sends without their ids', () => {
  it('a lower amount of a line keeps decisions also if the line comes without its id, among others and in another order', async () => {
    const support = (amount: number) => lineOf(scene, amount, { description: 'Support' })
    const id = await file(scene, { lines: [lineOf(scene, 9_000_000), support(1_000_000)] })
    await decide(scene.approver, id)
    const before = (await read(scene.requester, id)).spendRequestLines.map((line: { id: string }) => line.id)
    await change(id, { lines: [support(900_000), lineOf(scene, 9_000_000)] })
    const after = await read(scene.requester, id)
    expect(after.spendRequestLines.map((line: { id: string }) => line.id)).toEqual(before.toReversed())
    expect((await blocksOf(scene.admin, id)).map(({ status }: { status: string }) => status)).toEqual([
      'APPROVED',
      'PENDING',
    ])
  })
})
