import { beforeEach, describe, expect, it } from 'vitest'
import { newId } from '../../../../worker/core/clock.ts'
import { statementsOf } from '../../../support/worker/query-plans.ts'
import { type Client, makeCompany, signIn, type TestCompany, type TestPerson } from '../../../support/worker/world.ts'

/** One value for many services at once. */

let company: TestCompany
let admin: Client
let owner: TestPerson
let vendorId: string

beforeEach(async () => {
  company = await makeCompany()
  admin = await signIn(company, await company.addPerson({ flags: ['hasAdminAccess'] }))
  owner = await company.addPerson({ name: 'Olga Owner' })
  vendorId = await company.add('vendors')
})

const make = async (more = {}): Promise<string> =>
  (await admin.post('/api/services', { name: `Service ${newId()}`, vendorId, ...more })).body.id
const read = async (id: string) => (await admin.get(`/api/services/${id}`)).body

const TYPES: Record<string, string> = {
  businessUnitId: 'ID!',
  departmentIds: '[ID!]!',
  ownerId: 'ID!',
  paymentFrequency: 'PaymentFrequency!',
  paymentTerm: 'PaymentTerm!',
}
const change = async (name: string, serviceIds: string[], value: Record<string, unknown>, client = admin) => {
  const [key = ''] = Object.keys(value)
  const query = `mutation Change($serviceIds: [ID!]!, $${key}: ${TYPES[key]}) {
    ${name}(serviceIds: $serviceIds, ${key}: $${key}) { id name outcome } }`
  const { body } = await client.post('/graphql', { query, variables: { serviceIds, ...value } })
  return { results: body.data?.[name] as { id: string; outcome: string }[] | undefined, error: body.errors?.[0] }
}
const outcomes = (results: { id: string; outcome: string }[] | undefined) =>
  Object.fromEntries((results ?? []).map(({ id, outcome }) => [id, outcome]))

describe('changing many services at once', () => {
  it('each of the five kinds of change has a result and a history entry for each service', async () => {
    const [businessUnitId, departmentId, before] = [
      await company.add('business_units', 'EMEA'),
      await company.add('departments', 'Finance'),
      await company.add('departments', 'Sales'),
    ]
    const ids = [await make({ departmentIds: [before], paymentTerm: 'NET_30' }), await make()]
    const [first = '', second = ''] = ids
    const cases = [
      ['updateServiceBusinessUnits', { businessUnitId }],
      ['updateServiceDepartments', { departmentIds: [departmentId] }],
      ['updateServiceOwners', { ownerId: owner.userId }],
      ['updateServicePaymentFrequency', { paymentFrequency: 'QUARTERLY' }],
      ['updateServicePaymentTerms', { paymentTerm: 'NET_30' }],
    ] as const
    for (const [name, value] of cases) {
      const { results } = await change(name, ids, value)
      const already = name === 'updateServicePaymentTerms' ? 'UNCHANGED' : 'CHANGED'
      expect(outcomes(results)).toEqual({ [first]: already, [second]: 'CHANGED' })
    }
    for (const id of ids) {
      expect(await read(id)).toMatchObject({
        businessUnit: { name: 'EMEA' },
        departments: [{ name: 'Finance' }],
        owners: [{ id: owner.userId }],
        paymentFrequency: 'QUARTERLY',
        paymentTerm: 'NET_30',
      })
    }
    expect(await read(first)).toMatchObject({ version: 5 })
    const { body } = await admin.get(`/api/audit-logs?targetType=SERVICE&targetId=${first}`)
    const changes = body.edges.map((edge: { node: { changeData: unknown } }) => edge.node.changeData)
    expect(changes.slice(0, 4)).toEqual([
      { before: { paymentFrequency: null }, after: { paymentFrequency: 'QUARTERLY' } },
      { before: { owners: [] }, after: { owners: ['Olga Owner'] } },
      { before: { departments: ['Sales'] }, after: { departments: ['Finance'] } },
      { before: { businessUnit: null }, after: { businessUnit: 'EMEA' } },
    ])
  })

  it('services the person can’t change are skipped and named, and a change of none is refused', async () => {
    const asOwner = await signIn(company, owner)
    const [theirs, other] = [await make({ ownerIds: [owner.userId] }), await make()]
    const { results } = await change('updateServicePaymentTerms', [theirs, other], { paymentTerm: 'NET_60' }, asOwner)
    expect(outcomes(results)).toEqual({ [theirs]: 'CHANGED', [other]: 'FORBIDDEN' })
    expect((await read(other)).paymentTerm).toBeNull()
    const refused = await change('updateServicePaymentTerms', [other], { paymentTerm: 'NET_60' }, asOwner)
    expect(refused.error.extensions.code).toBe('FORBIDDEN')
  })

  it('nothing changes if one of the services, or the value, isn’t the company’s', async () => {
    const id = await make()
    const elsewhere = await makeCompany()
    const theirs = await elsewhere.add('departments')
    const missing = await change('updateServicePaymentTerms', [id, newId()], { paymentTerm: 'NET_60' })
    expect(missing.error.extensions.code).toBe('NOT_FOUND')
    const wrong = await change('updateServiceDepartments', [id], { departmentIds: [theirs] })
    expect(wrong.error.extensions).toMatchObject({ code: 'INVALID', fields: { departmentIds: /Choose departments/ } })
    const stranger = await change('updateServiceOwners', [id], { ownerId: (await elsewhere.addPerson()).userId })
    expect(stranger.error.extensions).toMatchObject({ fields: { ownerId: /Choose members/ } })
    expect(await read(id)).toMatchObject({ version: 1 })
  })

  it('changing a hundred services takes as many statements as changing one', async () => {
    const one = [await make()]
    const many = await Promise.all(Array.from({ length: 100 }, () => make()))
    const count = async (ids: string[]) =>
      (await statementsOf(() => change('updateServiceOwners', ids, { ownerId: owner.userId }))).length
    const forOne = await count(one)
    expect(await count(many)).toBe(forOne)
    expect((await read(many[99] ?? '')).owners).toMatchObject([{ id: owner.userId }])
  })

  it('people editing one of the services get a conflict', async () => {
    const id = await make()
    await change('updateServicePaymentTerms', [id], { paymentTerm: 'NET_60' })
    const late = await admin.call('PUT', `/api/services/${id}`, { body: { description: 'Late', version: 1 } })
    expect(late).toMatchObject({ status: 409, body: { reason: 'STALE_VERSION' } })
  })
})
