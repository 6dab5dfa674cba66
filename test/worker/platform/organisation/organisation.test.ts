import { beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../../../worker/core/clock.ts'
import { fieldsOf } from '../../../support/worker/doors.ts'
import { FORM, file, levelsOf, makeCategory, rule, saveLevels } from '../../../support/worker/intake.ts'
import { rows } from '../../../support/worker/sessions.ts'
import { type Client, makeCompany, signIn, type TestCompany, type TestPerson } from '../../../support/worker/world.ts'

let company: TestCompany
let admin: Client
let second: Client
let member: Client
let ada: TestPerson
let ben: TestPerson

beforeAll(async () => {
  company = await makeCompany()
  admin = await signIn(company, await company.addPerson({ flags: ['hasAdminAccess'] }))
  second = await signIn(company, await company.addPerson({ flags: ['hasAdminAccess'] }))
  member = await signIn(company, await company.addPerson())
  ada = await company.addPerson({ name: 'Ada Pereira' })
  ben = await company.addPerson({ name: 'Ben Okafor' })
})

const PATHS = ['groups', 'departments'] as const
type Path = (typeof PATHS)[number]

const create = async (path: Path, name = `Unit ${newId()}`) => {
  const { body } = await admin.post(`/api/${path}`, { name })
  return { id: body.id as string, name }
}
const rename = (client: Client, path: Path, id: string, name: string, version = 1) =>
  client.call('PUT', `/api/${path}/${id}`, { body: { name, version } })
const remove = (path: Path, id: string) => admin.call('DELETE', `/api/${path}/${id}`)
const addTo = (path: Path, id: string, people: TestPerson[], more = {}) =>
  admin.post(`/api/${path}/${id}/members`, { userIds: people.map((person) => person.userId), ...more })
const read = async (path: Path, id: string) => (await admin.get(`/api/${path}/${id}`)).body
const history = async (path: Path, id: string): Promise<string[]> => {
  const type = path === 'groups' ? 'GROUP' : 'DEPARTMENT'
  const { body } = await admin.get(`/api/audit-logs?targetType=${type}&targetId=${id}`)
  return body.edges.map((edge: { node: { message: string } }) => edge.node.message)
}
const approversOf = async (requestId: string): Promise<string[]> => {
  const [block] = await rows<{ block: string }>('SELECT block FROM level_group_statuses WHERE target_id = ?', requestId)
  return JSON.parse(block?.block ?? '{}').approvers.map((approver: { name: string }) => approver.name)
}

describe.each(PATHS)('%s', (path) => {
  const noun = path.slice(0, -1)

  it('names are unique, ignoring case, and deletion frees the name', async () => {
    const { id, name } = await create(path)
    for (const taken of [name, name.toUpperCase(), `  ${name.toLowerCase()} `]) {
      const answer = await admin.post(`/api/${path}`, { name: taken })
      expect(answer.status).toBe(400)
      expect(fieldsOf(answer)).toEqual({ name: `Another ${noun} has this name` })
    }
    const other = await create(path)
    expect(fieldsOf(await rename(admin, path, other.id, name))).toEqual({ name: `Another ${noun} has this name` })
    expect((await rename(admin, path, id, name.toUpperCase())).status).toBe(200)
    expect((await remove(path, id)).status).toBe(200)
    expect((await admin.post(`/api/${path}`, { name })).status).toBe(200)
    expect(await history(path, id)).toEqual([
      `Deleted the ${noun} ${name.toUpperCase()}`,
      `Renamed the ${noun} ${name} to ${name.toUpperCase()}`,
      `Created the ${noun} ${name}`,
    ])
  })

  it('one of two simultaneous renames succeeds', async () => {
    const { id } = await create(path)
    const answers = await Promise.all([admin, second].map((client) => rename(client, path, id, newId())))
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409])
    expect(answers.find((answer) => answer.status === 409)?.body.reason).toBe('STALE_VERSION')
    expect(await read(path, id)).toMatchObject({ version: 2 })
  })

  it('several people can be added at once, which is recorded once, and one can be removed', async () => {
    const { id, name } = await create(path)
    const commandId = newId()
    const body = { userIds: [ada.userId, ben.userId] }
    for (const _ of [1, 2]) expect((await admin.post(`/api/${path}/${id}/members`, body, commandId)).status).toBe(200)
    // Existing members stay, and the history has no entry.
    expect((await addTo(path, id, [ada])).status).toBe(200)
    expect(await read(path, id)).toMatchObject({
      memberCount: 2,
      version: 1,
      companyMemberships: [{ firstName: 'Ada' }, { firstName: 'Ben' }],
    })
    expect((await admin.call('DELETE', `/api/${path}/${id}/members/${ada.userId}`)).status).toBe(200)
    expect((await admin.call('DELETE', `/api/${path}/${id}/members/${ada.userId}`)).status).toBe(404)
    expect(await history(path, id)).toEqual([
      `Removed Ada Pereira from the ${noun} ${name}`,
      `Added Ada Pereira, Ben Okafor to the ${noun} ${name}`,
      `Created the ${noun} ${name}`,
    ])
  })

  it('only active people of the company can be added', async () => {
    const { id } = await create(path)
    const elsewhere = await makeCompany()
    const disabled = await company.addPerson({ disabled: true })
    for (const stranger of [await elsewhere.addPerson(), disabled]) {
      const answer = await addTo(path, id, [ada, stranger])
      expect(answer.status).toBe(400)
      expect(fieldsOf(answer)).toHaveProperty('userIds')
    }
    expect(await read(path, id)).toMatchObject({ memberCount: 0 })
  })

  it('the list is by name, page by page, and can be searched', async () => {
    const mark = newId().slice(-6)
    for (const name of ['b', 'C', 'a']) await create(path, `${name} ${mark}`)
    const list = path === 'groups' ? '/api/groups' : '/api/departments/page'
    const first = (await admin.get(`${list}?search=${mark}&first=2`)).body
    const names = (page: { edges: { node: { name: string } }[] }) => page.edges.map((edge) => edge.node.name)
    expect(names(first)).toEqual([`a ${mark}`, `b ${mark}`])
    const rest = (await admin.get(`${list}?search=${mark}&first=2&cursor=${first.pageInfo.endCursor}`)).body
    expect({ names: names(rest), more: rest.pageInfo.hasNextPage }).toEqual({ names: [`C ${mark}`], more: false })
    expect((await admin.get(`${list}?search=%20%20`)).body.edges.length).toBeGreaterThan(2)
  })

  it('members and admins of another company can’t see them', async () => {
    const { id } = await create(path)
    expect((await member.get(`/api/${path}/${id}`)).status).toBe(403)
    const elsewhere = await makeCompany()
    const stranger = await signIn(elsewhere, await elsewhere.addPerson({ flags: ['hasAdminAccess'] }))
    for (const call of [
      stranger.get(`/api/${path}/${id}`),
      rename(stranger, path, id, 'Mine'),
      stranger.call('DELETE', `/api/${path}/${id}`),
    ]) {
      expect((await call).status).toBe(404)
    }
  })
})

