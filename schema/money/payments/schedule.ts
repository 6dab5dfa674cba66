import { addDays, dayIn, dayText, weekdayOf } from '../../shared/calendar.ts'
import type { PaymentTerm } from '../../vendors/services/values.ts'

/** When payments leave: on banking days, early enough to arrive when the bill is due. */

/** Banks are in the United States. */
const TIME_ZONE = 'America/New_York'
/** Scheduled payments leave from this hour on. */
export const LEAVES_AT_HOUR = 6
/** So many banking days a transfer takes. */
export const TRANSFER_DAYS = 2
export const MOST_DAYS_AHEAD = 365

const HOUR_MS = 3_600_000

/** Holidays of the Federal Reserve: on a date, or as the first such weekday from a day of the month on. */
const ON_DATE = ['01-01', '06-19', '07-04', '11-11', '12-25']
const ON_WEEKDAY: [month: string, weekday: number, from: number][] = [
  ['01', 1, 15],
  ['02', 1, 15],
  ['05', 1, 25],
  ['09', 1, 1],
  ['10', 1, 8],
  ['11', 4, 22],
]

const isHoliday = (day: string): boolean => {
  const [month, ofMonth, weekday] = [day.slice(5, 7), Number(day.slice(8)), weekdayOf(day)]
  if (ON_DATE.includes(day.slice(5))) return true
  // One on a Sunday is kept on Monday. On a Saturday it isn't kept.
  if (weekday === 1 && ON_DATE.includes(addDays(day, -1).slice(5))) return true
  return ON_WEEKDAY.some(([m, w, from]) => m === month && w === weekday && ofMonth >= from && ofMonth < from + 7)
}

export const isBankingDay = (day: string): boolean => ![0, 6].includes(weekdayOf(day)) && !isHoliday(day)

const bankingDayFrom = (day: string, step: 1 | -1): string =>
  isBankingDay(day) ? day : bankingDayFrom(addDays(day, step), step)

/** That day, or the first banking day after it. */
export const bankingDayAtOrAfter = (day: string): string => bankingDayFrom(day, 1)

/** The day at the banks. */
export const bankDayAt = (now: number): string => dayIn(TIME_ZONE, now)

/** The newest day whose scheduled payments leave by now. */
export const lastDayLeft = (now: number): string => dayIn(TIME_ZONE, now - LEAVES_AT_HOUR * HOUR_MS)

/** When a payment has to leave to arrive on a day, and not before today. */
export const leavesFor = (due: string, today: string): string => {
  let day = bankingDayFrom(due, -1)
  for (let before = 0; before < TRANSFER_DAYS; before += 1) day = bankingDayFrom(addDays(day, -1), -1)
  const first = bankingDayAtOrAfter(today)
  return [day, first].toSorted().at(1) ?? first
}

/** Null where the terms don’t say it. */
export const TERM_DAYS: Record<PaymentTerm, number | null> = {
  ...{ DUE_UPON_RECEIPT: 0, NET_10: 10, NET_15: 15, NET_30: 30, NET_45: 45, NET_60: 60, UNKNOWN: null },
}

/** What decides when a bill is due. */
export interface Due {
  dueDate: string | null
  invoiceDate: string
  /** What the vendor’s services say, for a bill without a due date. */
  paymentTerm: PaymentTerm | null
}

/** By its own date, otherwise by the vendor's terms. Null if neither is known. */
export const dueOf = ({ dueDate, invoiceDate, paymentTerm }: Due): string | null => {
  if (dueDate !== null) return dueDate
  const days = paymentTerm === null ? null : TERM_DAYS[paymentTerm]
  return days === null ? null : addDays(invoiceDate, days)
}

/** Why a payment can't leave on a day, in words. Null if it can. */
export const leaveFault = (day: string, today: string): string | null => {
  if (day < today) return 'Choose today or a later day'
  if (day > addDays(today, MOST_DAYS_AHEAD)) return 'Choose a day within a year'
  return isBankingDay(day)
    ? null
    : `Banks are closed that day. The next banking day is ${dayText(bankingDayAtOrAfter(day))}`
}
