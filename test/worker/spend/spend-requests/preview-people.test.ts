import { expect, it } from 'vitest'
import { addRuleSet, always, fromCost, makeSpendScene } from '../../../support/worker/spend.ts'

const QUERY = `query ($input: PreviewLevelApproversInput!) {
  previewLevelApprovers(input: $input) { level reasons approvers { id name } watchers { id } }
}`

it('a level lists each person once, however many rules ask them or let them watch', async () => {
  const scene = await makeSpendScene()
  const { approver, finance } = scene.people
  const watched = (rules: Record<string, unknown>[]) =>
    rules.map((rule) => ({ ...rule, watcherType: 'CUSTOM_WATCHERS', watcherUserIds: [finance.userId] }))
  const { noConditionRules: one } = always('Owner', approver.userId)
  const { noConditionRules: two } = always('Security', approver.userId)
  const { costRules } = fromCost(1, 'Cost', approver.userId)
  await addRuleSet(scene.company, {
    name: 'First',
    levels: [{ noConditionRules: watched([...one, ...two]), costRules: watched(costRules) }],
  })
  await addRuleSet(scene.company, { name: 'Second', levels: [always('Also', approver.userId, finance.userId)] })
  const { vendorId, categoryId, departmentId } = scene
  const { body } = await scene.requester.graphql(QUERY, {
    input: { vendorId, lines: [{ amount: 1_000, categoryId, departmentId }] },
  })
  expect(body.errors).toBeUndefined()
  const [level, ...others] = body.data.previewLevelApprovers
  expect(others).toEqual([])
  expect(level.reasons).toHaveLength(4)
  expect(level.approvers.map(({ name }: { name: string }) => name)).toEqual(['Paul Approver', 'Fay Finance'])
  expect(level.watchers).toEqual([{ id: finance.userId }])
})
