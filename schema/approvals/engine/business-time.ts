import { type BusinessCalendar, isWorkday, STANDARD_CALENDAR } from '../../platform/business-hours/calendar.ts'
import { addDays, dayIn, instantAt } from '../../shared/calendar.ts'

/** Business hours: those of the company, on its working days, in a person's time zone. */

interface Span {
  from: number
  until: number
}

const at = (day: string, time: string, timeZone: string): number => Date.parse(instantAt(day, time, timeZone) ?? '')

/** Every calendar has a working day within this. Otherwise the days after it count as working days. */
const MOST_DAYS_OFF = 366

/** The opening hours of the first working day on or after a day. */
const openingFrom = (from: string, timeZone: string, calendar: BusinessCalendar): Span & { day: string } => {
  let day = from
  for (let off = 0; off < MOST_DAYS_OFF && !isWorkday(calendar, day); off += 1) day = addDays(day, 1)
  return { day, from: at(day, calendar.opens, timeZone), until: at(day, calendar.closes, timeZone) }
}

/** Opening hours from an instant on, one after the other. */
function* openings(since: number, timeZone: string, calendar: BusinessCalendar): Generator<Span> {
  for (let day = dayIn(timeZone, since); ; ) {
    const opening = openingFrom(day, timeZone, calendar)
    if (opening.until > since) yield { from: Math.max(opening.from, since), until: opening.until }
    day = addDays(opening.day, 1)
  }
}

/** Business time between two instants, in milliseconds. */
export const businessTime = (
  from: number,
  until: number,
  timeZone: string,
  calendar: BusinessCalendar = STANDARD_CALENDAR,
): number => {
  let sum = 0
  for (const opening of openings(from, timeZone, calendar)) {
    if (opening.from >= until) return sum
    sum += Math.min(opening.until, until) - opening.from
  }
  return sum
}

/** The instant at which that much business time has passed. */
export const afterBusinessTime = (
  from: number,
  milliseconds: number,
  timeZone: string,
  calendar: BusinessCalendar = STANDARD_CALENDAR,
): number => {
  if (milliseconds <= 0) return from
  let left = milliseconds
  for (const { from: start, until } of openings(from, timeZone, calendar)) {
    if (left <= until - start) return start + left
    left -= until - start
  }
  return from
}
