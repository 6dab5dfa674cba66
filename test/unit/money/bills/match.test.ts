import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  drawsOf,
  matchOrder,
  type OpenOrder,
  openOfOrder,
  overOf,
  overText,
  toleranceText,
} from '../../../../schema/money/bills/match.ts'

const orderOf = (lines: [amount: number, billed: number][], more: Partial<OpenOrder> = {}): OpenOrder => ({
  ...{ readableId: 'PO-1', status: 'OPEN', currency: 'USD' },
  total: lines.reduce((sum, [amount]) => sum + amount, 0),
  billed: lines.reduce((sum, [, billed]) => sum + billed, 0),
  lines: lines.map(([amount, billed], at) => ({ id: `l${at}`, amount, billed })),
  ...more,
})
const bill = (...parts: [amount: number, line: string | null][]) => ({
  lines: parts.map(([amount, purchaseOrderLineId]) => ({ amount, purchaseOrderLineId })),
  isCredit: false,
})
const usd = (value: number) => ({ value, currency: 'USD' as const })
const NONE = { percent: null, amount: null }

describe('a bill against its order', () => {
  it.each([
    ['within a line', [[100, 40]], bill([60, 'l0']), 0],
    [
      'over a line, though the order has enough',
      [
        [100, 40],
        [100, 0],
      ],
      bill([70, 'l0']),
      10,
    ],
    [
      'not tied to a line, within the order',
      [
        [100, 40],
        [100, 0],
      ],
      bill([160, null]),
      0,
    ],
    [
      'not tied to a line, over the order',
      [
        [100, 40],
        [100, 0],
      ],
      bill([161, null]),
      1,
    ],
    [
      'on two lines, each over',
      [
        [100, 100],
        [100, 100],
      ],
      bill([5, 'l0'], [7, 'l1']),
      12,
    ],
    ['after others were over', [[100, 110]], bill([1, 'l0']), 11],
    ['for a line that is gone', [[100, 0]], bill([30, 'gone']), 30],
  ] as const)('%s', (_, lines, given, over) => {
    expect(overOf(orderOf(lines as never), drawsOf(given.lines, false)).over).toBe(over)
  })

  it('what is said to be open is what the bill is over: the order, or lines of it', () => {
    const order = orderOf([
      [60_000, 0],
      [40_000, 0],
    ])
    const textOf = (given: ReturnType<typeof bill>) => overText(matchOrder(order, given, NONE, undefined), 'USD')
    expect(textOf(bill([70_000, 'l0']))).toMatch(/^\$100\.00 over what these lines of .+ have open \(\$600\.00; /)
    expect(textOf(bill([110_000, null]))).toMatch(/^\$100\.00 over what [^ ]+ has open \(\$1,000\.00; /)
  })

  it('takes everything over from a closed order, and a credit takes nothing', () => {
    const closed = orderOf([[100, 0]], { status: 'CLOSED' })
    expect(matchOrder(closed, bill([5, null]), { percent: 50, amount: null }, undefined)).toMatchObject({
      over: 5,
      isOver: true,
    })
    expect(overOf(closed, drawsOf(bill([5, null]).lines, true)).over).toBe(0)
  })

  it.each([
    [NONE, 1, true],
    [{ percent: 5, amount: null }, 50, false],
    [{ percent: 5, amount: null }, 51, true],
    [{ percent: null, amount: usd(30) }, 30, false],
    [{ percent: null, amount: usd(30) }, 31, true],
    // The smaller one counts.
    [{ percent: 5, amount: usd(30) }, 31, true],
    [{ percent: 2.5, amount: usd(30) }, 26, true],
    [{ percent: 0, amount: null }, 1, true],
  ])('with %o, %i over needs an approval: %s', (tolerance, over, needs) => {
    expect(matchOrder(orderOf([[1_000, 0]]), bill([1_000 + over, 'l0']), tolerance, undefined).isOver).toBe(needs)
  })

  it('an amount in another currency without a rate is over', () => {
    const order = orderOf([[1_000, 0]], { currency: 'EUR' })
    const exchange = { currency: 'USD' as const, allowsOthers: true, rates: [] }
    expect(matchOrder(order, bill([1_001, null]), { percent: null, amount: usd(500) }, exchange).isOver).toBe(true)
  })

  it('the text names what was compared', () => {
    const match = matchOrder(
      orderOf([[100_000, 40_000]]),
      bill([120_000, 'l0']),
      { percent: 5, amount: usd(10_000) },
      undefined,
    )
    expect(overText(match, 'USD')).toBe('$600.00 over what PO-1 has open ($600.00; tolerance: 5%, at most $100.00)')
    expect(toleranceText(NONE)).toBe('none')
  })

  it('bills one after the other are never over by more than what they take beyond the order', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 1_000 }), { minLength: 1, maxLength: 5 }),
        fc.array(fc.tuple(fc.integer({ min: 1, max: 1_000 }), fc.nat(5)), { minLength: 1, maxLength: 20 }),
        (ordered, bills) => {
          const billed = ordered.map(() => 0)
          let whole = 0
          for (const [amount, at] of bills) {
            const line = at < ordered.length ? `l${at}` : null
            const before = [...billed].reduce((sum, each) => sum + each, whole)
            const order = orderOf(
              ordered.map((each, index) => [each, billed[index] ?? 0]),
              { billed: before },
            )
            const { over } = overOf(order, drawsOf([{ amount, purchaseOrderLineId: line }], false))
            if (line) billed[at] = (billed[at] ?? 0) + amount
            else whole += amount
            const beyondOrder = before + amount - order.total
            const beyondLine = line ? (billed[at] ?? 0) - (ordered[at] ?? 0) : 0
            expect(over).toBe(Math.max(0, beyondOrder, beyondLine))
            expect(openOfOrder(order)).toBe(Math.max(0, order.total - before))
          }
        },
      ),
    )
  })
})
