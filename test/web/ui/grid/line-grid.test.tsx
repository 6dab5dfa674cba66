// @vitest-environment happy-dom
import { act, useState } from 'react'
import { beforeEach, describe, expect, it } from 'vitest'
import type { GridColumn, GridRow } from '../../../../web/ui/grid/columns.ts'
import { LineGrid } from '../../../../web/ui/grid/line-grid.tsx'
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

const cell = (at: number, column: string) => document.querySelector<HTMLElement>(`[data-path="lines.${at}.${column}"]`)
const focused = () => document.activeElement as HTMLElement
const at = () => focused().closest('[data-path]')?.getAttribute('data-path')

const press = async (key: string, held: KeyboardEventInit = {}): Promise<void> => {
  await act(async () => {
    const options = { key, bubbles: true, cancelable: true, ...held }
    focused().dispatchEvent(new KeyboardEvent('keydown', options))
  })
}
/** What is typed into the field that is open. */
const write = async (text: string): Promise<void> => {
  await act(async () => {
    const input = focused() as HTMLInputElement
    const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set
    set?.call(input, text)
    input.dispatchEvent(new Event('input', { bubbles: true }))
  })
}
const paste = async (text: string): Promise<void> => {
  await act(async () => {
    const event = new Event('paste', { bubbles: true, cancelable: true })
    Object.assign(event, { clipboardData: { getData: () => text } })
    focused().dispatchEvent(event)
  })
}

beginPages()

describe('lines as a grid', () => {
  beforeEach(async () => {
    await openPart(() => <Lines start={[line('a', 'Seats'), line('b'), line('c')]} />, {})
    await until('the cells', () => cell(0, 'memo'))
    await act(async () => cell(0, 'memo')?.focus())
  })

  it('arrows, Home and End go through the cells, and the focus stays in them', async () => {
    await press('ArrowDown')
    await press('ArrowRight')
    expect(at()).toBe('lines.1.account')
    await press('End', { ctrlKey: true })
    expect(at()).toBe('lines.2.amount')
    await press('ArrowDown')
    expect(at()).toBe('lines.2.amount')
    await press('Home')
    expect(at()).toBe('lines.2.memo')
  })

  it('a letter begins a text, Tab goes right, and Enter goes down', async () => {
    await press('x')
    expect((focused() as HTMLInputElement).value).toBe('x')
    await write('Tools')
    await press('Tab')
    expect([rows[0]?.memo, at()]).toEqual(['Tools', 'lines.0.account'])
    await press('6')
    await write('6215')
    await press('Tab')
    expect([rows[0]?.account, at()]).toEqual(['a2', 'lines.0.amount'])
    await press('1')
    await write('1,250.5')
    await press('Enter')
    expect([rows[0]?.amount, at()]).toEqual([125_050, 'lines.1.amount'])
  })

  it('Escape leaves a cell as it was, with the focus in it', async () => {
    await press('F2')
    await write('Other')
    await press('Escape')
    expect([rows[0]?.memo, at(), focused().tagName]).toEqual(['Seats', 'lines.0.memo', 'TD'])
  })

  it('a name that isn’t found stays in its cell', async () => {
    await press('ArrowRight')
    await press('z')
    await write('zzz')
    await press('Enter')
    expect(rows[0]).toMatchObject({ account: null, unread: { account: 'zzz' } })
    expect(cell(0, 'account')?.textContent).toBe('zzz')
  })

  it('Ctrl D fills down, Delete clears, and Ctrl Z takes both back', async () => {
    await press('ArrowDown', { shiftKey: true })
    await press('ArrowDown', { shiftKey: true })
    await press('d', { ctrlKey: true })
    expect(rows.map(({ memo }) => memo)).toEqual(['Seats', 'Seats', 'Seats'])
    await press('Delete')
    expect(rows.map(({ memo }) => memo)).toEqual(['', '', ''])
    await press('z', { ctrlKey: true })
    await press('z', { ctrlKey: true })
    expect(rows.map(({ memo }) => memo)).toEqual(['Seats', '', ''])
    await press('y', { ctrlKey: true })
    expect(rows.map(({ memo }) => memo)).toEqual(['Seats', 'Seats', 'Seats'])
  })

  it('rows of a spreadsheet are pasted where the focus is, and one step takes them back', async () => {
    await press('ArrowDown')
    await paste('Trips\t6210\t80.00\nRooms\t\t1,200\nMeals\t6215\t30')
    await until('the rows', () => rows.length === 4)
    expect(rows.map(({ memo, account, amount }) => [memo, account, amount])).toEqual([
      ['Seats', null, null],
      ['Trips', 'a1', 8_000],
      ['Rooms', null, 120_000],
      ['Meals', 'a2', 3_000],
    ])
    await press('z', { ctrlKey: true })
    expect(rows.map(({ memo }) => memo)).toEqual(['Seats', '', ''])
  })

  it('a screen reader hears which cell it is in, what it needs and what is wrong with it', async () => {
    const grid = document.querySelector('[role="grid"]')
    expect(grid?.getAttribute('aria-label')).toBe('Lines')
    const wrong = cell(1, 'amount')
    expect([wrong?.getAttribute('aria-invalid'), wrong?.getAttribute('aria-required')]).toEqual(['true', 'true'])
    expect(wrong?.textContent).toBe('Required')
    expect(document.querySelectorAll('td[tabindex="0"]').length).toBe(1)
    await press('Enter')
    expect(focused().getAttribute('aria-label')).toBe('Memo of line 1')
  })

  it('past the last cell Tab leaves the lines', async () => {
    await press('End', { ctrlKey: true })
    let isKept = false
    const watch = (event: Event) => {
      isKept = event.defaultPrevented
    }
    document.addEventListener('keydown', watch)
    await press('Tab')
    document.removeEventListener('keydown', watch)
    expect(isKept).toBe(false)
  })
})
