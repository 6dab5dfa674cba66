import { describe, expect, it } from 'vitest'
import { EXAMPLES, exampleNdjson } from '../../../schema/platform/book-pushes/examples.ts'
import {
  PUSHED_KINDS,
  pushedColumns,
  REQUIRED_COLUMNS,
  readPushedRow,
} from '../../../schema/platform/book-pushes/rows.ts'

describe.each(PUSHED_KINDS)('%s that a company’s own system pushes', (kind) => {
  it('the lines that people copy are read, in both formats', () => {
    for (const row of EXAMPLES[kind]) expect(readPushedRow(kind, row, { currency: 'USD' })).toHaveProperty('row')
    for (const line of exampleNdjson(kind).split('\n'))
      expect(readPushedRow(kind, JSON.parse(line), { currency: 'USD' })).toHaveProperty('row')
  })

  it('a row needs exactly the columns that are said to be required', () => {
    const [example = {}] = EXAMPLES[kind]
    for (const column of pushedColumns(kind)) {
      const read = readPushedRow(kind, { ...example, [column]: '' }, { currency: 'USD' })
      expect([column, 'wrong' in read]).toEqual([column, REQUIRED_COLUMNS[kind].includes(column)])
    }
  })
})

it('numbers and texts are the same amount, in the row’s currency or the books’ own', () => {
  const line = { documentId: 'A', date: '2026-05-01', lineId: '1', accountId: '1' }
  const minor = (more: object, currency: 'USD' | 'JPY' = 'USD') => {
    const read = readPushedRow('transactions', { ...line, ...more }, { currency })
    return 'row' in read ? (read.row.row as { debitMinor: number }).debitMinor : read.wrong
  }
  expect(minor({ amount: -12.5 })).toBe(-1250)
  expect(minor({ amount: '1,200.5' })).toBe(120_050)
  expect(minor({ amount: 1200 }, 'JPY')).toBe(1200)
  expect(minor({ amount: '12.5' }, 'JPY')).toMatch(/Not an amount in JPY/)
  expect(minor({ amount: '12.5', currency: 'eur' }, 'JPY')).toBe(1250)
})
