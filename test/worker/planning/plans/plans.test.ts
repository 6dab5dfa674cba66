import { beforeEach, describe, expect, it } from 'vitest'
import type { PlanFigures } from '../../../../schema/planning/plans/endpoints.ts'
import type { AccessFlag } from '../../../../schema/shared/permissions.ts'
import { costOf } from '../../../support/worker/contract.ts'
import { rows } from '../../../support/worker/sessions.ts'
import { addTransactions } from '../../../support/worker/transactions.ts'
import { type Client, makeCompany, signIn, type TestCompany } from '../../../support/worker/world.ts'

let company: TestCompany
let admin: Client

beforeEach(async () => {
  company = await makeCompany(['enableIntakeRequests', 'isErpLinked', 'enableBusinessUnits'])
  admin = await as(['hasAdminAccess'])
})

const as = async (flags: AccessFlag[], departments: string[] = []): Promise<Client> => {
  const person = await company.addPerson({ flags })
  for (const id of departments) await company.addToDepartment(id, person.userId)
  return signIn(company, person)
}

const HALF_YEAR = { startYearMonth: '2026-01', endYearMonth: '2026-06' }
const TABLE = [
  'Department\tVendor\tCategory\tJan 2026\tFeb 2026\t2026-03\tTotal',
  'Engineering\tAcme\tSoftware\t$1,000.00\t2000\t-\t3000',
  'Engineering\tGlobex\tSoftware\t500\t\t(100)\t400',
  'Legal\tAcme\tAdvice\t10\t10\t10\t30',
].join('\n')

const imported = async (table = TABLE, more: object = {}): Promise<string> => {
  const answer = await admin.post('/api/plans/import', {
    name: 'Budget 2026',
    description: '',
    ...HALF_YEAR,
    table,
    ...more,
  })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body.id
}

const figures = async (planId: string, query: string, who = admin) => {
  const { status, body } = await who.get(`/api/plans/${planId}/figures?type=expense&${query}`)
  expect(status, JSON.stringify(body)).toBe(200)
  const found = body as PlanFigures
  return { ...found, rows: found.edges.map(({ node }) => node) }
}

const items = async (planId: string, kind: string) => {
  const { body } = await admin.get(`/api/plans/${planId}/items/${kind}?first=100`)
  return body.edges.map(({ node }: { node: { id: string; name: string } }) => node)
}
const link = async (planId: string, kind: string, name: string, ...targetIds: string[]) => {
  const item = (await items(planId, kind)).find((each: { name: string }) => each.name === name)
  const saved = await admin.post(`/api/plans/${planId}/items/${kind}`, { changes: [{ id: item.id, targetIds }] })
  expect(saved.status, JSON.stringify(saved.body)).toBe(200)
  return item.id as string
}

const graph = async (who: Client, query: string, variables: Record<string, unknown>) =>
  (await who.graphql(query, variables)).body