describe('deleting a group in use', () => {
  it('a group that a workflow rule names can’t be deleted, and the rule is named', async () => {
    const { id, name } = await create('groups')
    const category = await makeCategory(admin, { levels: [[rule('legal', { approverGroupIds: [id] })]] })
    const refused = await remove('groups', id)
    expect({ status: refused.status, ...refused.body }).toMatchObject({
      status: 422,
      code: 'RULE_BROKEN',
      reason: 'IN_USE',
      details: [
        { kind: 'WORKFLOW', href: `/settings/intake-categories/${category.id}/workflows/${category.workflowId}` },
      ],
    })
    expect(refused.body.details[0].text).toContain('“legal”')
    const byName = await admin.graphql('mutation ($n: String!) { deleteGroup(name: $n) { id } }', { n: name })
    expect(byName.body.errors[0].extensions).toMatchObject({ code: 'RULE_BROKEN', reason: 'IN_USE' })
    await saveLevels(admin, category.workflowId, [[rule('legal', { approverUserIds: [ada.userId] })]], 2)
    expect((await remove('groups', id)).status).toBe(200)
  })

  it('a group that a pending block waits for can’t be deleted, under a former name either', async () => {
    const { id, name } = await create('groups', `Legal and Risk ${newId()}`)
    const other = await create('groups', name.replace(' and Risk', ''))
    const sounds = await create('groups', 'Legal')
    await addTo('groups', id, [ada])
    const category = await makeCategory(admin, { levels: [[rule('legal', { approverGroupIds: [id] })]] })
    const requestId = await file(member, category.id, { title: 'Contract' })
    await saveLevels(admin, category.workflowId, [[rule('legal', { approverUserIds: [ada.userId] })]], 2)
    await rename(admin, 'groups', id, `Lawyers ${newId()}`)
    const refused = await remove('groups', id)
    expect(refused.body.details).toMatchObject([{ kind: 'APPROVAL', href: `/intake-request/${requestId}` }])
    for (const alike of [other, sounds]) expect((await remove('groups', alike.id)).status).toBe(200)
    const [block] = await rows<{ id: string }>('SELECT id FROM level_group_statuses WHERE target_id = ?', requestId)
    const client = await signIn(company, ada)
    const decision = { status: 'APPROVED', levelGroupStatusId: block?.id, seenVersion: 1 }
    expect((await client.post(`/api/intake-submission/${requestId}/status`, decision)).status).toBe(200)
    expect((await remove('groups', id)).status).toBe(200)
  })

  it('a group’s current members are planned for new requests, and requests in progress keep theirs', async () => {
    const { id } = await create('groups')
    await addTo('groups', id, [ada])
    const category = await makeCategory(admin, { levels: [[rule('legal', { approverGroupIds: [id] })]] })
    const before = await file(member, category.id, { title: 'Before' })
    await addTo('groups', id, [ben])
    await admin.call('DELETE', `/api/groups/${id}/members/${ada.userId}`)
    const after = await file(member, category.id, { title: 'After' })
    expect([await approversOf(before), await approversOf(after)]).toEqual([['Ada Pereira'], ['Ben Okafor']])
  })
})

