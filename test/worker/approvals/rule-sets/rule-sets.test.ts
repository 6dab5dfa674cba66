import { beforeAll, describe, expect, it } from 'vitest'
import { asks, makeRuleSetScene, RULE_SETS, type RuleSetScene } from '../../../support/worker/rule-set-scene.ts'
import { rows } from '../../../support/worker/sessions.ts'
import { signIn } from '../../../support/worker/world.ts'

/** Maintaining rule sets: what is kept, told and refused. */

let scene: RuleSetScene

beforeAll(async () => {
  scene = await makeRuleSetScene()
})

const level = (rules: object, number = 1) => ({ number, ...rules })

describe('saving a rule set', () => {
  it('it is created empty, and everything given is kept in a new version', async () => {
    const { id, name } = await scene.create()
    expect(await scene.read(id)).toMatchObject({
      id,
      name,
      version: 1,
      levels: [],
      departmentIds: [],
      customFields: [],
    })
    const saved = await scene.save(id, {
      version: 1,
      departmentIds: [scene.engineering, scene.engineering],
      spendCategoryIds: [scene.software],
      customFields: [{ label: 'Region', type: 'SINGLE_CHOICE', required: true, options: [{ label: 'EU' }] }],
      levels: [
        level({ noConditionRules: [asks([scene.omar.userId], { label: 'Legal review' })] }, 5),
        level({ costRules: [asks([scene.dana.userId], { min: 1_000_000 })] }, 2),
      ],
    })
    expect(saved.body).toEqual({ id, version: 2 })
    const read = await scene.read(id)
    expect(read).toMatchObject({
      version: 2,
      departmentIds: [scene.engineering],
      customFields: [{ label: 'Region', ordinal: 0, required: true, options: [{ label: 'EU' }] }],
      levels: [
        { number: 1, costRules: [{ min: 1_000_000, quorum: { kind: 'ANY' }, watcherType: 'NO_WATCHERS' }] },
        { number: 2, noConditionRules: [{ label: 'Legal review' }] },
      ],
      names: { [scene.engineering]: 'Engineering', [scene.dana.userId]: 'Dana Finance' },
    })
  })

  it('what is left out of a save stays', async () => {
    const { id } = await scene.create()
    await scene.save(id, { departmentIds: [scene.sales] })
    await scene.save(id, { levels: [level({ noConditionRules: [asks([scene.dana.userId])] })] })
    await scene.save(id, { customFields: [{ label: 'Note', type: 'TEXT' }] })
    expect(await scene.read(id)).toMatchObject({
      departmentIds: [scene.sales],
      levels: [{ noConditionRules: [{}] }],
      customFields: [{ label: 'Note' }],
    })
  })

  it('a save that changes nothing makes no version', async () => {
    const { id } = await scene.create()
    await scene.save(id, { departmentIds: [scene.sales] })
    expect((await scene.save(id, { departmentIds: [scene.sales] })).body).toEqual({ id, version: 2 })
    expect(await scene.history(id)).toHaveLength(2)
  })

  it('the history says in words what changed, and never shows an id', async () => {
    const { id, name } = await scene.create()
    const rule = { id: crypto.randomUUID(), ...asks([scene.dana.userId], { min: 1_000_000 }) }
    await scene.save(id, { departmentIds: [scene.engineering], levels: [level({ costRules: [rule] })] })
    await scene.save(id, {
      departmentIds: [scene.engineering, scene.sales],
      levels: [level({ costRules: [{ ...rule, min: 2_500_000, approverUserIds: [scene.omar.userId] }] })],
    })
    const [latest, first] = await scene.history(id)
    expect(first.message).toBe(
      `Saved version 2 of the rule set ${name}: covers only the department Engineering; added “Amount is $10,000 or more” to level 1`,
    )
    expect(latest.message).toBe(
      `Saved version 3 of the rule set ${name}: added Sales to the departments; changed “Amount is $10,000 or more” to “Amount is $25,000 or more”; changed the approvers of “Amount is $25,000 or more”`,
    )
    expect(latest.changeData.after).toMatchObject({
      departments: ['Engineering', 'Sales'],
      levels: ['Level 1: Amount is $25,000 or more'],
    })
    for (const each of [scene.engineering, scene.omar.userId]) expect(JSON.stringify(latest)).not.toContain(each)
  })

  it('one gets a conflict if two save the version that they read', async () => {
    const { id } = await scene.create()
    const answers = await Promise.all([
      scene.save(id, { version: 1, departmentIds: [scene.sales] }),
      scene.save(id, { version: 1, departmentIds: [scene.engineering] }),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  it('both saves at the same moment are kept if they name no version', async () => {
    const { id } = await scene.create()
    await Promise.all([
      scene.save(id, { departmentIds: [scene.sales] }),
      scene.save(id, { customFields: [{ label: 'Note', type: 'TEXT' }] }),
    ])
    expect(await scene.read(id)).toMatchObject({
      version: 3,
      departmentIds: [scene.sales],
      customFields: [{ label: 'Note' }],
    })
  })

  it('a name is used once in a company, whatever its case', async () => {
    const { id, name } = await scene.create()
    const other = await scene.create()
    const refused = await scene.admin.call('PATCH', `${RULE_SETS}/${other.id}`, { body: { name: name.toUpperCase() } })
    expect({ status: refused.status, fields: refused.body.fields }).toEqual({
      status: 400,
      fields: { name: 'Another rule set has this name' },
    })
    await scene.graphql('mutation ($id: ID!) { deleteSpendRuleSet(id: $id) { id } }', { id })
    expect((await scene.admin.call('PATCH', `${RULE_SETS}/${other.id}`, { body: { name } })).status).toBe(200)
  })
})

describe('what is refused beside its place', () => {
  const refusal = async (body: object, id?: string) => {
    const set = id ?? (await scene.create()).id
    const { status, body: answer } = await scene.save(set, body)
    expect(await rows('SELECT version FROM rule_set_versions WHERE rule_set_id = ?', set)).toHaveLength(id ? 2 : 1)
    return { status, fields: answer.fields }
  }

  it('a rule that asks no one, an empty level, and two levels of one number', async () => {
    const rule = { id: 'lonely', ...asks([]) }
    expect(await refusal({ levels: [level({ noConditionRules: [rule] })] })).toEqual({
      status: 400,
      fields: { lonely: 'Choose at least one group or person, or an approver matrix' },
    })
    expect(await refusal({ levels: [{ id: 'bare', number: 1 }] })).toEqual({
      status: 400,
      fields: { bare: 'Add a rule to this level, or remove it' },
    })
    const full = (id: string) => ({ id, ...level({ noConditionRules: [asks([scene.dana.userId])] }) })
    expect((await refusal({ levels: [full('first'), full('second')] })).fields).toEqual({
      second: 'Levels are numbered 1, 2, 3 … in order',
    })
  })

  it('people, groups and units of another company', async () => {
    const other = await makeRuleSetScene()
    const rule = { id: 'strange', ...asks([other.dana.userId]) }
    expect((await refusal({ levels: [level({ noConditionRules: [rule] })] })).fields).toEqual({
      strange: 'One of the chosen groups or people no longer exists',
    })
    expect((await refusal({ departmentIds: [other.sales] })).fields).toEqual({
      departmentIds: 'One of the departments no longer exists',
    })
    expect((await other.admin.get(`${RULE_SETS}/${(await scene.create()).id}`)).status).toBe(404)
  })

  it('a department given as a spend category', async () => {
    expect((await refusal({ spendCategoryIds: [scene.sales] })).fields).toEqual({
      spendCategoryIds: 'One of the spend categories no longer exists',
    })
  })

  it('fields with the same label, choices without options, and options with the same label', async () => {
    const field = (id: string, more: object = {}) => ({ id, label: id, type: 'TEXT', ...more })
    expect((await refusal({ customFields: [field('a'), field('b', { label: 'A' })] })).fields).toMatchObject({
      a: 'Another field has this label',
    })
    expect((await refusal({ customFields: [field('c', { type: 'MULTI_CHOICE' })] })).fields).toEqual({
      c: 'Add at least one option',
    })
    const options = [{ label: 'EU' }, { label: 'eu' }]
    expect((await refusal({ customFields: [field('d', { type: 'SINGLE_CHOICE', options })] })).fields).toEqual({
      d: 'Two options have the same label',
    })
  })

  it('removing a field, or an option, that a rule asks for', async () => {
    const { id } = await scene.create()
    const options = [
      { id: 'eu', label: 'EU' },
      { id: 'us', label: 'US' },
    ]
    const region = { id: 'region', label: 'Region', type: 'SINGLE_CHOICE', options }
    const rule = asks([scene.dana.userId], { label: 'Tax', customFieldId: 'region', customFieldOptionId: 'eu' })
    await scene.save(id, { customFields: [region], levels: [level({ customFieldRules: [rule] })] })
    expect((await refusal({ customFields: [] }, id)).fields).toEqual({
      customFields: '“Tax” in level 1 asks for “Region”. Change the rule before you remove the field.',
    })
    expect((await refusal({ customFields: [{ ...region, options: options.slice(1) }] }, id)).fields).toEqual({
      region: '“Tax” in level 1 asks for “EU”. Change the rule before you remove the option.',
    })
    expect((await refusal({ customFields: [{ ...region, type: 'TEXT', options: [] }] }, id)).fields).toEqual({
      region: '“Tax” in level 1 asks for an option of this field. Change the rule before you change the type.',
    })
    expect((await scene.save(id, { customFields: [{ ...region, label: 'Place' }] })).status).toBe(200)
  })
})

describe('programs that know no ids', () => {
  const SAVE = `mutation ($id: ID!, $fields: [SpendRuleSetCustomFieldInput!]!) {
    createSpendRuleSetCustomFields(spendRuleSetId: $id, customFields: $fields) { id } }`
  const region = (labels: string[]) => ({
    ...{ label: 'Region', type: 'SINGLE_CHOICE', required: true, ordinal: 0 },
    options: labels.map((label) => ({ label })),
  })

  it('a list sent again by label keeps the ids of its fields and options, so rules keep their meaning', async () => {
    const { id } = await scene.create()
    await scene.graphql(SAVE, { id, fields: [region(['EU', 'US'])] })
    const before = (await scene.read(id)).customFields[0]
    const rule = asks([scene.dana.userId], { customFieldId: before.id, customFieldOptionId: before.options[1].id })
    await scene.save(id, { levels: [level({ customFieldRules: [rule] })] })
    const note = { label: 'Note', type: 'TEXT', ordinal: 1 }
    const answer = await scene.graphql(SAVE, { id, fields: [note, region(['Asia', 'US'])] })
    expect(answer.data.createSpendRuleSetCustomFields).toEqual({ id })
    const [kept, added] = (await scene.read(id)).customFields
    expect(kept).toMatchObject({ id: before.id, options: [{ label: 'Asia' }, before.options[1]] })
    expect(added).toMatchObject({ label: 'Note', ordinal: 1 })
  })

  it('watchers alone make their rule watch', async () => {
    const { id } = await scene.create()
    const levels = [
      {
        number: 1,
        noConditionRules: [
          { approverType: 'MANAGER_APPROVER', watchers: { userIds: [scene.omar.userId] } },
          { approverType: 'REQUESTOR', quorum: { kind: 'ALL' } },
        ],
      },
    ]
    await scene.graphql(
      `mutation ($id: ID!, $levels: [SpendRuleSetLevelInput!]!) {
        updateSpendRuleSetLevels(spendRuleSetId: $id, levels: $levels) { id } }`,
      { id, levels },
    )
    expect((await scene.read(id)).levels[0].noConditionRules).toMatchObject([
      { watcherType: 'CUSTOM_WATCHERS', watcherUserIds: [scene.omar.userId] },
      { watcherType: 'NO_WATCHERS', quorum: { kind: 'ALL' } },
    ])
  })
})

describe('versions', () => {
  it('each says what it changed, and an older one can be read', async () => {
    const { id, name } = await scene.create()
    await scene.save(id, { departmentIds: [scene.sales] })
    await scene.admin.call('PATCH', `${RULE_SETS}/${id}`, { body: { name: `${name} new` } })
    const { body } = await scene.admin.get(`${RULE_SETS}/${id}/versions`)
    expect(body.hasMore).toBe(false)
    expect(body.versions).toMatchObject([
      { version: 3, changes: [`Renamed it from ${name} to ${name} new`], savedBy: { name: 'Maya Admin' } },
      { version: 2, changes: ['Covers only the department Sales'] },
      { version: 1, changes: ['Created the rule set'] },
    ])
    const first = await scene.admin.get(`${RULE_SETS}/${id}/versions/1`)
    expect(first.body).toMatchObject({ name, departmentIds: [], version: 1 })
    expect((await scene.admin.get(`${RULE_SETS}/${id}/versions/9`)).status).toBe(404)
  })
})

describe('who maintains rule sets', () => {
  it('a member, and an admin of a company without spend requests, may not', async () => {
    const member = await signIn(scene.company, scene.dana)
    expect((await member.get(RULE_SETS)).status).toBe(403)
    await rows(`UPDATE companies SET flags = '{}' WHERE id = ?`, scene.company.id)
    expect((await scene.admin.get(RULE_SETS)).status).toBe(403)
    await rows(`UPDATE companies SET flags = '{"enableSpendRequests":true}' WHERE id = ?`, scene.company.id)
    expect((await scene.admin.get(RULE_SETS)).status).toBe(200)
  })
})
