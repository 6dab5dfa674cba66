import { beforeAll, describe, expect, it } from 'vitest'
import { nextTwelveMonths } from '../../../../schema/vendors/services/rules.ts'
import { newId } from '../../../../worker/core/clock.ts'
import { fieldsOf } from '../../../support/worker/doors.ts'
import { rows } from '../../../support/worker/sessions.ts'
import { type Client, makeCompany, signIn, type TestCompany, type TestPerson } from '../../../support/worker/world.ts'

let company: TestCompany
let admin: Client
let owner: TestPerson
let vendorId: string

beforeAll(async () => {
  company = await makeCompany(['enableIntakeRequests', 'enableCurrencies', 'enableN12mServiceSpend'])
  admin = await signIn(company, await company.addPerson({ flags: ['hasAdminAccess'] }))
  owner = await company.addPerson({ name: 'Olga Owner' })
  vendorId = await company.add('vendors', 'Acme Cloud')
})

const year = (y: number, more = {}) => ({
  startDate: `${y}-01-01`,
  endDate: `${y}-12-31`,
  totalServicePeriodCost: 120_000,
  currency: 'USD',
  ...more,
})
const create = (more = {}) => admin.post('/api/services', { name: `Service ${newId()}`, vendorId, ...more })
const make = async (more = {}): Promise<string> => (await create(more)).body.id
const read = async (id: string, client = admin) => (await client.get(`/api/services/${id}`)).body
const update = (id: string, body: Record<string, unknown>, client = admin) =>
  client.call('PUT', `/api/services/${id}`, { body })
const names = async (query: string, client = admin): Promise<string[]> =>
  (await client.get(`/api/services?${query}`)).body.edges.map((edge: { node: { name: string } }) => edge.node.name)

describe('periods of a service', () => {
  it('a period without a total costs units × cost × months with tax, less savings, spread evenly over a year', async () => {
    const { from } = nextTwelveMonths(Date.now())
    const thisYear = Number(from.slice(0, 4))
    const costs = { unitsPerMonth: 25, costPerUnit: 1000, tax: 1200, savings: 0, totalServicePeriodCost: null }
    const id = await make({ servicePeriods: [year(thisYear, costs), year(thisYear + 1, { currency: 'JPY' })] })
    const service = await read(id)
    expect(service.servicePeriods).toMatchObject([
      { totalServicePeriodCost: 301_200, amortizedCost: 25_100 },
      { totalServicePeriodCost: 120_000, amortizedCost: 10_000, currency: 'JPY' },
    ])
    const left = 13 - Number(from.slice(5))
    const spend = new Map(
      service.next12ServiceSpend.map((m: { currency: string; value: number }) => [m.currency, m.value]),
    )
    expect(spend.get('USD')).toBe(left * 25_100)
    expect(spend.get('JPY') ?? 0).toBe((12 - left) * 10_000)
  })

  it.each([
    ['ends before it starts', [year(2030, { endDate: '2029-12-31' })], 'servicePeriods.0.endDate'],
    [
      'overlaps another',
      [year(2030), year(2030, { startDate: '2030-12-31', endDate: '2031-12-30' })],
      'servicePeriods.1.startDate',
    ],
    ['has a day that is none', [year(2030, { startDate: '2030-02-30' })], 'servicePeriods.0.startDate'],
    [
      'has yen with decimals',
      [year(2030, { currency: 'JPY', totalServicePeriodCost: 10.5 })],
      'servicePeriods.0.totalServicePeriodCost',
    ],
    [
      'costs neither a total nor units',
      [year(2030, { totalServicePeriodCost: null })],
      'servicePeriods.0.totalServicePeriodCost',
    ],
  ])('a period that %s is refused beside its field, and nothing is created', async (_, servicePeriods, field) => {
    const name = `Refused ${newId()}`
    const answer = await create({ name, servicePeriods })
    expect(answer.status).toBe(400)
    expect(Object.keys(fieldsOf(answer))).toEqual([field])
    expect(await names(`search=${encodeURIComponent(name)}`)).toEqual([])
  })

  it('an added period can’t overlap others and appears in the history with them', async () => {
    const id = await make({ servicePeriods: [year(2030)] })
    const add = (body: object) => admin.post(`/api/services/${id}/add-service-item`, body as Record<string, unknown>)
    expect(fieldsOf(await add(year(2030)))).toEqual({ startDate: 'The period overlaps another one' })
    expect(fieldsOf(await add({ startDate: '2029-01-01', endDate: '2029-12-31' }))).toEqual({
      totalServicePeriodCost: 'Enter the total, or units and what each costs',
    })
    expect((await add(year(2029))).status).toBe(200)
    const service = await read(id)
    expect(service.servicePeriods.map((p: { startDate: string }) => p.startDate)).toEqual(['2029-01-01', '2030-01-01'])
    const { body } = await admin.get(`/api/audit-logs?targetType=SERVICE&targetId=${id}`)
    expect(body.edges[0].node.message).toBe(`Changed the service ${service.name}: periods`)
    expect(body.edges[0].node.changeData.before.servicePeriods).toHaveLength(1)
    expect(body.edges[0].node.changeData.after.servicePeriods).toHaveLength(2)
  })

  it('changed periods keep their ids, and another service’s id is refused', async () => {
    const other = (await read(await make({ servicePeriods: [year(2030)] }))).servicePeriods[0].id
    const id = await make({ servicePeriods: [year(2030)] })
    const own = (await read(id)).servicePeriods[0].id
    const servicePeriods = [year(2030, { id: own, note: 'Paid' }), year(2031, { id: other })]
    expect((await update(id, { servicePeriods, version: 1 })).status).toBe(200)
    const [first, second] = (await read(id)).servicePeriods
    expect(first).toMatchObject({ id: own, note: 'Paid' })
    expect(second.id).not.toBe(other)
  })
})

