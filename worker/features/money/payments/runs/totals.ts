import type * as endpoints from '../../../../../schema/money/payments/run-endpoints.ts'
import type { Currency } from '../../../../../schema/shared/money.ts'

/** What a run of payments comes to. */

export interface Counted {
  dueDate: string | null
  leavesOn: string | null
  currency: Currency
  amountMinor: number
}

/** By currency and day, first those that leave first. */
export const totalsOf = (rows: readonly Counted[]): endpoints.RunTotal[] => {
  const totals = new Map<string, endpoints.RunTotal>()
  for (const { dueDate, leavesOn, currency, amountMinor } of rows) {
    const of = leavesOn === null ? { dueDate, leavesOn } : { dueDate: null, leavesOn }
    const key = `${of.leavesOn} ${of.dueDate} ${currency}`
    const total = totals.get(key) ?? { ...of, amount: { value: 0, currency }, count: 0 }
    const amount = { value: total.amount.value + amountMinor, currency }
    totals.set(key, { ...total, amount, count: total.count + 1 })
  }
  const dayOf = ({ leavesOn, dueDate }: endpoints.RunTotal): string => leavesOn ?? dueDate ?? '9999'
  return [...totals.values()].toSorted((a, b) => dayOf(a).localeCompare(dayOf(b)))
}
