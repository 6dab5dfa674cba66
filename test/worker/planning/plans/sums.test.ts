import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import type { PlanFigureRow, PlanFigures } from '../../../../schema/planning/plans/endpoints.ts'
import { PLAN_DIMENSIONS, type PlanDimension } from '../../../../schema/planning/plans/values.ts'
import type { AccessFlag } from '../../../../schema/shared/permissions.ts'
import { addErp } from '../../../support/worker/bills.ts'
import { admin, company, graph, imported, items, makePlanScene } from '../../../support/worker/plans/plan-scene.ts'
import { run } from '../../../support/worker/sessions.ts'
import { addTransactions, sumMonths } from '../../../support/worker/transactions.ts'
import { type Client, signIn } from '../../../support/worker/world.ts'

/**
 * The rows of a plan add up to its total, planned and actual, by whatever they are read; and what is planned for payroll
 * is seen where payroll that was paid is. For random plans, lines of the books and every kind of viewer.
 */

/** What names of plans are in the company. "Salaries" is linked to nothing, "Fairs" isn't in any plan. */
const unit: Record<string, string> = {}
const KINDS = {
  department: 'DEPARTMENTS',
  businessUnit: 'BUSINESS_UNITS',
  category: 'EXPENSE_CATEGORIES',
  location: 'LOCATIONS',
  vendor: 'VENDORS',
} as const

type Names = Record<PlanDimension, string>
type Planned = Names & { amounts: [number, number] }
type Paid = Names & { month: '01' | '02'; amount: number; isPayroll: boolean }

const names = (categories: readonly string[]) => ({
  department: fc.constantFrom('IT', 'HR', ''),
  businessUnit: fc.constantFrom('Lab', ''),
  category: fc.constantFrom(...categories),
  location: fc.constantFrom('Oslo', ''),
  vendor: fc.constantFrom('Acme', 'Globex', ''),
})
const amount = fc.integer({ min: -5_000, max: 50_000 }).filter((value) => value !== 0)
const planned: fc.Arbitrary<Planned> = fc.record({
  ...names(['Software', 'People', 'Salaries', 'Headcount', '']),
  amounts: fc.tuple(amount, amount),
})
const paid: fc.Arbitrary<Paid> = fc.record({
  ...names(['Software', 'People', 'Fairs', '']),
  ...{ month: fc.constantFrom('01' as const, '02' as const), amount, isPayroll: fc.boolean() },
})

/** "Salaries" and "Headcount" are called so, "People" has a payroll account, and another payroll account has no category. */
const isPayroll = ({ category, vendor }: Names): boolean =>
  ['People', 'Salaries', 'Headcount'].includes(category) || (category === '' && vendor === '')

type Sees = (names: Names, isPayroll: boolean) => boolean
interface Viewer {
  who: string
  flags: readonly AccessFlag[]
  leads: readonly string[]
  sees: Sees
}
const leadOf =
  (department: string): Sees =>
  (line) =>
    line.department === department
const VIEWERS: Viewer[] = [
  { who: 'an admin', flags: ['hasAdminAccess'], leads: [], sees: () => true },
  { who: 'an analyst', flags: ['hasFinancialAnalysisAccess'], leads: [], sees: (_, paysPeople) => !paysPeople },
  {
    ...{ who: 'a lead of IT', flags: ['hasDepartmentAccess'], leads: ['IT'] },
    sees: (line, paysPeople) => leadOf('IT')(line, paysPeople) && !paysPeople,
  },
  {
    ...{ who: 'a lead of IT with payroll', leads: ['IT'], sees: leadOf('IT') },
    flags: ['hasDepartmentAccess', 'hasDepartmentPayrollAccess'],
  },
  {
    ...{ who: 'a lead of the lab', flags: ['hasBusinessUnitAccess'], leads: ['Lab'] },
    sees: ({ businessUnit }, paysPeople) => businessUnit === 'Lab' && !paysPeople,
  },
  {
    ...{ who: 'an analyst who leads HR with payroll', leads: ['HR'] },
    flags: ['hasFinancialAnalysisAccess', 'hasDepartmentAccess', 'hasDepartmentPayrollAccess'],
    sees: ({ department }, paysPeople) => !paysPeople || department === 'HR',
  },
]
const clients = new Map<string, Client>()
const clientOf = ({ who }: Viewer) => clients.get(who) as Client

