import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import { runTicks } from '../../../support/worker/jobs/ticks.ts'
import { connect, ENTERPRISE, entraUser, type Provider } from '../../../support/worker/provisioning/provider.ts'
import { rows, run } from '../../../support/worker/sessions.ts'
import { type Client, makeCompany, signIn, type TestCompany } from '../../../support/worker/world.ts'

/** What an admin says a value means holds for the people who are here already, too. */

let company: TestCompany
let admin: Client
let provider: Provider
beforeEach(async () => {
  company = await makeCompany()
  admin = await signIn(company, await company.addPerson({ flags: ['hasAdminAccess'] }))
  provider = await connect(admin)
})

const member = async (id: string) => (await admin.get(`/api/members/${id}`)).body
const unitsOf = async (id: string): Promise<string[]> =>
  (await member(id)).departments.map(({ name }: { name: string }) => name)
const join = async (name: string, department = 'Field'): Promise<string> => {
  const { status, body } = await provider.call('POST', '/Users', { ...entraUser(name), [ENTERPRISE]: { department } })
  expect(status, JSON.stringify(body)).toBe(201)
  return body.id
}
const map = (departmentId: string | null, isLeftOut = false) =>
  admin.post('/api/saml-department-mappings', [{ departmentId, integrationDepartment: 'Field', isLeftOut }])
const movedBy = async (path = 'department') =>
  (await admin.get(`/api/saml-${path}-mappings`)).body.edges.map(
    ({ node }: { node: { moved: object | null } }) => node.moved,
  )

describe('a mapping that is saved', () => {
  it('moves those whose provider sent the value, and says how many', async () => {
    const [events, sales] = [await company.add('departments', 'Events'), await company.add('departments', 'Sales')]
    const people = [await join('ana'), await join('bo'), await join('cy')]
    const other = await join('dee', 'Sales')
    await company.addToDepartment(events, people[2] ?? '')
    await map(sales)
    expect(await movedBy()).toContainEqual({ people: 0, isDone: false })
    await runTicks(env)
    expect(await movedBy()).toContainEqual({ people: 3, isDone: true })
    expect(await Promise.all(people.map(unitsOf))).toEqual([['Sales'], ['Sales'], ['Events', 'Sales']])
    expect(await unitsOf(other)).toEqual(['Sales'])
    const log = JSON.stringify((await admin.get('/api/audit-logs/company?first=50')).body)
    expect(log).toContain('Provisioning')

    // Another meaning: they leave what it meant before, and stay where someone put them.
    await map(events)
    await runTicks(env)
    expect(await Promise.all(people.map(unitsOf))).toEqual([['Events'], ['Events'], ['Events']])
    expect(await unitsOf(other)).toEqual(['Sales'])

    // The same word again moves no one, and none at all lets them leave.
    await map(events)
    expect(await movedBy()).toContainEqual(null)
    await map(null, true)
    await runTicks(env)
    expect(await unitsOf(people[0] ?? '')).toEqual([])
  })

  it('who hasn’t moved by the meaning before leaves that one, too', async () => {
    const [events, sales] = [await company.add('departments', 'Events'), await company.add('departments', 'Sales')]
    const legal = await company.add('departments', 'Legal')
    await map(events)
    const ana = await join('ana')
    expect(await unitsOf(ana)).toEqual(['Events'])
    await map(sales)
    await map(legal)
    await runTicks(env)
    expect(await unitsOf(ana)).toEqual(['Legal'])
  })

  it('a mapping moves more people than one step looks at', async () => {
    const sales = await company.add('departments', 'Sales')
    const people = await Promise.all(Array.from({ length: 210 }, () => company.addPerson()))
    await run(
      `UPDATE provisioned_people SET placed_by = '{"department":"Field"}' WHERE company_id = ? AND user_id IN (SELECT value FROM json_each(?))`,
      ...[company.id, JSON.stringify(people.map(({ userId }) => userId))],
    )
    await map(sales)
    await runTicks(env)
    expect(await movedBy()).toContainEqual({ people: 210, isDone: true })
    expect(
      await rows(
        'SELECT count(*) AS n FROM department_members WHERE company_id = ? AND department_id = ?',
        company.id,
        sales,
      ),
    ).toEqual([{ n: 210 }])
  })

  it('a group gives and takes access, unless another group gives it, and rights about money wait', async () => {
    await run(
      `UPDATE companies SET flags = json_set(flags, '$.paymentsEnabled', json('true')) WHERE id = ?`,
      company.id,
    )
    const [ana, bo] = [await join('ana'), await join('bo')]
    for (const [displayName, members] of [
      ['Buyers', [{ value: ana }, { value: bo }]],
      ['Leads', [{ value: bo }]],
    ] as const)
      expect((await provider.call('POST', '/Groups', { displayName, members })).status).toBe(201)
    const give = (integrationGroup: string, role: string | null) =>
      admin.post('/api/saml-group-mappings', [{ groupId: null, integrationGroup, role }])
    const flagsOf = async (id: string) => {
      const { hasVendorAdminAccess, hasPaymentsAccess } = await member(id)
      return [hasVendorAdminAccess, hasPaymentsAccess]
    }
    await give('Buyers', 'hasVendorAdminAccess')
    await give('Leads', 'hasVendorAdminAccess')
    await runTicks(env)
    expect([await flagsOf(ana), await flagsOf(bo)]).toEqual([
      [true, false],
      [true, false],
    ])
    await give('Buyers', 'hasPaymentsAccess')
    await runTicks(env)
    expect([await flagsOf(ana), await flagsOf(bo)]).toEqual([
      [false, false],
      [true, false],
    ])
    const waiting = JSON.stringify((await admin.get('/api/payments/guarded-changes')).body)
    expect(waiting).toContain('Give ana West the access')
  })

  it('the last admin stays one', async () => {
    const own = (await admin.get('/jwt-data')).body.userId
    const { body } = await provider.call('POST', '/Groups', { displayName: 'Admins', members: [{ value: own }] })
    expect(body.id).toBeTruthy()
    const give = (role: string | null) =>
      admin.post('/api/saml-group-mappings', [{ groupId: null, integrationGroup: 'Admins', role }])
    await give('hasAdminAccess')
    await runTicks(env)
    await give(null)
    await runTicks(env)
    expect((await member(own)).hasAdminAccess).toBe(true)
    expect(await movedBy('group')).toContainEqual({ people: 0, isDone: true })
  })
})
