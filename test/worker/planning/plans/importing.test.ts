import { beforeEach, describe, expect, it } from 'vitest'
import {
  admin,
  company,
  figures,
  graph,
  HALF_YEAR,
  imported,
  makePlanScene,
  TABLE,
} from '../../../support/worker/plans/plan-scene.ts'
import { rows } from '../../../support/worker/sessions.ts'

beforeEach(makePlanScene)

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
      {
        row: 4,
        column: '2026-01',
        message: '1.005 could be 1005 or 1.005. Write it without a point, or with two decimals',
      },
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
