import {
  addDays,
  addMonths,
  dayIn,
  daysInMonth,
  monthOf,
  monthsOfPeriod,
  NO_END,
  shiftMonth,
} from '../../shared/calendar.ts'
import { daysBetween, lastDayOf } from '../../shared/day-count.ts'
import { isCalendarDate } from '../../shared/values.ts'

/**
 * Dates and costs of service periods. Days are calendar dates yyyy-mm-dd, both ends included. Amounts are in minor
 * units.
 */

export interface DatedPeriod {
  startDate: string
  /** Null for one that runs month to month. */
  endDate: string | null
}

const storedEnd = ({ endDate }: DatedPeriod): string => endDate ?? NO_END

/** "2026-01-01 to 2026-12-31", "2026-01-01 on, month to month". */
export const datesText = ({ startDate, endDate }: DatedPeriod): string =>
  endDate === null ? `${startDate} on, month to month` : `${startDate} to ${endDate}`

export const isDuring = (period: DatedPeriod, day: string): boolean =>
  period.startDate <= day && day <= storedEnd(period)

/** Length of a period in months: see `monthsOfPeriod`. Without an end, amounts are those of one month. */
export const monthsOf = ({ startDate, endDate }: DatedPeriod): number =>
  endDate === null ? 1 : monthsOfPeriod(startDate, endDate)

export interface PeriodCost extends DatedPeriod {
  unitsPerMonth: number | null
  costPerUnit: number | null
  tax: number
  savings: number
}

/** Units × cost × months + tax − savings, in whole minor units; of one month without an end. Null without units and unit cost. */
export const totalOf = (period: PeriodCost): number | null => {
  const { unitsPerMonth, costPerUnit, tax, savings } = period
  if (unitsPerMonth === null || costPerUnit === null) return null
  return Math.round(unitsPerMonth * costPerUnit * monthsOf(period)) + tax - savings
}

interface EnteredCost extends DatedPeriod {
  unitsPerMonth?: number | null | undefined
  costPerUnit?: number | null | undefined
  tax: number
  savings: number
  totalServicePeriodCost?: number | null | undefined
}

/** Why a period can't cost that, or null if it can. Wrong dates are reported at the dates. */
export const costFault = (period: EnteredCost): string | null => {
  const { startDate, endDate, unitsPerMonth = null, costPerUnit = null } = period
  if (!isCalendarDate(startDate)) return null
  if (endDate !== null && (!isCalendarDate(endDate) || endDate < startDate)) return null
  const given = period.totalServicePeriodCost ?? null
  if (endDate === null && given !== null)
    return 'A period without an end has no total. Enter units and what each costs a month'
  const total = given ?? totalOf({ ...period, unitsPerMonth, costPerUnit })
  if (total === null) {
    return endDate === null
      ? 'Enter units and what each costs a month'
      : 'Enter the total, or units and what each costs'
  }
  if (total < 0) return 'Savings may not exceed the cost'
  return Number.isSafeInteger(total) ? null : 'The amount is too large'
}

/** The average cost of a month. */
export const amortizedCost = (period: DatedPeriod, total: number): number => Math.round(total / monthsOf(period))

/** For how many months ahead the cost of a period without an end is known to lists and reports. */
export const OPEN_MONTHS_AHEAD = 24

/** The first month (yyyy-mm) whose cost isn't kept yet for a period without an end. */
export const openUntil = (startDate: string, today: string): string => {
  return shiftMonth(monthOf(startDate > today ? startDate : today), OPEN_MONTHS_AHEAD)
}

/**
 * Each calendar month's cost of a period without an end: the same every month, and the part of the first month from its
 * start.
 * @param today yyyy-mm-dd, from which `OPEN_MONTHS_AHEAD` counts
 */
