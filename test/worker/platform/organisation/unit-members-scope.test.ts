import { beforeAll, describe, expect, it } from 'vitest'
import { type MembersScene, makeMembersScene } from '../../../support/worker/members-scene.ts'
import { type Client, makeCompany, signIn } from '../../../support/worker/world.ts'

/**
 * People who manage members but not settings can add people to units at the units' endpoints as on the members' pages.
 */

let company: MembersScene['company']
let admin: Client
let makeLead: MembersScene['makeLead']

beforeAll(async () => {
  ;({ company, admin, makeLead } = await makeMembersScene())
})

const people = (id: string, userIds: string[], client: Client, approvesRequests = false) =>
  client.post(`/api/departments/${id}/members`, { userIds, approvesRequests })
const out = (id: string, userId: string, client: Client) =>
  client.call('DELETE', `/api/departments/${id}/members/${userId}`)
const membersOf = async (id: string): Promise<string[]> => {
  const { body } = await admin.get(`/api/departments/${id}`)
  return body.companyMemberships.map((member: { id: string }) => member.id)
}

describe('a lead of two departments', () => {
  it('a lead moves their people between the two departments, and keeps each in one of them', async () => {
    const { departmentId: first, lead, person, client } = await makeLead()
    const second = await company.add('departments')
    await company.addToDepartment(second, lead.userId)
    expect((await people(second, [person.userId], client, true)).status).toBe(200)
    expect(await membersOf(second)).toContain(person.userId)
    expect((await out(first, person.userId, client)).status).toBe(200)
    const last = await out(second, person.userId, client)
    expect({ status: last.status, fields: last.body.fields }).toEqual({
      status: 400,
      fields: { departmentIds: 'Keep at least one of your departments' },
    })
    expect(await membersOf(second)).toContain(person.userId)
  })

  it('a lead can’t add people to other departments, other people to theirs, or themselves', async () => {
    const { departmentId, lead, person, client } = await makeLead()
    const elsewhere = await company.add('departments')
    const stranger = await company.addPerson()
    expect((await people(elsewhere, [person.userId], client)).status).toBe(403)
    expect((await people(departmentId, [stranger.userId], client)).status).toBe(404)
    expect((await people(departmentId, [person.userId, stranger.userId], client, true)).status).toBe(404)
    expect((await people(departmentId, [lead.userId], client, true)).status).toBe(403)
    expect(await membersOf(elsewhere)).toEqual([])
    expect((await membersOf(departmentId)).sort()).toEqual([lead.userId, person.userId].sort())
  })

  it('a lead sets whether a person approves for the department, also by the department’s name', async () => {
    const { departmentId, person, client } = await makeLead()
    await people(departmentId, [person.userId], client, true)
    const { body } = await admin.get(`/api/members/${person.userId}`)
    expect(body.departments).toMatchObject([{ id: departmentId, approvesRequests: true }])
    const { body: unit } = await admin.get(`/api/departments/${departmentId}`)
    const add = 'mutation ($d: String!, $u: ID!) { addUserToDepartment(departmentName: $d, userId: $u) { id } }'
    const answer = await client.graphql(add, { d: unit.name, u: person.userId })
    expect(answer.body.data.addUserToDepartment).toEqual({ id: departmentId })
  })
})

describe('a user admin', () => {
  it('a user admin can place anyone anywhere, except admins and themselves', async () => {
    const department = await company.add('departments')
    const self = await company.addPerson({ flags: ['hasUserAdminAccess'] })
    const client = await signIn(company, self)
    const boss = await company.addPerson({ flags: ['hasAdminAccess'] })
    const person = await company.addPerson()
    expect((await people(department, [person.userId], client)).status).toBe(200)
    for (const { userId } of [boss, self]) expect((await people(department, [userId], client)).status).toBe(403)
    expect(await membersOf(department)).toEqual([person.userId])
  })
})

describe('a business unit lead', () => {
  it('a business unit lead has no business units when the company has turned them off', async () => {
    const off = await makeCompany([])
    const unit = await off.add('business_units')
    const [lead, person] = [await off.addPerson({ flags: ['hasBusinessUnitAccess'] }), await off.addPerson()]
    for (const { userId } of [lead, person]) await off.addToBusinessUnit(unit, userId)
    const client = await signIn(off, lead)
    const answer = await client.post(`/api/business-units/${unit}/members`, { userIds: [person.userId] })
    expect(answer.status).toBe(403)
  })
})
