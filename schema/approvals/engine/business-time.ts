import { addDays, dayIn, instantAt, isWeekend } from '../../shared/calendar.ts'

/** Business hours: Monday to Friday, 9 to 17, in a person's time zone. */

export const BUSINESS_DAY_HOURS = 8
const [OPENS, CLOSES] = ['09:00', '17:00']

interface Span {
  from: number
  until: number
}

const at = (day: string, time: string, timeZone: string): number => Date.parse(instantAt(day, time, timeZone) ?? '')

/** The opening hours of the first working day on or after a day. */
const openingFrom = (day: string, timeZone: string): Span & { day: string } => {
  if (isWeekend(day)) return openingFrom(addDays(day, 1), timeZone)
  return { day, from: at(day, OPENS, timeZone), until: at(day, CLOSES, timeZone) }
}

/** Opening hours from an instant on, one after the other. */
function* openings(since: number, timeZone: string): Generator<Span> {
  for (let day = dayIn(timeZone, since); ; ) {
    const opening = openingFrom(day, timeZone)
    if (opening.until > since) yield { from: Math.max(opening.from, since), until: opening.until }
    day = addDays(opening.day, 1)
  }
}

/** Business time between two instants, in milliseconds. */
export const businessTime = (from: number, until: number, timeZone: string): number => {
  let sum = 0
  for (const opening of openings(from, timeZone)) {
    if (opening.from >= until) return sum
    sum += Math.min(opening.until, until) - opening.from
  }
  return sum
}

/** The instant at which that much business time has passed. */
export const afterBusinessTime = (from: number, milliseconds: number, timeZone: string): number => {
  if (milliseconds <= 0) return from
  let left = milliseconds
  for (const { from: start, until } of openings(from, timeZone)) {
    if (left <= until - start) return start + left
    left -= until - start
  }
  return from
}