describe('importing a table', () => {
  it('columns of months become amounts, with one line for what names the same', async () => {
    const planId = await imported(`${TABLE}\nlegal\tACME\tAdvice\t1\t\t\t1`)
    const { rows: found, months, all } = await figures(planId, 'by=department')
    expect(months).toHaveLength(6)
    expect(found.map(({ item, total, planned }) => [item?.name, total, planned])).toEqual([
      ['Engineering', 340_000, [150_000, 200_000, -10_000, 0, 0, 0]],
      ['Legal', 3_100, [1_100, 1_000, 1_000, 0, 0, 0]],
    ])
    expect(all.total).toBe(343_100)
    const plan = (await admin.get(`/api/plans/${planId}`)).body
    expect(plan).toMatchObject({
      ...{ hasExpensePlan: true, hasRevenuePlan: false, currency: 'USD', ...HALF_YEAR },
      fields: ['DEPARTMENTS', 'EXPENSE_CATEGORIES', 'VENDORS'],
    })
  })

  it('rows with Month and Amount are the same, and Type tells revenue from expenses', async () => {
    const planId = await imported(
      'Vendor,Type,Month,Amount\nAcme,Expense,2026-01,10\nAcme,expenses,02/2026,"1,000.50"\nShop,Revenue,2026-06,7',
    )
    expect((await figures(planId, 'by=vendor')).rows[0]).toMatchObject({ planned: [1000, 100_050, 0, 0, 0, 0] })
    const revenue = (await admin.get(`/api/plans/${planId}/figures?type=revenue&by=vendor`)).body
    expect(revenue.edges[0].node).toMatchObject({ item: { name: 'Shop' }, total: 700 })
  })

  it('what is wrong is told by row and column, and nothing is made', async () => {
    const table = 'Vendor,Type,2026-01,2026-02\nAcme,Gift,1,2\nGlobex,Expense,a lot,€5\nInitech,Expense,1.005,3'
    const preview = await admin.post('/api/plans/import/preview', { ...HALF_YEAR, table })
    expect(preview.body.faults).toEqual([
      { row: 2, column: 'Type', message: 'Gift must be expense or revenue' },
      { row: 3, column: '2026-01', message: 'a lot isn’t an amount. Use the format 1250.00' },
      { row: 3, column: '2026-02', message: '€5: this plan is in USD' },
      { row: 4, column: '2026-01', message: '1.005 isn’t an amount in USD' },
    ])
    const refused = await admin.post('/api/plans/import', { name: 'No', ...HALF_YEAR, table })
    expect([refused.status, refused.body.fields.table]).toEqual([
      400,
      'Row 2, Type: Gift must be expense or revenue. 3 more to correct.',
    ])
    expect(await rows('SELECT id FROM plans WHERE company_id = ?', company.id)).toEqual([])
  })

  it.each([
    [
      'Vendor,Note\nAcme,hello',
      'The first row must name a column for each month, such as 2027-01, or the columns Month and Amount.',
    ],
    ['2026-01\n5', 'The first row must name at least one of Department, Business unit, Category, Location and Vendor.'],
    ['Vendor,2025-12\nAcme,5', '2025-12 isn’t a month of the plan'],
    ['Vendor,2026-01,Jan 2026\nAcme,5,6', '2026-01 has two columns'],
    ['Vendor,Supplier,2026-01\nAcme,B,5', 'Another column means the same as Supplier'],
    ['Vendor,2026-01', 'There are no rows below the first one, which names the columns'],
  ])('a header that says too little or too much is refused: %s', async (table, message) => {
    const { body } = await admin.post('/api/plans/import/preview', { ...HALF_YEAR, table })
    expect(body.faults.map((fault: { message: string }) => fault.message)).toEqual([message])
  })

  it('a preview says what would be made, and which columns are left out', async () => {
    const { body } = await admin.post('/api/plans/import/preview', {
      ...HALF_YEAR,
      table: 'Department;Notes;2026-01\nEngineering;new;1000\nLegal;;5',
    })
    expect(body).toMatchObject({
      ...{ rows: 2, lines: 2, leftOut: ['Notes'], faultCount: 0 },
      items: [{ kind: 'DEPARTMENTS', count: 2, examples: ['Engineering', 'Legal'] }],
      totals: { expense: { value: 100_500, currency: 'USD' }, revenue: null },
    })
  })

  it.each([
    ['2026-02', '5', 500],
    ['2026/2', '$5.50', 550],
    ['02/2026', '5 USD', 500],
    ['Feb 2026', '(5)', -500],
    ['february-26', '-5', -500],
    ['2026-02-28', 'USD 1,005', 100_500],
  ])('a month is read as people write it: %s, and an amount: %s', async (month, amount, minor) => {
    const planId = await imported(`Vendor\tMonth\tAmount\nAcme\t${month}\t${amount}`)
    expect((await figures(planId, 'by=vendor')).all.planned).toEqual([0, minor, 0, 0, 0, 0])
  })

  it('the company’s currency stays once there is a plan', async () => {
    await imported()
    const settings = await admin.call('PUT', '/api/company-settings', { body: { currency: 'EUR', version: 1 } })
    expect(settings.body.fields?.currency).toBe('Amounts are already compared in USD, so it can’t be changed')
  })

  it('months in the wrong order and a plan longer than five years are refused', async () => {
    const asked = (endYearMonth: string) =>
      admin.post('/api/plans/import', { name: 'Budget', table: TABLE, startYearMonth: '2026-05', endYearMonth })
    expect((await asked('2026-04')).body.fields).toEqual({
      endYearMonth: 'The last month must not be before the first one.',
    })
    expect((await asked('2031-05')).body.fields).toEqual({ endYearMonth: 'A plan has at most 60 months.' })
  })
})

