import { isCalendarDate } from '../../../schema/shared/values.ts'

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

const join = (year: string, month: number, day: string): string | null => {
  const fullYear = year.length === 2 ? `20${year}` : year
  const date = `${fullYear}-${String(month).padStart(2, '0')}-${day.padStart(2, '0')}`
  return isCalendarDate(date) ? date : null
}

/** A typed date as yyyy-mm-dd: 2026-11-20, 11/20/2026, 11/20/26, Nov 20, 2026 or 20 November 2026. */
export const parseTypedDate = (text: string): string | null => {
  const trimmed = text.trim()
  if (isCalendarDate(trimmed)) return trimmed
  const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(trimmed)
  if (iso) return join(iso[1] ?? '', Number(iso[2]), iso[3] ?? '')
  const us = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4}|\d{2})$/.exec(trimmed)
  if (us) return join(us[3] ?? '', Number(us[1]), us[2] ?? '')
  const named =
    /^(?<month>[a-z]{3,9})\.? (?<day>\d{1,2}),? (?<year>\d{4})$/i.exec(trimmed) ??
    /^(?<day>\d{1,2})\.? (?<month>[a-z]{3,9})\.?,? (?<year>\d{4})$/i.exec(trimmed)
  const { month = '', day = '', year = '' } = named?.groups ?? {}
  const index = MONTHS.indexOf(month.slice(0, 3).toLowerCase())
  return index >= 0 ? join(year, index + 1, day) : null
}
