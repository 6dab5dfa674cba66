import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { readImportFile } from '../../../../worker/core/import-file.ts'
import { readPlanTable } from '../../../../worker/features/planning/plans/import-table.ts'

const file = (name: string): Uint8Array =>
  new Uint8Array(readFileSync(new URL(`../../../support/sent-files/tables/${name}`, import.meta.url)))
const MONTHS = Array.from({ length: 12 }, (_, at) => `2027-${String(at + 1).padStart(2, '0')}`)
const plan = (text: string) => readPlanTable(text, MONTHS, 'USD')
const sent = (name: string) => plan(new TextDecoder().decode(file(name)))
const totalOf = ({ lines }: ReturnType<typeof plan>): number =>
  lines.expense.flatMap(({ amounts }) => [...amounts]).reduce((all, one) => all + one, 0)

describe('tables as people send them', () => {
  it('two columns are found, whatever separates them, and commas belong to texts', () => {
    expect(readImportFile(file('members-two-columns.csv')).headers).toEqual(['Name', 'Email'])
    expect(readImportFile(file('vendors-semicolon-commas.csv')).rows.map(({ cells }) => cells)).toEqual([
      ['A GmbH', 'software, cloud, support'],
      ['B GmbH', 'chairs, desks, lamps'],
      ['C GmbH', 'paper, ink, pens'],
    ])
    expect(totalOf(sent('plan-two-columns-tab.txt'))).toBe(150_000)
  })

  it('amounts that can be read in two ways are asked about', () => {
    const { faults, lines } = sent('plan-de-thousands.csv')
    expect(faults[0]).toEqual({
      row: 2,
      column: 'Jan 2027',
      message: '12.500 could be 12500 or 12.5. Write it without a point, or with two decimals',
    })
    expect(lines.expense).toEqual([])
  })

  it('rows of sums are left out, and said so', () => {
    const read = sent('plan-total-row.csv')
    expect([totalOf(read), read.leftOut]).toEqual([300_000, ['row 4 (a sum)']])
  })

  it('months of other languages are read, and what only looks like a month is a fault', () => {
    expect(totalOf(sent('plan-de-months.csv'))).toBe(120_000)
    const { faults } = plan('Department,Jan 2027,Foo 2027\nSales,1,2\n')
    expect(faults[0]?.message).toBe('Foo 2027 looks like a month and can’t be read. Write it as 2027-01')
  })

  it('a table whose letters were lost is refused', () => {
    expect(plan('Department,Jan 2027\nM\uFFFDller,1\n').faults[0]?.message).toMatch(/^The file is not in UTF-8/)
  })
})
