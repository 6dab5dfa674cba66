import { beforeAll, describe, expect, it } from 'vitest'
import { fieldsOf } from '../../../support/worker/doors.ts'
import { type MembersScene, makeMembersScene, newAddress } from '../../../support/worker/members-scene.ts'
import { rows } from '../../../support/worker/sessions.ts'
import { type Client, makeCompany, signIn, type TestPerson } from '../../../support/worker/world.ts'

/** Settings › Members: who can change whom, and what a company always keeps. */

let company: MembersScene['company']
let admin: MembersScene['admin']
let add: MembersScene['add']
let added: MembersScene['added']
let update: MembersScene['update']
let setEnabled: MembersScene['setEnabled']
let history: MembersScene['history']
let makeLead: MembersScene['makeLead']

beforeAll(async () => {
  ;({ company, admin, add, added, update, setEnabled, history, makeLead } = await makeMembersScene())
})

const namesOf = (page: { edges: { node: { firstName: string } }[] }) => page.edges.map((edge) => edge.node.firstName)

describe('a lead', () => {
  it('a lead sees and changes only the people of the department', async () => {
    const { client, person } = await makeLead()
    const stranger = await company.addPerson()
    expect(namesOf((await client.get('/api/members')).body)).toEqual(['Ada', 'Omar'])
    expect((await client.get(`/api/members/${stranger.userId}`)).status).toBe(404)
    expect((await update(stranger.userId, { title: 'x' }, client)).status).toBe(404)
    expect((await setEnabled(stranger.userId, false, client)).status).toBe(404)
    expect((await update(person.userId, { title: 'Engineer' }, client)).status).toBe(200)
    expect((await client.get(`/api/audit-logs?targetType=MEMBER&targetId=${person.userId}`)).status).toBe(200)
    expect((await client.get(`/api/audit-logs?targetType=MEMBER&targetId=${stranger.userId}`)).status).toBe(404)
  })

  it('a business unit lead manages its people', async () => {
    const unitId = await company.add('business_units')
    const lead = await company.addPerson({ name: 'Bo Lead', flags: ['hasBusinessUnitAccess'] })
    const person = await company.addPerson({ name: 'Al Led' })
    const memberIds = [lead.userId, person.userId]
    await admin.post('/api/members/business-units', { memberIds, businessUnitIds: [unitId], mode: 'add' })
    const client = await signIn(company, lead)
    expect(namesOf((await client.get('/api/members')).body)).toEqual(['Al', 'Bo'])
    expect((await update(person.userId, { title: 'Seller' }, client)).status).toBe(200)
  })

  it('a lead can’t grant more than they have: no access, groups, departments or signing', async () => {
    const { client, person, departmentId } = await makeLead('hasDepartmentPayrollAccess')
    const beyond: [string, unknown][] = [
      ['hasAdminAccess', true],
      ['hasPaymentsAccess', true],
      ['groupIds', [await company.add('groups')]],
      ['departmentIds', [departmentId, await company.add('departments')]],
      ['businessUnitIds', [await company.add('business_units')]],
      ['isSigner', true],
    ]
    for (const [field, value] of beyond) {
      const answer = await update(person.userId, { [field]: value }, client)
      expect({ field, status: answer.status, fields: Object.keys(fieldsOf(answer)) }).toEqual({
        field,
        status: 403,
        fields: [field],
      })
    }
    const answer = await update(person.userId, { hasDepartmentPayrollAccess: true }, client)
    expect(answer.status).toBe(200)
    expect(fieldsOf(await update(person.userId, { departmentIds: [] }, client)).departmentIds).toMatch(/Keep at least/)
  })

  it('a lead can’t change themselves or people who manage everyone', async () => {
    const { client, lead, departmentId } = await makeLead()
    const above = await company.addPerson({ flags: ['hasAdminAccess'] })
    const viewer = await company.addPerson({ flags: ['hasSuperViewerAccess'] })
    for (const { userId } of [above, viewer]) await company.addToDepartment(departmentId, userId)
    for (const { userId } of [lead, above, viewer]) {
      expect((await update(userId, { title: 'x' }, client)).status).toBe(403)
    }
    for (const { userId } of [above, viewer]) expect((await setEnabled(userId, false, client)).status).toBe(403)
  })
})

