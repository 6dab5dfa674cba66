import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import type { AccessFlag } from '../../../../schema/shared/permissions.ts'
import { admin, company, imported, items, makePlanScene } from '../../../support/worker/plans/plan-scene.ts'
import { run } from '../../../support/worker/sessions.ts'
import { addTransactions, type Line, sumMonths } from '../../../support/worker/transactions.ts'
import { type Client, signIn } from '../../../support/worker/world.ts'

/**
 * Plans compare what was planned with what was spent. For random lines and every kind of viewer the actual amounts are those
 * of the lines that the viewer sees, and nothing that is paid as payroll changes what others are told.
 */

let planId = ''
const unit = { it: '', hr: '', lab: '', acme: '', soft: '' }
const item = { it: '', hr: '', lab: '', acme: '', soft: '' }

const TABLE = [
  'Department\tBusiness unit\tVendor\tCategory\t2026-01\t2026-02',
  'IT\tLab\tAcme\tSoftware\t100\t100',
  'HR\tLab\tAcme\tSoftware\t50\t50',
].join('\n')

beforeAll(async () => {
  await makePlanScene()
  unit.it = await company.add('departments', 'IT')
  unit.hr = await company.add('departments', 'HR')
  unit.lab = await company.add('business_units', 'Lab')
  unit.acme = await company.add('vendors', 'Acme')
  unit.soft = await company.add('spend_categories', 'Software')
  planId = await imported(TABLE)
  const link = async (kind: string, name: string, to: string): Promise<string> => {
    const found = (await items(planId, kind)).find((each: { name: string }) => each.name === name)
    const changes = [{ id: found.id, targetIds: [to] }]
    expect((await admin.post(`/api/plans/${planId}/items/${kind}`, { changes })).status).toBe(200)
    return found.id
  }
  item.it = await link('DEPARTMENTS', 'IT', unit.it)
  item.hr = await link('DEPARTMENTS', 'HR', unit.hr)
  item.lab = await link('BUSINESS_UNITS', 'Lab', unit.lab)
  item.acme = await link('VENDORS', 'Acme', unit.acme)
  item.soft = await link('EXPENSE_CATEGORIES', 'Software', unit.soft)
  for (const [name, flags, departments, units] of VIEWERS) {
    const person = await company.addPerson({ flags: [...flags] })
    for (const each of departments) await company.addToDepartment(unit[each], person.userId)
    for (const each of units) await company.addToBusinessUnit(unit[each], person.userId)
    clients.set(name, await signIn(company, person))
  }
})

type Department = 'it' | 'hr'
interface Generated {
  department: Department | null
  businessUnit: 'lab' | null
  month: '01' | '02'
  amount: number
  isPayroll: boolean
}
const clients = new Map<string, Client>()

/** Who they are, what they lead, and which lines they see: one of their own, and payroll only where they have that too. */
const VIEWERS: [
  name: string,
  flags: readonly AccessFlag[],
  departments: readonly Department[],
  units: readonly 'lab'[],
  sees: (line: Generated) => boolean,
  seesPayroll: boolean,
][] = [
  ['an admin', ['hasAdminAccess'], [], [], () => true, true],
  ['a super viewer', ['hasSuperViewerAccess'], [], [], () => true, true],
  ['an analyst', ['hasFinancialAnalysisAccess'], [], [], ({ isPayroll }) => !isPayroll, false],
  [
    ...(['a lead of IT', ['hasDepartmentAccess'], ['it'], []] as const),
    ({ department, isPayroll }) => department === 'it' && !isPayroll,
    false,
  ],
  [
    ...(['a lead of the lab', ['hasBusinessUnitAccess'], [], ['lab']] as const),
    ({ businessUnit, isPayroll }) => businessUnit === 'lab' && !isPayroll,
    false,
  ],
  [
    ...(['a lead of IT with payroll', ['hasDepartmentAccess', 'hasDepartmentPayrollAccess'], ['it'], []] as const),
    ({ department }) => department === 'it',
    true,
  ],
  [
    ...([
      'an analyst who leads HR with payroll',
      ['hasFinancialAnalysisAccess', 'hasDepartmentAccess', 'hasDepartmentPayrollAccess'],
      ['hr'],
      [],
    ] as const),
    ({ department, isPayroll }) => !isPayroll || department === 'hr',
    true,
  ],
]