describe('entries through GraphQL', () => {
  const ADD = `mutation ($planId: ID!, $entries: [PlanExpenseEntryInput!]!) {
    addPlanExpenseEntries(planId: $planId, entries: $entries) { id } }`
  const make = async () =>
    (
      await graph(
        admin,
        `mutation { createPlan(input: { name: "By hand", startYearMonth: "2026-01", endYearMonth: "2026-03" }) { id } }`,
        {},
      )
    ).data.createPlan.id as string

  it('new entries are added to what the plan has', async () => {
    const planId = await make()
    const entry = { yearMonth: '2026-02', amount: 500, vendor: 'Acme' }
    await graph(admin, ADD, { planId, entries: [entry, { ...entry, vendor: ' acme ' }] })
    await graph(admin, ADD, { planId, entries: [entry, { ...entry, yearMonth: '2026-03', vendor: 'Globex' }] })
    const { rows: found, all } = await figures(planId, 'by=vendor')
    expect(found.map(({ item, planned }) => [item?.name, planned])).toEqual([
      ['Acme', [0, 1500, 0]],
      ['Globex', [0, 0, 500]],
    ])
    expect(all).toMatchObject({ total: 2000, planned: [0, 1500, 500] })
  })

  it('entries are refused, all of them, if one is of a month outside the plan', async () => {
    const planId = await make()
    const { errors } = await graph(admin, ADD, {
      planId,
      entries: [
        { yearMonth: '2026-03', amount: 1, vendor: 'Acme' },
        { yearMonth: '2026-04', amount: 1, vendor: 'Acme' },
      ],
    })
    expect(errors[0].extensions.fields).toEqual({
      'entries.1.yearMonth': '2026-04 isn’t a month of the plan, which is from 2026-01 to 2026-03.',
    })
    expect((await figures(planId, 'by=vendor')).all.total).toBe(0)
  })
})