export const openSpendByMonth = (
  startDate: string,
  monthly: number,
  today: string,
): { month: string; amount: number }[] => {
  const first = monthOf(startDate)
  const until = openUntil(startDate, today)
  const part = (daysBetween(startDate, lastDayOf(first)) + 1) / daysInMonth(first)
  const months = [{ month: first, amount: Math.round(monthly * part) }]
  for (let month = shiftMonth(first, 1); month < until; month = shiftMonth(month, 1)) {
    months.push({ month, amount: monthly })
  }
  return months
}

/**
 * Each calendar month's share of a total, by the part of the month in the period. The shares add up to exactly the
 * total.
 */
export const spendByMonth = (
  { startDate, endDate }: DatedPeriod & { endDate: string },
  total: number,
): { month: string; amount: number }[] => {
  const parts: { month: string; part: number }[] = []
  for (let from = startDate; from <= endDate; ) {
    const month = monthOf(from)
    const last = lastDayOf(month)
    const to = last < endDate ? last : endDate
    parts.push({ month, part: (daysBetween(from, to) + 1) / daysInMonth(month) })
    from = addDays(last, 1)
  }
  const whole = parts.reduce((sum, { part }) => sum + part, 0)
  let sum = 0
  let given = 0
  return parts.map(({ month, part }, index) => {
    sum += part
    const until = index === parts.length - 1 ? total : Math.round((total * sum) / whole)
    const amount = until - given
    given = until
    return { month, amount }
  })
}

/** Longer ones are typing errors. */
export const MAX_PERIOD_YEARS = 20

export interface PeriodFault {
  index: number
  field: keyof DatedPeriod | 'renewalReminders'
  message: string
}

/** The last day to cancel a period: that many days before it ends. Null without a notice period, and without an end. */
export const lastDayToCancel = (endDate: string | null, noticeDays: number | null): string | null =>
  noticeDays === null || endDate === null ? null : addDays(endDate, -noticeDays)

interface RemindedPeriod extends DatedPeriod {
  renewalReminders?: readonly string[] | undefined
}

/**
 * Why periods can't be saved, by position: one ends before it starts, lasts too long, overlaps an earlier one, or has a
 * reminder after its end. Invalid dates are reported at the date itself.
 */
export const periodFaults = (periods: readonly RemindedPeriod[]): PeriodFault[] =>
  periods.flatMap((period, index): PeriodFault[] => {
    const { startDate, endDate, renewalReminders = [] } = period
    if (!isCalendarDate(startDate) || (endDate !== null && !isCalendarDate(endDate))) return []
    const last = storedEnd(period)
    if (last < startDate) return [{ index, field: 'endDate', message: 'A period may not end before it starts' }]
    if (endDate !== null && endDate >= addMonths(startDate, 12 * MAX_PERIOD_YEARS)) {
      return [{ index, field: 'endDate', message: `A period may last at most ${MAX_PERIOD_YEARS} years` }]
    }
    const overlaps = periods.some((other, at) => at < index && other.startDate <= last && startDate <= storedEnd(other))
    if (overlaps) return [{ index, field: 'startDate', message: 'The period overlaps another one' }]
    return renewalReminders.some((day) => isCalendarDate(day) && day > last)
      ? [{ index, field: 'renewalReminders', message: 'A reminder must be before the period ends' }]
      : []
  })

/** The period that a day is in, otherwise the next one, otherwise the last. */
export const periodAt = <P extends DatedPeriod>(periods: readonly P[], today: string): P | null =>
  periods.find((period) => isDuring(period, today)) ??
  periods.filter((period) => period.startDate > today).sort((a, b) => (a.startDate < b.startDate ? -1 : 1))[0] ??
  [...periods].sort((a, b) => (storedEnd(a) < storedEnd(b) ? 1 : -1))[0] ??
  null

/** The twelve months from the current one (UTC): the first, and the first after them. yyyy-mm. */
export const nextTwelveMonths = (now: number): { from: string; before: string } => {
  const from = monthOf(dayIn(null, now))
  return { from, before: shiftMonth(from, 12) }
}