describe('a user admin', () => {
  let person: TestPerson
  let client: Client
  beforeAll(async () => {
    person = await company.addPerson({ flags: ['hasUserAdminAccess'] })
    client = await signIn(company, person)
  })

  it('a user admin manages everyone but admins and themselves, and can’t make an admin', async () => {
    const above = await company.addPerson({ flags: ['hasAdminAccess'] })
    const id = await added()
    expect((await update(id, { title: 'x', hasUserAdminAccess: true }, client)).status).toBe(200)
    expect((await update(id, { hasAdminAccess: true }, client)).status).toBe(403)
    expect((await add({ hasAdminAccess: true }, client)).status).toBe(403)
    for (const userId of [above.userId, person.userId]) {
      expect((await update(userId, { title: 'x' }, client)).status).toBe(403)
    }
  })

  it('a user admin can’t take over an account by changing its address', async () => {
    const paying = await added({ hasPaymentsAccess: true })
    expect((await update(paying, { email: newAddress() }, client)).status).toBe(403)
    expect((await update(await added(), { email: newAddress() }, client)).status).toBe(403)
  })
})

describe('the last admin', () => {
  it('the last admin can’t be disabled or demoted, alone or with others', async () => {
    const own = await makeCompany()
    const only = await own.addPerson({ flags: ['hasAdminAccess'] })
    const client = await signIn(own, only)
    const demote = { memberIds: [only.userId], hasAdminAccess: false }
    for (const call of [
      update(only.userId, { hasAdminAccess: false }, client),
      client.post('/api/members/permissions', demote),
    ]) {
      expect((await call).body).toMatchObject({ code: 'RULE_BROKEN', reason: 'LAST_ADMIN' })
    }
    expect((await setEnabled(only.userId, false, client)).body.reason).toBe('OWN_MEMBERSHIP')
    // A disabled admin doesn't count.
    await own.addPerson({ flags: ['hasAdminAccess'], disabled: true })
    expect((await client.post('/api/members/permissions', demote)).body.reason).toBe('LAST_ADMIN')
  })

  it('one admin is left when two demote or disable each other at the same moment', async () => {
    for (const attack of [
      (client: Client, id: string) => update(id, { hasAdminAccess: false }, client),
      (client: Client, id: string) => setEnabled(id, false, client),
    ]) {
      const own = await makeCompany()
      const people = [
        await own.addPerson({ flags: ['hasAdminAccess'] }),
        await own.addPerson({ flags: ['hasAdminAccess'] }),
      ] as const
      const clients = [await signIn(own, people[0]), await signIn(own, people[1])] as const
      await Promise.all([attack(clients[0], people[1].userId), attack(clients[1], people[0].userId)])
      const left = await rows(
        'SELECT 1 FROM company_memberships WHERE company_id = ? AND has_admin_access = 1 AND disabled_at IS NULL',
        own.id,
      )
      expect(left.length).toBeGreaterThanOrEqual(1)
    }
  })

  it('an admin can step down while there is another one', async () => {
    const own = await makeCompany()
    const first = await own.addPerson({ flags: ['hasAdminAccess'] })
    await own.addPerson({ flags: ['hasAdminAccess'] })
    const client = await signIn(own, first)
    expect((await update(first.userId, { hasAdminAccess: false }, client)).status).toBe(200)
    expect((await client.get('/api/groups')).status).toBe(403)
  })
})

describe('disabling a member', () => {
  it('the next request of a disabled person is refused, also after they are enabled again', async () => {
    const person = await company.addPerson()
    const client = await signIn(company, person)
    expect((await client.get('/jwt-data')).status).toBe(200)
    expect((await setEnabled(person.userId, false)).body).toMatchObject({ enabled: false, reassigned: 0 })
    expect((await client.get('/jwt-data')).status).toBe(401)
    expect((await setEnabled(person.userId, true)).body).toMatchObject({ enabled: true })
    expect((await client.get('/jwt-data')).status).toBe(401)
    expect((await (await signIn(company, person)).get('/jwt-data')).status).toBe(200)
    expect(await history(person.userId)).toEqual(['Enabled Test Person', 'Disabled Test Person'])
  })
})
