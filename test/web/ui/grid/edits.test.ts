import { describe, expect, it } from 'vitest'
import { type GridColumn, type GridRow, meantBy } from '../../../../web/ui/grid/columns.ts'
import {
  amountOf,
  cellsIn,
  filledDown,
  nameKey,
  pasted,
  textOfRange,
  typedInto,
} from '../../../../web/ui/grid/edits.ts'

interface Line extends GridRow {
  memo: string
  account: string | null
  amount: number | null
}

const ACCOUNTS = [
  { value: 'a1', label: '6210 Software subscriptions' },
  { value: 'a2', label: '6215 Software and tools' },
  { value: 'a3', label: 'Travel' },
]
const columns: GridColumn<Line>[] = [
  { kind: 'text', id: 'memo', header: 'Memo', maxLength: 10, get: (l) => l.memo, set: (l, memo) => ({ ...l, memo }) },
  {
    ...{ kind: 'choice', id: 'account', header: 'Account', get: (l: Line) => l.account },
    set: (l: Line, account: string | null) => ({ ...l, account }),
    textOf: (id) => ACCOUNTS.find(({ value }) => value === id)?.label ?? '',
    useFound: () => ({ options: ACCOUNTS, waiting: false, askNow: () => {} }),
    resolve: async (text) => meantBy(ACCOUNTS, text) ?? null,
    remember: () => {},
  },
  {
    ...{ kind: 'amount', id: 'amount', header: 'Amount', currency: 'USD', get: (l: Line) => l.amount },
    set: (l: Line, amount: number | null) => ({ ...l, amount }),
  },
]
const blank: Line = { memo: '', account: null, amount: null }
const newRow = () => blank

const paste = (text: string, rows: Line[] = [blank], at = { row: 0, column: 0 }, most = 100) => {
  const cells = cellsIn(text)
  const meant = new Map(
    cells.flatMap((line) => line.map((cell) => [nameKey('account', cell), meantBy(ACCOUNTS, cell) ?? null] as const)),
  )
  return pasted({ columns, rows, at, cells, newRow, most, meant })
}

describe('rows from a spreadsheet', () => {
  it('become lines, with names and codes as what they mean', () => {
    expect(paste('Seats\t6210\t1,250.00\nTrips\tTravel\t80')).toEqual([
      { memo: 'Seats', account: 'a1', amount: 125_000 },
      { memo: 'Trips', account: 'a3', amount: 8_000 },
    ])
  })

  it('a comma before the cents of one amount parts those of all', () => {
    expect(paste('a\t\t1.250,00\nb\t\t1.300').map(({ amount }) => amount)).toEqual([125_000, 130_000])
  })

  it('what can’t be read stays in its cell, and is no value', () => {
    const [line] = paste('Seats\tNo such account\ta lot')
    expect(line).toEqual({
      ...{ memo: 'Seats', account: null, amount: null },
      unread: { account: 'No such account', amount: 'a lot' },
    })
  })

  it('below the last row they add rows, up to the most', () => {
    expect(paste('a\nb\nc\nd', [blank], { row: 0, column: 0 }, 3).map(({ memo }) => memo)).toEqual(['a', 'b', 'c'])
  })

  it('beyond the last column they have no place', () => {
    expect(paste('9\tmore', [blank], { row: 0, column: 2 })).toEqual([{ ...blank, amount: 900 }])
  })

  it('a quoted cell has line breaks, tabs and quotation marks', () => {
    expect(cellsIn('"a\n""b"""\t2\r\n3\t4\r\n')).toEqual([
      ['a\n"b"', '2'],
      ['3', '4'],
    ])
  })

  it('cells that are copied can be pasted again', () => {
    const rows: Line[] = [{ memo: 'Seats', account: 'a1', amount: 125_000 }]
    const text = textOfRange(columns, rows, { top: 0, bottom: 0, left: 0, right: 2 })
    expect(text).toBe('Seats\t6210 Software subscriptions\t1,250.00')
    expect(paste(text)).toEqual(rows)
  })
})

describe('cells', () => {
  it('an amount that can be read in two ways is none', () => {
    expect(amountOf('1.250', 'EUR', null)).toBeNull()
    expect(amountOf('1.250,50', 'EUR', null)).toBe(125_050)
    expect(amountOf('1250.5', 'USD', null)).toBe(125_050)
  })

  it('an amount below zero isn’t taken', () => {
    expect(typedInto(columns[2] as GridColumn<Line>, blank, '-5')).toEqual({ ...blank, unread: { amount: '-5' } })
  })

  it('a text is as long as it may be', () => {
    expect(typedInto(columns[0] as GridColumn<Line>, blank, 'abcdefghijklm').memo).toBe('abcdefghij')
  })

  it('what is typed replaces what couldn’t be read', () => {
    const line = { ...blank, unread: { amount: 'a lot', account: 'x' } }
    expect(typedInto(columns[2] as GridColumn<Line>, line, '5')).toEqual({
      ...{ ...blank, amount: 500 },
      unread: { account: 'x' },
    })
  })

  it('the first row of a selection fills the others, and one row is filled from above', () => {
    const rows: Line[] = [{ memo: 'a', account: 'a1', amount: 1 }, blank, blank]
    const down = filledDown(columns, rows, { top: 0, bottom: 2, left: 1, right: 1 })
    expect(down.map(({ memo, account }) => [memo, account])).toEqual([
      ['a', 'a1'],
      ['', 'a1'],
      ['', 'a1'],
    ])
    const one = filledDown(columns, rows, { top: 1, bottom: 1, left: 0, right: 2 })
    expect(one).toEqual([rows[0], { memo: 'a', account: 'a1', amount: 1 }, blank])
    expect(filledDown(columns, rows, { top: 0, bottom: 0, left: 0, right: 2 })).toEqual(rows)
  })

  it.each([
    ['6210', 'a1'],
    ['software subscriptions', 'a1'],
    ['6215 Software and tools', 'a2'],
    ['travel', 'a3'],
    ['software', undefined],
    ['62', undefined],
  ])('“%s” means %s', (text, id) => {
    expect(meantBy(ACCOUNTS, text)?.value).toBe(id)
  })
})
