import { beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../../../worker/core/clock.ts'
import { fieldsOf } from '../../../support/worker/doors.ts'
import { type MembersScene, makeMembersScene, newAddress } from '../../../support/worker/members-scene.ts'
import { rows } from '../../../support/worker/sessions.ts'
import { makeCompany, signIn } from '../../../support/worker/world.ts'

/** Settings › Members: who is listed, added and changed, one by one and several at once. */

let company: MembersScene['company']
let admin: MembersScene['admin']
let second: MembersScene['second']
let add: MembersScene['add']
let added: MembersScene['added']
let read: MembersScene['read']
let update: MembersScene['update']
let setEnabled: MembersScene['setEnabled']
let history: MembersScene['history']
let makeLead: MembersScene['makeLead']

beforeAll(async () => {
  ;({ company, admin, second, add, added, read, update, setEnabled, history, makeLead } = await makeMembersScene())
})

const namesOf = (page: { edges: { node: { firstName: string } }[] }) => page.edges.map((edge) => edge.node.firstName)

describe('the list of members', () => {
  it('members are listed by name, page by page, ignoring case, and found by part of a name or address', async () => {
    const mark = newId().slice(-8)
    for (const name of ['carla', 'Abel', 'Bea']) await company.addPerson({ name: `${name} ${mark}` })
    const list = `/api/members?name=${mark}&first=2`
    const first = (await admin.get(list)).body
    expect(namesOf(first)).toEqual(['Abel', 'Bea'])
    const rest = (await admin.get(`${list}&cursor=${first.pageInfo.endCursor}`)).body
    expect({ names: namesOf(rest), more: rest.pageInfo.hasNextPage }).toEqual({ names: ['carla'], more: false })
    const down = (await admin.get(`${list}&orderBy[by][]=name&orderBy[dir][]=DESC`)).body
    expect(namesOf(down)).toEqual(['carla', 'Bea'])
    const { email } = down.edges[0].node
    expect(namesOf((await admin.get(`/api/members?email=${email.slice(0, -6)}`)).body)).toEqual(['carla'])
    expect(namesOf((await admin.get(`/api/members?name=%25${mark}`)).body)).toEqual([])
  })

  it('a renamed member is in the right place at once', async () => {
    const mark = newId().slice(-8)
    const ids = [await added({ firstName: 'Zoe', lastName: mark }), await added({ firstName: 'Mia', lastName: mark })]
    await update(ids[0] ?? '', { firstName: 'Ana' })
    expect(namesOf((await admin.get(`/api/members?name=${mark}`)).body)).toEqual(['Ana', 'Mia'])
  })

  it('members are filtered by groups, departments and business units, in and not in, and by sign-in access', async () => {
    const mark = newId().slice(-8)
    const [one, two, off] = [
      await company.addPerson({ name: `One ${mark}` }),
      await company.addPerson({ name: `Two ${mark}` }),
      await company.addPerson({ name: `Off ${mark}`, disabled: true }),
    ]
    const groupId = await company.add('groups')
    const departmentId = await company.add('departments')
    const unitId = await company.add('business_units')
    await company.addToGroup(groupId, one.userId)
    await company.addToDepartment(departmentId, two.userId)
    await admin.post('/api/members/business-units', {
      memberIds: [one.userId, two.userId],
      businessUnitIds: [unitId],
      mode: 'add',
    })
    const found = async (query: string) => namesOf((await admin.get(`/api/members?name=${mark}&${query}`)).body)
    expect(await found(`inGroupId=${groupId}`)).toEqual(['One'])
    expect(await found(`notInGroupId=${groupId}`)).toEqual(['Off', 'Two'])
    expect(await found(`inDepartmentId=${departmentId}`)).toEqual(['Two'])
    expect(await found(`notInDepartmentId=${departmentId}&enabled=true`)).toEqual(['One'])
    expect(await found(`inBusinessUnitId=${unitId}&notInGroupId=${groupId}`)).toEqual(['Two'])
    expect(await found(`notInBusinessUnitId=${unitId}`)).toEqual(['Off'])
    expect(await found('enabled=false')).toEqual(['Off'])
    expect(await found(`userIds[]=${one.userId}&userIds[]=${off.userId}`)).toEqual(['Off', 'One'])
  })

  it('the CSV export has the same filters, and no cell is a formula', async () => {
    const mark = newId().slice(-8)
    for (const title of ['=1+1', '+49 30', '-x', '@home', 'say "hi", all'])
      await added({ firstName: mark, lastName: 'Csv', title })
    const answer = await admin.get(`/api/members.csv?name=${mark}`)
    expect(answer.headers.get('Content-Disposition')).toMatch(/filename="outlay-members-\d{4}-\d\d-\d\d\.csv"/)
    const lines = answer.body.trim().split('\r\n')
    expect(lines).toHaveLength(6)
    for (const text of [",'=1+1,", ",'+49 30,", ",'-x,", ",'@home,", ',"say ""hi"", all",']) {
      expect(lines.filter((line: string) => line.includes(text))).toHaveLength(1)
    }
  })

  it('active members are counted by role, and for a lead only those in the department', async () => {
    const { client, departmentId } = await makeLead()
    const off = await company.addPerson({ disabled: true })
    await company.addToDepartment(departmentId, off.userId)
    expect((await client.get('/api/member-stats')).body).toEqual({
      active: 2,
      admins: 0,
      superViewers: 0,
      leads: 1,
      members: 1,
    })
  })
})

describe('adding a member', () => {
  it('a new member is saved with every field, and the history has them', async () => {
    const ids = {
      departmentIds: [await company.add('departments')],
      businessUnitIds: [await company.add('business_units')],
      groupIds: [await company.add('groups')],
      entityIds: [await company.add('entities')],
    }
    const manager = await company.addPerson({ name: 'Mona Boss' })
    const email = newAddress()
    const id = await added({
      ...ids,
      email: ` ${email.toUpperCase()} `,
      firstName: 'Ines',
      lastName: 'Moreau',
      title: 'Buyer',
      managerId: manager.userId,
      locationId: await company.add('locations'),
      isSigner: true,
      approvesRequestsForDepartment: true,
      hasPaymentsAccess: true,
    })
    expect(await read(id)).toMatchObject({
      email,
      title: 'Buyer',
      enabled: true,
      manager: { id: manager.userId, name: 'Mona Boss' },
      isSigner: true,
      approvesRequestsForDepartment: true,
      approvesRequestsForBusinessUnit: false,
      hasPaymentsAccess: true,
      hasAdminAccess: false,
      departments: [{ id: ids.departmentIds[0], approvesRequests: true }],
      businessUnits: [{ id: ids.businessUnitIds[0], approvesRequests: false }],
      groups: [{ id: ids.groupIds[0] }],
      entities: [{ id: ids.entityIds[0] }],
    })
    expect(await history(id)).toEqual(['Added Ines Moreau'])
  })

  it('an existing member’s address is refused beside the field, which says when that member is disabled', async () => {
    const email = newAddress()
    const id = await added({ email })
    expect(fieldsOf(await add({ email: email.toUpperCase() }))).toEqual({ email: 'Another member has this email' })
    await setEnabled(id, false)
    expect(fieldsOf(await add({ email }))).toEqual({ email: 'A disabled member has this email. Enable them instead.' })
  })

  it('one of two simultaneous adds with the same address succeeds', async () => {
    const email = newAddress()
    const answers = await Promise.all([add({ email }), add({ email }, second)])
    expect(answers.map((answer) => answer.status === 200).sort()).toEqual([false, true])
    expect(await rows('SELECT id FROM users WHERE email = ?', email)).toHaveLength(1)
  })

  it('looking up an address finds its member or adds one without access', async () => {
    const email = `lea.${newAddress()}`
    const first = await admin.post('/api/users', { email })
    expect(first.body).toMatchObject({ email, lastName: '' })
    expect((await admin.post('/api/users', { email })).body).toEqual(first.body)
    expect(await read(first.body.id)).toMatchObject({ hasAdminAccess: false, departments: [], groups: [] })
  })

  it('objects that don’t exist in the company are refused', async () => {
    const elsewhere = await makeCompany()
    const stranger = await elsewhere.addPerson()
    const bad = {
      departmentIds: [await elsewhere.add('departments')],
      groupIds: [newId()],
      locationId: await elsewhere.add('locations'),
      managerId: stranger.userId,
    }
    for (const [field, value] of Object.entries(bad)) {
      const answer = await add({ [field]: value })
      expect({ status: answer.status, fields: Object.keys(fieldsOf(answer)) }).toEqual({ status: 400, fields: [field] })
    }
  })
})

describe('changing a member', () => {
  it('one of two edits of the same version succeeds, and fields that weren’t sent stay', async () => {
    const id = await added({ title: 'Before' })
    const { version } = await read(id)
    const answers = await Promise.all([
      update(id, { version, title: 'Mine' }),
      update(id, { version, lastName: 'Theirs' }, second),
    ])
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409])
    expect(answers.find((answer) => answer.status === 409)?.body.reason).toBe('STALE_VERSION')
  })

  it('a change to the groups in between is a conflict', async () => {
    const id = await added()
    const { version } = await read(id)
    const groupId = await company.add('groups')
    await admin.post(`/api/groups/${groupId}/members`, { userIds: [id] })
    expect((await update(id, { version, groupIds: [] })).status).toBe(409)
    expect((await read(id)).groups).toHaveLength(1)
  })

  it('the history has the values before and after', async () => {
    const id = await added({ title: 'Buyer' })
    await update(id, { title: 'Head buyer', hasPaymentsAccess: true })
    const { body } = await admin.get(`/api/audit-logs?targetType=MEMBER&targetId=${id}`)
    expect(body.edges[0].node).toMatchObject({
      message: 'Changed the title of New Member. Granted New Member access: Payments',
      changeData: {
        before: { title: 'Buyer', hasPaymentsAccess: false },
        after: { title: 'Head buyer', hasPaymentsAccess: true },
      },
    })
  })

  it('no one can be their own manager or manage the people above them', async () => {
    const [top, middle] = [await added(), await added()]
    const low = await added({ managerId: middle })
    await update(middle, { managerId: top })
    expect(fieldsOf(await update(low, { managerId: low }))).toEqual({ managerId: 'People can’t be their own manager' })
    expect(fieldsOf(await update(top, { managerId: low })).managerId).toMatch(/reports to this member/)
    const [left, right] = [await added(), await added()]
    await Promise.all([update(left, { managerId: right }), update(right, { managerId: left }, second)])
    const managers = [(await read(left)).manager, (await read(right)).manager]
    expect(managers.filter(Boolean)).toHaveLength(1)
  })

  it('a new address makes login links sent to the former one useless', async () => {
    const email = newAddress()
    const id = await added({ email, sendNewMemberEmail: true })
    const links = () =>
      rows<{ usedAt: number | null }>('SELECT used_at AS usedAt FROM login_tokens WHERE user_id = ?', id)
    expect(await links()).toEqual([{ usedAt: null }])
    expect((await update(id, { email: newAddress() })).status).toBe(200)
    expect((await links())[0]?.usedAt).toBeTypeOf('number')
    const taken = await company.addPerson()
    expect(fieldsOf(await update(id, { email: taken.email })).email).toBe('Another member has this email')
  })

  it('a change applies at the person’s next request', async () => {
    const person = await company.addPerson()
    const client = await signIn(company, person)
    expect((await client.get('/api/members')).status).toBe(403)
    await admin.post('/api/members/permissions', { memberIds: [person.userId], hasUserAdminAccess: true })
    expect((await client.get('/api/members')).status).toBe(200)
    await admin.post('/api/members/permissions', { memberIds: [person.userId], hasUserAdminAccess: false })
    expect((await client.get('/api/members')).status).toBe(403)
  })
})

