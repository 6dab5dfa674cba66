import { beforeAll, expect, it } from 'vitest'
import { nextTwelveMonths } from '../../../../schema/vendors/services/rules.ts'
import { KEEP_KEYS } from '../../../support/kept-keys.ts'
import { costOf } from '../../../support/worker/contract.ts'
import { run } from '../../../support/worker/sessions.ts'
import { type Client, makeCompany, signIn } from '../../../support/worker/world.ts'

/** A page of the list costs the same, however many services there are. */

const VENDORS = 2_000
const SERVICES = 10_000
/** Twenty-one rows, and those of the person and the company. */
const MOST_READ = 100
/** Where the rows being read are checked as well. */
const MOST_LOOKED_AT = 200
const ORDERS = ['vendor', 'name', 'endDate'].flatMap((by) =>
  ['ASC', 'DESC'].map((dir) => `orderBy[by][]=${by}&orderBy[dir][]=${dir}`),
)

interface Filled {
  client: Client
  /** An owner of every two hundredth service, and a department with as many. */
  rareOwnerId: string
  rareDepartmentId: string
}

let small: Filled
let large: Filled

const monthAfter = (month: string, count: number): string => {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number - 1 + count, 1)).toISOString().slice(0, 7)
}

const periodOf = (year: number) => ({
  ...{ id: `p${year}`, startDate: `${year}-01-01`, endDate: `${year}-12-31`, unitsPerMonth: null, costPerUnit: null },
  ...{ tax: 0, savings: 0, totalServicePeriodCost: 1200, amortizedCost: 100, currency: 'USD', note: '' },
  ...{ autoRenewDetail: '', noticeDays: null, cancelBy: null, answers: {}, renewalReminders: [] },
})

/**
 * Services with two owners, a department, two periods and the spend of twelve months, each with a category and a unit.
 */
const fill = async (services: number, vendors: number): Promise<Filled> => {
  const company = await makeCompany(['enableN12mServiceSpend'])
  const client = await signIn(company, await company.addPerson({ flags: ['hasAdminAccess'] }))
  const owners = JSON.stringify([(await company.addPerson()).userId, (await company.addPerson()).userId])
  const rareOwnerId = (await company.addPerson()).userId
  const [departmentId, rareDepartmentId] = [await company.add('departments'), await company.add('departments')]
  const [categoryId, unitId] = [await company.add('spend_categories'), await company.add('business_units')]
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
    `${numbers} INSERT INTO services (id, company_id, vendor_id, vendor_key, name, last_end_date, created_at, card,
                           spend_category_id, business_unit_id)
       SELECT ?1 || '-s' || i, ?1, ?1 || '-v' || (i % CAST(?3 AS INTEGER)), 'vendor ' || printf('%05d', i % ?3), 'Service ' || i,
              2027 + i % 3 || '-12-31', 0, ?4, ?5, ?6 FROM n`,
    ...[company.id, services, vendors, card, categoryId, unitId],
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
  for (const [kind, id] of [
    ['OWNER', rareOwnerId],
    ['DEPARTMENT', rareDepartmentId],
  ]) {
    await run(
      `${numbers} INSERT INTO service_links (company_id, service_id, kind, target_id)
         SELECT ?1, ?1 || '-s' || i, ?3, ?4 FROM n WHERE i % 200 = 199`,
      ...[company.id, services, kind, id],
    )
  }
  for (const sql of KEEP_KEYS) await run(sql, company.id)
  // As the sweep leaves them.
  await run('UPDATE vendors SET figures_month = ?2 WHERE company_id = ?1', company.id, from)
  return { client, rareOwnerId, rareDepartmentId }
}

beforeAll(async () => {
  small = await fill(100, 20)
  large = await fill(SERVICES, VENDORS)
  // From here on a session is read along with the page.
  for (const { client } of [small, large]) await client.get('/api/session')
}, 120_000)

const rowsOf = (headers: Headers): number => Number(/read=(\d+)/.exec(headers.get('Server-Timing') ?? '')?.[1])

it.each([...ORDERS, 'filter=ALL'])(
  'a page of 10,000 services (%s) takes two round trips and as many rows as one of 100',
  async (query) => {
    const few = await small.client.get(`/api/services?${query}`)
    const many = await large.client.get(`/api/services?${query}`)
    expect(many.body.edges).toHaveLength(20)
    expect(many.body.edges[0].node).toMatchObject({ next12ServiceSpend: [{ currency: 'USD', value: 1200 }] })
    const { vendor, owners, departments, spendCategory, businessUnit } = many.body.edges[0].node
    for (const named of [vendor, ...departments, spendCategory, businessUnit]) expect(named.name).not.toBe('')
    expect(owners.map(({ email }: { email: string }) => email)).not.toContain('')
    expect(costOf(many).trips).toBeLessThanOrEqual(2)
    expect(rowsOf(many.headers)).toBeLessThanOrEqual(MOST_READ)
    // Each vendor's name is one row and one of the list of ids, and a page of few services names fewer vendors.
    expect(Math.abs(rowsOf(many.headers) - rowsOf(few.headers))).toBeLessThanOrEqual(2 * 20)
  },
)

it.each(ORDERS)('the few services of an owner or department among 10,000 are found in order (%s)', async (order) => {
  const { client, rareOwnerId, rareDepartmentId } = large
  const of = [`ownerId=${rareOwnerId}`, `departmentId=${rareDepartmentId}`]
  for (const query of [...of, of.join('&')]) {
    const first = await client.get(`/api/services?${query}&${order}`)
    const second = await client.get(`/api/services?${query}&${order}&cursor=${first.body.pageInfo.endCursor}`)
    const ids = [first, second].flatMap(({ body }) => body.edges.map((edge: { node: { id: string } }) => edge.node.id))
    expect(new Set(ids).size).toBe(40)
    for (const answer of [first, second]) {
      expect(costOf(answer).trips).toBeLessThanOrEqual(2)
      expect(rowsOf(answer.headers)).toBeLessThanOrEqual(of.includes(query) ? MOST_READ : MOST_LOOKED_AT)
    }
  }
})

it('writing a service doesn’t read the others', async () => {
  const { client } = large
  const [{ node }] = (await client.get('/api/services?first=1')).body.edges
  const made = await client.post('/api/services', {
    ...{ name: 'One more', vendorId: node.vendor.id, spendCategoryId: node.spendCategory.id },
    ...{ departmentIds: [node.departments[0].id], ownerIds: [node.owners[0].id] },
  })
  expect(made.status, JSON.stringify(made.body)).toBe(200)
  expect(rowsOf(made.headers)).toBeLessThanOrEqual(MOST_READ * 4)
  const renamed = await client.call('PUT', `/api/services/${made.body.id}`, { body: { name: 'Another', version: 1 } })
  expect(renamed.status, JSON.stringify(renamed.body)).toBe(200)
  expect(rowsOf(renamed.headers)).toBeLessThanOrEqual(MOST_READ * 4)
})
