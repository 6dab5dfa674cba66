import { beforeAll, describe, expect, it } from 'vitest'
import type { CompanyFlag } from '../../../../schema/shared/permissions.ts'
import { newId } from '../../../../worker/core/clock.ts'
import { firstOfLast12Months } from '../../../../worker/features/platform/organisation/units.ts'
import { fieldsOf } from '../../../support/worker/doors.ts'
import { FORM, file, makeCategory, question, rule, save, saveLevels, step } from '../../../support/worker/intake.ts'
import { rows } from '../../../support/worker/sessions.ts'
import { type Client, makeCompany, signIn, type TestCompany, type TestPerson } from '../../../support/worker/world.ts'

/** Business units, locations, entities and categories: what they share, and what is specific to each. */

const ALL: CompanyFlag[] = ['enableIntakeRequests', 'enableBusinessUnits', 'enableEntities']
let company: TestCompany
let admin: Client
let second: Client
let member: Client
let ada: TestPerson
let ben: TestPerson

beforeAll(async () => {
  company = await makeCompany(ALL)
  admin = await signIn(company, await company.addPerson({ flags: ['hasAdminAccess'] }))
  second = await signIn(company, await company.addPerson({ flags: ['hasAdminAccess'] }))
  ada = await company.addPerson({ name: 'Ada Pereira' })
  ben = await company.addPerson({ name: 'Ben Okafor' })
  member = await signIn(company, ada)
})

const KINDS = [
  { many: 'business-units', noun: 'business unit', target: 'BUSINESS_UNIT', select: 'BUSINESS_UNIT_SELECT' },
  { many: 'locations', noun: 'location', target: 'LOCATION', select: 'LOCATION_SELECT' },
  { many: 'entities', noun: 'entity', target: 'ENTITY', select: 'ENTITY_SELECT' },
  { many: 'spend-categories', noun: 'spend category', target: 'SPEND_CATEGORY', select: 'SPEND_CATEGORY_SELECT' },
  { many: 'revenue-categories', noun: 'revenue category', target: 'REVENUE_CATEGORY', select: null },
] as const
type Kind = (typeof KINDS)[number]

const isList = (many: string) => many === 'entities'
const create = async (many: string, name = `Unit ${newId()}`): Promise<{ id: string; name: string }> => {
  const { body } = await admin.post(`/api/${many}`, isList(many) ? [{ name }] : { name })
  return { id: isList(many) ? body[0].id : body.id, name }
}
const rename = (client: Client, many: string, id: string, name: string, version = 1) =>
  isList(many)
    ? client.post('/api/entities', [{ id, name, version }])
    : client.call('PUT', `/api/${many}/${id}`, { body: { name, version } })
const remove = (many: string, id: string) => admin.call('DELETE', `/api/${many}/${id}`)
const merge = (many: string, id: string, intoId: string, client = admin) =>
  client.post(`/api/${many}/${id}/merge`, { intoId })
const history = async (target: string, id: string): Promise<string[]> => {
  const { body } = await admin.get(`/api/audit-logs?targetType=${target}&targetId=${id}`)
  return body.edges.map((edge: { node: { message: string } }) => edge.node.message)
}
const found = async (many: string, name: string, client = admin) => {
  const path = isList(many) ? '/api/entities' : `/api/${many}/page?search=${encodeURIComponent(name)}`
  const { body } = await client.get(path)
  const units = isList(many) ? body : body.edges.map((edge: { node: unknown }) => edge.node)
  return units.find((unit: { name: string }) => unit.name === name)
}

