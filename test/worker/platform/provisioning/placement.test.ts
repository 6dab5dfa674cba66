import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import { systemClock } from '../../../../worker/core/clock.ts'
import { commit } from '../../../../worker/core/commit.ts'
import { Database } from '../../../../worker/core/database.ts'
import { createLogger } from '../../../../worker/core/log.ts'
import { systemContext } from '../../../../worker/core/system-context.ts'
import { admission, asProvisioning, placed } from '../../../../worker/features/platform/provisioning/index.ts'
import { type Client, makeCompany, signIn, type TestCompany } from '../../../support/worker/world.ts'

/** Where people belong by the words of the identity provider, and what waits for an admin. */

let company: TestCompany
let admin: Client
beforeAll(async () => {
  company = await makeCompany()
  admin = await signIn(company, await company.addPerson({ flags: ['hasAdminAccess'] }))
})

const acting = () =>
  asProvisioning(
    systemContext(
      { env, db: new Database(env.DB, 'first-primary'), clock: systemClock, log: createLogger({}, 'error') },
      { name: 'test', companyId: company.id, may: [] },
    ),
    company.id,
  )
const member = async (id: string) => (await admin.get(`/api/members/${id}`)).body
const names = (units: { name: string }[]) => units.map(({ name }) => name)
const waiting = async (): Promise<string[]> =>
  (await admin.get('/api/saml-mappings-needs-attention')).body.values.map(
    ({ kind, value }: { kind: string; value: string }) => `${kind} ${value}`,
  )

describe('a person who signs in for the first time', () => {
  it('becomes a member in the units that are mapped or have the same name, and the rest waits for an admin', async () => {
    const legal = await company.add('departments', 'Legal')
    const europe = await company.add('business_units', 'Europe')
    await company.add('entities', 'North GmbH')
    const buyers = await company.add('groups', 'Buyers')
    await admin.post('/api/saml-business-unit-mappings', [{ businessUnitId: europe, integrationBusinessUnit: 'EMEA' }])
    await admin.post('/api/saml-group-mappings', [
      { groupId: buyers, integrationGroup: 'okta-buyers', role: 'hasVendorAdminAccess' },
    ])
    const context = await acting()
    const {
      asked: _,
      memberId,
      ...parts
    } = await admission(context, {
      person: { firstName: 'Nia', lastName: 'New', email: 'nia@north.example' },
      attributes: {
        department: 'LEGAL',
        businessUnit: 'emea',
        entity: 'Unknown Ltd',
        groups: ['okta-buyers', 'okta-all'],
      },
    })
    await commit(context, { subject: 'The member', ...parts, result: null })
    const nia = await member(memberId)
    expect(nia.departments).toEqual([{ id: legal, name: 'Legal', approvesRequests: false }])
    expect([names(nia.businessUnits), names(nia.entities), names(nia.groups)]).toEqual([['Europe'], [], ['Buyers']])
    expect([nia.hasVendorAdminAccess, nia.hasAdminAccess]).toEqual([true, false])
    expect(await waiting()).toEqual(['ENTITY Unknown Ltd', 'GROUP okta-all'])
  })

  it('who comes with other words later moves, and stays where someone put them', async () => {
    const [sales, events] = [await company.add('departments', 'Sales'), await company.add('departments', 'Events')]
    const person = await company.addPerson()
    await company.addToDepartment(events, person.userId)
    const say = async (attributes: object) => placed(await acting(), await member(person.userId), attributes)
    await say({ department: 'Sales', groups: ['okta-buyers'] })
    expect(names((await member(person.userId)).departments)).toEqual(['Events', 'Sales'])
    expect((await member(person.userId)).hasVendorAdminAccess).toBe(true)
    await say({ department: 'Field' })
    expect(names((await member(person.userId)).departments)).toEqual(['Events'])
    // Nothing is said of groups.
    expect(names((await member(person.userId)).groups)).toEqual(['Buyers'])
    await say({ groups: [] })
    expect(await member(person.userId)).toMatchObject({ groups: [], hasVendorAdminAccess: false })
    expect(await waiting()).toContain('DEPARTMENT Field')
    await admin.post('/api/saml-department-mappings', [{ departmentId: sales, integrationDepartment: 'Field' }])
    expect(await waiting()).not.toContain('DEPARTMENT Field')
    await admin.post('/api/saml-group-mappings', [{ groupId: null, integrationGroup: 'okta-all', isLeftOut: true }])
    expect(await waiting()).not.toContain('GROUP okta-all')
  })

  it('mappings are listed with what they are here, and one of a deleted unit waits again', async () => {
    const gone = await company.add('entities', 'Gone SARL')
    await admin.post('/api/saml-entity-mappings', [{ entityId: gone, integrationEntity: 'Unknown Ltd' }])
    const listed = async () =>
      (await admin.get('/api/saml-entity-mappings')).body.edges.map(({ node }: { node: object }) => node)
    expect(await listed()).toEqual([
      expect.objectContaining({
        entityId: gone,
        integrationEntity: 'Unknown Ltd',
        entity: { id: gone, name: 'Gone SARL' },
        isSent: true,
      }),
    ])
    expect((await admin.call('DELETE', `/api/entities/${gone}`)).status).toBe(200)
    expect(await waiting()).toContain('ENTITY Unknown Ltd')
  })

  it('a unit of another company can’t be chosen', async () => {
    const other = await makeCompany()
    const theirs = await other.add('departments')
    const { status, body } = await admin.post('/api/saml-department-mappings', [
      { departmentId: theirs, integrationDepartment: 'Their words' },
    ])
    expect([status, body.fields]).toEqual([
      400,
      { '0.departmentId': 'This department no longer exists. Choose again.' },
    ])
  })
})
