import { beforeAll, expect, it } from 'vitest'
import {
  addRuleSet,
  type BillScene,
  blocksOf,
  bodyOf,
  bookedOf,
  enter,
  makeBillScene,
  readBill,
} from '../../../support/worker/bills.ts'
import { always } from '../../../support/worker/spend.ts'
import type { Answer } from '../../../support/worker/world.ts'

/** Two people do something to one bill at the same moment. Both have read it as it was. */

let scene: BillScene
beforeAll(async () => {
  scene = await makeBillScene()
  await addRuleSet(scene.company, { name: 'Every bill', levels: [always('Owner', scene.people.approver.userId)] })
})

interface Bill {
  id: string
  blockId: string
}
type Act = (bill: Bill) => Promise<Answer>

const editTo =
  (amount: number, version?: number): Act =>
  async ({ id }) => {
    const body = await bodyOf(scene, { totalAmount: amount, lines: [{ amount, ...bookedOf(scene) }], version })
    return (amount === 700 ? scene.clerk : scene.colleague).call('PUT', `/api/payments/bills/${id}`, { body })
  }
const decideAs =
  (status: 'APPROVED' | 'REJECTED'): Act =>
  ({ id, blockId }) =>
    scene.approver.post(`/api/payments/bills/${id}/status`, { status, levelGroupStatusId: blockId, seenVersion: 1 })
const deleted: Act = ({ id }) => scene.clerk.call('DELETE', `/api/payments/bills/${id}`)

const made = async (): Promise<Bill> => {
  const id = await enter(scene)
  return { id, blockId: (await blocksOf(scene.approver, id))[0].id }
}

/** Pairs that can't both count for what the other person saw. */
const PAIRS: [what: string, one: Act, other: Act][] = [
  ['two changes of its amount', editTo(700, 1), editTo(900, 1)],
  ['a change of its amount and an approval', editTo(700, 1), decideAs('APPROVED')],
  ['a change of its amount and a rejection', editTo(700, 1), decideAs('REJECTED')],
  ['an approval and a rejection', decideAs('APPROVED'), decideAs('REJECTED')],
  ['an approval and its deletion', decideAs('APPROVED'), deleted],
  ['a change of its amount and its deletion', editTo(700, 1), deleted],
]

/** How both were answered, and what the bill then shows. */
const endOf = async (bill: Bill, answers: readonly (Answer | number)[]) => {
  const { status, totalAmount, version } = await readBill(scene.clerk, bill.id)
  const statuses = answers.map((answer) => (typeof answer === 'number' ? answer : answer.status))
  return { answers: statuses, status, amount: totalAmount?.value, version }
}

it.each(PAIRS)('%s end as if one came after the other, or one of them was refused', async (_, one, other) => {
  const [first, second, both] = [await made(), await made(), await made()]
  const alone = await endOf(first, [await one(first)])
  const after = await endOf(first, [...alone.answers, (await other(first)).status])
  const otherAlone = await endOf(second, [await other(second)])
  const oneAfter = await endOf(second, [(await one(second)).status, ...otherAlone.answers])
  expect([...alone.answers, ...otherAlone.answers]).not.toContain(409)
  const refused = [
    { ...alone, answers: [...alone.answers, 409] },
    { ...otherAlone, answers: [409, ...otherAlone.answers] },
  ]
  const end = await endOf(both, await Promise.all([one(both), other(both)]))
  expect([after, oneAfter, ...refused]).toContainEqual(end)
})

it.each([
  ['two changes of its amount', editTo(700, 1), editTo(900, 1)],
  ['an approval after a change of its amount', editTo(700, 1), decideAs('APPROVED')],
])('%s: the second one is refused and leaves nothing', async (_, one, other) => {
  const bill = await made()
  expect((await one(bill)).status).toBe(200)
  expect((await other(bill)).status).toBe(409)
  expect(await readBill(scene.clerk, bill.id)).toMatchObject({
    ...{ version: 2, status: 'PENDING', totalAmount: { value: 700 } },
  })
})

it('two changes that name no version both hold, the later one in full', async () => {
  const bill = await made()
  const answers = await Promise.all([editTo(700)(bill), editTo(900)(bill)])
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  const versions = answers.map(({ body }) => body.version)
  expect(versions.toSorted()).toEqual([2, 3])
  const later = versions[0] === 3 ? 700 : 900
  expect(await readBill(scene.clerk, bill.id)).toMatchObject({ version: 3, totalAmount: { value: later } })
})