describe.each(KINDS)('$many', ({ many, noun, target }: Kind) => {
  it('names are unique, ignoring case, and renames and deletions are in the history', async () => {
    const { id, name } = await create(many)
    const taken = await admin.post(
      `/api/${many}`,
      isList(many) ? [{ name: name.toUpperCase() }] : { name: name.toUpperCase() },
    )
    expect(taken.status).toBe(400)
    expect(Object.values(fieldsOf(taken))).toEqual([`Another ${noun} has this name`])
    const next = `Next ${newId()}`
    expect((await rename(admin, many, id, next)).status).toBe(200)
    expect(await found(many, next)).toMatchObject({ id, version: 2 })
    expect((await remove(many, id)).status).toBe(200)
    expect(await found(many, next)).toBeUndefined()
    expect(await history(target, id)).toEqual([
      `Deleted the ${noun} ${next}`,
      `Renamed the ${noun} ${name} to ${next}`,
      `Created the ${noun} ${name}`,
    ])
  })

  it('one of two simultaneous saves of units succeeds, and the other is told', async () => {
    const { id } = await create(many)
    const answers = await Promise.all([admin, second].map((client) => rename(client, many, id, newId())))
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409])
    expect(answers.find((answer) => answer.status === 409)?.body.reason).toBe('STALE_VERSION')
  })

  it('a unit can only be merged into another existing one of the company', async () => {
    const from = await create(many)
    const into = await create(many)
    const elsewhere = await makeCompany(ALL)
    const stranger = await signIn(elsewhere, await elsewhere.addPerson({ flags: ['hasAdminAccess'] }))
    expect((await merge(many, from.id, into.id, stranger)).status).toBe(404)
    for (const wrong of [from.id, newId()]) {
      expect(fieldsOf(await merge(many, from.id, wrong))).toEqual({ intoId: `Choose another ${noun} of your company` })
    }
    expect((await merge(many, from.id, into.id)).body).toEqual({ id: into.id })
    expect(await found(many, from.name)).toBeUndefined()
    expect((await history(target, from.id))[0]).toBe(`Merged the ${noun} ${from.name} into ${into.name}`)
    expect((await history(target, into.id))[0]).toBe(`Merged in the ${noun} ${from.name}`)
  })
})

describe.each(KINDS.filter((kind) => kind.select !== null))('$many in use', ({ many, select }: Kind) => {
  const scene = async (id: string) => {
    const form = [
      step('what', [
        question('title', 'REQUEST_TITLE', { isRequired: true }),
        question('choice', select ?? 'TEXT'),
        question('why', 'TEXT', { conditionAnyOfs: [{ valuesQuestionId: 'choice', values: [id] }] }),
      ]),
    ]
    const conditional = { conditionAnyOfs: [{ valuesQuestionId: 'choice', values: [id] }] }
    const legal = rule('legal', { approverUserIds: [ben.userId], ...conditional })
    return { form, category: await makeCategory(admin, { form, levels: [[legal]] }) }
  }

  it('a unit named by a form, a workflow or a pending request can’t be deleted', async () => {
    const { id } = await create(many)
    const { category } = await scene(id)
    const requestId = await file(member, category.id, { title: 'Chairs', choice: id })
    const refused = await remove(many, id)
    expect({ status: refused.status, reason: refused.body.reason }).toEqual({ status: 422, reason: 'IN_USE' })
    expect(refused.body.details.map((use: { kind: string }) => use.kind)).toEqual(['WORKFLOW', 'FORM', 'ANSWER'])
    // Pending requests stay as they were asked, so they prevent a merge as well.
    const into = await create(many)
    expect((await merge(many, id, into.id)).body.details).toMatchObject([
      { kind: 'ANSWER', href: `/intake-request/${requestId}` },
    ])
  })

  it('merging a unit replaces it in forms, workflows and drafts, in new versions', async () => {
    const from = await create(many)
    const into = await create(many)
    const { category } = await scene(from.id)
    const draft = await save(member, category.id, { title: 'Later', choice: from.id }, { isDraft: true })
    expect((await merge(many, from.id, into.id)).status).toBe(200)
    const workflow = (await admin.get(`/api/intake-workflow/${category.workflowId}`)).body
    expect(workflow.version).toBe(3)
    expect(JSON.stringify(workflow.definition)).toContain(into.id)
    expect(JSON.stringify(workflow.definition)).not.toContain(from.id)
    const steps = (await admin.get(`/api/intake-categories/${category.id}/steps`)).body
    expect(steps.category.formVersion).toBe(2)
    expect(JSON.stringify(steps.steps)).not.toContain(from.id)
    const { body } = await member.get(`/api/intake-submission/${draft.body.id}/answers`)
    const answer = body.answers.find((a: { questionId: string }) => a.questionId === 'choice')
    expect(answer).toMatchObject({ value: into.id, labels: [into.name] })
    expect((await history('INTAKE_WORKFLOW', category.workflowId))[0]).toContain(`${from.name} was merged into`)
    expect((await history('INTAKE_CATEGORY', category.id))[0]).toContain(`${from.name} was merged into`)
    // The next one can be saved over the new versions.
    await saveLevels(admin, category.workflowId, [[rule('legal', { approverUserIds: [ben.userId] })]], 3)
  })
})

