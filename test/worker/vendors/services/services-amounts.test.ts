import { beforeAll, expect, it } from 'vitest'
import { addDays, dayIn } from '../../../../schema/shared/calendar.ts'
import { type Client, makeCompany, signIn } from '../../../support/worker/world.ts'

/** Services by what the period costs that the list shows, and by several departments. */

let client: Client
const departments: string[] = []

const today = dayIn(null, Date.now())
const period = (from: number, to: number, totalServicePeriodCost: number, currency = 'USD') => ({
  ...{ startDate: addDays(today, from), endDate: addDays(today, to), totalServicePeriodCost, currency },
})

beforeAll(async () => {
  const company = await makeCompany(['enableCurrencies'])
  client = await signIn(company, await company.addPerson({ flags: ['hasAdminAccess'] }))
  const vendorId = await company.add('vendors', 'Acme')
  departments.push(await company.add('departments', 'Finance'), await company.add('departments', 'Legal'))
  const [finance, legal] = departments
  const made: [name: string, periods: object[], departmentIds: (string | undefined)[]][] = [
    ['A current', [period(-400, -100, 1), period(-90, 100, 500), period(110, 400, 9_000)], [finance]],
    ['B next', [period(-400, -100, 1), period(110, 400, 2_000), period(410, 500, 3)], [finance, legal]],
    ['C past', [period(-900, -700, 4), period(-400, -100, 700)], [legal]],
    ['D yen', [period(-1, 1, 500, 'JPY')], []],
    ['E none', [], []],
  ]
  for (const [name, servicePeriods, departmentIds] of made) {
    const answer = await client.post('/api/services', { name, vendorId, departmentIds, servicePeriods })
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  }
})

const names = async (query: string): Promise<string> => {
  const { status, body } = await client.get(`/api/services?${query}`)
  expect(status, query).toBe(200)
  return body.edges.map(({ node }: { node: { name: string } }) => node.name[0]).join('')
}

it.each([
  ['USD,,', 'ABC'],
  ['USD,500,500', 'A'],
  ['USD,501,', 'BC'],
  ['USD,,699', 'A'],
  ['USD,2000,9000', 'B'],
  ['JPY,500,', 'D'],
  ['EUR,,', ''],
])('services whose shown period costs %s are %s', async (amount, expected) => {
  expect(await names(`amount=${amount}`)).toBe(expected)
})

it('services of any of the departments are listed once each, in order', async () => {
  const [finance, legal] = departments
  expect(await names(`departmentIds[]=${finance}`)).toBe('AB')
  expect(await names(`departmentIds[]=${finance}&departmentIds[]=${legal}`)).toBe('ABC')
  expect(await names(`departmentIds[]=${finance}&departmentIds[]=${legal}&amount=USD,600,`)).toBe('BC')
  expect(await names(`departmentIds[]=${legal}&departmentId=${finance}`)).toBe('B')
  const several = 'orderBy[by][]=vendor&orderBy[dir][]=ASC&orderBy[by][]=name&orderBy[dir][]=DESC'
  expect(await names(`departmentIds[]=${finance}&departmentIds[]=${legal}&${several}`)).toBe('CBA')
})
