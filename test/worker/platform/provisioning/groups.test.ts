import { beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../../../worker/core/clock.ts'
import { connect, type Provider } from '../../../support/worker/provisioning/provider.ts'
import { rows } from '../../../support/worker/sessions.ts'
import { type Client, makeCompany, signIn, type TestCompany } from '../../../support/worker/world.ts'

/** SCIM groups are the company's groups: made, renamed and filled by a provider. */

let company: TestCompany
let admin: Client
let provider: Provider
beforeAll(async () => {
  company = await makeCompany()
  admin = await signIn(company, await company.addPerson({ flags: ['hasAdminAccess'] }))
  provider = await connect(admin)
})

const named = (name = `Team ${newId().slice(-8)}`, members: { value: string }[] = []) => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group'],
  displayName: name,
  externalId: `ext-${name}`,
  members,
})
const make = async (group = named()): Promise<{ id: string; displayName: string }> => {
  const { status, body } = await provider.call('POST', '/Groups', group)
  expect(status, JSON.stringify(body)).toBe(201)
  return body
}
const membersOf = async (id: string) =>
  (await rows('SELECT user_id AS id FROM group_members WHERE company_id = ? AND group_id = ?', company.id, id)).map(
    (row) => row.id,
  )
const people = (count: number) => Promise.all(Array.from({ length: count }, () => company.addPerson()))

describe('groups of a provider', () => {
  it('a group that it makes is one of the company’s, is found by its name, and is made once', async () => {
    const [one] = await people(1)
    const group = await make(named(undefined, [{ value: one?.userId ?? '' }]))
    expect(await membersOf(group.id)).toEqual([one?.userId])
    const { body } = await provider.call(
      'GET',
      `/Groups?excludedAttributes=members&filter=${encodeURIComponent(`displayName eq "${group.displayName.toUpperCase()}"`)}`,
    )
    expect(body).toMatchObject({ totalResults: 1, Resources: [{ id: group.id }] })
    expect((await provider.call('POST', '/Groups', named(group.displayName))).body).toMatchObject({
      status: '409',
      scimType: 'uniqueness',
    })
  })

  it('Entra adds and removes several members, one operation each or together', async () => {
    const group = await make()
    const [a, b, c] = await people(3)
    await provider.patch(`/Groups/${group.id}`, {
      op: 'Add',
      path: 'members',
      value: [
        { $ref: null, value: a?.userId },
        { $ref: null, value: b?.userId },
        { $ref: null, value: a?.userId },
      ],
    })
    expect((await membersOf(group.id)).toSorted()).toEqual([a?.userId, b?.userId].toSorted())
    const { status } = await provider.patch(
      `/Groups/${group.id}`,
      { op: 'Remove', path: 'members', value: [{ value: a?.userId }] },
      { op: 'Add', path: 'members', value: [{ value: c?.userId }] },
    )
    expect(status).toBe(200)
    expect((await membersOf(group.id)).toSorted()).toEqual([b?.userId, c?.userId].toSorted())
  })

  it('Okta removes one member by a filter, renames with the id in the value, and replaces all members', async () => {
    const [a, b] = await people(2)
    const group = await make(named(undefined, [{ value: a?.userId ?? '' }, { value: b?.userId ?? '' }]))
    await provider.patch(`/Groups/${group.id}`, { op: 'remove', path: `members[value eq "${a?.userId}"]` })
    expect(await membersOf(group.id)).toEqual([b?.userId])
    const name = `Renamed ${newId().slice(-8)}`
    await provider.patch(`/Groups/${group.id}`, { op: 'replace', value: { id: group.id, displayName: name } })
    expect((await provider.call('GET', `/Groups/${group.id}`)).body.displayName).toBe(name)
    await provider.patch(`/Groups/${group.id}`, { op: 'replace', path: 'members', value: [{ value: a?.userId }] })
    expect(await membersOf(group.id)).toEqual([a?.userId])
  })

  it('three hundred people join in one call', async () => {
    const group = await make()
    const all = await people(300)
    const { status } = await provider.patch(`/Groups/${group.id}`, {
      op: 'add',
      path: 'members',
      value: all.map(({ userId }) => ({ value: userId })),
    })
    expect(status).toBe(200)
    expect(await membersOf(group.id)).toHaveLength(300)
    // A part of its members would look like all of them.
    expect((await provider.call('GET', `/Groups/${group.id}`)).body.members).toBeUndefined()
  })

  it('someone who isn’t the company’s is refused, and a group of another company is not found', async () => {
    const other = await makeCompany()
    const stranger = await other.addPerson()
    const theirs = await other.add('groups')
    const group = await make()
    const { status, body } = await provider.patch(`/Groups/${group.id}`, {
      op: 'add',
      path: 'members',
      value: [{ value: stranger.userId }],
    })
    expect([status, body.scimType]).toEqual([400, 'invalidValue'])
    expect((await provider.call('GET', `/Groups/${theirs}`)).status).toBe(404)
    expect((await provider.patch(`/Groups/${theirs}`, { op: 'replace', value: { displayName: 'Mine' } })).status).toBe(
      404,
    )
    expect((await provider.call('DELETE', `/Groups/${theirs}`)).status).toBe(404)
  })

  it('access comes from a group only where an admin says so, and goes when the person leaves it', async () => {
    const [one] = await people(1)
    const group = await make(named(undefined, [{ value: one?.userId ?? '' }]))
    const flags = async () => (await admin.get(`/api/members/${one?.userId}`)).body
    expect((await flags()).hasUserAdminAccess).toBe(false)
    const saved = await admin.post('/api/saml-group-mappings', [
      { groupId: group.id, integrationGroup: group.displayName, role: 'hasUserAdminAccess' },
    ])
    expect(saved.status).toBe(200)
    await provider.patch(`/Groups/${group.id}`, { op: 'add', path: 'members', value: [{ value: one?.userId }] })
    expect((await flags()).hasUserAdminAccess).toBe(true)
    await provider.patch(`/Groups/${group.id}`, { op: 'remove', path: `members[value eq "${one?.userId}"]` })
    expect((await flags()).hasUserAdminAccess).toBe(false)
  })
})
