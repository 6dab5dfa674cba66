import { beforeAll, expect, it } from 'vitest'
import { nextTwelveMonths } from '../../schema/services/rules.ts'
import { costOf } from '../support/worker/contract.ts'
import { run } from '../support/worker/sessions.ts'
import { type Client, makeCompany, signIn } from '../support/worker/world.ts'

/** A page of the list costs the same, however many services there are. */

const VENDORS = 10_000
const SERVICES = 50_000
/** Twenty-one rows, and each of their ids looked at once. */
const MOST_READ = 200

let small: Client
let large: Client

const monthAfter = (month: string, count: number): string => {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number - 1 + count, 1)).toISOString().slice(0, 7)
}

const periodOf = (year: number) => ({
  ...{ id: `p${year}`, startDate: `${year}-01-01`, endDate: `${year}-12-31`, unitsPerMonth: null, costPerUnit: null },
  ...{ tax: 0, savings: 0, totalServicePeriodCost: 1200, amortizedCost: 100, currency: 'USD', note: '' },
  ...{ autoRenewDetail: '', noticeDays: null, cancelBy: null, answers: {}, renewalReminders: [] },
})

/** Services with two owners, a department, two periods and the spend of twelve months. */
const fill = async (services: number, vendors: number): Promise<Client> => {
  const company = await makeCompany()
  const client = await signIn(company, await company.addPerson({ flags: ['hasAdminAccess'] }))
  const owners = JSON.stringify([(await company.addPerson()).userId, (await company.addPerson()).userId])
  const departmentId = await company.add('departments')
  const { from } = nextTwelveMonths(Date.now())
  const months = Array.from({ length: 12 }, (_, i) => monthAfter(from, i))
  const card = JSON.stringify({
    periods: [2026, 2027].map(periodOf),
    months: months.map((month) => ({ month, currency: 'USD', amount: 100 })),
  })
  const numbers = 'WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < ?2 - 1)'
  await run(
    `${numbers} INSERT INTO vendors (id, company_id, name, created_at)
       SELECT ?1 || '-v' || i, ?1, 'Vendor ' || printf('%05d', i), 0 FROM n`,
    ...[company.id, vendors],
  )
  await run(
    `${numbers} INSERT INTO services (id, company_id, vendor_id, vendor_key, name, last_end_date, created_at, card)
       SELECT ?1 || '-s' || i, ?1, ?1 || '-v' || (i % ?3), 'vendor ' || printf('%05d', i % ?3), 'Service ' || i,
              2027 + i % 3 || '-12-31', 0, ?4 FROM n`,
    ...[company.id, services, vendors, card],
  )
  await run(
    `${numbers} INSERT INTO service_links (company_id, service_id, kind, target_id)
       SELECT ?1, ?1 || '-s' || i, 'OWNER', o.value FROM n CROSS JOIN json_each(?3) o`,
    ...[company.id, services, owners],
  )
  await run(
    `${numbers} INSERT INTO service_links (company_id, service_id, kind, target_id)
       SELECT ?1, ?1 || '-s' || i, 'DEPARTMENT', ?3 FROM n`,
    ...[company.id, services, departmentId],
  )
  return client
}

beforeAll(async () => {
  small = await fill(100, 20)
  large = await fill(SERVICES, VENDORS)
}, 120_000)

const rowsOf = (headers: Headers): number => Number(/read=(\d+)/.exec(headers.get('Server-Timing') ?? '')?.[1])

it.each(['', 'orderBy[by][]=name&orderBy[dir][]=DESC', 'orderBy[by][]=endDate&orderBy[dir][]=DESC', 'filter=ALL'])(
  'a page of 50,000 services (%s) takes two round trips and as many rows as one of 100',
  async (query) => {
    const few = await small.get(`/api/services?${query}`)
    const many = await large.get(`/api/services?${query}`)
    expect(many.body.edges).toHaveLength(20)
    expect(many.body.edges[0].node).toMatchObject({ next12ServiceSpend: [{ currency: 'USD', value: 1200 }] })
    expect(costOf(many).trips).toBe(2)
    expect(rowsOf(many.headers)).toBeLessThanOrEqual(MOST_READ)
    expect(Math.abs(rowsOf(many.headers) - rowsOf(few.headers))).toBeLessThanOrEqual(20)
  },
)
