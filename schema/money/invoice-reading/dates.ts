import { isCalendarDate } from '../../shared/values.ts'

/** Dates as invoices of many countries write them. Pure. */

/** Which comes first where a date could be read both ways. */
export const DATE_ORDERS = ['DMY', 'MDY'] as const
export type DateOrder = (typeof DATE_ORDERS)[number]

const MONTHS: string[][] = [
  ['jan', 'januar', 'january', 'jänner', 'janvier', 'janv'],
  ['feb', 'februar', 'february', 'février', 'févr', 'fevrier'],
  ['mar', 'mär', 'märz', 'mrz', 'march', 'mars', 'maerz'],
  ['apr', 'april', 'avril', 'avr'],
  ['may', 'mai'],
  ['jun', 'juni', 'june', 'juin'],
  ['jul', 'juli', 'july', 'juillet', 'juil'],
  ['aug', 'august', 'août', 'aout'],
  ['sep', 'sept', 'september', 'septembre'],
  ['oct', 'okt', 'october', 'oktober', 'octobre'],
  ['nov', 'november', 'novembre'],
  ['dec', 'dez', 'december', 'dezember', 'décembre', 'déc'],
]
const monthOf = (name: string): number =>
  MONTHS.findIndex((names) => names.includes(name.toLowerCase().replace(/\.$/, ''))) + 1

const two = (n: number): string => String(n).padStart(2, '0')
const yearOf = (text: string): number => (text.length === 2 ? 2000 + Number(text) : Number(text))
const made = (year: number, month: number, day: number): string | null => {
  const date = `${year}-${two(month)}-${two(day)}`
  return isCalendarDate(date) ? date : null
}

export interface ReadDate {
  date: string
  /** It could be read the other way round as well. */
  isAmbiguous: boolean
}

const sure = (date: string | null): ReadDate | null => (date ? { date, isAmbiguous: false } : null)

const ISO = /(?<!\d)(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?!\d)/
const NUMBERS = /(?<!\d)(\d{1,2})([./-])\s?(\d{1,2})\2\s?(\d{4}|\d{2})(?!\d)/
const DAY_FIRST = /(?<!\d)(\d{1,2})(?:st|nd|rd|th|er)?[.\s-]{1,3}(\p{L}{3,9}\.?),?[\s-]{1,2}(\d{4})(?!\d)/u
const MONTH_FIRST = /(\p{L}{3,9}\.?)\s{1,2}(\d{1,2})(?:st|nd|rd|th)?,?\s{1,2}(\d{4})(?!\d)/u

/** The first date in a text, or null. */
export const dateIn = (text: string, order: DateOrder): ReadDate | null => {
  const iso = ISO.exec(text)
  if (iso) return sure(made(Number(iso[1]), Number(iso[2]), Number(iso[3])))
  const numbers = NUMBERS.exec(text)
  if (numbers) {
    const [, a = '', sign, b = '', year = ''] = numbers
    const dayFirst = made(yearOf(year), Number(b), Number(a))
    const monthFirst = made(yearOf(year), Number(a), Number(b))
    // Dots are written where the day comes first.
    if (sign === '.' || !dayFirst || !monthFirst) return sure(sign === '.' ? dayFirst : (dayFirst ?? monthFirst))
    return { date: order === 'DMY' ? dayFirst : monthFirst, isAmbiguous: dayFirst !== monthFirst }
  }
  const day = DAY_FIRST.exec(text)
  if (day && monthOf(day[2] ?? '') > 0) return sure(made(Number(day[3]), monthOf(day[2] ?? ''), Number(day[1])))
  const month = MONTH_FIRST.exec(text)
  if (month && monthOf(month[1] ?? '') > 0)
    return sure(made(Number(month[3]), monthOf(month[1] ?? ''), Number(month[2])))
  return null
}
