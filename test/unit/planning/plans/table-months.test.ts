import { expect, it } from 'vitest'
import { monthsOfTable } from '../../../../schema/planning/plans/table-months.ts'

it.each([
  ['columns of months', 'Department\tVendor\t2027-04\t2027-05\t2028-03\nSales\tAcme\t1\t2\t3', '2027-04', '2028-03'],
  ['names in another order', 'Category;Dec 2026;"Jan 2026"\nSoftware;1;2', '2026-01', '2026-12'],
  [
    'a column of months',
    'Month,Department,Amount\n2025-07,Sales,10\n2025-09,Sales,10\n2025-08,Sales,5',
    '2025-07',
    '2025-09',
  ],
])('a table says its months in %s', (_, table, first, last) => {
  expect(monthsOfTable(table)).toEqual({ first, last })
})

it('a table without months leaves them as they are', () => {
  for (const table of ['', 'Department,Amount\nSales,10', 'Month,Amount\nsome day,10'])
    expect(monthsOfTable(table)).toBeNull()
})
