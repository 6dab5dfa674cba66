import { FIRST_YEAR, HOLIDAY_TABLES, LAST_YEAR } from './holiday-tables.ts'

/** Public holidays of a country. What a company keeps of them is its own choice: see `calendar.ts`. */

export interface Holiday {
  /** A calendar date. */
  day: string
  name: string
}

const dayOf = (year: number, monthDay: string): string => `${year}-${monthDay.slice(0, 2)}-${monthDay.slice(2)}`

const inYear = (country: string, year: number): Holiday[] =>
  (HOLIDAY_TABLES[country] ?? '').split(';').flatMap((entry) => {
    const [name = '', days = ''] = entry.split('=')
    const each = days.split('|')
    const ofYear = each.length === 1 ? each[0] : each[year - FIRST_YEAR]
    return (ofYear ?? '').split('+').flatMap((monthDay) => (monthDay ? [{ day: dayOf(year, monthDay), name }] : []))
  })

/** The names in a country's list, of all years that it has. */
export const holidayNames = (country: string): ReadonlySet<string> =>
  new Set((HOLIDAY_TABLES[country] ?? '').split(';').flatMap((entry) => entry.split('=')[0] || []))

const known = new Map<string, readonly Holiday[]>()

/** In order. Empty for a country or a year without a list. */
export const holidaysOf = (country: string, year: number): readonly Holiday[] => {
  if (year < FIRST_YEAR || year > LAST_YEAR) return []
  const key = `${country} ${year}`
  const found = known.get(key) ?? inYear(country, year).toSorted((a, b) => (a.day < b.day ? -1 : 1))
  known.set(key, found)
  return found
}