beforeAll(async () => {
  await makePlanScene()
  for (const name of ['IT', 'HR']) unit[name] = await company.add('departments', name)
  for (const name of ['Software', 'People', 'Fairs']) unit[name] = await company.add('spend_categories', name)
  for (const name of ['Acme', 'Globex']) unit[name] = await company.add('vendors', name)
  unit.Lab = await company.add('business_units', 'Lab')
  unit.Oslo = await company.add('locations', 'Oslo')
  const account = { mapped_kind: 'EXPENSE_ACCOUNT', is_payroll: 1 }
  await addErp(company.id, 'ACCOUNT', 'Pay of people', { ...account, category_id: unit.People })
  await addErp(company.id, 'ACCOUNT', 'Bonuses', account)
  for (const viewer of VIEWERS) {
    const person = await company.addPerson({ flags: [...viewer.flags] })
    for (const name of viewer.leads)
      if (name === 'Lab') await company.addToBusinessUnit(unit[name] ?? '', person.userId)
      else await company.addToDepartment(unit[name] ?? '', person.userId)
    clients.set(viewer.who, await signIn(company, person))
  }
})

let made = 0
const plan = async (lines: readonly Planned[]): Promise<string> => {
  // A company can have a certain number of them.
  await run('DELETE FROM plans WHERE company_id = ?', company.id)
  const header = ['Department', 'Business unit', 'Category', 'Location', 'Vendor', '2026-01', '2026-02']
  const rows = lines.map((line) => [
    ...[line.department, line.businessUnit, line.category, line.location, line.vendor],
    ...line.amounts.map((value) => (value / 100).toFixed(2)),
  ])
  const table = [header, ...rows].map((cells) => cells.join('\t')).join('\n')
  made += 1
  const planId = await imported(table, { name: `Plan ${made}`, endYearMonth: '2026-02' })
  for (const kind of Object.values(KINDS)) {
    const found: { id: string; name: string }[] = await items(planId, kind)
    const changes = found.flatMap(({ id, name }) => (unit[name] ? [{ id, targetIds: [unit[name]] }] : []))
    if (changes.length > 0)
      expect((await admin.post(`/api/plans/${planId}/items/${kind}`, { changes })).status).toBe(200)
  }
  return planId
}

const book = async (lines: readonly Paid[]): Promise<void> => {
  for (const table of ['transactions', 'transaction_groups', 'transaction_sums'])
    await run(`DELETE FROM ${table} WHERE company_id = ?`, company.id)
  const idOf = (name: string): string | null => unit[name] ?? null
  await addTransactions(
    company.id,
    lines.map((line) => ({
      ...{ departmentId: idOf(line.department), businessUnitId: idOf(line.businessUnit) },
      ...{ categoryId: idOf(line.category), locationId: idOf(line.location), vendorId: idOf(line.vendor) },
      ...{ date: `2026-${line.month}-15`, amountMinor: line.amount, isPayroll: line.isPayroll },
    })),
  )
  await sumMonths(company.id)
}

const read = async (who: Client, planId: string, query: string): Promise<PlanFigures & { rows: PlanFigureRow[] }> => {
  const rows: PlanFigureRow[] = []
  let cursor = ''
  for (;;) {
    const { status, body } = await who.get(`/api/plans/${planId}/figures?type=expense&${query}&first=2${cursor}`)
    expect([query, status]).toEqual([query, 200])
    const page = body as PlanFigures
    rows.push(...page.edges.map(({ node }) => node))
    if (!page.pageInfo.hasNextPage) return { ...page, rows }
    expect(page.others).toBeNull()
    cursor = `&cursor=${page.pageInfo.endCursor}`
  }
}

const total = (lists: readonly (readonly number[])[]): number[] =>
  [0, 1].map((month) => lists.reduce((sum, list) => sum + (list[month] ?? 0), 0))
const paidIn = (lines: readonly Paid[]): number[] =>
  total(lines.map(({ month, amount: value }) => (month === '01' ? [value, 0] : [0, value])))

const scenes = fc.tuple(fc.array(planned, { minLength: 1, maxLength: 7 }), fc.array(paid, { maxLength: 8 }))