describe('a decided request', () => {
  it('a decided request still shows a deleted choice', async () => {
    const { id, name } = await create('locations')
    const form = [step('what', [question('title', 'REQUEST_TITLE'), question('place', 'LOCATION_SELECT')])]
    const category = await makeCategory(admin, { form, levels: [] })
    const requestId = await file(member, category.id, { title: 'Desks', place: id })
    expect((await remove('locations', id)).status).toBe(200)
    const { body } = await member.get(`/api/intake-submission/${requestId}/answers`)
    expect(body.answers.find((a: { questionId: string }) => a.questionId === 'place').labels).toEqual([name])
  })
})

describe('a business unit', () => {
  const people = (id: string, list: TestPerson[], approvesRequests = false) =>
    admin.post(`/api/business-units/${id}/members`, { userIds: list.map((p) => p.userId), approvesRequests })
  const read = async (id: string) => (await admin.get(`/api/business-units/${id}`)).body

  it('people can be added by either endpoint, and approve if they are set to', async () => {
    const { id } = await create('business-units')
    await people(id, [ada])
    const add = 'mutation ($b: ID!, $u: ID!) { addUserToBusinessUnit(businessUnitId: $b, userId: $u) { id } }'
    await admin.graphql(add, { b: id, u: ben.userId })
    await people(id, [ben], true)
    const list = (await read(id)).companyMemberships
    expect(
      list.map((m: { firstName: string; approvesRequests: boolean }) => [m.firstName, m.approvesRequests]),
    ).toEqual([
      ['Ada', false],
      ['Ben', true],
    ])
    const out = 'mutation ($b: ID!, $u: ID!) { removeUserFromBusinessUnit(businessUnitId: $b, userId: $u) { id } }'
    expect((await admin.graphql(out, { b: id, u: ada.userId })).body.errors).toBeUndefined()
    expect(await read(id)).toMatchObject({ memberCount: 1, l12m: { value: 0, currency: 'USD' } })
  })

  it('merging moves its people, their approval rights and its spend', async () => {
    const from = await create('business-units')
    const into = await create('business-units')
    await people(from.id, [ada, ben], true)
    await people(into.id, [ben])
    const month = firstOfLast12Months(Date.now())
    await spend(company.id, 'BUSINESS_UNIT', from.id, month, 1200)
    await spend(company.id, 'BUSINESS_UNIT', into.id, month, 300)
    expect((await remove('business-units', from.id)).body.details).toMatchObject([{ kind: 'SPEND' }])
    expect((await merge('business-units', from.id, into.id)).status).toBe(200)
    const unit = await read(into.id)
    expect(unit).toMatchObject({ memberCount: 2, l12m: { value: 1500 } })
    expect(unit.companyMemberships.map((m: { approvesRequests: boolean }) => m.approvesRequests)).toEqual([true, true])
    expect(await rows('SELECT 1 FROM business_unit_members WHERE business_unit_id = ?', from.id)).toEqual([])
    expect(await rows('SELECT 1 FROM unit_spend_months WHERE unit_id = ?', from.id)).toEqual([])
  })

  it('spend covers the twelve months ending with the current one', async () => {
    expect(firstOfLast12Months(Date.UTC(2026, 10, 21))).toBe('2025-12')
    expect(firstOfLast12Months(Date.UTC(2026, 11, 31, 23, 59))).toBe('2026-01')
    const { id } = await create('business-units')
    await spend(company.id, 'BUSINESS_UNIT', id, '2001-01', 99)
    await spend(company.id, 'DEPARTMENT', id, new Date().toISOString().slice(0, 7), 88)
    await spend(company.id, 'BUSINESS_UNIT', id, new Date().toISOString().slice(0, 7), 77)
    expect((await read(id)).l12m).toEqual({ value: 77, currency: 'USD' })
  })

  it('only settings managers see its spend', async () => {
    const { id } = await create('business-units')
    const units = (await member.get('/api/business-units')).body
    expect(units.find((unit: { id: string }) => unit.id === id)).toMatchObject({ l12m: null, memberCount: 0 })
  })

  it('business units are saved together, all or none', async () => {
    const [one, two] = [await create('business-units'), await create('business-units')]
    const bulk = (list: object[]) => admin.call('PUT', '/api/business-units', { body: { businessUnits: list } })
    const stale = await bulk([
      { id: one.id, name: newId(), version: 1 },
      { id: two.id, name: newId(), version: 7 },
    ])
    expect({ status: stale.status, reason: stale.body.reason }).toEqual({ status: 409, reason: 'STALE_VERSION' })
    expect(await read(one.id)).toMatchObject({ name: one.name, version: 1 })
    const swapped = await bulk([
      { id: one.id, name: two.name, version: 1 },
      { id: two.id, name: one.name, version: 1 },
    ])
    expect(swapped.status).toBe(200)
    expect(await read(two.id)).toMatchObject({ name: one.name, version: 2 })
  })

  it('business units don’t exist when the company has turned them off', async () => {
    const off = await makeCompany(['enableIntakeRequests'])
    const client = await signIn(off, await off.addPerson({ flags: ['hasAdminAccess'] }))
    for (const path of ['/api/business-units', '/api/business-units/page', '/api/entities']) {
      expect((await client.get(path)).status).toBe(403)
    }
    expect((await client.post('/api/entities', [{ name: 'One' }])).status).toBe(403)
  })
})