describe('changing a service', () => {
  it('the slower of two people is told and loses nothing, and nothing is overwritten', async () => {
    const id = await make({ description: 'First' })
    expect((await update(id, { description: 'Second', version: 1 })).body).toEqual({ id, version: 2 })
    const slow = await update(id, { description: 'Third', version: 1 })
    expect({ status: slow.status, reason: slow.body.reason }).toEqual({ status: 409, reason: 'STALE_VERSION' })
    expect(await read(id)).toMatchObject({ description: 'Second', version: 2 })
  })

  it('an owner can change the service, and other members can only read it', async () => {
    const id = await make({ ownerIds: [owner.userId] })
    const asOwner = await signIn(company, owner)
    const asOther = await signIn(company, await company.addPerson())
    expect((await update(id, { name: 'Theirs', version: 1 }, asOwner)).status).toBe(200)
    expect((await update(id, { name: 'Not theirs', version: 2 }, asOther)).status).toBe(403)
    expect(await read(id, asOther)).toMatchObject({ name: 'Theirs', canEdit: false })
  })

  it('objects of another company are refused beside their field', async () => {
    const elsewhere = await makeCompany(['enableN12mServiceSpend'])
    const theirs = await elsewhere.add('vendors')
    expect(fieldsOf(await create({ vendorId: theirs }))).toEqual({ vendorId: 'Choose a vendor' })
    const ownerIds = [(await elsewhere.addPerson()).userId]
    expect(fieldsOf(await create({ ownerIds }))).toEqual({ ownerIds: 'Choose members of your company' })
  })

  it('deleting a service removes its rows and its search entry, and keeps its history', async () => {
    const name = `Vanishing ${newId()}`
    const id = await make({ name, servicePeriods: [year(2030)], ownerIds: [owner.userId] })
    expect((await admin.get(`/api/search?query=${encodeURIComponent(name)}`)).body).toMatchObject([{ serviceId: id }])
    expect((await admin.call('DELETE', `/api/services/${id}`)).status).toBe(200)
    expect((await admin.get(`/api/services/${id}`)).status).toBe(404)
    expect((await admin.get(`/api/search?query=${encodeURIComponent(name)}`)).body).toEqual([])
    for (const table of ['service_links', 'service_periods', 'service_spend_months']) {
      expect(await rows(`SELECT 1 FROM ${table} WHERE service_id = ?`, id)).toEqual([])
    }
    const { body } = await admin.get(`/api/audit-logs?targetType=SERVICE&targetId=${id}`)
    expect(body.edges[0].node.message).toBe(`Deleted the service ${name} of Acme Cloud`)
  })

  it('a department used by a service can’t be deleted, only merged, and the service follows', async () => {
    const [from, into] = [await company.add('departments'), await company.add('departments')]
    const id = await make({ departmentIds: [from] })
    const refused = await admin.call('DELETE', `/api/departments/${from}`)
    expect({ status: refused.status, kinds: refused.body.details.map((r: { kind: string }) => r.kind) }).toEqual({
      status: 422,
      kinds: ['SERVICE'],
    })
    expect((await admin.post(`/api/departments/${from}/merge`, { intoId: into })).status).toBe(200)
    expect((await read(id)).departments).toMatchObject([{ id: into }])
  })
})

it('services are listed by vendor and name, page by page, without archived ones', async () => {
  const own = await makeCompany(['enableN12mServiceSpend'])
  const client = await signIn(own, await own.addPerson({ flags: ['hasAdminAccess'] }))
  const zeta = await own.add('vendors', 'Zeta')
  const alpha = await own.add('vendors', 'alpha')
  const add = async (name: string, vendor: string) =>
    (await client.post('/api/services', { name, vendorId: vendor, servicePeriods: [year(2030)] })).body.id
  await add('Mail', zeta)
  await add('hosting', alpha)
  await add('Backup', alpha)
  const old = await add('Fax', alpha)
  expect((await client.post('/api/services/archive', { serviceIds: [old], archived: true })).status).toBe(200)
  const seen: string[] = []
  let cursor = ''
  do {
    const { body } = await client.get(`/api/services?first=1${cursor && `&cursor=${cursor}`}`)
    seen.push(...body.edges.map((edge: { node: { name: string } }) => edge.node.name))
    cursor = body.pageInfo.hasNextPage ? body.pageInfo.endCursor : ''
  } while (cursor)
  expect(seen).toEqual(['Backup', 'hosting', 'Mail'])
  expect(await names('filter=ARCHIVED', client)).toEqual(['Fax'])
  expect(await names(`vendorId=${zeta}`, client)).toEqual(['Mail'])
  expect(await names('search=ALPHA&orderBy[by][]=name&orderBy[dir][]=DESC', client)).toEqual(['hosting', 'Backup'])
  expect(await names('dateRange=2031-01,2031-12', client)).toEqual([])
  expect(await names('dateRange=2030-12,2031-12', client)).toHaveLength(3)
  const odd = await client.get('/api/services?dateRange=2030-12')
  expect(fieldsOf(odd)).toEqual({ dateRange: 'dateRange must be two year-months separated by a comma' })
})
