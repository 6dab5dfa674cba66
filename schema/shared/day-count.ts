/**
 * The part of the calendar that needs no library, because pages that only say "in 12 days" should not load the rest.
 * Days in UTC all have the same length, so that counting them is safe.
 */

const DAY_MS = 24 * 60 * 60 * 1000

/** Days from one calendar date to another, negative when the second is earlier. */
export const daysBetween = (from: string, to: string): number =>
  (Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS

/** The calendar date in UTC at an instant (ms since 1970). */
export const utcDayOf = (instant: number): string => new Date(instant).toISOString().slice(0, 10)

export const firstDayOf = (month: string): string => `${month}-01`

/** @param month yyyy-mm. The day before the next month's first, counted in UTC. */
export const lastDayOf = (month: string): string => {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return utcDayOf(Date.UTC(year, number, 0))
}
