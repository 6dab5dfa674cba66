import { beforeAll, describe, expect, it } from 'vitest'
import { run } from '../../../support/worker/sessions.ts'
import {
  addRuleSet,
  always,
  blocksOf,
  bodyOf,
  file,
  fromCost,
  lineOf,
  makeSpendScene,
  type SpendScene,
} from '../../../support/worker/spend.ts'

/** What a preview says before a spend request is filed, in a company of hundreds of people. */

const CROWD = 300
const LARGE = 5_000_000

let scene: SpendScene

beforeAll(async () => {
  scene = await makeSpendScene()
  const { id } = scene.company
  const crowd = await scene.company.add('groups', 'Everyone')
  const numbers = `WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < ${CROWD - 1})`
  await run(
    `${numbers} INSERT INTO users (id, email, first_name, last_name, created_at)
       SELECT ?1 || '-m' || i, ?1 || '-m' || i || '@people.test', 'Walter', 'Member ' || i, 0 FROM n`,
    id,
  )
  await run(
    `${numbers} INSERT INTO company_memberships (company_id, user_id, created_at) SELECT ?1, ?1 || '-m' || i, 0 FROM n`,
    id,
  )
  await run(
    `${numbers} INSERT INTO group_members (company_id, group_id, user_id, name_key) SELECT ?1, ?2, ?1 || '-m' || i, '' FROM n`,
    ...[id, crowd],
  )
  for (const { userId } of [scene.people.approver, scene.people.finance]) {
    await run(
      `INSERT INTO department_members (company_id, department_id, user_id, approves_requests, name_key)
       VALUES (?, ?, ?, 1, '')`,
      ...[id, scene.departmentId, userId],
    )
  }
  const byDepartment = { ...always('Department').noConditionRules[0], approverType: 'DEPARTMENT_APPROVERS' }
  const byCrowd = { ...fromCost(LARGE, 'Everyone').costRules[0], approverGroupIds: [crowd] }
  await addRuleSet(scene.company, {
    name: 'Every purchase',
    levels: [{ noConditionRules: [byDepartment] }, { costRules: [byCrowd] }],
  })
})

interface Block {
  label: string
  approvers: { userId: string }[]
}
const asked = (blocks: readonly Block[]) =>
  blocks.map(({ label, approvers }) => ({ label, people: approvers.map(({ userId }) => userId).toSorted() }))

const preview = (amount: number) =>
  scene.requester.post('/api/spend-requests/preview', { ...bodyOf(scene), lines: [lineOf(scene, amount)] })

describe('the preview of a spend request', () => {
  it.each([
    ['a small one', 1_000],
    ['one that hundreds approve', LARGE],
  ])('%s shows the people who are asked once it is filed', async (_, amount) => {
    const { status, body } = await preview(amount)
    expect(status).toBe(200)
    const id = await file(scene, { lines: [lineOf(scene, amount)] })
    const filed = asked(await blocksOf(scene.admin, id))
    expect(filed[0]?.people).toHaveLength(2)
    expect(asked(body.levels.flatMap(({ blocks }: { blocks: Block[] }) => blocks))).toEqual(filed)
  })

  it('only the people who are asked are read, however many other rules name', async () => {
    const { vendorId, categoryId, departmentId } = scene
    const { body, headers } = await scene.requester.graphql(
      `query ($input: PreviewLevelApproversInput!) { previewLevelApprovers(input: $input) { level } }`,
      { input: { vendorId, lines: [{ amount: 1_000, categoryId, departmentId }] } },
    )
    expect(body.data.previewLevelApprovers).toEqual([{ level: 1 }])
    const cost = /trips=(\d+) queries=\d+ read=(\d+)/.exec(headers.get('Server-Timing') ?? '')
    expect(Number(cost?.[1])).toBeLessThanOrEqual(2)
    expect(Number(cost?.[2])).toBeLessThan(100)
  })
})
