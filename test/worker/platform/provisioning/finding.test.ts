import { beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../../../worker/core/clock.ts'
import { connect, ENTERPRISE, oktaUser, type Provider } from '../../../support/worker/provisioning/provider.ts'
import { run } from '../../../support/worker/sessions.ts'
import {
  type Client,
  KeyClient,
  makeCompany,
  signIn,
  type TestCompany,
  type TestPerson,
} from '../../../support/worker/world.ts'

/** How an identity provider finds people, and what its key opens. */

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
const create = async (user: object) => {
  const answer = await provider.call('POST', '/Users', user)
  expect(answer.status, JSON.stringify(answer.body)).toBe(201)
  return answer.body as { id: string; userName: string }
}

describe('finding', () => {
  it('a user is found by name in any case, by external id, by address, and within and, or and not', async () => {
    const name = fresh()
    const { id } = await create(oktaUser(name))
    const found = async (filter: string) => {
      const { status, body } = await provider.find(filter)
      expect(status, JSON.stringify(body)).toBe(200)
      return body.Resources.map((each: { id: string }) => each.id)
    }
    expect(await found(`userName eq "${name.toUpperCase()}@north.EXAMPLE"`)).toEqual([id])
    expect(await found(`externalId eq "00u-${name}"`)).toEqual([id])
    expect(await found(`externalId eq "00U-${name}"`)).toEqual([])
    expect(await found(`emails[type eq "work"].value eq "${name}@north.example"`)).toEqual([id])
    expect(await found(`emails[type eq "home"].value eq "${name}@north.example"`)).toEqual([])
    expect(await found(`emails.value eq "${name}@north.example"`)).toEqual([id])
    expect(await found(`userName eq "${name}@north.example" and active eq true`)).toEqual([id])
    expect(await found(`userName eq "${name}@north.example" and active eq false`)).toEqual([])
    expect(await found(`userName eq "${name}@north.example" and not (name.familyName eq "south")`)).toEqual([id])
    expect(await found(`userName sw "${name}"`)).toEqual([id])
    expect(await found(`userName co "${name.slice(2)}" and userName ew "north.example"`)).toEqual([id])
    expect(await found(`id eq "${id}" and (title pr or externalId pr)`)).toEqual([id])
    expect(await found(`id eq "${id}" and meta.created gt "2099-01-01T00:00:00Z"`)).toEqual([])
    expect(await found(`urn:ietf:params:scim:schemas:core:2.0:User:userName eq "${name}@north.example"`)).toEqual([id])
  })

  it('a member who was never sent by the provider is found too', async () => {
    const { body } = await provider.find(`userName eq "${boss.email}"`)
    expect(body).toMatchObject({ totalResults: 1, Resources: [{ id: boss.userId, userName: boss.email }] })
  })

  it.each([
    'userName',
    'userName eq',
    'password eq "x"',
    'userName eq 1',
    'active co true',
    '(((',
    'not '.repeat(200),
    'phoneNumbers pr',
  ])('the filter %s is refused as invalidFilter', async (filter) => {
    const { status, body } = await provider.find(filter)
    expect([status, body.scimType]).toEqual([400, 'invalidFilter'])
  })

  it('pages are by number, without gaps or repeats, and say how many there are', async () => {
    const other = await makeCompany()
    const client = await signIn(other, await other.addPerson({ flags: ['hasAdminAccess'] }))
    for (let i = 0; i < 6; i += 1) await other.addPerson()
    const there = await connect(client)
    const first = await there.call('GET', '/Users?startIndex=1&count=4')
    const second = await there.call('GET', '/Users?startIndex=5&count=4')
    expect(first.body).toMatchObject({ totalResults: 7, startIndex: 1, itemsPerPage: 4 })
    expect(second.body).toMatchObject({ totalResults: 7, startIndex: 5, itemsPerPage: 3 })
    const ids = [...first.body.Resources, ...second.body.Resources].map(({ id }: { id: string }) => id)
    expect(new Set(ids).size).toBe(7)
    expect((await there.call('GET', '/Users?count=0')).body).toMatchObject({ totalResults: 7, Resources: [] })
    // Someone the provider deletes leaves no gap.
    expect((await there.call('DELETE', `/Users/${ids[1]}`)).status).toBe(204)
    const after = await there.call('GET', '/Users')
    expect(after.body).toMatchObject({ totalResults: 6, itemsPerPage: 6 })
    expect(after.body.Resources.map(({ id }: { id: string }) => id)).not.toContain(ids[1])
  })
})

describe('the key', () => {
  it('a key is needed for everything, and opens nothing else', async () => {
    const { status, body, headers } = await new KeyClient('olp_unknown').call('GET', '/scim/v2/Users')
    expect([status, body.status]).toEqual([401, '401'])
    expect(headers.get('WWW-Authenticate')).toContain('Bearer')
    expect((await admin.call('GET', '/scim/v2/Users')).status).toBe(401)
    expect((await provider.client.get('/api/members')).status).toBe(401)
    expect((await provider.client.post('/graphql', { query: '{ __typename }' })).status).toBe(401)
  })

  it('another one takes its place after some days, and a revoked one ends at once', async () => {
    const other = await makeCompany()
    const client = await signIn(other, await other.addPerson({ flags: ['hasAdminAccess'] }))
    const old = await connect(client)
    const next = await connect(client)
    expect((await old.call('GET', '/Users')).status).toBe(200)
    expect((await next.call('GET', '/Users')).status).toBe(200)
    await run('UPDATE provisioning_keys SET ends_at = 1 WHERE company_id = ? AND ends_at IS NOT NULL', other.id)
    expect((await old.call('GET', '/Users')).status).toBe(401)
    const { body } = await client.get('/api/provisioning')
    expect(body.endpoint).toMatch(/\/scim\/v2$/)
    expect(body.keys).toHaveLength(1)
    expect(JSON.stringify(body)).not.toContain(next.key)
    expect((await client.call('DELETE', `/api/provisioning/keys/${body.keys[0].id}`)).status).toBe(204)
    expect((await next.call('GET', '/Users')).status).toBe(401)
  })

  it('the service says what it can do', async () => {
    expect((await provider.call('GET', '/ServiceProviderConfig')).body).toMatchObject({ patch: { supported: true } })
    expect((await provider.call('GET', '/ResourceTypes')).body.totalResults).toBe(2)
    type Schema = { id: string; name: string; attributes: { name: string; required: boolean }[] }
    const schemas: Schema[] = (await provider.call('GET', '/Schemas')).body.Resources
    expect(schemas.map(({ id }) => id)).toContain(ENTERPRISE)
    // RFC 7643 §4.1.1 and §4.2: people can be without a name that is shown, groups can't.
    const required = schemas.map(({ name, attributes }) => [
      name,
      attributes.filter((each) => each.required).map((each) => each.name),
    ])
    expect(Object.fromEntries(required)).toEqual({ User: ['userName'], EnterpriseUser: [], Group: ['displayName'] })
    expect((await provider.call('GET', '/Nothing')).status).toBe(404)
  })

  it('the newest refusal is told beside it', async () => {
    await provider.call('POST', '/Users', {})
    await expect
      .poll(async () => (await admin.get('/api/provisioning')).body.keys[0].lastError?.text)
      .toBe('userName is required.')
  })
})
