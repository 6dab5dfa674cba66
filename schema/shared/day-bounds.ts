import { isCalendarDate } from './values.ts'

const DAY_MS = 86_400_000

/** What a clock in the time zone shows at an instant, as if it were UTC. */
const shownAt = (instant: number, timeZone: string): number => {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(instant)
  const part = (type: string) => Number(parts.find((p) => p.type === type)?.value)
  return Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'))
}

/** The calendar date at an instant in a time zone, or in UTC without one. */
export const dayIn = (timeZone: string | null, instant: number): string =>
  new Date(timeZone ? shownAt(instant, timeZone) : instant).toISOString().slice(0, 10)

/** The instant (ISO, UTC) when a calendar date begins in a time zone. Undefined for an invalid date. */
export const startOfDay = (date: string | undefined, timeZone: string): string | undefined => {
  if (!date || !isCalendarDate(date)) return undefined
  const midnight = Date.parse(`${date}T00:00:00Z`)
  let instant = midnight
  // Done twice, because the clock can change between the guess and the result.
  for (let i = 0; i < 2; i++) instant = midnight - (shownAt(instant, timeZone) - instant)
  return new Date(instant).toISOString()
}

/** The instant when the day after a calendar date begins. */
export const endOfDay = (date: string | undefined, timeZone: string): string | undefined =>
  date && isCalendarDate(date)
    ? startOfDay(new Date(Date.parse(`${date}T00:00:00Z`) + DAY_MS).toISOString().slice(0, 10), timeZone)
    : undefined

const DAY = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', year: 'numeric', timeZone: 'UTC' })

/** "Nov 20, 2026" for a calendar date yyyy-mm-dd, which is the same day everywhere. */
export const dayText = (date: string): string => DAY.format(new Date(`${date}T00:00:00Z`))
