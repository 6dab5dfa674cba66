import { beforeAll, describe, expect, it } from 'vitest'
import type { AccessFlag } from '../../../../schema/shared/permissions.ts'
import { addTransactions } from '../../../support/worker/transactions.ts'
import { type Client, makeCompany, signIn, type TestCompany } from '../../../support/worker/world.ts'

/**
 * No answer, and no difference of two answers, tells people what someone earns who may not see payroll. Engineering pays
 * one salary, in August, on the same accounts as everything else.
 */

const SALARY = 1_234_567
const YEAR = 'type=expense&startYearMonth=2026-01&endYearMonth=2026-12'

let company: TestCompany
let engineering = ''
let legal = ''
let unit = ''
let vendor = ''
let other = ''
let category = ''
let location = ''

beforeAll(async () => {
  company = await makeCompany(['enableIntakeRequests', 'isErpLinked', 'enableBusinessUnits'])
  engineering = await company.add('departments')
  legal = await company.add('departments')
  unit = await company.add('business_units')
  vendor = await company.add('vendors')
  other = await company.add('vendors')
  category = await company.add('spend_categories')
  location = await company.add('locations')
  const all = { vendorId: vendor, categoryId: category, locationId: location, businessUnitId: unit }
  await addTransactions(company.id, [
    ...[1, 5, 8, 9].map((month) => ({
      ...all,
      ...{ departmentId: engineering, date: `2026-0${month}-10`, amountMinor: 1000 * month, memo: 'Cloud for Ida' },
    })),
    {
      ...all,
      departmentId: engineering,
      date: '2026-08-25',
      amountMinor: SALARY,
      isPayroll: true,
      memo: 'Salary of Ida',
    },
    { ...all, departmentId: legal, date: '2026-08-11', amountMinor: 777, vendorId: other },
    { ...all, departmentId: legal, date: '2026-08-25', amountMinor: 555_555, isPayroll: true, memo: 'Salary of Lev' },
  ])
})

const as = async (flags: AccessFlag[], departments: string[] = [], units: string[] = []): Promise<Client> => {
  const person = await company.addPerson({ flags })
  for (const id of departments) await company.addToDepartment(id, person.userId)
  for (const id of units) await company.addToBusinessUnit(id, person.userId)
  return signIn(company, person)
}

/** Every filter that people have, alone and with others, in ways that keep and leave out the salary's line. */
const asked = (): string[] => {
  const dimensions = {
    Department: [engineering, legal],
    BusinessUnit: [unit],
    Category: [category],
    Location: [location],
    Vendor: [vendor, other],
  }
  const single = Object.entries(dimensions).flatMap(([name, ids]) => [
    ...ids.flatMap((id) => [`in${name}Ids[]=${id}`, `notIn${name}Ids[]=${id}`]),
    `in${name}Ids[]=none`,
    `notIn${name}Ids[]=none`,
  ])
  const more = ['search=Salary', 'search=Ida', 'accountType=OPEX', 'departmentFilter=TRANSACTIONS_WITH_DEPARTMENT']
  const months = ['2026-08', '2026-09'].map((month) => `startYearMonth=${month}&endYearMonth=${month}&type=expense`)
  const pairs = single.map((one) => `inCategoryIds[]=${category}&${one}`)
  return [
    ...['', ...single, ...more, ...pairs].map((filter) => `${YEAR}&${filter}`),
    ...months.flatMap((range) => ['', ...single, ...more].map((filter) => `${range}&${filter}`)),
  ]
}

interface Seen {
  amount: number
  count: number
}

const seenIn = async (client: Client, query: string): Promise<Seen[]> => {
  const lines: { node: { amount: { value: number } } }[] = []
  let cursor = ''
  do {
    const { body } = await client.get(`/api/transactions?first=2&${query}${cursor && `&cursor=${cursor}`}`)
    lines.push(...body.edges)
    cursor = body.pageInfo.hasNextPage ? body.pageInfo.endCursor : ''
  } while (cursor)
  const total = (await client.get(`/api/transactions/totals?${query}`)).body
  const chart = async (by: string): Promise<Seen> => {
    const { body } = await client.get(`/api/transactions/chart?by=${by}&${query}`)
    const bars: { amount: { value: number }; count: number }[] = [...body.bars, ...(body.others ? [body.others] : [])]
    return {
      amount: bars.reduce((sum, { amount }) => sum + amount.value, 0),
      count: bars.reduce((sum, { count }) => sum + count, 0),
    }
  }
  const file = await client.get(`/api/transactions.csv?${query}`)
  const rows = String(file.body).trim().split('\n').length - 1
  return [
    { amount: lines.reduce((sum, { node }) => sum + node.amount.value, 0), count: lines.length },
    { amount: total.amount.value, count: total.count },
    ...(await Promise.all(['month', 'department', 'businessUnit', 'vendor', 'accountType'].map(chart))),
    { amount: total.amount.value, count: rows },
  ]
}

/** The amounts of the lines that a person sees. */
const people: [who: string, see: () => Promise<Client>, hidden: number[]][] = [
  ['a financial analyst', () => as(['hasFinancialAnalysisAccess']), [SALARY, 555_555]],
  ['a lead without payroll access', () => as(['hasDepartmentAccess'], [engineering]), [SALARY, 555_555, 777]],
  [
    'a lead of another department, with payroll access there',
    () => as(['hasDepartmentAccess', 'hasDepartmentPayrollAccess'], [legal]),
    [SALARY, 1000, 5000, 8000, 9000],
  ],
  [
    'an analyst who leads another department with payroll access',
    () => as(['hasFinancialAnalysisAccess', 'hasDepartmentAccess', 'hasDepartmentPayrollAccess'], [legal]),
    [SALARY],
  ],
  [
    'an analyst with a mark for payroll who leads nothing',
    () => as(['hasFinancialAnalysisAccess', 'hasDepartmentPayrollAccess'], [engineering]),
    [SALARY, 555_555],
  ],
  ['a lead of the unit without payroll access', () => as(['hasBusinessUnitAccess'], [], [unit]), [SALARY, 555_555]],
]