describe('groups by name in GraphQL', () => {
  const call = async (text: string, variables: Record<string, unknown>) => (await admin.graphql(text, variables)).body
  const RENAME = 'mutation ($o: String!, $n: String!) { updateGroupName(oldName: $o, newName: $n) { id } }'

  it('a group is renamed by its old name, and a message appears beside the new one', async () => {
    const { id, name } = await create('groups')
    const taken = await create('groups')
    const refused = await call(RENAME, { o: name, n: taken.name })
    expect(refused.errors[0].extensions.fields).toEqual({ newName: 'Another group has this name' })
    const next = newId()
    expect((await call(RENAME, { o: name.toUpperCase(), n: next })).data.updateGroupName).toEqual({ id })
    expect((await call(RENAME, { o: name, n: newId() })).errors[0].extensions.code).toBe('NOT_FOUND')
    expect(await read('groups', id)).toMatchObject({ name: next, version: 2 })
  })

  it('people can be added and removed by the group’s name', async () => {
    const { id, name } = await create('groups')
    const variables = { g: name, u: ada.userId }
    await call('mutation ($g: String!, $u: ID!) { addUserToGroup(groupName: $g, userId: $u) { id } }', variables)
    const read = 'query ($g: ID!) { groupById(groupId: $g) { memberCount companyMemberships { id } } }'
    expect((await call(read, { g: id })).data.groupById).toEqual({
      memberCount: 1,
      companyMemberships: [{ id: ada.userId }],
    })
    await call('mutation ($g: String!, $u: ID!) { removeUserFromGroup(groupName: $g, userId: $u) { id } }', variables)
    expect((await call(read, { g: id })).data.groupById.memberCount).toBe(0)
  })
})