const spend = (companyId: string, kind: string, unitId: string, month: string, amount: number) =>
  rows('INSERT INTO unit_spend_months VALUES (?, ?, ?, ?, ?)', companyId, kind, unitId, month, amount)

describe('a location', () => {
  it('a location with people can’t be deleted, and merging moves its people', async () => {
    const from = await create('locations')
    const into = await create('locations')
    const person = await company.addPerson({ name: 'Noor Haddad' })
    await rows('UPDATE company_memberships SET location_id = ? WHERE user_id = ?', from.id, person.userId)
    expect((await remove('locations', from.id)).body.details).toEqual([
      { kind: 'MEMBER', text: 'Noor Haddad has it as their location', href: '/settings/members' },
    ])
    expect(await found('locations', from.name)).toMatchObject({ memberCount: 1 })
    expect((await merge('locations', from.id, into.id)).status).toBe(200)
    expect(await found('locations', into.name)).toMatchObject({ memberCount: 1 })
    // Anyone with the person's settings open gets a conflict, and can't restore them.
    expect(await rows('SELECT version FROM company_memberships WHERE user_id = ?', person.userId)).toEqual([
      { version: 2 },
    ])
  })
})

describe('entities', () => {
  it('entities are saved as a list: some renamed, some new, none deleted by being left out', async () => {
    const kept = await create('entities')
    const renamed = await create('entities')
    const [next, added] = [`Renamed ${newId()}`, `Added ${newId()}`]
    const saved = await admin.post('/api/entities', [{ id: renamed.id, name: next, version: 1 }, { name: added }])
    expect(saved.body).toMatchObject([
      { id: renamed.id, name: next, version: 2 },
      { name: added, version: 1 },
    ])
    const names = (await member.get('/api/entities')).body.map((entity: { name: string }) => entity.name)
    expect(names).toEqual(expect.arrayContaining([kept.name, next, added]))
  })

  it('a list in which two entities share a name is refused, beside the second as well', async () => {
    const [one, two] = [`Twin ${newId()}`, `Twin ${newId()}`]
    const refused = await admin.post('/api/entities', [{ name: one }, { name: two }, { name: one.toUpperCase() }])
    expect(refused.status).toBe(400)
    expect(fieldsOf(refused)).toEqual({ 'body.0.name': 'Another entity has this name' })
    expect(await found('entities', two)).toBeUndefined()
  })
})

