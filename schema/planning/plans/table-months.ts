import { isCalendarDate, isYearMonth } from '../../shared/values.ts'
import { monthNamed } from '../../shared/written/months.ts'

/** "2027-01", "2027/1", "01/2027", "Jan 2027", "January-27" and a date as yyyy-mm, or null. */
export const monthIn = (text: string): string | null => {
  const plain = text.trim().toLowerCase()
  if (isYearMonth(plain)) return plain
  if (isCalendarDate(plain)) return plain.slice(0, 7)
  const of = (year: string, month: number): string | null => {
    const found = `${year.length === 2 ? `20${year}` : year}-${String(month).padStart(2, '0')}`
    return isYearMonth(found) ? found : null
  }
  const [, first, month] = /^(\d{4})[/.-](\d{1,2})$/.exec(plain) ?? []
  if (first) return of(first, Number(month))
  const [, before, last] = /^(\d{1,2})[/.-](\d{4})$/.exec(plain) ?? []
  if (last) return of(last, Number(before))
  const [, word = '', year] = /^(\p{L}{3,12})\.?[\s'’/-]*(?:de\s)?(\d{2}|\d{4})$/u.exec(plain) ?? []
  const at = monthNamed(word) || monthNamed(word.slice(0, 3))
  return year && at > 0 ? of(year, at) : null
}

const DELIMITERS = ['\t', ';', ',']
const MONTH_COLUMN = /^(?:month|year ?month|period|date)$/i

const cellsOf = (line: string, delimiter: string): string[] =>
  line.split(delimiter).map((cell) => cell.trim().replace(/^"(.*)"$/, '$1'))

/**
 * The first and the last month that a table names, in its first row or in the column Month. Null if it names none: then
 * the table is read as the person says.
 */
export const monthsOfTable = (table: string): { first: string; last: string } | null => {
  const lines = table.split(/\r?\n/).filter((line) => line.trim() !== '')
  const [header = ''] = lines
  const delimiter = DELIMITERS.toSorted((a, b) => header.split(b).length - header.split(a).length)[0] ?? ','
  const names = cellsOf(header, delimiter)
  const at = names.findIndex((name) => MONTH_COLUMN.test(name))
  const inHeader = names.flatMap((name) => monthIn(name) ?? [])
  const named =
    inHeader.length > 0 || at < 0
      ? inHeader
      : lines.slice(1).flatMap((line) => monthIn(cellsOf(line, delimiter)[at] ?? '') ?? [])
  const sorted = named.toSorted()
  const [first, last] = [sorted[0], sorted.at(-1)]
  return first && last ? { first, last } : null
}