const generated: fc.Arbitrary<Generated> = fc.record({
  department: fc.constantFrom('it' as const, 'hr' as const, null),
  businessUnit: fc.constantFrom('lab' as const, null),
  month: fc.constantFrom('01' as const, '02' as const),
  amount: fc.integer({ min: -5_000, max: 50_000 }),
  isPayroll: fc.boolean(),
})

const store = async (lines: readonly Generated[]): Promise<void> => {
  for (const table of ['transactions', 'transaction_groups', 'transaction_sums'])
    await run(`DELETE FROM ${table} WHERE company_id = ?`, company.id)
  await addTransactions(
    company.id,
    lines.map(
      ({ department, businessUnit, month, amount, isPayroll }): Partial<Line> => ({
        ...{ departmentId: department && unit[department], businessUnitId: businessUnit && unit[businessUnit] },
        ...{ vendorId: unit.acme, categoryId: unit.soft, date: `2026-${month}-15`, amountMinor: amount, isPayroll },
      }),
    ),
  )
  await sumMonths(company.id)
}

const read = async (client: Client, query: string) => {
  const { status, body } = await client.get(`/api/plans/${planId}/figures?type=expense&${query}`)
  expect([query, status]).toEqual([query, 200])
  return body as {
    all: { actualTotal: number }
    edges: { node: { item: { name: string } | null; actual: number[] | null; actualTotal: number | null } }[]
  }
}

const QUERIES = (): [query: string, keeps: (line: Generated) => boolean][] => [
  ['by=department', () => true],
  ['by=businessUnit', () => true],
  ['by=vendor', () => true],
  ['by=category', () => true],
  [`by=department&inDepartmentIds[]=${item.it}`, ({ department }) => department === 'it'],
  [`by=vendor&inDepartmentIds[]=${item.hr}`, ({ department }) => department === 'hr'],
  [`by=category&inBusinessUnitIds[]=${item.lab}`, ({ businessUnit }) => businessUnit === 'lab'],
  [`by=department&inVendorIds[]=${item.acme}&inCategoryIds[]=${item.soft}`, () => true],
]

const NAMED: Record<string, (line: Generated) => boolean> = {
  IT: ({ department }) => department === 'it',
  HR: ({ department }) => department === 'hr',
  Lab: ({ businessUnit }) => businessUnit === 'lab',
  Acme: () => true,
  Software: () => true,
}
const sumOf = (lines: readonly Generated[]): number => lines.reduce((sum, { amount }) => sum + amount, 0)

describe('actual amounts in plans', () => {
  it('they are those of the lines that someone sees, for every viewer, item and filter', {
    timeout: 180_000,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(generated, { minLength: 1, maxLength: 8 }), async (lines) => {
        await store(lines)
        for (const [who, , , , sees] of VIEWERS)
          for (const [query, keeps] of QUERIES()) {
            const seen = lines.filter((line) => sees(line) && keeps(line))
            const { all, edges } = await read(clients.get(who) as Client, query)
            expect({ who, query, total: all.actualTotal }).toEqual({ who, query, total: sumOf(seen) })
            for (const { node } of edges) {
              const of = seen.filter(NAMED[node.item?.name ?? ''] ?? (() => false))
              const months = ['01', '02'].map((month) => sumOf(of.filter((line) => line.month === month)))
              expect({ who, query, ...node }).toMatchObject({
                ...{ actualTotal: sumOf(of), actual: [...months, 0, 0, 0, 0] },
              })
            }
          }
      }),
      { numRuns: 6 },
    )
  })

  it('nothing that is paid as payroll changes what others are told', { timeout: 180_000 }, async () => {
    const raised = fc.tuple(fc.array(generated, { minLength: 1, maxLength: 8 }), fc.array(generated, { maxLength: 4 }))
    await fc.assert(
      fc.asyncProperty(raised, async ([lines, more]) => {
        const told = async () => {
          const answers: Record<string, unknown> = {}
          for (const [who, , , , , seesPayroll] of VIEWERS)
            if (!seesPayroll)
              for (const [query] of QUERIES())
                answers[`${who} ${query}`] = await read(clients.get(who) as Client, query)
          return answers
        }
        await store(lines)
        const before = await told()
        // Other salaries, more of them, and none at all.
        await store([
          ...lines.map((line) => (line.isPayroll ? { ...line, amount: line.amount * 3 + 7 } : line)),
          ...more.map((line) => ({ ...line, isPayroll: true })),
        ])
        expect(await told()).toEqual(before)
        await store(lines.filter(({ isPayroll }) => !isPayroll))
        expect(await told()).toEqual(before)
      }),
      { numRuns: 5 },
    )
  })
})
