import { daysBetween } from '../../schema/shared/day-count.ts'
import { type Currency, formatMoney as formatMoneyValue, type Money } from '../../schema/shared/money.ts'
import { isCalendarDate } from '../../schema/shared/values.ts'
import { browserTimeZone } from './browser-time-zone.ts'

export const LOCALE = 'en-US'

const DAY = { month: 'short', day: 'numeric', year: 'numeric' } as const
const formatters = new Map<string, Intl.DateTimeFormat>()

/** Creating a formatter is slow, and lists format thousands of dates. */
const formatter = (kind: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat => {
  const key = `${kind} ${options.timeZone ?? ''}`
  const known = formatters.get(key)
  if (known) return known
  const made = new Intl.DateTimeFormat(LOCALE, options)
  formatters.set(key, made)
  return made
}

const instantOf = (instant: string | Date): Date | null => {
  const date = instant instanceof Date ? instant : new Date(instant)
  return Number.isNaN(date.getTime()) ? null : date
}

/** "Nov 20, 2026" for an instant, in the given or the browser's time zone. */
export const formatDate = (instant: string | Date, timeZone: string = browserTimeZone()): string => {
  const date = instantOf(instant)
  return date ? formatter('day', { ...DAY, timeZone }).format(date) : ''
}

/** "Nov 20, 2026, 9:41 AM PST". */
export const formatDateTime = (instant: string | Date, timeZone: string = browserTimeZone()): string => {
  const date = instantOf(instant)
  return date
    ? formatter('time', { ...DAY, hour: 'numeric', minute: '2-digit', timeZoneName: 'short', timeZone }).format(date)
    : ''
}

/** "Nov 20, 2026" for a calendar date yyyy-mm-dd, which is the same day everywhere. */
export const formatCalendarDate = (date: string): string =>
  isCalendarDate(date) ? formatter('day', { ...DAY, timeZone: 'UTC' }).format(new Date(`${date}T00:00:00Z`)) : ''

/** "Nov 1, 2026 · Dec 1, 2026". */
export const formatCalendarDates = (dates: readonly string[]): string => dates.map(formatCalendarDate).join(' · ')

/** The current calendar date in a time zone, yyyy-mm-dd. */
export const todayIn = (timeZone: string = browserTimeZone(), now: Date = new Date()): string => {
  const parts = formatter('parts', { year: 'numeric', month: '2-digit', day: '2-digit', timeZone }).formatToParts(now)
  const part = (type: string) => parts.find((p) => p.type === type)?.value ?? ''
  return `${part('year')}-${part('month')}-${part('day')}`
}

const count = (n: number, unit: string): string => `${n} ${unit}${n === 1 ? '' : 's'} ago`

/** 'Today' or 'N days ago' under 7 days, then weeks, and from 30 days months of 30 days (specification 1 §9). */
export const relativeAge = (
  instant: string | Date,
  now: Date = new Date(),
  timeZone: string = browserTimeZone(),
): string => {
  const date = instantOf(instant)
  if (!date) return ''
  const days = Math.max(0, daysBetween(todayIn(timeZone, date), todayIn(timeZone, now)))
  if (days === 0) return 'Today'
  if (days < 7) return count(days, 'day')
  if (days < 30) return count(Math.floor(days / 7), 'week')
  return count(Math.floor(days / 30), 'month')
}

export const formatMoney = (money: Money): string => formatMoneyValue(money)

export const currencySymbol = (currency: Currency): string =>
  new Intl.NumberFormat(LOCALE, { style: 'currency', currency })
    .formatToParts(0)
    .find((part) => part.type === 'currency')?.value ?? currency

export const formatNumber = (value: number): string => value.toLocaleString(LOCALE)

/** "1.4 MB". */
export const formatBytes = (bytes: number): string => {
  if (bytes < 1024) return `${bytes} B`
  const units = ['KB', 'MB', 'GB']
  let size = bytes / 1024
  let unit = 0
  while (size >= 1024 && unit < units.length - 1) {
    size /= 1024
    unit += 1
  }
  return `${size.toLocaleString(LOCALE, { maximumFractionDigits: size < 10 ? 1 : 0 })} ${units[unit]}`
}

export const initials = (name: string): string => {
  const words = name.trim().split(/\s+/).filter(Boolean)
  return ((words[0]?.[0] ?? '?') + (words.length > 1 ? (words.at(-1)?.[0] ?? '') : '')).toUpperCase()
}

/** A text is a link if it starts with `https://`, `http://` or `www.` (specification 1 §5). */
export const isLink = (text: string): boolean => /^(https?:\/\/|www\.)\S+$/i.test(text.trim())

export const linkHref = (text: string): string => {
  const trimmed = text.trim()
  return /^www\./i.test(trimmed) ? `https://${trimmed}` : trimmed
}