const LINES = [1000, 5000, 8000, 9000, 777, SALARY, 555_555]

describe('payroll stays hidden', () => {
  it.each(people)('from %s, in every list, sum, chart and file', async (_, see, hidden) => {
    const client = await see()
    const possible = LINES.filter((amount) => !hidden.includes(amount))
    const sums = new Set<number>([0])
    for (const amount of possible) for (const sum of [...sums]) sums.add(sum + amount)
    for (const query of asked()) {
      const [first, ...others] = await seenIn(client, query)
      // All answers agree, and each is a sum of lines that the person sees.
      expect({ query, others }).toEqual({ query, others: others.map(() => first) })
      expect({ query, known: sums.has(first?.amount ?? -1) }).toEqual({ query, known: true })
      expect(first?.count).toBeLessThanOrEqual(possible.length)
    }
    const whole = (await client.get(`/api/transactions/totals?${YEAR}`)).body
    expect(whole.amount.value).toBe(possible.reduce((sum, amount) => sum + amount, 0))
    expect(whole.count).toBe(possible.length)
  })

  it('admins and super viewers see all of it, and leads with payroll access that of their department', async () => {
    const total = async (client: Client): Promise<number> =>
      (await client.get(`/api/transactions/totals?${YEAR}`)).body.amount.value
    const everything = LINES.reduce((sum, amount) => sum + amount, 0)
    expect(await total(await as(['hasAdminAccess']))).toBe(everything)
    expect(await total(await as(['hasSuperViewerAccess']))).toBe(everything)
    const lead = await as(['hasDepartmentAccess', 'hasDepartmentPayrollAccess'], [engineering])
    expect(await total(lead)).toBe(23_000 + SALARY)
    const both = await as(
      ['hasDepartmentAccess', 'hasBusinessUnitAccess', 'hasBusinessUnitPayrollAccess'],
      [engineering],
      [unit],
    )
    expect(await total(both)).toBe(everything)
  })

  it('an admin who views as a lead sees what the lead sees', async () => {
    const lead = await company.addPerson({ flags: ['hasDepartmentAccess'] })
    await company.addToDepartment(engineering, lead.userId)
    const admin = await company.addPerson({ flags: ['hasAdminAccess'] })
    const viewing = await signIn(company, lead, admin.userId)
    const seen = (await viewing.get(`/api/transactions/totals?${YEAR}`)).body
    expect(seen.amount.value).toBe(23_000)
  })

  it('the line of a salary is not found, and a cursor tells nothing of it', async () => {
    const admin = await as(['hasAdminAccess'])
    const { body } = await admin.get(`/api/transactions?${YEAR}&search=Salary`)
    const ids: string[] = body.edges.map(({ node }: { node: { id: string } }) => node.id)
    expect(ids).toHaveLength(2)
    const analyst = await as(['hasFinancialAnalysisAccess'])
    for (const id of ids) {
      expect((await analyst.get(`/api/transactions/${id}/metadata`)).status).toBe(404)
      const one = await analyst.graphql('query ($id: ID!) { transaction(id: $id, type: expense) { id } }', { id })
      expect(one.body.errors?.[0]?.extensions?.code).toBe('NOT_FOUND')
    }
    let cursor = ''
    do {
      const page = (await analyst.get(`/api/transactions?first=1&${YEAR}${cursor && `&cursor=${cursor}`}`)).body
      cursor = page.pageInfo.hasNextPage ? page.pageInfo.endCursor : ''
      for (const id of ids) expect(atob(cursor.replaceAll('-', '+').replaceAll('_', '/'))).not.toContain(id)
    } while (cursor)
  })

  it('no position in a list that a lead gets names a line that they don’t see, and each continues after it', async () => {
    const admin = await as(['hasAdminAccess'])
    const every = (await admin.get(`/api/transactions?first=100&${YEAR}`)).body.edges
    const lead = await as(['hasDepartmentAccess'], [engineering])
    const shown: string[] = []
    const filters = `inVendorIds[]=${vendor}&inVendorIds[]=${other}&inCategoryIds[]=${category}`
    let cursor = ''
    do {
      const { body } = await lead.get(`/api/transactions?first=1&${YEAR}&${filters}${cursor && `&cursor=${cursor}`}`)
      shown.push(...body.edges.map(({ node }: { node: { id: string } }) => node.id))
      const told = [...body.edges, { cursor: body.pageInfo.endCursor ?? '' }]
      const texts = told.map((edge: { cursor: string }) => Buffer.from(edge.cursor, 'base64url').toString('latin1'))
      for (const { node } of every) for (const text of texts) expect(text).not.toContain(node.id)
      cursor = body.pageInfo.hasNextPage ? body.pageInfo.endCursor : ''
    } while (cursor)
    const mine = every.filter(({ node }: { node: { isPayroll: boolean; department: { id: string } } }) => {
      return !node.isPayroll && node.department.id === engineering
    })
    expect(shown).toEqual(mine.map(({ node }: { node: { id: string } }) => node.id))
    const colleague = await as(['hasDepartmentAccess'], [engineering])
    const first = (await lead.get(`/api/transactions?first=1&${YEAR}`)).body.pageInfo.endCursor
    const foreign = await colleague.get(`/api/transactions?first=1&${YEAR}&cursor=${first}`)
    expect(foreign).toMatchObject({ status: 400, body: { fields: { cursor: 'Not a valid cursor' } } })
  })
})
