import Papa from 'papaparse'
import { beforeEach, expect, it } from 'vitest'
import { admin, as, company, imported, items, link, makePlanScene } from '../../../support/worker/plans/plan-scene.ts'
import type { Client } from '../../../support/worker/world.ts'

/** A plan as a file, imported again: the same lines, amounts and names. */

beforeEach(makePlanScene)

const TABLE = [
  'Type\tDepartment\tBusiness unit\tCategory\tLocation\tVendor\t2026-01\t2026-02\t2026-03',
  'Expense\tEngineering\tLab\tSoftware\tHaifa\tAcme, Inc.\t1,000.00\t2000\t-',
  'Expense\tEngineering\t\tSoftware\t\tMüller “Söhne”; 東京\t500.5\t\t(100)',
  "Expense\t\t\t\t\t'=SUM(A1)\t1\t1\t1",
  'Revenue\tEngineering\t\tSoftware\t\t\t12500\t0.01\t7',
].join('\n')

const fileOf = async (planId: string, who: Client = admin): Promise<string> => {
  const { status, body } = await who.get(`/api/plans/${planId}/lines.csv`)
  expect(status).toBe(200)
  return String(body)
}
const rowsOf = (file: string): string[][] =>
  Papa.parse<string[]>(file.replace('\uFEFF', ''), { skipEmptyLines: true }).data

it('a plan that is exported and imported has the same lines, names and amounts', async () => {
  const file = await fileOf(await imported(TABLE))
  const [header, ...lines] = rowsOf(file)
  expect(header).toEqual([
    ...['Type', 'Department', 'Business unit', 'Category', 'Location', 'Vendor', 'Currency'],
    ...['2026-01', '2026-02', '2026-03', '2026-04', '2026-05', '2026-06'],
  ])
  const zeros = ['0.00', '0.00', '0.00']
  expect(lines.toSorted((a, b) => String(a[7]).localeCompare(String(b[7])))).toEqual([
    ['Expense', '', '', '', '', "'=SUM(A1)", 'USD', '1.00', '1.00', '1.00', ...zeros],
    ['Expense', 'Engineering', 'Lab', 'Software', 'Haifa', 'Acme, Inc.', 'USD', '1000.00', '2000.00', '0.00', ...zeros],
    ['Revenue', 'Engineering', '', 'Software', '', '', 'USD', '12500.00', '0.01', '7.00', ...zeros],
    [
      'Expense',
      'Engineering',
      '',
      'Software',
      '',
      'Müller “Söhne”; 東京',
      'USD',
      '500.50',
      '0.00',
      '-100.00',
      ...zeros,
    ],
  ])
  const again = await fileOf(await imported(file, { name: 'Imported again' }))
  expect(rowsOf(again).toSorted()).toEqual(rowsOf(file).toSorted())
})

it('a plan of more lines than a page has all of them in its file, once', async () => {
  const lines = Array.from({ length: 450 }, (_, at) => `Vendor ${at},${at + 1}`)
  const found = rowsOf(await fileOf(await imported(['Vendor,2026-01', ...lines].join('\n'))))
  expect(found).toHaveLength(451)
  expect(found.slice(1).map((row) => row[5])).toHaveLength(new Set(found.slice(1).map((row) => row[5])).size)
  expect(found.slice(1).reduce((sum, row) => sum + Number(row[7]), 0)).toBe(101_475)
})

it('a file in another currency is refused by its rows', async () => {
  const table = 'Vendor,Currency,2026-01\nAcme,EUR,5\nGlobex,usd,6'
  const { body } = await admin.post('/api/plans/import/preview', {
    ...{ startYearMonth: '2026-01', endYearMonth: '2026-06' },
    table,
  })
  expect(body.faults).toEqual([{ row: 2, column: 'Currency', message: 'EUR: this plan is in USD' }])
})

it('a lead’s file has what is planned for their department, and none has payroll that is not theirs', async () => {
  const planId = await imported(
    'Department,Category,2026-01\nEngineering,Software,10\nEngineering,Salaries,999\nLegal,Advice,20',
  )
  const engineering = await company.add('departments', 'Engineering')
  await link(planId, 'DEPARTMENTS', 'Engineering', engineering)
  expect(await items(planId, 'EXPENSE_CATEGORIES')).toHaveLength(3)
  const seen = async (who: Client): Promise<(string | undefined)[]> =>
    rowsOf(await fileOf(planId, who))
      .slice(1)
      .map((row) => row[3])
      .toSorted()
  const lead = await as(['hasDepartmentAccess'], [engineering])
  const analyst = await as(['hasFinancialAnalysisAccess'])
  expect(await seen(admin)).toEqual(['Advice', 'Salaries', 'Software'])
  expect(await seen(lead)).toEqual(['Software'])
  expect(await seen(analyst)).toEqual(['Advice', 'Software'])
})