describe('budget against actuals', () => {
  it('what items are linked to counts by month, and payroll only for those who may see it', async () => {
    const department = await company.add('departments', 'Engineering')
    const [acme, acmeEurope] = [await company.add('vendors', 'Acme'), await company.add('vendors', 'Acme Europe')]
    const planId = await imported()
    await link(planId, 'DEPARTMENTS', 'Engineering', department)
    const acmeItem = await link(planId, 'VENDORS', 'Acme', acme, acmeEurope)
    await addTransactions(company.id, [
      { departmentId: department, vendorId: acme, date: '2026-01-31', amountMinor: 900 },
      { departmentId: department, vendorId: acmeEurope, date: '2026-02-01', amountMinor: 50 },
      { departmentId: department, date: '2026-02-28', amountMinor: 77_000, isPayroll: true },
      // Outside the plan's months.
      { departmentId: department, vendorId: acme, date: '2025-12-31', amountMinor: 1 },
      { departmentId: department, vendorId: acme, date: '2026-07-01', amountMinor: 1 },
    ])
    const byDepartment = await figures(planId, 'by=department')
    expect(byDepartment.rows[0]).toMatchObject({
      ...{ item: { name: 'Engineering' }, linked: [{ id: department, name: 'Engineering' }] },
      ...{ actual: [900, 77_050, 0, 0, 0, 0], actualTotal: 77_950 },
    })
    expect(byDepartment.rows[1]).toMatchObject({ item: { name: 'Legal' }, linked: [], actualTotal: 0 })
    expect(byDepartment.all.actualTotal).toBe(77_950)
    const analyst = await as(['hasFinancialAnalysisAccess'])
    expect((await figures(planId, 'by=department', analyst)).rows[0]?.actual).toEqual([900, 50, 0, 0, 0, 0])
    // One filter among others.
    expect(
      (await figures(planId, `by=department&inVendorIds[]=${acmeItem}`)).rows.map((row) => row.actualTotal),
    ).toEqual([950, 0])
    expect((await figures(planId, `by=vendor&inVendorIds[]=${acmeItem}`, analyst)).all).toMatchObject({
      ...{ total: 303_000, actualTotal: 950 },
    })
  })

  it('a vendor that was merged away takes its link along, once', async () => {
    const [gone, stays] = [await company.add('vendors', 'Acme Ltd'), await company.add('vendors', 'Acme')]
    const planId = await imported()
    await link(planId, 'VENDORS', 'Acme', gone, stays)
    const merged = await admin.post(`/api/vendors/${stays}/merge`, {
      ...{ fromVendorId: gone, version: 1, fromVersion: 1 },
    })
    expect(merged.status, JSON.stringify(merged.body)).toBeLessThan(300)
    const acme = (await items(planId, 'VENDORS')).find(({ name }: { name: string }) => name === 'Acme')
    expect(acme.linked).toEqual([{ id: stays, name: 'Acme' }])
  })

  it('a department that is linked can’t be deleted, and merging it moves the link', async () => {
    const [from, into] = [await company.add('departments', 'Eng'), await company.add('departments', 'Engineering')]
    const planId = await imported()
    await link(planId, 'DEPARTMENTS', 'Engineering', from, into)
    const refused = await graph(admin, 'mutation { deleteDepartment(name: "Eng") { id } }', {})
    expect(JSON.stringify(refused)).toContain('Engineering of the plan Budget 2026 is linked to it')
    const merged = await admin.post(`/api/departments/${from}/merge`, { intoId: into })
    expect(merged.status, JSON.stringify(merged.body)).toBeLessThan(300)
    expect((await figures(planId, 'by=department')).rows[0]?.linked).toEqual([{ id: into, name: 'Engineering' }])
  })
})

describe('linking', () => {
  it('a row proposes what has its name, and is shown as open until it is linked', async () => {
    const acme = await company.add('vendors', 'ACME')
    const planId = await imported()
    const open = async () => (await admin.get(`/api/plans/${planId}/items/VENDORS?show=UNMAPPED`)).body.edges
    expect((await open()).map(({ node }: { node: object }) => node)).toMatchObject([
      { name: 'Acme', proposal: { id: acme, name: 'ACME' }, linked: [] },
      { name: 'Globex', proposal: null },
    ])
    await link(planId, 'VENDORS', 'Acme', acme)
    expect((await open()).map(({ node }: { node: { name: string } }) => node.name)).toEqual(['Globex'])
  })

  it('another company’s vendor, another plan’s row, a taken name and an old version are refused', async () => {
    const planId = await imported()
    const [acme, globex] = await items(planId, 'VENDORS')
    const save = (changes: object[], id = planId) => admin.post(`/api/plans/${id}/items/VENDORS`, { changes })
    const foreign = await (await makeCompany()).add('vendors')
    expect((await save([{ id: acme.id, targetIds: [foreign] }])).body.fields).toEqual({
      'changes.0.targetIds': 'Choose a vendor of your company',
    })
    expect((await save([{ id: acme.id }], await imported())).status).toBe(404)
    expect((await save([{ id: globex.id, name: 'acme' }])).body.message).toBe(
      'Another vendor of the plan has this name',
    )
    expect((await save([{ id: acme.id, name: 'Acme Inc', version: 1 }])).status).toBe(200)
    expect((await save([{ id: acme.id, name: 'Acme LLC', version: 1 }])).status).toBe(409)
  })
})