describe('departments', () => {
  it('a department named by a pending request’s answer or a condition can’t be deleted', async () => {
    const { id } = await create('departments')
    const category = await makeCategory(admin, {
      form: FORM,
      levels: [[rule('legal', { approverUserIds: [ada.userId] })]],
    })
    const requestId = await file(member, category.id, { title: 'Chairs', department: id })
    const answered = await remove('departments', id)
    expect(answered.body).toMatchObject({
      reason: 'IN_USE',
      details: [{ kind: 'ANSWER', href: `/intake-request/${requestId}` }],
    })
    const other = await create('departments')
    const condition = { conditionAnyOfs: [{ valuesQuestionId: 'department', values: [other.id] }] }
    const conditional = rule('legal', { approverUserIds: [ada.userId], ...condition })
    const body = {
      version: 2,
      entryPoints: { chainOperator: 'AND', conditionNumerics: [], conditionBooleans: [], ...condition },
      levels: levelsOf([conditional]),
    }
    expect((await admin.post(`/api/intake-workflow/${category.workflowId}/levels`, body)).status).toBe(200)
    expect((await remove('departments', other.id)).body.details).toMatchObject([{ kind: 'WORKFLOW' }])
  })

  it('approvers of a department are set when people are added and can be changed', async () => {
    const { id, name } = await create('departments')
    const category = await makeCategory(admin, {
      levels: [[rule('lead', { approverType: 'DEPARTMENT_APPROVERS' })]],
    })
    await addTo('departments', id, [ada], { approvesRequests: true })
    await addTo('departments', id, [ben])
    const answers = { title: 'Desks', department: id }
    const first = await file(member, category.id, answers)
    await addTo('departments', id, [ada], { approvesRequests: false })
    await addTo('departments', id, [ben], { approvesRequests: true })
    const next = await file(member, category.id, answers)
    expect([await approversOf(first), await approversOf(next)]).toEqual([['Ada Pereira'], ['Ben Okafor']])
    expect((await remove('departments', id)).body.details.map((use: { kind: string }) => use.kind)).toEqual(
      expect.arrayContaining(['APPROVAL', 'ANSWER']),
    )
    expect((await history('departments', id)).slice(0, 2)).toEqual([
      `Ben Okafor may now approve requests of the department ${name}`,
      `Ada Pereira can no longer approve requests of the department ${name}`,
    ])
  })

  it('several departments are renamed together, all or none, and two can swap names', async () => {
    const UPDATE = 'mutation ($d: [UpdateDepartmentInput!]!) { updateDepartments(departments: $d) { id } }'
    const [one, two, three] = [await create('departments'), await create('departments'), await create('departments')]
    const taken = await admin.graphql(UPDATE, {
      d: [
        { id: one.id, name: newId() },
        { id: two.id, name: three.name },
      ],
    })
    expect(taken.body.errors[0].extensions.fields).toEqual({
      'departments.1.name': 'Another department has this name',
    })
    expect(await read('departments', one.id)).toMatchObject({ name: one.name, version: 1 })
    const swapped = await admin.graphql(UPDATE, {
      d: [
        { id: one.id, name: two.name },
        { id: two.id, name: one.name },
        { id: three.id, name: three.name },
      ],
    })
    expect(swapped.body.data.updateDepartments).toHaveLength(3)
    expect(await read('departments', one.id)).toMatchObject({ name: two.name, version: 2 })
    expect(await read('departments', three.id)).toMatchObject({ version: 1 })
    expect((await history('departments', two.id))[0]).toBe(`Renamed the department ${two.name} to ${one.name}`)
  })

  it('a department has no spend before there are transactions', async () => {
    const { id } = await create('departments')
    const all = (await admin.get('/api/departments')).body
    expect(all.find((department: { id: string }) => department.id === id)).toMatchObject({
      l12m: { value: 0, currency: 'USD' },
      memberCount: 0,
    })
  })
})
