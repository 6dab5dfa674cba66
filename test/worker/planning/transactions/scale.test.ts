import { beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../../../worker/core/clock.ts'
import { MOST_SEARCHED } from '../../../../worker/features/planning/transactions/sum-source.ts'
import { costOf } from '../../../support/worker/contract.ts'
import { run } from '../../../support/worker/sessions.ts'
import { sumMonths } from '../../../support/worker/transactions.ts'
import { type Answer, type Client, makeCompany, signIn, type TestCompany } from '../../../support/worker/world.ts'

/** With forty thousand transactions, half of them payroll, each page still costs what its rows cost. */

const MANY = 40_000
const MOST_READ = 300
const YEAR = 'type=expense&startYearMonth=2025-01&endYearMonth=2026-12'

let company = {} as TestCompany
const mark = newId().slice(-8)
const clients = new Map<string, Client>()

const readRows = ({ headers }: Answer): number => Number(/read=(\d+)/.exec(headers.get('Server-Timing') ?? '')?.[1])

beforeAll(async () => {
  company = await makeCompany(['enableIntakeRequests', 'isErpLinked', 'enableBusinessUnits'])
  for (let from = 0; from < MANY; from += 10_000) {
    // Vendors with many lines and with few, and payroll on a few days of each month.
    await run(
      `WITH RECURSIVE n (i) AS (SELECT ?3 UNION ALL SELECT i + 1 FROM n WHERE i + 1 < ?3 + 10000)
       INSERT INTO transactions (id, company_id, connection_id, type, document_kind, erp_id, line_erp_id, date, amount_minor,
         currency, company_minor, memo, description, account_type, account_object_id, vendor_id, category_id, department_id,
         business_unit_id, location_id, is_payroll, is_tracked, stamp)
       SELECT ?2 || '-' || i, ?1, 'books', iif(i % 10 = 9, 'revenue', 'expense'), 'BILL', i, '1',
              printf('%d-%02d-%02d', 2025 + i % 2, 1 + i / 7 % 12, iif(i % 2, 25, 1 + i % 24)), i, 'USD', i, 'Memo ' || i, '',
              iif(i % 10 = 9, 'REVENUE', iif(i % 1000 = 6, 'OTHER_EXPENSE', 'OPEX')), 'account', ?2 || '-v' || (i * i % 301),
              ?2 || '-c' || i % 40, ?2 || '-d' || i % 12, ?2 || '-b' || i % 5, ?2 || '-l' || i % 7, i % 2, 1, 's' FROM n`,
      ...[company.id, mark, from],
    )
  }
  for (const [table, letter] of [
    ['departments', 'd'],
    ['business_units', 'b'],
  ] as const)
    await run(
      `INSERT INTO ${table} (id, company_id, name, created_at) SELECT ?2 || '-${letter}' || value, ?1, '${letter}' || value, 0
         FROM json_each('[0,1,2,3,4]')`,
      ...[company.id, mark],
    )
  await sumMonths(company.id)
  const lead = await company.addPerson({ flags: ['hasDepartmentAccess', 'hasBusinessUnitAccess'] })
  await company.addToDepartment(`${mark}-d2`, lead.userId)
  await company.addToDepartment(`${mark}-d3`, lead.userId)
  await company.addToBusinessUnit(`${mark}-b1`, lead.userId)
  const both = await company.addPerson({
    flags: ['hasFinancialAnalysisAccess', 'hasDepartmentAccess', 'hasDepartmentPayrollAccess'],
  })
  await company.addToDepartment(`${mark}-d2`, both.userId)
  const people = {
    admin: await company.addPerson({ flags: ['hasAdminAccess'] }),
    analyst: await company.addPerson({ flags: ['hasFinancialAnalysisAccess'] }),
    lead,
    'analyst who leads': both,
  }
  for (const [name, person] of Object.entries(people)) {
    const client = await signIn(company, person)
    await client.get('/api/session')
    clients.set(name, client)
  }
}, 240_000)

const FILTERS: Record<string, string> = {
  'no filter': '',
  'a month': '&startYearMonth=2026-03&endYearMonth=2026-03',
  'oldest first': '&orderBy[by][]=date&orderBy[dir][]=ASC',
  revenue: '&type=revenue',
  'a vendor': '&inVendorIds[]=M-v4',
  'three vendors': '&inVendorIds[]=M-v4&inVendorIds[]=M-v9&inVendorIds[]=M-v16',
  'an unknown vendor': '&inVendorIds[]=M-nobody',
  'not a vendor': '&notInVendorIds[]=M-v4',
  'no vendor': '&inVendorIds[]=none',
  'a category': '&inCategoryIds[]=M-c2',
  'a department': '&inDepartmentIds[]=M-d2',
  'a business unit': '&inBusinessUnitIds[]=M-b1',
  'a location': '&inLocationIds[]=M-l3',
  'a rare account type': '&accountType=OTHER_EXPENSE',
  'with a department': '&departmentFilter=TRANSACTIONS_WITH_DEPARTMENT',
  'without a department': '&departmentFilter=NONE',
  'department and category': '&inDepartmentIds[]=M-d2&inCategoryIds[]=M-c2',
  'vendor and department': '&inVendorIds[]=M-v4&inDepartmentIds[]=M-d3',
  'vendor, not a category': '&inVendorIds[]=M-v4&notInCategoryIds[]=M-c3',
  'everything at once':
    '&inVendorIds[]=M-v4&inDepartmentIds[]=M-d2&inCategoryIds[]=M-c2&inLocationIds[]=M-l3&inBusinessUnitIds[]=M-b1&accountType=OPEX',
  'a search': '&search=Memo 39',
  'a search for a vendor': '&search=Memo&inVendorIds[]=M-v4',
  'a search without matches': '&search=nowhere',
}

const WHO = ['admin', 'analyst', 'lead', 'analyst who leads']
const cases = Object.keys(FILTERS).flatMap((filter) => WHO.map((who) => ({ filter, who })))

/** Later parameters of the same name replace the usual ones. */
const address = (path: string, filter: string): string => {
  const params = new URLSearchParams(YEAR)
  const more = new URLSearchParams((FILTERS[filter] ?? '').replaceAll('M-', `${mark}-`))
  for (const name of new Set(more.keys())) params.delete(name)
  for (const [name, value] of more) params.append(name, value)
  return `${path}?${params}`
}

describe('with forty thousand transactions', () => {
  it.each(cases)('pages read few rows: $filter, as $who', async ({ filter, who }) => {
    const client = clients.get(who) as Client
    let cursor = ''
    for (const page of [1, 2]) {
      const answer = await client.get(
        `${address('/api/transactions', filter)}&first=20${cursor && `&cursor=${cursor}`}`,
      )
      expect(answer.status).toBe(200)
      // What is named is read once more, if only the part that was read on has any.
      expect({ page, trips: costOf(answer).trips <= 3 }).toEqual({ page, trips: true })
      expect({ page, read: readRows(answer) <= MOST_READ ? 'few' : readRows(answer) }).toEqual({ page, read: 'few' })
      if (!answer.body.pageInfo.hasNextPage) break
      cursor = answer.body.pageInfo.endCursor
    }
  })

  const ONE = Object.keys(FILTERS).filter(
    (filter) =>
      !/search|oldest|no vendor|not a vendor|without a department|with a department| and |once|, not/.test(filter),
  )
  it.each(ONE)('totals of one thing come from sums: %s', async (filter) => {
    for (const who of ['admin', 'analyst']) {
      const answer = await (clients.get(who) as Client).get(address('/api/transactions/totals', filter))
      expect(answer.status).toBe(200)
      expect(costOf(answer).trips).toBeLessThanOrEqual(2)
      expect({ who, read: readRows(answer) <= MOST_READ ? 'few' : readRows(answer) }).toEqual({ who, read: 'few' })
    }
  })

  it('totals, the chart and the sum of all pages agree, whatever is asked', async () => {
    for (const { filter, who } of cases) {
      if (/search|no filter|oldest|revenue|not a vendor|with a department/.test(filter)) continue
      const client = clients.get(who) as Client
      const [total, chart] = await Promise.all([
        client.get(address('/api/transactions/totals', filter)),
        client.get(`${address('/api/transactions/chart', filter)}&by=location`),
      ])
      const sum = chart.body.bars.reduce(
        (all: number, { amount }: { amount: { value: number } }) => all + amount.value,
        0,
      )
      expect({ filter, who, total: total.body.amount.value }).toEqual({ filter, who, total: sum })
    }
  })

  it('a search in too many transactions has no total, instead of a wrong or an expensive one', async () => {
    for (const who of ['admin', 'analyst', 'lead', 'analyst who leads']) {
      const client = clients.get(who) as Client
      const answer = await client.get(address('/api/transactions/totals', 'a search'))
      const { isKnown } = answer.body
      expect({ who, read: readRows(answer) <= (isKnown ? MOST_SEARCHED * 4 : MOST_READ) }).toEqual({ who, read: true })
      if (!isKnown) expect(answer.body).toMatchObject({ count: 0, amount: { value: 0 } })
    }
    const answer = await (clients.get('admin') as Client).get(address('/api/transactions/totals', 'a search'))
    expect(answer.body.isKnown).toBe(false)
    const month = `${address('/api/transactions/totals', 'a month')}&search=Memo`
    const narrow = await (clients.get('admin') as Client).get(month)
    expect(narrow.body.isKnown).toBe(true)
    expect(narrow.body.count).toBeGreaterThan(0)
  })
})
