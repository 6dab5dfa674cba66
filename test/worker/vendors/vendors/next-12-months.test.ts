import { beforeAll, expect, it } from 'vitest'
import { run } from '../../../support/worker/sessions.ts'
import { type Client, makeCompany, signIn, type TestCompany } from '../../../support/worker/world.ts'

/** The flag enableN12mServiceSpend: files and sums have what services cost in the next twelve months only where it is on. */

let company: TestCompany
let admin: Client
beforeAll(async () => {
  company = await makeCompany(['enableIntakeRequests'])
  admin = await signIn(company, await company.addPerson({ flags: ['hasAdminAccess'] }))
  const vendorId = await company.add('vendors', 'Acme Cloud')
  const period = { startDate: '2020-01-01', endDate: '2039-12-31', totalServicePeriodCost: 2_400_000, currency: 'USD' }
  const made = await admin.post('/api/services', { name: 'Hosting', vendorId, servicePeriods: [period] })
  expect(made.status, JSON.stringify(made.body)).toBe(200)
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
