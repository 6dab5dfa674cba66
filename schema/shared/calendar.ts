import * as Calendar from 'temporal-polyfill/fns/Calendar'
import * as Instant from 'temporal-polyfill/fns/Instant'
import * as PlainDate from 'temporal-polyfill/fns/PlainDate'
import * as YearMonth from 'temporal-polyfill/fns/PlainYearMonth'
import * as ZonedDateTime from 'temporal-polyfill/fns/ZonedDateTime'
import { daysBetween, utcDayOf } from './day-count.ts'
import { isCalendarDate } from './values.ts'

/**
 * Arithmetic with calendar dates (yyyy-mm-dd), months (yyyy-mm) and days in a time zone. Nothing else in Outlay does
 * its own (a test reads all files): months differ in length, and days with a change of clocks do too.
 */

const date = (day: string): PlainDate.Record => PlainDate.fromString(day, Calendar.getISO)
const yearMonth = (month: string): YearMonth.Record => YearMonth.fromString(month, Calendar.getISO)

/** @param days may be negative */
export const addDays = (day: string, days: number): string => PlainDate.toString(PlainDate.addDays(date(day), days))

/** The same day of the month that many months later, or that month's last day if it is shorter. */
export const addMonths = (day: string, months: number): string =>
  PlainDate.toString(PlainDate.addMonths(date(day), months))

/** The last day of a term: twelve months from January 1 end on December 31, one month from January 31 on February 27. */
export const lastDayOfTerm = (start: string, months: number): string =>
  PlainDate.toString(PlainDate.subtractDays(PlainDate.addMonths(date(start), months), 1))

/**
 * Length of a period in months, both ends included: Jan 15 to Feb 14 is 1, Jan 1 to Dec 31 is 12. Days beyond whole
 * months count as a fraction of the month that they begin.
 */
export const monthsOfPeriod = (start: string, end: string): number => {
  const after = addDays(end, 1)
  let whole = 0
  while (addMonths(start, whole + 1) <= after) whole += 1
  const from = addMonths(start, whole)
  return whole + daysBetween(from, after) / daysBetween(from, addMonths(start, whole + 1))
}

export const monthOf = (day: string): string => day.slice(0, 7)

/** @param count of months, may be negative */
export const shiftMonth = (month: string, count: number): string =>
  YearMonth.toString(YearMonth.addMonths(yearMonth(month), count))

export const daysInMonth = (month: string): number => YearMonth.daysInMonth(yearMonth(month))

/** 0 on a Sunday, 6 on a Saturday. */
export const weekdayOf = (day: string): number => PlainDate.dayOfWeek(date(day)) % 7

/** The calendar date at an instant (ms since 1970) in a time zone, or in UTC without one. */
export const dayIn = (timeZone: string | null, instant: number): string =>
  timeZone
    ? PlainDate.toString(
        ZonedDateTime.toPlainDate(Instant.toZonedDateTimeISO(Instant.fromEpochMilliseconds(instant), timeZone)),
      )
    : utcDayOf(instant)

/** The instant (ISO, UTC) when a calendar date begins in a time zone. Undefined for an invalid date. */
export const startOfDay = (day: string | undefined, timeZone: string): string | undefined =>
  day && isCalendarDate(day)
    ? new Date(PlainDate.toZonedDateTime(date(day), timeZone).epochMilliseconds).toISOString()
    : undefined

/** The instant when the day after a calendar date begins. */
export const endOfDay = (day: string | undefined, timeZone: string): string | undefined =>
  day && isCalendarDate(day) ? startOfDay(addDays(day, 1), timeZone) : undefined

/** Creating one costs a thousand times more than using it. */
const clocks = new Map<string, Intl.DateTimeFormat>()
const clockOf = (timeZone: string): Intl.DateTimeFormat => {
  const known = clocks.get(timeZone)
  if (known) return known
  const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone })
  clocks.set(timeZone, clock)
  return clock
}

/** The zone's own name, or null if it is not known. */
export const zoneOf = (timeZone: string): string | null => {
  try {
    return clockOf(timeZone).resolvedOptions().timeZone
  } catch {
    return null
  }
}

/** A zone that is not known counts as UTC. */
export const knownZone = (timeZone: string | null | undefined): string => (timeZone && zoneOf(timeZone)) || 'UTC'

/** The time of day HH:mm at an instant (ms since 1970) in a time zone. */
export const timeIn = (timeZone: string, instant: number): string => clockOf(timeZone).format(instant)

const minutesOf = (time: string): number => 60 * Number(time.slice(0, 2)) + Number(time.slice(3))
const MINUTE_MS = 60_000

/**
 * The instant (ISO, UTC) of a calendar date and a time of day HH:mm in a time zone. Undefined for an invalid one. A time
 * that a change of clocks leaves out is as much later as the clocks are moved.
 */
export const instantAt = (day: string | undefined, time: string, timeZone: string): string | undefined => {
  const start = startOfDay(day, timeZone)
  if (!start || !/^([01]\d|2[0-3]):[0-5]\d$/.test(time)) return undefined
  // As many minutes after midnight, unless the clocks were changed in between.
  const guess = Date.parse(start) + minutesOf(time) * MINUTE_MS
  const corrected = guess + (minutesOf(time) - minutesOf(timeIn(timeZone, guess))) * MINUTE_MS
  return new Date(timeIn(timeZone, corrected) === time ? corrected : guess).toISOString()
}

/** When people begin to work, in their own time zone. */
const MORNING = '08:00'

/** The instant (ms since 1970) of a calendar date's morning in a time zone. */
export const morningOf = (day: string, timeZone: string): number => Date.parse(instantAt(day, MORNING, timeZone) ?? day)

export const isWeekend = (day: string): boolean => [0, 6].includes(weekdayOf(day))

const DAY = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', year: 'numeric', timeZone: 'UTC' })

/** "Nov 20, 2026" of a calendar date, which is the same day everywhere. */
export const dayText = (day: string): string => DAY.format(new Date(`${day}T00:00:00Z`))

/** How "without an end" is stored: after every other day, in every list and comparison by end. */
export const NO_END = '9999-12-31'

/** The last day of a row, or null without an end. */
export const endOf = (stored: string): string | null => (stored === NO_END ? null : stored)
