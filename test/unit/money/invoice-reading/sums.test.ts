import { describe, expect, it } from 'vitest'
import type { Meaning } from '../../../../schema/documents/reading/labels/meanings.ts'
import { payableOf, type Sum } from '../../../../schema/money/invoice-reading/sums.ts'

/** What is to be paid, by the sums that stand below an invoice's lines. */

const sum = (meaning: Meaning, value: number): Sum => ({
  ...{ meaning, value, weight: 1, other: null },
  one: { label: meaning } as Sum['one'],
})
const payable = (linesSum: number | null, ...sums: Sum[]) => payableOf(sums, linesSum, 'USD')

describe('an invoice that was paid in part', () => {
  it.each([
    ['in one part', [30_000], 70_000],
    ['in two parts', [10_000, 20_000], 70_000],
    ['in three parts', [5_000, 10_000, 15_000], 70_000],
  ])('%s is due with the rest, which its lines prove', (_, parts, due) => {
    const paid = parts.map((value) => sum('paid', value))
    const sums = [sum('totalAmount', 100_000), ...paid, sum('due', due)]
    expect(payable(100_000, ...sums)).toMatchObject({ value: due, isProven: true, doubt: null })
    // Without lines nothing proves it, but nothing speaks against it.
    expect(payable(null, ...sums)).toMatchObject({ value: due, isProven: false, doubt: null })
  })

  it('a rest that the parts don’t explain is in doubt', () => {
    const paid = [sum('paid', 10_000), sum('paid', 25_000)]
    const said = payable(100_000, sum('totalAmount', 100_000), ...paid, sum('due', 70_000))
    expect(said).toMatchObject({ value: 70_000, isProven: false, doubt: 'The total of the invoice says $1,000.00.' })
  })
})
