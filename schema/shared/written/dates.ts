import { isCalendarDate } from '../values.ts'
import { plainWritten } from './characters.ts'
import { monthNamed } from './months.ts'

/** Dates as people of many countries write them. Pure. */

/** Which comes first where a date could be read both ways. */
export const DATE_ORDERS = ['DMY', 'MDY'] as const
export type DateOrder = (typeof DATE_ORDERS)[number]

const two = (n: number): string => String(n).padStart(2, '0')
const yearOf = (text: string): number => (text.length === 2 ? 2000 + Number(text) : Number(text))
const made = (year: number, month: number, day: number): string | null => {
  const date = `${year}-${two(month)}-${two(day)}`
  return isCalendarDate(date) ? date : null
}

export interface ReadDate {
  date: string
  /** It could be read another way as well. */
  isAmbiguous: boolean
  /** What else it could be, where that is known. */
  other?: string
}

const between = (date: string | null): ReadDate | null => (date ? { date, isAmbiguous: !isNear(date) } : null)
const RECENT = '2020'
/** Years further away are mistakes. */
const isNear = (date: string): boolean => date >= '2000' && date < '2070'

const ISO = /(?<![\d/.-])(\d{4})([-/.])\s?(\d{1,2})\2\s?(\d{1,2})(?!\d)/
const COMPACT = /(?<![\d/.-])(20\d{2})(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])(?![\d/.-])/
const EAST = /(\d{4})\s?年\s?(\d{1,2})\s?月\s?(\d{1,2})\s?日/
const NUMBERS = /(?<![\d/.-])(\d{1,2})\s?([./-])\s?(\d{1,2})\s?\2\s?(\d{4}|\d{2})(?![\d/-]|\.\d)/
const DAY_FIRST =
  /(?<![\d/.-])(\d{1,2})(?:st|nd|rd|th|er|º|ª)?(?:[.\s/-]|\s?(?:de|of)\s){1,3}(\p{L}{3,12}\.?),?(?:[\s/.-]|\s?(?:de|del)\s|,\s){1,2}'?(\d{4}|\d{2})(?!\d)/u
const MONTH_FIRST =
  /(?<!\p{L})(\p{L}{3,12}\.?)[\s/-]{1,2}(\d{1,2})(?:st|nd|rd|th)?,?[\s/-]{1,2}'?(\d{4}|\d{2}(?![\d:]))(?!\d)/u
const YEAR_FIRST = /(?<!\d)(\d{4})[\s/-]{1,2}(\p{L}{3,12}\.?)[\s/-]{1,2}(\d{1,2})(?!\d)/u

/** Numbers alone, with two digits for the year, could begin with the year. */
const shortReadings = (
  a: number,
  b: number,
  c: number,
): { DMY: string | null; MDY: string | null; YMD: string | null } => ({
  DMY: made(2000 + c, b, a),
  MDY: made(2000 + c, a, b),
  YMD: made(2000 + a, b, c),
})

const fromNumbers = (match: RegExpExecArray, order: DateOrder, isOrderKnown: boolean): ReadDate | null => {
  const [, first = '', sign, second = '', year = ''] = match
  const [a, b] = [Number(first), Number(second)]
  const dayFirst = made(yearOf(year), b, a)
  const monthFirst = made(yearOf(year), a, b)
  const yearFirst = year.length === 2 && first.length === 2 ? shortReadings(a, b, Number(year)).YMD : null
  // Dots are written where the day comes first.
  const usual = sign === '.' ? dayFirst : order === 'DMY' ? (dayFirst ?? monthFirst) : (monthFirst ?? dayFirst)
  if (!usual) return yearFirst ? { date: yearFirst, isAmbiguous: true } : null
  const flipped = sign === '.' ? null : order === 'DMY' ? monthFirst : dayFirst
  const others = [flipped, isOrderKnown ? null : yearFirst].filter((one) => one !== null && one !== usual)
  const [other] = others
  if (other === undefined || other === null) return { date: usual, isAmbiguous: !isNear(usual) }
  // Of two, the one of this decade.
  return usual < RECENT && other >= RECENT
    ? { date: other, isAmbiguous: true, other: usual }
    : { date: usual, isAmbiguous: true, other }
}

/**
 * The first date in a text, or null.
 *
 * @param isOrderKnown whether something else shows that dates end with the year where this one comes from
 */
export const dateIn = (text: string, order: DateOrder, isOrderKnown = false): ReadDate | null => {
  const plain = plainWritten(text)
  const iso = ISO.exec(plain)
  if (iso) return between(made(Number(iso[1]), Number(iso[3]), Number(iso[4])))
  const east = EAST.exec(plain)
  if (east) return between(made(Number(east[1]), Number(east[2]), Number(east[3])))
  const numbers = NUMBERS.exec(plain)
  if (numbers) return fromNumbers(numbers, order, isOrderKnown)
  const day = DAY_FIRST.exec(plain)
  if (day && monthNamed(day[2] ?? '') > 0)
    return between(made(yearOf(day[3] ?? ''), monthNamed(day[2] ?? ''), Number(day[1])))
  const month = MONTH_FIRST.exec(plain)
  if (month && monthNamed(month[1] ?? '') > 0)
    return between(made(yearOf(month[3] ?? ''), monthNamed(month[1] ?? ''), Number(month[2])))
  const year = YEAR_FIRST.exec(plain)
  if (year && monthNamed(year[2] ?? '') > 0)
    return between(made(Number(year[1]), monthNamed(year[2] ?? ''), Number(year[3])))
  const compact = COMPACT.exec(plain)
  const date = compact && made(Number(compact[1]), Number(compact[2]), Number(compact[3]))
  return date ? { date, isAmbiguous: true } : null
}
