import { beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../../../worker/core/clock.ts'
import {
  connect,
  ENTERPRISE,
  entraUser,
  oktaUser,
  type Provider,
} from '../../../support/worker/provisioning/provider.ts'
import { rows, run } from '../../../support/worker/sessions.ts'
import {
  type Client,
  KeyClient,
  makeCompany,
  signIn,
  type TestCompany,
  type TestPerson,
} from '../../../support/worker/world.ts'

/** SCIM users, as Okta and Entra create, read, change and disable them. */

let company: TestCompany
let boss: TestPerson
let admin: Client
let provider: Provider
beforeAll(async () => {
  company = await makeCompany()
  boss = await company.addPerson({ name: 'Bea Boss', flags: ['hasAdminAccess'] })
  admin = await signIn(company, boss)
  provider = await connect(admin)
})

const fresh = () =>
  `p${newId()
    .slice(-10)
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, 'x')}`
const member = async (id: string) => (await admin.get(`/api/members/${id}`)).body
const create = async (user: object) => {
  const answer = await provider.call('POST', '/Users', user)
  expect(answer.status, JSON.stringify(answer.body)).toBe(201)
  return answer.body as { id: string; userName: string }
}

describe('creating', () => {
  it('a user that Okta creates is a member, and the answer is the user with its place', async () => {
    const name = fresh()
    const { status, body, headers } = await provider.call('POST', '/Users', oktaUser(name))
    expect(status).toBe(201)
    expect(headers.get('Content-Type')).toMatch(/^application\/scim\+json/)
    expect(headers.get('Location')).toBe(body.meta.location)
    expect(body).toMatchObject({
      userName: `${name}@north.example`,
      externalId: `00u-${name}`,
      name: { givenName: name, familyName: 'North' },
      active: true,
      emails: [{ value: `${name}@north.example`, type: 'work', primary: true }],
      meta: { resourceType: 'User' },
    })
    expect(JSON.stringify(body)).not.toContain('1mz050nq')
    expect(await member(body.id)).toMatchObject({
      email: `${name}@north.example`,
      firstName: name,
      enabled: true,
      hasAdminAccess: false,
    })
  })

  it('the history names Provisioning', async () => {
    const { id } = await create(oktaUser(fresh()))
    const { body } = await admin.get(`/api/audit-logs?targetType=MEMBER&targetId=${id}`)
    expect(JSON.stringify(body)).toContain('"firstName":"Provisioning"')
  })

  it('a second one with the same name, in any case, is refused as a duplicate', async () => {
    const name = fresh()
    await create(oktaUser(name))
    const again = await provider.call('POST', '/Users', {
      ...oktaUser(name),
      userName: `${name}@NORTH.example`.toUpperCase(),
    })
    expect(again.status).toBe(409)
    expect(again.body).toMatchObject({
      schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
      status: '409',
      scimType: 'uniqueness',
    })
  })

  it('a department by the name of one of the company’s places the person there', async () => {
    const sales = await company.add('departments', 'Sales')
    const { id } = await create(entraUser(fresh()))
    expect((await member(id)).departments).toEqual([{ id: sales, name: 'Sales', approvesRequests: false }])
  })

  it.each([
    [{}, 'invalidValue'],
    [{ userName: 'no address' }, 'invalidValue'],
    [{ userName: 'a@b.example', active: 'perhaps' }, 'invalidValue'],
    [{ userName: 'a@b.example', name: 'Ada' }, 'invalidValue'],
    [{ userName: `${'a'.repeat(300)}@b.example` }, 'invalidValue'],
  ])('%j is refused', async (user, scimType) => {
    const { status, body } = await provider.call('POST', '/Users', user)
    expect([status, body.scimType]).toEqual([400, scimType])
  })
})

describe('changing', () => {
  it('Okta replaces the whole user', async () => {
    const name = fresh()
    const { id } = await create(oktaUser(name))
    const { status, body } = await provider.call('PUT', `/Users/${id}`, {
      ...oktaUser(name),
      name: { givenName: 'Anna', familyName: 'South' },
      title: 'Buyer',
    })
    expect([status, body.name.familyName]).toEqual([200, 'South'])
    expect(await member(id)).toMatchObject({ firstName: 'Anna', lastName: 'South', title: 'Buyer' })
  })

  it('Entra changes several things in one call, in its own spelling', async () => {
    const { id } = await create(entraUser(fresh()))
    const { status, body } = await provider.patch(
      `/Users/${id}`,
      { op: 'Replace', path: 'displayName', value: 'Anna E' },
      { op: 'Add', value: { 'name.familyName': 'East', title: 'Lead', [`${ENTERPRISE}:division`]: 'Retail' } },
      { op: 'replace', path: `${ENTERPRISE}:department`, value: 'Marketing' },
      { op: 'Add', path: 'phoneNumbers[type eq "mobile"].value', value: '+1 555 0100' },
    )
    expect(status).toBe(200)
    expect(body).toMatchObject({
      displayName: 'Anna E',
      name: { familyName: 'East' },
      title: 'Lead',
      phoneNumbers: [{ type: 'mobile', value: '+1 555 0100' }],
      [ENTERPRISE]: { department: 'Marketing', division: 'Retail' },
    })
    expect(await member(id)).toMatchObject({ lastName: 'East', title: 'Lead', departments: [] })
  })

  it('a manager is the member that the provider names, and is removed when it names none', async () => {
    const [chief, worker] = [await create(entraUser(fresh())), await create(entraUser(fresh()))]
    await provider.patch(`/Users/${worker.id}`, { op: 'Add', path: `${ENTERPRISE}:manager`, value: chief.id })
    expect((await member(worker.id)).manager).toMatchObject({ id: chief.id })
    await provider.patch(`/Users/${worker.id}`, { op: 'Remove', path: `${ENTERPRISE}:manager` })
    expect((await member(worker.id)).manager).toBeNull()
  })

  it('what is sent again changes nothing and writes no history', async () => {
    const name = fresh()
    const { id } = await create(oktaUser(name))
    const before = (await member(id)).version
    expect((await provider.call('PUT', `/Users/${id}`, oktaUser(name))).status).toBe(200)
    expect((await member(id)).version).toBe(before)
  })

  it('an unknown user is 404, and so is one of another company', async () => {
    const other = await makeCompany()
    const stranger = await other.addPerson()
    for (const id of ['nobody', stranger.userId])
      for (const [method, body] of [['GET'], ['PUT', oktaUser('x')], ['DELETE']] as [string, object?][])
        expect((await provider.call(method, `/Users/${id}`, body)).status).toBe(404)
    expect(
      (await provider.patch(`/Users/${stranger.userId}`, { op: 'replace', value: { active: false } })).status,
    ).toBe(404)
  })

  it('an address outside a proven domain waits until its mailbox confirms it', async () => {
    const person = await company.addPerson({ name: 'Una Usual' })
    const moved = `${fresh()}@elsewhere.example`
    const { status } = await provider.patch(`/Users/${person.userId}`, {
      op: 'replace',
      path: 'emails[type eq "work"].value',
      value: moved,
    })
    expect(status).toBe(200)
    expect((await member(person.userId)).email).toBe(person.email)
    expect(await rows('SELECT new_email FROM email_changes WHERE user_id = ?', person.userId)).toEqual([
      { new_email: moved },
    ])
    // The next call doesn't ask once more.
    await provider.patch(`/Users/${person.userId}`, { op: 'replace', value: { title: 'Buyer' } })
    expect(await rows('SELECT new_email FROM email_changes WHERE user_id = ?', person.userId)).toHaveLength(1)
  })

  it('an address in a proven domain holds at once, and ends the sessions of the one before', async () => {
    const person = await company.addPerson()
    const client = await signIn(company, person)
    const domain = `${fresh()}.example`
    await run(
      'INSERT INTO directory_login_domains (of_company, domain, token, claimed_at, proven_at) VALUES (?, ?, ?, 1, 1)',
      ...[company.id, domain, 'proof'],
    )
    const moved = `una@${domain}`
    await provider.patch(`/Users/${person.userId}`, { op: 'replace', value: { 'emails[type eq "work"].value': moved } })
    expect((await member(person.userId)).email).toBe(moved)
    expect((await client.get('/api/members')).status).toBe(401)
  })

  it('someone with rights keeps their address, whatever the provider says', async () => {
    const group = await company.add('groups')
    const person = await company.addPerson()
    await company.addToGroup(group, person.userId)
    const { status, body } = await provider.patch(`/Users/${person.userId}`, {
      op: 'replace',
      value: { emails: [{ type: 'work', primary: true, value: `${fresh()}@elsewhere.example` }] },
    })
    expect([status, body.detail]).toEqual([403, expect.stringContaining('groups they belong to')])
  })
})

describe('disabling', () => {
  it.each([
    ['Okta', { op: 'replace', value: { active: false } }],
    ['Entra', { op: 'Replace', path: 'active', value: 'False' }],
  ])('%s ends sessions and API keys at once, and hands over what waits', async (_, operation) => {
    const person = await company.addPerson({ flags: ['hasAdminAccess'] })
    const client = await signIn(company, person)
    const { body: made } = await client.post('/api/api-keys', { name: fresh().slice(0, 20) })
    const key = new KeyClient(made.key)
    expect((await key.get('/api/vendors')).status).toBe(200)
    const { status, body } = await provider.patch(`/Users/${person.userId}`, operation)
    expect([status, body.active]).toEqual([200, false])
    expect((await client.get('/api/members')).status).toBe(401)
    expect((await key.get('/api/vendors')).status).toBe(401)
    expect(
      await rows(
        "SELECT topic FROM outbox WHERE company_id = ? AND topic = 'member.hand-over' AND payload LIKE ?",
        company.id,
        `%${person.userId}%`,
      ),
    ).not.toEqual([])
    const back = await provider.patch(`/Users/${person.userId}`, { op: 'Replace', path: 'active', value: 'True' })
    expect([back.status, back.body.active]).toEqual([200, true])
    expect((await member(person.userId)).enabled).toBe(true)
  })

  it('the last admin stays, with a sentence', async () => {
    const other = await makeCompany()
    const only = await other.addPerson({ flags: ['hasAdminAccess'] })
    const there = await connect(await signIn(other, only))
    const { status, body } = await there.patch(`/Users/${only.userId}`, { op: 'replace', value: { active: false } })
    expect([status, body.detail]).toEqual([409, expect.stringContaining('A company needs an admin')])
    expect((await there.call('DELETE', `/Users/${only.userId}`)).status).toBe(409)
  })

  it('a deleted user is gone for the provider, and comes back when it is created again', async () => {
    const name = fresh()
    const { id } = await create(oktaUser(name))
    expect((await provider.call('DELETE', `/Users/${id}`)).status).toBe(204)
    expect((await provider.call('GET', `/Users/${id}`)).status).toBe(404)
    expect((await provider.find(`userName eq "${name}@north.example"`)).body.totalResults).toBe(0)
    expect((await member(id)).enabled).toBe(false)
    expect((await create(oktaUser(name))).id).toBe(id)
    expect((await member(id)).enabled).toBe(true)
  })
})
