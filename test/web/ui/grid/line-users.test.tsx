// @vitest-environment happy-dom
import { useForm } from '@mantine/form'
import { act, type ReactNode } from 'react'
import { beforeEach, describe, expect, it } from 'vitest'
import { createBill } from '../../../../schema/money/bills/endpoints.ts'
import { type BillFormValues, billOptions } from '../../../../schema/money/bills/form-endpoints.ts'
import { selectOptions } from '../../../../schema/platform/lookups/endpoints.ts'
import { orderOptions } from '../../../../schema/spend/purchase-orders/endpoints.ts'
import { bodyOf, emptyValues as noBill } from '../../../../web/features/money/bills/form-values.ts'
import { LinesFields as BillLines } from '../../../../web/features/money/bills/lines/lines-fields.tsx'
import { OrderLinesFields } from '../../../../web/features/spend/purchase-orders/form/order-lines.tsx'
import {
  type OrderValues,
  nextLine as orderLine,
} from '../../../../web/features/spend/purchase-orders/form/order-values.ts'
import { emptyValues as noSpend } from '../../../../web/features/spend/spend-requests/form-values.ts'
import { LinesFields as SpendLines } from '../../../../web/features/spend/spend-requests/lines-fields.tsx'
import { useBodyForm } from '../../../../web/ui/endpoint-form.ts'
import { cellAt, cellText, focused, focusedCell, paste, pressKey, write } from '../../../support/web/lines.ts'
import { beginPages, openPart, serverOf } from '../../../support/web/page.tsx'
import { all, click, says, until } from '../../../support/web/screen.ts'
import type { Sent } from '../../../support/web/server.ts'

/** One grid for the lines of bills, spend requests and purchase orders: the same keys and clipboard in each form. */

const OPTIONS: BillFormValues = {
  ...{ needsAccounts: true, needsEntity: false, hasAccounts: true, hasDepartments: true, hasClasses: false },
  ...{ entities: [], accountingPeriods: [], taxCodes: [], amortizationTemplates: [], customFields: [] },
  ...{ lineCustomFields: [], customSegments: [], currencies: [] },
}

const BillForm = () => {
  const initial = noBill({ userId: 'maya', currency: 'EUR', options: OPTIONS })
  const form = useBodyForm(createBill, { initial, toBody: bodyOf(OPTIONS) })
  return <BillLines form={form} options={OPTIONS} billId={undefined} />
}
const SpendForm = () => <SpendLines form={useForm({ initialValues: noSpend('maya', 'EUR') })} />
const OrderForm = ({ isInBooks }: { isInBooks: boolean }) => {
  const values = { currency: 'EUR', lines: [orderLine([])] } as object as OrderValues
  return <OrderLinesFields form={useForm<OrderValues>({ initialValues: values })} isInBooks={isInBooks} known={[]} />
}

interface User {
  what: string
  open: () => ReactNode
  /** The names of its fields: what it is, where it is booked, and who it is for. */
  text: string
  code: string
  department: string
  columns: string[]
}

const USERS: User[] = [
  {
    ...{ what: 'a bill', open: () => <BillForm /> },
    ...{ text: 'memo', code: 'erpAccountId', department: 'erpDepartmentMappingId' },
    columns: ['Line', 'Memo', 'Account *', 'Department', 'Amount *'],
  },
  {
    ...{ what: 'a spend request', open: () => <SpendForm /> },
    ...{ text: 'description', code: 'categoryId', department: 'departmentId' },
    columns: ['Line', 'Description', 'Category *', 'Department *', 'Business unit', 'Entity', 'Amount *'],
  },
  {
    ...{ what: 'an order of an accounting system', open: () => <OrderForm isInBooks /> },
    ...{ text: 'description', code: 'account', department: 'department' },
    columns: ['Line', 'Description', 'Account *', 'Department', 'Class', 'Location', 'Amount *'],
  },
  {
    ...{ what: 'an order without one', open: () => <OrderForm isInBooks={false} /> },
    ...{ text: 'description', code: 'account', department: 'department' },
    columns: ['Line', 'Description', 'Spend category', 'Department', 'Business unit', 'Location', 'Amount *'],
  },
]

const BOOKED = [
  { value: 'a1', label: '6210 Software subscriptions' },
  { value: 'a2', label: '6215 Software and tools' },
]
const DEPARTMENTS = [
  { value: 'd1', label: 'Engineering' },
  { value: 'd2', label: 'Finance' },
]

