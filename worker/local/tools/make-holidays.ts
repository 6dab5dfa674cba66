import { writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { z } from 'zod'
import { HOLIDAY_COUNTRIES } from '../../../schema/platform/business-hours/countries.ts'

/**
 * Writes schema/platform/business-hours/holiday-tables.ts: the public holidays of countries, day by day. The package that
 * knows them is forty times as large as these tables, so only this tool uses it.
 *
 * `npm install --prefix DIR date-holidays@3.37.0 && npx node worker/local/tools/make-holidays.ts DIR`
 */
const YEARS = Array.from({ length: 15 }, (_, index) => 2025 + index)

const holidays = z.array(
  z.object({ date: z.string(), start: z.date(), end: z.date(), name: z.string(), type: z.string() }),
)
interface Calendar {
  getHolidays(year: number, language: string): unknown
}

const HOUR_MS = 3_600_000
const SUBSTITUTE = / \(substitute day\)$/

/** Each day of a holiday, as MMDD. */
const daysOf = ({ date, start, end }: z.output<typeof holidays>[number]): string[] => {
  const first = Date.parse(`${date.slice(0, 10)}T00:00:00Z`)
  const length = Math.max(1, Math.round((end.getTime() - start.getTime()) / HOUR_MS / 24))
  return Array.from({ length }, (_, index) =>
    new Date(first + index * 24 * HOUR_MS).toISOString().slice(5, 10).replace('-', ''),
  )
}

const tableOf = (calendar: Calendar): string => {
  const byName = new Map<string, Map<number, Set<string>>>()
  for (const year of YEARS) {
    for (const holiday of holidays.parse(calendar.getHolidays(year, 'en'))) {
      if (holiday.type !== 'public') continue
      const name = holiday.name.replace(SUBSTITUTE, '').replaceAll("'", '’').replaceAll(/[;=|]/g, ',')
      const years = byName.get(name) ?? new Map<number, Set<string>>()
      byName.set(name, years)
      years.set(year, new Set([...(years.get(year) ?? []), ...daysOf(holiday)]))
    }
  }
  return [...byName]
    .map(([name, years]) => {
      const each = YEARS.map((year) => [...(years.get(year) ?? [])].toSorted().join('+'))
      return `${name}=${new Set(each).size === 1 ? each[0] : each.join('|')}`
    })
    .join(';')
}

const [folder] = process.argv.slice(2)
if (!folder) throw new Error('Name the folder with date-holidays.')
const Holidays = createRequire(join(folder, 'node_modules', 'x.js'))('date-holidays') as new (
  country: string,
) => Calendar
const lines = HOLIDAY_COUNTRIES.map(
  (country) => `  ${country}: ${JSON.stringify(tableOf(new Holidays(country))).replaceAll(/^"|"$/g, "'")},`,
)
writeFileSync(
  'schema/platform/business-hours/holiday-tables.ts',
  `/**
 * Public holidays of whole countries: each by its name, then one day (MMDD) for every year or one for each year, several
 * joined by a plus sign. Made by worker/local/tools/make-holidays.ts from date-holidays (data: CC BY 3.0,
 * https://github.com/commenthol/date-holidays).
 */
export const FIRST_YEAR = ${YEARS[0]}
export const LAST_YEAR = ${YEARS.at(-1)}

export const HOLIDAY_TABLES: Readonly<Record<string, string>> = {
${lines.join('\n')}
}
`,
)
