import { beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../../../worker/core/clock.ts'
import { rows, run } from '../../../support/worker/sessions.ts'
import { type Client, makeCompany, signIn, type TestCompany, type TestPerson } from '../../../support/worker/world.ts'

/** Lists show the current names of people, units and vendors: the copies in rows follow every change. */

let company: TestCompany
let admin: Client
let owner: TestPerson
let signer: TestPerson
let ids: Record<
  'vendor' | 'service' | 'department' | 'location' | 'spendCategory' | 'businessUnit' | 'category',
  string
>

beforeAll(async () => {
  company = await makeCompany(['enableVendorCategories', 'enableBusinessUnits'])
  admin = await signIn(company, await company.addPerson({ flags: ['hasAdminAccess'] }))
  owner = await company.addPerson({ name: 'Olga Owner' })
  signer = await company.addPerson({ name: 'Sven Signer' })
  const category = (await admin.post('/api/vendors/categories', { name: 'Software' })).body.id
  const vendor = await admin.post('/api/vendors', {
    name: `Acme ${newId().slice(-8)}`,
    owners: [owner.userId],
    signer: signer.userId,
    paymentMethod: 'ACH',
    vendorCategories: [{ vendorCategoryId: category }],
  })
  expect(vendor.status, JSON.stringify(vendor.body)).toBe(200)
  const units = {
    department: await company.add('departments'),
    location: await company.add('locations'),
    spendCategory: await company.add('spend_categories'),
    businessUnit: await company.add('business_units'),
  }
  const service = await admin.post('/api/services', {
    name: 'Seats',
    vendorId: vendor.body.id,
    ownerIds: [owner.userId],
    departmentIds: [units.department],
    locationIds: [units.location],
    spendCategoryId: units.spendCategory,
    businessUnitId: units.businessUnit,
  })
  expect(service.status, JSON.stringify(service.body)).toBe(200)
  ids = { vendor: vendor.body.id, service: service.body.id, category, ...units }
})

const listedVendor = async () => (await admin.get(`/api/vendors?ownerId=${owner.userId}`)).body.edges[0].node
const listedService = async () => (await admin.get(`/api/services?ownerId=${owner.userId}`)).body.edges[0].node
const rename = (table: string, id: string) => run(`UPDATE ${table} SET name = ? WHERE id = ?`, `New ${table}`, id)

describe('names in lists of vendors and services', () => {
  it('the list shows the same names as the page of the object', async () => {
    const { customColumns: _, ...service } = await listedService()
    expect((await admin.get(`/api/services/${ids.service}`)).body).toMatchObject(service)
    expect(service).toMatchObject({ departments: [{ id: ids.department }], locations: [{ id: ids.location }] })
    const { customColumns: __, ...vendor } = await listedVendor()
    expect((await admin.get(`/api/vendors/${ids.vendor}`)).body).toMatchObject(vendor)
    expect(vendor).toMatchObject({ signer: { firstName: 'Sven' }, connectedDepartments: [{ id: ids.department }] })
  })

  it('renamed units, categories and vendors show their new names', async () => {
    await rename('departments', ids.department)
    await rename('locations', ids.location)
    await rename('spend_categories', ids.spendCategory)
    await rename('business_units', ids.businessUnit)
    await rename('vendor_categories', ids.category)
    await rename('vendors', ids.vendor)
    expect(await listedService()).toMatchObject({
      vendor: { name: 'New vendors' },
      departments: [{ name: 'New departments' }],
      locations: [{ name: 'New locations' }],
      spendCategory: { name: 'New spend_categories' },
      businessUnit: { name: 'New business_units' },
    })
    expect(await listedVendor()).toMatchObject({
      vendorCategories: [{ name: 'New vendor_categories' }],
      connectedDepartments: [{ name: 'New departments' }],
      connectedCategories: [{ name: 'New spend_categories' }],
    })
  })

  it('renamed people show their new names and addresses', async () => {
    for (const { userId } of [owner, signer]) {
      await run("UPDATE users SET first_name = 'Renamed', email = ? WHERE id = ?", `${newId()}@people.test`, userId)
    }
    const { email } = (await rows<{ email: string }>('SELECT email FROM users WHERE id = ?', owner.userId))[0] ?? {}
    const person = { id: owner.userId, firstName: 'Renamed', email }
    expect(await listedService()).toMatchObject({ owners: [person] })
    expect(await listedVendor()).toMatchObject({ owners: [person], signer: { firstName: 'Renamed' } })
  })

  it('owners and units that are added or removed are shown', async () => {
    const [link, other] = [{ kind: 'DEPARTMENT', id: await company.add('departments', 'Added') }, ids.department]
    await run(
      'INSERT INTO service_links (company_id, service_id, kind, target_id) VALUES (?, ?, ?, ?)',
      ...[company.id, ids.service, link.kind, link.id],
    )
    await run('DELETE FROM service_links WHERE service_id = ? AND target_id = ?', ids.service, other)
    expect((await listedService()).departments).toEqual([{ id: link.id, name: 'Added' }])
    expect((await listedVendor()).connectedDepartments).toEqual([{ id: link.id, name: 'Added' }])
  })

  it('the order for an owner stays right when services are renamed or end later', async () => {
    const add = async (name: string): Promise<string> => {
      const answer = await admin.post('/api/services', { name, vendorId: ids.vendor, ownerIds: [owner.userId] })
      expect(answer.status, JSON.stringify(answer.body)).toBe(200)
      return answer.body.id
    }
    const [first, second] = [await add('A'), await add('B')]
    const change = async (id: string, body: object) => {
      const answer = await admin.call('PUT', `/api/services/${id}`, { body })
      expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    }
    await change(first, { name: 'z' })
    const period = { startDate: '2039-01-01', endDate: '2039-12-31', totalServicePeriodCost: 1200 }
    await change(second, { servicePeriods: [period] })
    const listed = async (by: string): Promise<string[]> =>
      (await admin.get(`/api/services?ownerId=${owner.userId}&orderBy[by][]=${by}&orderBy[dir][]=ASC`)).body.edges.map(
        (edge: { node: { name: string } }) => edge.node.name,
      )
    expect(await listed('name')).toEqual(['B', 'Seats', 'z'])
    expect((await listed('endDate')).at(-1)).toBe('B')
  })
})