describe('copying links from another plan', () => {
  it('links what is linked to nothing as the same name is there, and counts what is left', async () => {
    const [acme, other] = [await company.add('vendors', 'Acme Corp'), await company.add('vendors', 'Globex Corp')]
    const before = await imported()
    await link(before, 'VENDORS', 'Acme', acme)
    await link(before, 'VENDORS', 'Globex', acme, other)
    const planId = await imported(`${TABLE}\nSales\tNewcomer\tFairs\t1`)
    await link(planId, 'VENDORS', 'Globex', other)
    const copy = (kind: string, fromPlanId: string) =>
      admin.post(`/api/plans/${planId}/items/${kind}/copy`, { fromPlanId })
    expect((await copy('VENDORS', before)).body).toEqual({ id: planId, linked: 1 })
    const { body } = await admin.get(`/api/plans/${planId}/items/VENDORS`)
    expect(body).toMatchObject({ total: 3, unlinked: 1 })
    expect(
      body.edges.map(({ node }: { node: { name: string; linked: object[] } }) => [node.name, node.linked]),
    ).toEqual([
      ['Acme', [{ id: acme, name: 'Acme Corp' }]],
      ['Globex', [{ id: other, name: 'Globex Corp' }]],
      ['Newcomer', []],
    ])
    expect((await admin.get(`/api/plans/${planId}`)).body.unlinked).toEqual({
      ...{ DEPARTMENTS: 3, EXPENSE_CATEGORIES: 3, VENDORS: 1 },
    })
    expect((await copy('VENDORS', before)).body.linked).toBe(0)
    expect((await copy('DEPARTMENTS', before)).body.linked).toBe(0)
    expect((await copy('VENDORS', planId)).body.fields).toEqual({ fromPlanId: 'Choose another plan' })
    expect((await copy('VENDORS', 'nowhere')).status).toBe(404)
  })
})

describe('two people at once', () => {
  it('entries that both add are all there', async () => {
    const planId = await imported()
    const add = () =>
      graph(
        admin,
        `mutation ($planId: ID!) { addPlanExpenseEntries(planId: $planId, entries: [{ yearMonth: "2026-06", amount: 100, vendor: "Acme" }]) { id } }`,
        { planId },
      )
    const answers = await Promise.all([add(), add(), add()])
    expect(answers.flatMap(({ errors }) => errors ?? [])).toEqual([])
    expect((await figures(planId, 'by=vendor')).all.planned[5]).toBe(300)
  })
})