describe('spend and revenue categories', () => {
  it('a spend category has a type and can be hidden from spend requests, and unset fields stay', async () => {
    const { id } = await create('spend-categories')
    const off = await admin.call('PUT', `/api/spend-categories/${id}`, {
      body: { version: 1, isEnabledForSpendRequests: false },
    })
    expect(off.body).toMatchObject({ version: 2 })
    const offered = async (flag: boolean) =>
      (await member.get(`/api/spend-categories?isEnabledForSpendRequests=${flag}`)).body.map(
        (c: { id: string }) => c.id,
      )
    expect(await offered(true)).not.toContain(id)
    expect(await offered(false)).toContain(id)
    const update = 'mutation ($i: UpdateSpendCategoryInput!) { updateSpendCategory(input: $i) { id } }'
    await admin.graphql(update, { i: { id, type: 'COGS' } })
    const ask = '{ spendCategories(isEnabledForSpendRequests: false) { id type erpExpenseAccountMappings { id } } }'
    const { data } = (await member.graphql(ask)).body
    expect(data.spendCategories).toContainEqual({ id, type: 'COGS', erpExpenseAccountMappings: [] })
    expect((await history('SPEND_CATEGORY', id)).slice(0, 2)).toEqual([
      expect.stringMatching(/: type COGS$/),
      expect.stringMatching(/: not offered in spend requests$/),
    ])
    // Saving what already exists leaves no history entry.
    await admin.graphql(update, { i: { id, type: 'COGS' } })
    expect(await history('SPEND_CATEGORY', id)).toHaveLength(3)
  })

  it('a revenue category is either revenue or other income', async () => {
    const make = 'mutation ($i: CreateRevenueCategoryInput!) { createRevenueCategory(input: $i) { id } }'
    const name = `Grants ${newId()}`
    const { body } = await admin.graphql(make, { i: { name, type: 'OTHER_INCOME' } })
    const { data } = (await member.graphql('{ revenueCategories { id name type } }')).body
    expect(data.revenueCategories).toContainEqual({
      id: body.data.createRevenueCategory.id,
      name,
      type: 'OTHER_INCOME',
    })
    const wrong = await admin.post('/api/revenue-categories', { name: newId(), type: 'OPEX' })
    expect(fieldsOf(wrong)).toHaveProperty('type')
  })
})

describe('merging a department or group', () => {
  it('the merged one is replaced in rules, and its approvers move', async () => {
    const make = async (path: string) => (await admin.post(`/api/${path}`, { name: newId() })).body.id as string
    const [group, groupInto] = [await make('groups'), await make('groups')]
    await admin.post(`/api/groups/${group}/members`, { userIds: [ben.userId] })
    const rules = [rule('legal', { approverGroupIds: [group, groupInto] })]
    const category = await makeCategory(admin, { form: FORM, levels: [rules] })
    expect((await merge('groups', group, groupInto)).status).toBe(200)
    const workflow = (await admin.get(`/api/intake-workflow/${category.workflowId}`)).body
    expect(workflow.definition.levels[0].rules[0].approverGroupIds).toEqual([groupInto])
    const requestId = await file(member, category.id, { title: 'After' })
    const [block] = await rows<{ block: string }>(
      'SELECT block FROM level_group_statuses WHERE target_id = ?',
      requestId,
    )
    expect(JSON.parse(block?.block ?? '{}').approvers).toMatchObject([{ name: 'Ben Okafor' }])
    expect((await merge('groups', groupInto, await make('groups'))).body.details).toMatchObject([{ kind: 'APPROVAL' }])

    const [department, departmentInto] = [await make('departments'), await make('departments')]
    await admin.post(`/api/departments/${department}/members`, { userIds: [ben.userId], approvesRequests: true })
    expect((await merge('departments', department, departmentInto)).status).toBe(200)
    const { body } = await admin.get(`/api/departments/${departmentInto}`)
    expect(body.companyMemberships).toMatchObject([{ firstName: 'Ben', approvesRequests: true }])
  })

  it('an admin saving the workflow at the same moment isn’t overwritten', async () => {
    const [from, into] = [await create('business-units'), await create('business-units')]
    const form = [step('what', [question('title', 'REQUEST_TITLE'), question('unit', 'BUSINESS_UNIT_SELECT')])]
    const named = { conditionAnyOfs: [{ valuesQuestionId: 'unit', values: [from.id] }] }
    const category = await makeCategory(admin, {
      form,
      levels: [[rule('legal', { approverUserIds: [ben.userId], ...named })]],
    })
    const mine = [[rule('legal', { approverUserIds: [ada.userId], ...named })]]
    const [merged] = await Promise.all([
      merge('business-units', from.id, into.id),
      saveLevels(second, category.workflowId, mine, 2),
    ])
    // The slower one is refused, or comes after the other. No saved workflow names the deleted unit.
    expect([200, 409]).toContain(merged.status)
    const workflow = (await admin.get(`/api/intake-workflow/${category.workflowId}`)).body
    const names = merged.status === 200 ? into.id : from.id
    expect(JSON.stringify(workflow.definition)).toContain(names)
    expect(JSON.stringify(workflow.definition)).not.toContain(names === into.id ? from.id : into.id)
  })
})