describe('the rows of a plan', () => {
  it('they add up to its total, planned and actual, by everything and for everyone', { timeout: 240_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(scenes, async ([lines, books]) => {
        const planId = await plan(lines)
        await book(books)
        for (const viewer of VIEWERS) {
          const { who, sees } = viewer
          const seen = lines.filter((line) => sees(line, isPayroll(line)))
          const spent = books.filter((line) => sees(line, line.isPayroll))
          for (const by of PLAN_DIMENSIONS) {
            const { rows, all, others, leavesOutPayroll } = await read(clientOf(viewer), planId, `by=${by}`)
            expect({
              ...{ who, by, leavesOutPayroll },
              planned: total(rows.map((row) => row.planned)),
              all: all.planned,
              actual: total([...rows.map((row) => row.actual ?? []), others?.actual ?? []]),
              allActual: all.actual,
              byName: Object.fromEntries(rows.map((row) => [row.item?.name ?? '', [row.total, row.actualTotal]])),
              beside: others?.actualTotal,
            }).toEqual({
              ...{ who, by, leavesOutPayroll: !['an admin', 'a lead of IT with payroll'].includes(who) },
              planned: total(seen.map(({ amounts }) => amounts)),
              all: total(seen.map(({ amounts }) => amounts)),
              actual: paidIn(spent),
              allActual: paidIn(spent),
              byName: Object.fromEntries(
                [...new Set(seen.map((line) => line[by]))].map((name) => [
                  name,
                  [
                    seen.filter((line) => line[by] === name).reduce((sum, { amounts: [a, b] }) => sum + a + b, 0),
                    spent.filter((line) => line[by] === name).reduce((sum, line) => sum + line.amount, 0),
                  ],
                ]),
              ),
              beside: spent
                .filter((line) => !seen.some((each) => each[by] === line[by]))
                .reduce((sum, line) => sum + line.amount, 0),
            })
          }
        }
      }),
      { numRuns: 6 },
    )
  })

  it('what is planned as payroll changes nothing for those who don’t see payroll', { timeout: 240_000 }, async () => {
    const without = VIEWERS.filter(({ flags }) => !flags.some((flag) => /Admin|Payroll/.test(flag)))
    expect(without.map(({ who }) => who)).toEqual(['an analyst', 'a lead of IT', 'a lead of the lab'])
    const told = async (lines: readonly Planned[]) => {
      const planId = await plan(lines)
      const answers: Record<string, unknown> = {}
      for (const viewer of without) {
        for (const by of PLAN_DIMENSIONS)
          for (const filter of ['', ...filtersOf(await items(planId, 'DEPARTMENTS'))])
            answers[`${viewer.who} ${by} ${filter && 'of IT'}`] = shown(
              await read(clientOf(viewer), planId, `by=${by}${filter}`),
            )
        const vendors = await clientOf(viewer).get(`/api/plan-vendors?planId=${planId}`)
        answers[`vendors of ${viewer.who}`] = vendors.body.edges.map(
          ({ node }: { node: { name: string } }) => node.name,
        )
        const fields =
          'departments { name } businessUnits { name } categories { name } locations { name } vendors { name }'
        const options = await graph(
          clientOf(viewer),
          `query($id: ID!) { fiFilterPlanOptions(planId: $id) { ${fields} } }`,
          { id: planId },
        )
        expect(JSON.stringify(options)).toContain('"departments"')
        answers[`options of ${viewer.who}`] = options
      }
      return answers
    }
    const filtersOf = (departments: readonly { id: string; name: string }[]) =>
      departments.filter(({ name }) => name === 'IT').map(({ id }) => `&inDepartmentIds[]=${id}`)
    const shown = ({ rows, all, others }: PlanFigures & { rows: PlanFigureRow[] }) => ({
      rows: rows.map(({ item, planned: by, actual }) => [item?.name ?? '', by, actual]),
      ...{ all, others },
    })
    await fc.assert(
      fc.asyncProperty(scenes, async ([lines, books]) => {
        await book(books)
        const anchor: Planned = {
          ...{ department: 'IT', businessUnit: 'Lab', category: 'Software', location: '', vendor: 'Acme' },
          amounts: [100_000, 0],
        }
        const before = await told([anchor, ...lines])
        const others = lines.map((line): Planned => (isPayroll(line) ? { ...line, amounts: [71_234, 9] } : line))
        expect(await told([anchor, ...others])).toEqual(before)
        expect(await told([anchor, ...lines.filter((line) => !isPayroll(line))])).toEqual(before)
      }),
      { numRuns: 4 },
    )
  })
})
