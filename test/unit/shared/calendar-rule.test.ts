import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

/** Dates are counted in one place. Months and days added by hand go wrong at their ends. */

const PLACES = ['schema/shared/calendar.ts', 'schema/shared/day-count.ts', 'schema/shared/values.ts']
/** They imitate the outside, which counts for itself: providers, and a clock that fires jobs. */
const STAND_INS = /^worker\/local\/host\/(stand-ins\/|cron\.ts$)/

const BY_HAND: [RegExp, string][] = [
  [/\.set(UTC)?(Date|Month|FullYear)\(/, 'sets parts of a date'],
  [/\.get(UTC)?(Date|Day|Month|FullYear)\(/, 'reads parts of a date'],
  [/\bDate\.UTC\(/, 'makes a date from its parts'],
  [/toISOString\(\)\s*\.(slice|substring|substr)\(0, (7|10)\)/, 'cuts a date from an instant'],
  [/toISOString\(\)\s*\.split\(/, 'cuts a date from an instant'],
  [/\bdayjs\b|\bmoment\(|date-fns|\bluxon\b/, 'uses another library'],
  [/\bTemporal\.|temporal-polyfill/, 'uses Temporal itself'],
]
const faultsOf = (text: string): string[] => BY_HAND.filter(([pattern]) => pattern.test(text)).map(([, what]) => what)

const filesOf = (pattern: string): string[] =>
  globSync(pattern).filter((file) => !/node_modules|\/dist\/|\.d\.ts$/.test(file))

describe('arithmetic with dates', () => {
  it('no file but the calendar does its own', () => {
    const files = filesOf('{schema,worker,web}/**/*.{ts,tsx}')
    expect(files.length).toBeGreaterThan(500)
    const found = files
      .filter((file) => !PLACES.includes(file) && !STAND_INS.test(file))
      .flatMap((file) => faultsOf(readFileSync(file, 'utf8')).map((what) => `${file} ${what}`))
    expect(found).toEqual([])
  })

  it.each([
    'due.setMonth(due.getMonth() + 1)',
    'new Date(Date.UTC(year, month - 1 + count, 1))',
    'new Date(now).toISOString().slice(0, 10)',
    "new Date(now).toISOString().split('T')",
    "import dayjs from 'dayjs'",
    'Temporal.PlainDate.from(day).add({ months: 1 })',
    "import * as PlainDate from 'temporal-polyfill/fns/PlainDate'",
  ])('the check finds %s', (text) => {
    expect(faultsOf(text)).not.toEqual([])
  })
})
