import { addDays, dayIn, morningOf } from '../../shared/calendar.ts'
import { type BusinessCalendar, isWorkday } from './calendar.ts'

/** When people of a company begin to work: what is told once each working morning. */

/** Every calendar has a working day within this. Otherwise the day after it counts as one. */
const MOST_DAYS_OFF = 366

/** The first working morning after an instant (ms since 1970) in a time zone. */
export const nextWorkMorning = (after: number, timeZone: string, calendar: BusinessCalendar): number => {
  let day = dayIn(timeZone, after)
  if (morningOf(day, timeZone) <= after) day = addDays(day, 1)
  for (let off = 0; off < MOST_DAYS_OFF && !isWorkday(calendar, day); off += 1) day = addDays(day, 1)
  return morningOf(day, timeZone)
}

/** The working morning before such a morning. */
export const lastWorkMorning = (before: number, timeZone: string, calendar: BusinessCalendar): number => {
  let day = addDays(dayIn(timeZone, before), -1)
  for (let off = 0; off < MOST_DAYS_OFF && !isWorkday(calendar, day); off += 1) day = addDays(day, -1)
  return morningOf(day, timeZone)
}
