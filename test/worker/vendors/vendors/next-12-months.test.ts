import { beforeAll, expect, it } from 'vitest'
import { run } from '../../../support/worker/sessions.ts'
import { type Answer, type Client, makeCompany, signIn, type TestCompany } from '../../../support/worker/world.ts'

/**
 * The flag enableN12mServiceSpend: what services cost in the next twelve months is told only where it is on, by every
 * door: answers of REST and GraphQL, sort orders, filters, saved views, groups, files and sums.
 */

let company: TestCompany
let admin: Client
let ids: { vendor: string; service: string }
beforeAll(async () => {
  company = await makeCompany(['enableIntakeRequests'])
  admin = await signIn(company, await company.addPerson({ flags: ['hasAdminAccess'] }))
  const vendorId = await company.add('vendors', 'Acme Cloud')
  const period = { startDate: '2020-01-01', endDate: '2039-12-31', totalServicePeriodCost: 2_400_000, currency: 'USD' }
  const made = await admin.post('/api/services', { name: 'Hosting', vendorId, servicePeriods: [period] })
  expect(made.status, JSON.stringify(made.body)).toBe(200)
  ids = { vendor: vendorId, service: made.body.id }
})

const turn = (isOn: boolean) =>
  run(
    `UPDATE companies SET flags = json_set(flags, '$.enableN12mServiceSpend', json('${isOn}')) WHERE id = ?`,
    company.id,
  )
const headerOf = async (path: string): Promise<string[]> => {
  const { hash } = (await admin.post(`${path}/by-filter`, { filters: {} })).body
  const [header = ''] = String((await admin.get(`${path}/by-filter/${hash}.csv`)).body).split('\r\n')
  return header.split(',')
}
const COLUMNS = ['Next 12 months', 'Next 12 months: currency', 'Next 12 months: other currencies']

it.each(['/api/vendors', '/api/services'])('the file of %s has the columns only where it is on', async (path) => {
  await turn(true)
  const withThem = await headerOf(path)
  await turn(false)
  expect(withThem.filter((label) => label.startsWith('Next 12 months'))).toEqual(COLUMNS)
  expect(await headerOf(path)).toEqual(withThem.filter((label) => !COLUMNS.includes(label)))
})

it('the list of vendors adds it up only where it is on', async () => {
  const totals = async () => (await admin.get('/api/vendors/totals')).body
  await turn(true)
  expect(await totals()).toMatchObject({ count: 1, amounts: [{ currency: 'USD', value: 120_000, count: 1 }] })
  await turn(false)
  expect(await totals()).toMatchObject({ count: 1, amounts: [] })
})

const AMOUNTS = [{ currency: 'USD', value: 120_000 }]
const asked = async (query: string) => (await admin.post('/graphql', { query })).body.data
const FIELDS = '{ edges { node { next12ServiceSpend { currency value } } } }'
/** What each door that answers a vendor or a service says of the amounts. */
const DOORS: Record<string, () => Promise<unknown>> = {
  'the list of vendors': async () => (await admin.get('/api/vendors')).body.edges[0].node.next12ServiceSpend,
  'a vendor': async () => (await admin.get(`/api/vendors/${ids.vendor}`)).body.next12ServiceSpend,
  'vendors in GraphQL': async () => (await asked(`{ vendors ${FIELDS} }`)).vendors.edges[0].node.next12ServiceSpend,
  'a saved set of vendors': async () => {
    const { hash } = (await admin.post('/api/vendors/by-filter', { filters: {} })).body
    return (await admin.get(`/api/vendors/by-filter/${hash}`)).body.edges[0].node.next12ServiceSpend
  },
  'the list of services': async () => (await admin.get('/api/services')).body.edges[0].node.next12ServiceSpend,
  'a service': async () => (await admin.get(`/api/services/${ids.service}`)).body.next12ServiceSpend,
  'a service in GraphQL': async () =>
    (await asked(`{ updateServiceValues(serviceId: "${ids.service}") { next12ServiceSpend { currency value } } }`))
      .updateServiceValues.next12ServiceSpend,
}

it.each(Object.keys(DOORS))('%s answers the amounts only where it is on', async (door) => {
  await turn(true)
  expect(await DOORS[door]?.()).toEqual(AMOUNTS)
  await turn(false)
  // GraphQL has promised a list.
  expect(await DOORS[door]?.()).toEqual(door.endsWith('in GraphQL') ? [] : null)
})

const ORDER = 'orderBy[by][]=next12ServiceSpend&orderBy[dir][]=DESC'
const filters = { amount: 'USD,100,', orderBy: { by: ['name', 'next12ServiceSpend'], dir: ['ASC', 'DESC'] } }
/** What tells the amounts by an order or a filter, with the part that is refused. */
const TOLD: Record<string, [part: string, () => Promise<Answer>]> = {
  'an order': ['orderBy', () => admin.get(`/api/vendors?${ORDER}`)],
  'a second order': ['orderBy', () => admin.get(`/api/vendors?orderBy[by][]=name&${ORDER}`)],
  'a filter': ['amount', () => admin.get('/api/vendors?amount=USD,100,')],
  'a filter of the totals': ['amount', () => admin.get('/api/vendors/totals?amount=USD,100,')],
  'a saved filter': ['amount', () => admin.post('/api/vendors/by-filter', { filters: { amount: 'USD,100,' } })],
  'a saved order': [
    'orderBy',
    () => admin.post('/api/vendors/by-filter', { filters: { orderBy: filters.orderBy }, label: 'Costly' }),
  ],
}

it.each(Object.keys(TOLD))('%s by them is refused by name where it is off', async (what) => {
  const [part, ask] = TOLD[what] ?? expect.unreachable()
  await turn(true)
  expect((await ask()).status).toBe(200)
  await turn(false)
  expect(await ask()).toMatchObject({
    status: 400,
    body: { fields: { [part]: 'Your company doesn’t use service spend of the next 12 months' } },
  })
})

it('a set that was saved continues without them, in its pages, file and view', async () => {
  await turn(true)
  const { hash } = (await admin.post('/api/vendors/by-filter', { filters, label: 'Cost a lot' })).body
  await turn(false)
  expect((await admin.get(`/api/vendors/by-filter/${hash}`)).body.edges).toHaveLength(1)
  expect((await admin.get(`/api/vendors/by-filter/${hash}.csv`)).status).toBe(200)
  expect((await admin.get(`/api/vendors/by-filter/${hash}?${ORDER}`)).status).toBe(400)
  const views: { label: string; filters: object }[] = (await admin.get('/api/vendors/views')).body
  const kept = views.find(({ label }) => label === 'Cost a lot')?.filters
  expect(kept).toMatchObject({ orderBy: { by: ['name'], dir: ['ASC'] } })
  expect(kept).not.toHaveProperty('amount')
})