describe('who sees what', () => {
  it('a lead sees the lines of what is linked to their departments, also in sums, options and lookups', async () => {
    const department = await company.add('departments', 'Legal')
    const planId = await imported()
    await link(planId, 'DEPARTMENTS', 'Legal', department)
    await addTransactions(company.id, [
      { departmentId: department, date: '2026-01-10', amountMinor: 400 },
      { date: '2026-01-10', amountMinor: 9_999 },
    ])
    const lead = await as(['hasDepartmentAccess'], [department])
    const { rows: found, all } = await figures(planId, 'by=department', lead)
    expect(found.map(({ item, total, actualTotal }) => [item?.name, total, actualTotal])).toEqual([
      ['Legal', 3_000, 400],
    ])
    expect(all).toMatchObject({ total: 3_000, actualTotal: 400 })
    expect((await figures(planId, 'by=vendor', lead)).rows.map(({ item }) => item?.name)).toEqual(['Acme'])
    const names = async (path: string) =>
      (await lead.get(path)).body.edges.map(
        ({ node }: { node: { name?: string; label?: string } }) => node.name ?? node.label,
      )
    expect(await names('/api/plan-vendors')).toEqual(['Acme'])
    expect(await names('/api/plan-vendor-select-options')).toEqual(['Acme (Budget 2026)'])
    const { data } = await graph(
      lead,
      `query ($planId: ID!) { fiFilterPlanOptions(planId: $planId) { departments { name } categories { name } vendors { name } } }`,
      { planId },
    )
    expect(data.fiFilterPlanOptions).toEqual({
      ...{ departments: [{ name: 'Legal' }], categories: [{ name: 'Advice' }], vendors: [{ name: 'Acme' }] },
    })
    const other = await as(['hasDepartmentAccess'], [await company.add('departments')])
    expect((await figures(planId, 'by=department', other)).all.total).toBe(0)
    expect((await other.get('/api/plan-vendors')).body.edges).toEqual([])
  })

  it('members see no plans, analysts read them, super viewers manage them', async () => {
    const planId = await imported()
    const statuses = async (who: Client) => [
      (await who.get('/api/plans')).status,
      (await who.get('/api/plan-vendors')).status,
      (await who.call('PUT', `/api/plans/${planId}`, { body: { name: 'New', description: 'Text' } })).status,
    ]
    expect(await statuses(await as([]))).toEqual([403, 403, 403])
    expect(await statuses(await as(['hasFinancialAnalysisAccess']))).toEqual([200, 200, 403])
    expect(await statuses(await as(['hasSuperViewerAccess']))).toEqual([200, 200, 200])
  })

  it('another company’s plan and a deleted one are not found, and nothing of it is left', async () => {
    const planId = await imported()
    const stranger = await makeCompany(['enableIntakeRequests'])
    const foreign = await signIn(stranger, await stranger.addPerson({ flags: ['hasAdminAccess'] }))
    const all = async (who: Client) => [
      (await who.get(`/api/plans/${planId}`)).status,
      (await who.get(`/api/plans/${planId}/figures?type=expense&by=vendor`)).status,
      (await who.get(`/api/plans/${planId}/items/VENDORS`)).status,
      (await who.call('PUT', `/api/plans/${planId}`, { body: { name: 'New', description: 'Text' } })).status,
      (await who.call('DELETE', `/api/plans/${planId}`)).status,
    ]
    expect(await all(foreign)).toEqual([404, 404, 404, 404, 404])
    const vendor = await company.add('vendors', 'Acme')
    await link(planId, 'VENDORS', 'Acme', vendor)
    expect((await admin.call('DELETE', `/api/plans/${planId}`)).status).toBe(200)
    expect(await all(admin)).toEqual([404, 404, 404, 404, 404])
    for (const table of [
      'plans',
      'plan_item_counts',
      'plan_items',
      'plan_lines',
      'plan_sums',
      'plan_vendor_links',
      'plan_unit_links',
    ])
      expect(await rows(`SELECT * FROM ${table} WHERE company_id = ?`, company.id), table).toEqual([])
    expect((await admin.get('/api/plan-vendors')).body.edges).toEqual([])
  })
})

describe('changing a plan', () => {
  it('needs a name and a description, and an old version is refused without losing anything', async () => {
    const planId = await imported()
    const put = (body: object) => admin.call('PUT', `/api/plans/${planId}`, { body })
    expect((await put({ name: ' ', description: '' })).body.fields).toEqual({
      name: 'Required',
      description: 'Required',
    })
    expect((await put({ name: 'A', description: 'First', version: 1 })).status).toBe(200)
    expect((await put({ name: 'B', description: 'Second', version: 1 })).status).toBe(409)
    expect((await admin.get(`/api/plans/${planId}`)).body).toMatchObject({
      name: 'A',
      description: 'First',
      version: 2,
    })
  })
})

describe('with 10,000 vendors', () => {
  it('pages, lookups and options read few rows', async () => {
    const table = ['Vendor,2026-01,2026-02', ...Array.from({ length: 10_000 }, (_, at) => `Vendor ${at},${at},1`)].join(
      '\n',
    )
    const planId = await imported(table)
    for (const path of [
      '/api/plans',
      `/api/plans/${planId}/figures?type=expense&by=vendor`,
      '/api/plan-vendors',
      '/api/plan-vendors?search=nowhere',
      `/api/plan-vendors?planId=${planId}&search=99`,
      '/api/plan-vendor-select-options?search=vendor',
      `/api/plans/${planId}/items/VENDORS?show=UNMAPPED`,
    ]) {
      const answer = await admin.get(path)
      expect(answer.status, path).toBe(200)
      expect(costOf(answer).trips, path).toBeLessThanOrEqual(2)
      expect(Number(/read=(\d+)/.exec(answer.headers.get('Server-Timing') ?? '')?.[1]), path).toBeLessThanOrEqual(300)
    }
  }, 60_000)
})