const found =
  (options: { value: string; label: string }[]) =>
  ({ query }: Sent) => {
    const search = query.get('search')?.toLowerCase() ?? ''
    const nodes = options.filter(({ label }) => label.toLowerCase().includes(search))
    return {
      edges: nodes.map((node) => ({ cursor: node.value, node })),
      pageInfo: { hasNextPage: false, startCursor: null, endCursor: null },
    }
  }

beginPages()

describe.each(USERS)('the lines of $what', ({ open, text, code, department, columns }) => {
  beforeEach(async () => {
    const byKind = (sent: Sent) => found(sent.params.kind === 'department' ? DEPARTMENTS : BOOKED)(sent)
    serverOf()
      .on(billOptions, byKind)
      .on(orderOptions, byKind)
      .on(selectOptions['spend-category'], found(BOOKED))
      .on(selectOptions.department, found(DEPARTMENTS))
    await openPart(open)
    await until('the cells', () => cellAt(0, text))
    await act(async () => cellAt(0, text)?.focus())
  })
  const columnOf = (field: string): string[] =>
    Array.from({ length: document.querySelectorAll('tbody tr').length }, (_, at) => cellText(at, field))

  it('each form has its own columns, and a number before each line', () => {
    const headers = [...document.querySelectorAll('thead th')].map((cell) => cell.textContent)
    expect(headers).toEqual(columns)
    expect(document.querySelector('tbody th[scope="row"]')?.textContent).toBe('1')
  })

  it('five lines with European numbers are pasted as one step, and one step takes them back', async () => {
    await paste(
      'Seats\t6210\tEngineering\nRooms\tSoftware and tools\tfinance\nTrips\t6215\t\nMeals\t6215\t\nBooks\t9999\tEngineering',
    )
    await until('five lines', () => columnOf(text).length === 5)
    expect(columnOf(text)).toEqual(['Seats', 'Rooms', 'Trips', 'Meals', 'Books'])
    await until('the names', () => cellText(1, department) === 'Finance')
    expect(columnOf(code)).toEqual([
      ...['6210 Software subscriptions', '6215 Software and tools', '6215 Software and tools'],
      // What isn't found stays as it was pasted.
      ...['6215 Software and tools', '9999'],
    ])
    await act(async () => cellAt(0, 'amount')?.focus())
    await paste('1.234,56\n80\n1.000\n12,5\n99.999,99')
    await until('the amounts', () => cellText(4, 'amount') === '99,999.99')
    expect(columnOf('amount')).toEqual(['1,234.56', '80.00', '1,000.00', '12.50', '99,999.99'])
    await says('€102,327.05')
    await pressKey('z', { ctrlKey: true })
    expect(columnOf('amount')).toEqual(['', '', '', '', ''])
    await pressKey('z', { ctrlKey: true })
    expect(columnOf(text)).toEqual([''])
  })

  it('a code chooses, Ctrl D fills down, and arrows go from cell to cell', async () => {
    await click('button', 'Add line')
    await click('button', 'Add line')
    await act(async () => cellAt(0, code)?.focus())
    await pressKey('6')
    await write('6215')
    await pressKey('Enter')
    await until('the account', () => cellText(0, code) === '6215 Software and tools')
    expect(focusedCell()).toBe(`lines.1.${code}`)
    await pressKey('ArrowUp')
    await pressKey('ArrowDown', { shiftKey: true })
    await pressKey('ArrowDown', { shiftKey: true })
    await pressKey('d', { ctrlKey: true })
    expect(columnOf(code)).toEqual(Array(3).fill('6215 Software and tools'))
    await pressKey('z', { ctrlKey: true })
    expect(columnOf(code)).toEqual(['6215 Software and tools', '', ''])
    await pressKey('Home')
    expect(focusedCell()).toBe(`lines.2.${text}`)
    await pressKey('x')
    expect(focused().getAttribute('aria-label')).toMatch(/ of line 3$/)
  })

  it('a line is split in two that add up to it, and removed again', async () => {
    await act(async () => cellAt(0, 'amount')?.focus())
    await paste('100,01')
    await until('the amount', () => cellText(0, 'amount') === '100.01')
    await click('button', 'Split line 1')
    expect(columnOf('amount')).toEqual(['50.01', '50.00'])
    expect(focusedCell()).toBe('lines.1.amount')
    await click('button', 'Remove line 2')
    expect(columnOf('amount')).toEqual(['50.01'])
    expect(all('button', /^Remove line/)).toEqual([])
  })
})
