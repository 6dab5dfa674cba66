// @vitest-environment happy-dom
import { act, useState } from 'react'
import { beforeEach, describe, expect, it } from 'vitest'
import type { GridColumn, GridRow } from '../../../../web/ui/grid/columns.ts'
import { LineGrid } from '../../../../web/ui/grid/line-grid.tsx'
import { cellAt, focused, focusedCell, paste, pressKey, write } from '../../../support/web/lines.ts'
import { beginPages, openPart } from '../../../support/web/page.tsx'
import { until } from '../../../support/web/screen.ts'

interface Line extends GridRow {
  key: string
  memo: string
  account: string | null
  amount: number | null
}

const ACCOUNTS = [
  { value: 'a1', label: '6210 Software subscriptions' },
  { value: 'a2', label: '6215 Software and tools' },
]
const columns: GridColumn<Line>[] = [
  { kind: 'text', id: 'memo', header: 'Memo', maxLength: 99, get: (l) => l.memo, set: (l, memo) => ({ ...l, memo }) },
  {
    ...{ kind: 'choice', id: 'account', header: 'Account', get: (l: Line) => l.account },
    set: (l: Line, account: string | null) => ({ ...l, account }),
    textOf: (id) => ACCOUNTS.find(({ value }) => value === id)?.label ?? '',
    useFound: (typed) => ({
      options: ACCOUNTS.filter(({ label }) => label.toLowerCase().includes(typed.toLowerCase())),
      ...{ waiting: false, askNow: () => {} },
    }),
    resolve: async (text) => ACCOUNTS.find(({ label }) => label.startsWith(text)) ?? null,
    remember: () => {},
  },
  {
    ...{ kind: 'amount', id: 'amount', header: 'Amount', required: true, currency: 'USD' },
    get: (l: Line) => l.amount,
    set: (l: Line, amount: number | null) => ({ ...l, amount }),
  },
]
const line = (key: string, memo = ''): Line => ({ key, memo, account: null, amount: null })

let rows: Line[] = []
const Lines = ({ start }: { start: Line[] }) => {
  const [shown, setShown] = useState(start)
  rows = shown
  return (
    <LineGrid<Line>
      label="Lines"
      columns={columns}
      rows={shown}
      keyOf={({ key }) => key}
      onRows={setShown}
      newRow={(all) => line(`new ${all.length}`)}
      most={20}
      errorOf={(at, column) => (at === 1 && column === 'amount' ? 'Required' : undefined)}
      pathOf={(at, column) => `lines.${at}.${column}`}
    />
  )
}

beginPages()

describe('lines as a grid', () => {
  beforeEach(async () => {
    await openPart(() => <Lines start={[line('a', 'Seats'), line('b'), line('c')]} />, {})
    await until('the cells', () => cellAt(0, 'memo'))
    await act(async () => cellAt(0, 'memo')?.focus())
  })

  it('arrows, Home and End go through the cells, and the focus stays in them', async () => {
    await pressKey('ArrowDown')
    await pressKey('ArrowRight')
    expect(focusedCell()).toBe('lines.1.account')
    await pressKey('End', { ctrlKey: true })
    expect(focusedCell()).toBe('lines.2.amount')
    await pressKey('ArrowDown')
    expect(focusedCell()).toBe('lines.2.amount')
    await pressKey('Home')
    expect(focusedCell()).toBe('lines.2.memo')
  })

  it('a letter begins a text, Tab goes right, and Enter goes down', async () => {
    await pressKey('x')
    expect((focused() as HTMLInputElement).value).toBe('x')
    await write('Tools')
    await pressKey('Tab')
    expect([rows[0]?.memo, focusedCell()]).toEqual(['Tools', 'lines.0.account'])
    await pressKey('6')
    await write('6215')
    await pressKey('Tab')
    expect([rows[0]?.account, focusedCell()]).toEqual(['a2', 'lines.0.amount'])
    await pressKey('1')
    await write('1,250.5')
    await pressKey('Enter')
    expect([rows[0]?.amount, focusedCell()]).toEqual([125_050, 'lines.1.amount'])
  })

  it('Escape leaves a cell as it was, with the focus in it', async () => {
    await pressKey('F2')
    await write('Other')
    await pressKey('Escape')
    expect([rows[0]?.memo, focusedCell(), focused().tagName]).toEqual(['Seats', 'lines.0.memo', 'TD'])
  })

  it('a name that isn’t found stays in its cell', async () => {
    await pressKey('ArrowRight')
    await pressKey('z')
    await write('zzz')
    await pressKey('Enter')
    expect(rows[0]).toMatchObject({ account: null, unread: { account: 'zzz' } })
    expect(cellAt(0, 'account')?.textContent).toBe('zzz')
  })

  it('Ctrl D fills down, Delete clears, and Ctrl Z takes both back', async () => {
    await pressKey('ArrowDown', { shiftKey: true })
    await pressKey('ArrowDown', { shiftKey: true })
    await pressKey('d', { ctrlKey: true })
    expect(rows.map(({ memo }) => memo)).toEqual(['Seats', 'Seats', 'Seats'])
    await pressKey('Delete')
    expect(rows.map(({ memo }) => memo)).toEqual(['', '', ''])
    await pressKey('z', { ctrlKey: true })
    await pressKey('z', { ctrlKey: true })
    expect(rows.map(({ memo }) => memo)).toEqual(['Seats', '', ''])
    await pressKey('y', { ctrlKey: true })
    expect(rows.map(({ memo }) => memo)).toEqual(['Seats', 'Seats', 'Seats'])
  })

  it('rows of a spreadsheet are pasted where the focus is, and one step takes them back', async () => {
    await pressKey('ArrowDown')
    await paste('Trips\t6210\t80.00\nRooms\t\t1,200\nMeals\t6215\t30')
    await until('the rows', () => rows.length === 4)
    expect(rows.map(({ memo, account, amount }) => [memo, account, amount])).toEqual([
      ['Seats', null, null],
      ['Trips', 'a1', 8_000],
      ['Rooms', null, 120_000],
      ['Meals', 'a2', 3_000],
    ])
    await pressKey('z', { ctrlKey: true })
    expect(rows.map(({ memo }) => memo)).toEqual(['Seats', '', ''])
  })

  it('a screen reader hears which cell it is in, what it needs and what is wrong with it', async () => {
    const grid = document.querySelector('[role="grid"]')
    expect(grid?.getAttribute('aria-label')).toBe('Lines')
    const wrong = cellAt(1, 'amount')
    expect([wrong?.getAttribute('aria-invalid'), wrong?.getAttribute('aria-required')]).toEqual(['true', 'true'])
    expect(wrong?.textContent).toBe('Required')
    expect(document.querySelectorAll('td[tabindex="0"]').length).toBe(1)
    await pressKey('Enter')
    expect(focused().getAttribute('aria-label')).toBe('Memo of line 1')
  })

  it('past the last cell Tab leaves the lines', async () => {
    await pressKey('End', { ctrlKey: true })
    let isKept = false
    const watch = (event: Event) => {
      isKept = event.defaultPrevented
    }
    document.addEventListener('keydown', watch)
    await pressKey('Tab')
    document.removeEventListener('keydown', watch)
    expect(isKept).toBe(false)
  })
})