describe('changing several members at once', () => {
  it('members are added to units or moved to others, and existing approvers stay approvers', async () => {
    const [a, b] = [await company.add('departments'), await company.add('departments')]
    const ids = [await added({ departmentIds: [a], approvesRequestsForDepartment: true }), await added()]
    const set = (departmentIds: string[], mode: string) =>
      admin.post('/api/members/departments', { memberIds: ids, departmentIds, mode })
    expect((await set([b], 'add')).body).toEqual({ changed: 2 })
    expect((await set([b], 'add')).body).toEqual({ changed: 0 })
    const says = async (id = '') =>
      (await read(id)).departments.map((d: { id: string; approvesRequests: boolean }) => [d.id, d.approvesRequests])
    expect(new Map(await says(ids[0]))).toEqual(
      new Map([
        [a, true],
        [b, false],
      ] as [string, boolean][]),
    )
    expect((await set([a], 'replace')).body).toEqual({ changed: 2 })
    expect(await says(ids[0])).toEqual([[a, true]])
    expect(await says(ids[1])).toEqual([[a, false]])
  })

  it('a bulk change applies to all or none', async () => {
    const id = await added()
    const answer = await admin.post('/api/members/permissions', { memberIds: [id, newId()], hasPaymentsAccess: true })
    expect(answer.status).toBe(404)
    expect((await read(id)).hasPaymentsAccess).toBe(false)
  })
})
