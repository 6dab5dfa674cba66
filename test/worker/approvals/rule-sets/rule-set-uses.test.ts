import { beforeAll, describe, expect, it } from 'vitest'
import { logicOf, MATRICES } from '../../../support/worker/matrix-scene.ts'
import { asks, makeRuleSetScene, type RuleSetScene } from '../../../support/worker/rule-set-scene.ts'

/** What rule sets cover and name: it can't be deleted, it is merged, and its lists name the sets. */

let scene: RuleSetScene

beforeAll(async () => {
  scene = await makeRuleSetScene()
})

const level = (rules: object) => [{ number: 1, ...rules }]

describe('a unit that a rule set names', () => {
  it('a department that it covers can’t be deleted and names the set; without the set it can', async () => {
    const department = await scene.company.add('departments')
    const { id, name } = await scene.create()
    await scene.save(id, { departmentIds: [department] })
    const refused = await scene.admin.call('DELETE', `/api/departments/${department}`)
    expect({ status: refused.status, details: refused.body.details }).toEqual({
      status: 422,
      details: [
        {
          kind: 'RULE_SET',
          text: `The rule set ${name} covers it`,
          href: `/settings/spend-requests/spend-rules/${id}`,
        },
      ],
    })
    await scene.graphql('mutation ($id: ID!) { deleteSpendRuleSet(id: $id) { id } }', { id })
    expect((await scene.admin.call('DELETE', `/api/departments/${department}`)).status).toBe(200)
  })

  it('a group that a rule asks can’t be deleted', async () => {
    const group = await scene.company.add('groups')
    const { id, name } = await scene.create()
    const rule = { approverType: 'CUSTOM_APPROVERS', approverGroupIds: [group] }
    await scene.save(id, { levels: level({ noConditionRules: [rule] }) })
    const refused = await scene.admin.call('DELETE', `/api/groups/${group}`)
    expect(refused.body.details).toMatchObject([{ text: `A rule of the rule set ${name} names it` }])
  })

  it('a rule set saved while its department is deleted never keeps the deleted one', async () => {
    const department = await scene.company.add('departments')
    const { id } = await scene.create()
    const [deleted, saved] = await Promise.all([
      scene.admin.call('DELETE', `/api/departments/${department}`),
      scene.save(id, { departmentIds: [department] }),
    ])
    expect([deleted.status, saved.status]).toContain(200)
    if (deleted.status === 200) expect((await scene.read(id)).departmentIds).toEqual([])
    else expect((await scene.read(id)).departmentIds).toEqual([department])
  })
})

describe('merging a unit that rule sets name', () => {
  it('the unit is replaced once, in a new version that says why', async () => {
    const [from, into] = [
      await scene.company.add('departments', 'Old labs'),
      await scene.company.add('departments', 'Labs'),
    ]
    const { id, name } = await scene.create()
    await scene.save(id, { departmentIds: [from, into, scene.sales] })
    expect((await scene.admin.post(`/api/departments/${from}/merge`, { intoId: into })).status).toBe(200)
    expect(await scene.read(id)).toMatchObject({ version: 3, departmentIds: [into, scene.sales] })
    const [latest] = await scene.history(id)
    expect(latest.message).toBe(`Saved version 3 of the rule set ${name}: Old labs was merged into Labs`)
    expect(latest.changeData.after.departments).toEqual(['Labs', 'Sales'])
  })
})

describe('a matrix that a rule set uses', () => {
  it('neither the matrix nor its column can be removed, and without the rule both can', async () => {
    const { body } = await scene.admin.post(MATRICES, { name: 'Budget holders' })
    const lines = logicOf([{ people: [scene.dana.userId] }], 1)
    await scene.admin.post(`${MATRICES}/${body.id}/logic`, lines)
    const { id, name } = await scene.create()
    const rule = asks([], { approverMatrixId: body.id, approverMatrixColumnId: 'finance' })
    expect((await scene.save(id, { levels: level({ noConditionRules: [rule] }) })).status).toBe(200)
    const refused = await scene.admin.call('DELETE', `${MATRICES}/${body.id}`)
    expect({ status: refused.status, details: refused.body.details }).toMatchObject({
      status: 422,
      details: [{ kind: 'RULE_SET', text: `A rule of the rule set ${name} uses its approvers` }],
    })
    const without = { ...lines, version: 2, approverColumns: [] }
    expect((await scene.admin.post(`${MATRICES}/${body.id}/logic`, without)).status).toBe(422)
    await scene.save(id, { levels: [] })
    expect((await scene.admin.call('DELETE', `${MATRICES}/${body.id}`)).status).toBe(200)
  })
})

describe('what lists say about rule sets', () => {
  it('a spend category names the rule sets that cover it, until they no longer do', async () => {
    const category = await scene.company.add('spend_categories', 'Travel')
    const sets = async () => {
      const { data } = await scene.graphql('{ spendCategories { id spendRuleSets { id name } } }')
      return data.spendCategories.find(({ id }: { id: string }) => id === category).spendRuleSets
    }
    expect(await sets()).toEqual([])
    const { id, name } = await scene.create()
    await scene.save(id, { spendCategoryIds: [category, scene.software] })
    expect(await sets()).toEqual([{ id, name }])
    await scene.save(id, { spendCategoryIds: [scene.software] })
    expect(await sets()).toEqual([])
    await scene.save(id, { spendCategoryIds: [category] })
    await scene.graphql('mutation ($id: ID!) { deleteSpendRuleSet(id: $id) { id } }', { id })
    expect(await sets()).toEqual([])
  })

  it('the configuration says whether there are spend rules', async () => {
    const other = await makeRuleSetScene()
    const has = async () =>
      (await other.graphql('{ applicationConfiguration { hasSpendRules } }')).data.applicationConfiguration
    expect(await has()).toEqual({ hasSpendRules: false })
    const { id } = await other.create()
    expect(await has()).toEqual({ hasSpendRules: true })
    await other.graphql('mutation ($id: ID!) { deleteSpendRuleSet(id: $id) { id } }', { id })
    expect(await has()).toEqual({ hasSpendRules: false })
  })

  it('anyone gets the custom fields of the sets that cover what they chose', async () => {
    const other = await makeRuleSetScene()
    const [all, sales] = [await other.create(), await other.create()]
    await other.save(all.id, { customFields: [{ label: 'Why', type: 'TEXT', required: true }] })
    await other.save(sales.id, { departmentIds: [other.sales], customFields: [{ label: 'Deal', type: 'TEXT' }] })
    const fields = async (departmentIds: string[]) => {
      const { data } = await other.graphql(
        `query ($departmentIds: [ID!]!) {
          spendCategoryCustomFields(spendCategoryIds: [], departmentIds: $departmentIds, businessUnitIds: []) {
            label required spendRuleSetId } }`,
        { departmentIds },
      )
      return data.spendCategoryCustomFields.map(({ label }: { label: string }) => label)
    }
    expect(await fields([other.engineering])).toEqual(['Why'])
    expect(await fields([other.engineering, other.sales])).toEqual(['Why', 'Deal'])
  })
})
