import { describe, expect, it } from 'vitest'
import { nextLine } from '../../../../web/features/money/bills/form-values.ts'
import { orderNumbersIn } from '../../../../web/features/money/bills/order-numbers.ts'
import { matchedLines } from '../../../../web/features/money/bills/taken-values.ts'

describe('orders that an invoice names', () => {
  it.each([
    ['Purchase order: PO-12', 'PO-12'],
    ['Your PO number: 4500017', '4500017'],
    ['P.O. #1042', '1042'],
    ['Purchase Order No. PURCH1042', 'PURCH1042'],
  ])('“%s” names %s', (text, number) => {
    expect(orderNumbersIn([text])).toContain(number)
  })

  it('words without a number name none', () => {
    expect(orderNumbersIn(['Send purchase orders to our portal. Post office box.', 'Total 1,250.00'])).toEqual([])
  })
})

const order = (...lines: [id: string, description: string, amount: number, billed: number][]) => ({
  ...{ id: 'o', readableId: 'PO-1', erpNumber: null, status: 'OPEN' as const, currency: 'USD' as const, memo: '' },
  ...{ transactionDate: '2026-11-01', total: 0, billed: 0, tolerance: { percent: null, amount: null } },
  lines: lines.map(([id, description, amount, billed]) => ({ id, description, amount, billed })),
})
const line = (memo: string, amount: number | null, purchaseOrderLineId: string | null = null) => ({
  ...nextLine([]),
  ...{ memo, amount, purchaseOrderLineId },
})
const found = (lines: ReturnType<typeof line>[], of: ReturnType<typeof order>) =>
  matchedLines(lines, of).map(({ purchaseOrderLineId }) => purchaseOrderLineId)

describe('lines of a bill for a chosen order', () => {
  it('a line is for the order’s line that says the same, or that has just as much open', () => {
    const of = order(['a', 'Seats', 1_000, 0], ['b', 'Training', 800, 300])
    expect(found([line('seats ', 5), line('', 500), line('Travel', 1)], of)).toEqual(['a', 'b', null])
  })

  it('every line is for the only line of the order, and one with a line keeps it', () => {
    expect(found([line('x', 1), line('y', 2)], order(['a', 'Seats', 1_000, 0]))).toEqual(['a', 'a'])
    expect(found([line('Seats', 1, 'b')], order(['a', 'Seats', 1, 0], ['b', 'Training', 1, 0]))).toEqual(['b'])
  })
})
