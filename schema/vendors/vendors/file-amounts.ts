import { type Money, plainAmount } from '../../shared/money.ts'
import type { FileCell } from '../../shared/record.ts'

interface AmountColumn<Value> {
  label: string
  cell: (value: Value) => FileCell
}

/** An amount in a file: a number, and its currency in a column of its own. */
export const amountColumns = (label: string): AmountColumn<Money>[] => [
  { label, cell: (amount) => ({ number: plainAmount(amount) }) },
  { label: `${label}: currency`, cell: ({ currency }) => currency },
]

/** Amounts in several currencies: the first by itself, so that a column has numbers only, and the others as words. */
export const amountsColumns = (label: string): AmountColumn<Money[]>[] => [
  { label, cell: ([first]) => (first ? { number: plainAmount(first) } : null) },
  { label: `${label}: currency`, cell: ([first]) => first?.currency ?? null },
  {
    label: `${label}: other currencies`,
    cell: ([, ...others]) => others.map((each) => `${plainAmount(each)} ${each.currency}`).join('; '),
  },
]
