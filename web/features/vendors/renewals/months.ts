/** Months yyyy-mm, and the calendar of one. */

const PATTERN = /^\d{4}-(0[1-9]|1[0-2])$/
export const isYearMonth = (text: string): boolean => PATTERN.test(text)

export const monthOf = (day: string): string => day.slice(0, 7)

export const addMonths = (month: string, count: number): string => {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number - 1 + count, 1)).toISOString().slice(0, 7)
}

const title = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' })
/** "November 2026". */
export const monthText = (month: string): string => title.format(new Date(`${month}-01T00:00:00Z`))

const short = new Intl.DateTimeFormat('en-US', { month: 'short', year: 'numeric', timeZone: 'UTC' })
/** "Nov 2026". */
export const shortMonthText = (month: string): string => short.format(new Date(`${month}-01T00:00:00Z`))

/** The days of a month in weeks from Sunday to Saturday. Null for days of another month. */
export const weeksOf = (month: string): (string | null)[][] => {
  const [year = 0, number = 1] = month.split('-').map(Number)
  const count = new Date(Date.UTC(year, number, 0)).getUTCDate()
  const before = new Date(Date.UTC(year, number - 1, 1)).getUTCDay()
  const days: (string | null)[] = [
    ...Array.from({ length: before }, () => null),
    ...Array.from({ length: count }, (_, i) => `${month}-${String(i + 1).padStart(2, '0')}`),
  ]
  while (days.length % 7 > 0) days.push(null)
  return Array.from({ length: days.length / 7 }, (_, week) => days.slice(week * 7, week * 7 + 7))
}
