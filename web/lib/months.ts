import { addDays, daysInMonth, weekdayOf } from '../../schema/shared/calendar.ts'
import { firstDayOf } from '../../schema/shared/day-count.ts'
import { todayIn } from './format.ts'

/** Months yyyy-mm, and the calendar of one. */

const title = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' })
/** "November 2026". */
export const monthText = (month: string): string => title.format(new Date(`${month}-01T00:00:00Z`))

/** The month yyyy-mm of an instant, where the reader is. */
export const monthKeyOfInstant = (instant: string): string => todayIn(undefined, new Date(instant)).slice(0, 7)

/** "November 2026" for an instant, where the reader is. */
export const monthOfInstant = (instant: string): string => monthText(monthKeyOfInstant(instant))

const short = new Intl.DateTimeFormat('en-US', { month: 'short', year: 'numeric', timeZone: 'UTC' })
/** "Nov 2026". */
export const shortMonthText = (month: string): string => short.format(new Date(`${month}-01T00:00:00Z`))

/** The days of a month in weeks from Sunday to Saturday. Null for days of another month. */
export const weeksOf = (month: string): (string | null)[][] => {
  const days: (string | null)[] = [
    ...Array.from({ length: weekdayOf(firstDayOf(month)) }, () => null),
    ...Array.from({ length: daysInMonth(month) }, (_, i) => addDays(firstDayOf(month), i)),
  ]
  while (days.length % 7 > 0) days.push(null)
  return Array.from({ length: days.length / 7 }, (_, week) => days.slice(week * 7, week * 7 + 7))
}
