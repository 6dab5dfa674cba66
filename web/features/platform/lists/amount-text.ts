import { amountRangeIn } from '../../../../schema/shared/amount-range.ts'
import { formatLimit } from '../../../../schema/shared/money.ts'

/** "$1,000 – $5,000", "from $1,000", "up to $5,000", or "in EUR" without an end. */
export const amountText = (range: string): string => {
  const asked = amountRangeIn(range)
  if (!asked) return range
  const { currency, min, max } = asked
  const [from, to] = [min, max].map((value) => (value === null ? null : formatLimit({ value, currency })))
  if (from && to) return from === to ? from : `${from} – ${to}`
  return from ? `from ${from}` : to ? `up to ${to}` : `in ${currency}`
}
