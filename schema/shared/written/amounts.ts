import { type Currency, currencyExponent, parseAmount } from '../money.ts'
import { plainWritten } from './characters.ts'

/** Amounts as people of many countries write them. Pure. */

/** Which sign parts the decimals. */
export type DecimalSign = ',' | '.'

interface WrittenAmount {
  /** Plain decimal text, such as "-1234.50". */
  decimal: string
  /** What the same text could be as well, or null if it can only be read one way. */
  other: string | null
}

/** Groups of three after one and the same sign, or of two as in India. */
const GROUPED = "\\d{1,3}(?:([ .,'])\\d{3})(?:\\1\\d{3}){0,5}(?!\\d)|\\d{1,2}(?:,\\d{2}){1,5},\\d{3}(?!\\d)"
/** ",50", ".-" and ",--": a dash in place of the cents. */
const CENTS = '(?:[.,]\\d{1,6}(?!\\d)|[.,](?:-{1,2}|_{1,2})(?!\\d))?'
const NUMBER = new RegExp(`(?<![\\d])(?:(?:${GROUPED})${CENTS}|\\d{1,15}${CENTS})`)
const PERCENT = /\d{1,6}(?:[.,]\d{1,6})?\s?%/g

/** What goes on with more digits is a date, a number or an address. */
const GOES_ON = /^[.,:/]\d|^\d/

/** Three digits after one sign: a group in one country, decimals in another. */
const EITHER = /^([1-9]\d{0,2})([.,])(\d{3})$/

/**
 * The sign before the decimals of an amount that can only be read one way, or null. Three digits after a sign tell
 * nothing.
 */
export const decimalSignOf = (text: string): DecimalSign | null => {
  const plain = plainWritten(text).replaceAll(PERCENT, ' ')
  const match = NUMBER.exec(plain)
  if (!match || GOES_ON.test(plain.slice(match.index + match[0].length))) return null
  const [number] = match
  const [, last] = /([.,])(?:\d{1,2}|-{1,2})$/.exec(number) ?? []
  if (last === '.' || last === ',') return number.indexOf(last) === number.lastIndexOf(last) ? last : null
  const dots = number.split('.').length - 1
  const commas = number.split(',').length - 1
  if (dots > 0 && commas > 0) return number.lastIndexOf(',') > number.lastIndexOf('.') ? ',' : '.'
  if (dots > 1) return ','
  return commas > 1 ? '.' : null
}

const isNegativeAt = (before: string, after: string): boolean =>
  /-\s?[^\d\s]{0,4}\s?$/.test(before) ||
  /^\s?(?:[^\d\s-]{1,3}\s?)?-(?!\s?\d)/.test(after) ||
  (/\(\s?[^\d()]{0,5}$/.test(before) && /^[^\d(]{0,6}\)/.test(after)) ||
  /^\s?CR\b/i.test(after)

/** @param usual the sign that parts decimals where the text comes from, or null where nothing tells */
const readings = (number: string, usual: DecimalSign | null, exponent: number): WrittenAmount | null => {
  const plain = number.replaceAll(/[ ']/g, '')
  const [withoutCents] = /^.*(?=[.,][-_]{1,2}$)/.exec(plain) ?? []
  if (withoutCents !== undefined) return { decimal: withoutCents.replaceAll(/[.,]/g, ''), other: null }
  const either = number === plain ? EITHER.exec(plain) : null
  if (either) {
    const [, whole = '', sign, rest = ''] = either
    const [grouped, decimal] = [whole + rest, `${whole}.${rest}`]
    if (exponent === 3) return { decimal: usual === sign ? decimal : grouped, other: usual === null ? decimal : null }
    // No amount has three decimals there.
    if (exponent === 0 || (usual !== null && usual !== sign)) return { decimal: grouped, other: null }
    return { decimal: grouped, other: decimal }
  }
  const signs = [...new Set(plain.match(/[.,]/g) ?? [])]
  const [last] = /[.,](?=\d*$)/.exec(plain) ?? []
  if (!last) return { decimal: plain, other: null }
  const decimals = plain.length - plain.lastIndexOf(last) - 1
  const times = plain.split(last).length - 1
  // "1,234,567": the last ones are a group as well.
  if (signs.length === 1 && times > 1 && decimals === 3) return { decimal: plain.replaceAll(last, ''), other: null }
  const whole = plain.slice(0, plain.lastIndexOf(last)).replaceAll(/[.,]/g, '')
  const decimal = `${whole}.${plain.slice(plain.lastIndexOf(last) + 1)}`
  // "1.234.50": one sign can’t stand for two things, so either reading may be meant.
  return { decimal, other: times > 1 ? whole + decimal.slice(whole.length + 1) : null }
}

/**
 * The amount in a text, or null if there is none. A percentage isn't one.
 *
 * @param usual the sign before decimals where nothing else tells; null where even that is unknown
 * @param exponent how many decimals the currency has
 */
export const amountIn = (text: string, usual: DecimalSign | null, exponent = 2): WrittenAmount | null => {
  const plain = plainWritten(text).replaceAll(PERCENT, ' ')
  const match = NUMBER.exec(plain)
  if (!match) return null
  const [before, after] = [plain.slice(0, match.index), plain.slice(match.index + match[0].length)]
  if (GOES_ON.test(after)) return null
  const read = readings(match[0], usual, exponent)
  if (!read) return null
  const sign = isNegativeAt(before, after) ? '-' : ''
  const isListed = /(?<![\d.,])\d{1,3}(?:[ .,'\d]*\d)?/.test(after.replace(/^\s?-/, ''))
  // A dash apart may only part the amount from something else.
  const isDash = sign === '-' && (/^-\s/.test(before) || /^\s-/.test(after))
  const decimal = `${sign}${read.decimal}`
  const other = read.other !== null ? `${sign}${read.other}` : isDash ? read.decimal : isListed ? '' : null
  return { decimal, other }
}

/** An amount as decimal text, such as "-1234.50", or null. */
export const decimalOf = (text: string, usual: DecimalSign | null): string | null => {
  const plain = plainWritten(text).replaceAll(PERCENT, ' ')
  const [number = ''] = NUMBER.exec(plain) ?? []
  const either = EITHER.exec(number)
  const read = amountIn(text, usual)
  // A count or a price of one may have three decimals.
  return read && either && either[2] === usual ? (read.other ?? read.decimal) : (read?.decimal ?? null)
}

/** Decimal text as minor units, or null if the currency doesn't have as many decimals. */
export const minorFrom = (decimal: string, currency: Currency): number | null => {
  const exponent = currencyExponent(currency)
  const [whole = '', cents = ''] = decimal.split('.')
  if (/[^0]/.test(cents.slice(exponent))) return null
  return parseAmount(
    exponent === 0 || cents === '' ? whole : `${whole}.${cents.slice(0, exponent)}`,
    currency,
    'PROGRAM',
  )
}

/** Minor units of the likelier reading, or null. */
export const minorOf = (text: string, usual: DecimalSign | null, currency: Currency): number | null => {
  const read = amountIn(text, usual, currencyExponent(currency))
  return read && minorFrom(read.decimal, currency)
}
