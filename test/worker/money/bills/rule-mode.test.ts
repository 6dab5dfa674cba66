import { beforeAll, describe, expect, it } from 'vitest'
import { addRuleSet, type BillScene, bookedOf, enter, makeBillScene } from '../../../support/worker/bills.ts'
import { rows } from '../../../support/worker/sessions.ts'
import { always } from '../../../support/worker/spend.ts'

/** When approvers of bills are notified: as the company has it, or as the rule sets that cover the bill say. */

let scene: BillScene
let setId: string
const levelsOf = ({ approver, colleague }: BillScene['people']) => [
  { number: 1, ...always('Owner', approver.userId) },
  { number: 2, ...always('Finance', colleague.userId) },
]

beforeAll(async () => {
  scene = await makeBillScene()
  const { approver, colleague } = scene.people
  setId = await addRuleSet(scene.company, {
    name: 'Every bill',
    levels: [always('Owner', approver.userId), always('Finance', colleague.userId)],
  })
})

const companyMode = (mode: string) =>
  scene.admin.graphql(
    'mutation ($c: ID!, $m: RequestApprovalMode!) { setRequestApprovalMode(companyId: $c, mode: $m) { id } }',
    {
      ...{ c: scene.company.id, m: mode },
    },
  )
const save = (approvalMode: string | null, more: object = {}) =>
  scene.admin.post(`/api/bill-rule-sets/${setId}/levels`, { levels: levelsOf(scene.people), approvalMode, ...more })

/** Names of those who are asked when a bill is entered. */
const asked = async (more: Record<string, unknown> = {}): Promise<string[]> => {
  const id = await enter(scene, more)
  const found = await rows<{ name: string }>(
    `SELECT DISTINCT u.first_name AS name FROM outbox o CROSS JOIN json_each(o.payload, '$.recipients') r
      CROSS JOIN users u ON u.id = r.value ->> 'userId'
      WHERE o.company_id = ? AND o.topic = 'request.notify' AND instr(o.payload, ?) AND r.value ->> 'kind' = 'APPROVAL_REQUESTED'
      ORDER BY 1`,
    ...[scene.company.id, id],
  )
  return found.map(({ name }) => name)
}

describe('the mode of a rule set of bills', () => {
  it('a set without a mode has the company’s', async () => {
    expect(await asked()).toEqual(['Paul'])
    expect((await scene.admin.get(`/api/bill-rule-sets/${setId}`)).body.approvalMode).toBeNull()
    await companyMode('ALL_AT_ONCE')
    expect(await asked()).toEqual(['Carl', 'Paul'])
  })

  it('a saved mode counts in place of the company’s, for bills that are entered from then on', async () => {
    expect((await save('EACH_LEVEL_GROUP')).status).toBe(200)
    expect(await asked()).toEqual(['Paul'])
    await companyMode('EACH_LEVEL_GROUP')
    expect((await save('ALL_AT_ONCE')).status).toBe(200)
    expect(await asked()).toEqual(['Carl', 'Paul'])
    expect((await scene.admin.get(`/api/bill-rule-sets/${setId}`)).body.approvalMode).toBe('ALL_AT_ONCE')
  })

  it('a mode stays when only the rules are saved, is in the versions, and can be left to the company again', async () => {
    const { status } = await scene.admin.post(`/api/bill-rule-sets/${setId}/levels`, { levels: levelsOf(scene.people) })
    expect(status).toBe(200)
    expect(await asked()).toEqual(['Carl', 'Paul'])
    expect((await save(null)).status).toBe(200)
    expect(await asked()).toEqual(['Paul'])
    const { versions } = (await scene.admin.get(`/api/bill-rule-sets/${setId}/versions`)).body
    const changes = versions.flatMap((version: { changes: string[] }) => version.changes)
    expect(changes).toContain('Notifies approvers all at once')
    expect(changes).toContain('Notifies approvers as in the approval settings')
    expect((await save('SOMETIMES')).body.fields).toHaveProperty('approvalMode')
  })

  it('level by level wins among the sets that cover a bill, and a set that doesn’t cover it counts for nothing', async () => {
    await save('ALL_AT_ONCE')
    await addRuleSet(scene.company, {
      ...{ name: 'Engineering', departments: [scene.departmentId], levels: [] },
      approvalMode: 'EACH_LEVEL_GROUP',
    })
    expect(await asked()).toEqual(['Paul'])
    const { erpDepartmentMappingId: _, ...elsewhere } = bookedOf(scene)
    expect(await asked({ lines: [{ amount: 120_000, memo: 'Elsewhere', ...elsewhere }] })).toEqual(['Carl', 'Paul'])
  })
})
