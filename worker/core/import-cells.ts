import { currencyProblem, type Exchange } from '../../schema/shared/exchange.ts'
import { CURRENCIES, type Currency, currencyExponent, parseAmount } from '../../schema/shared/money.ts'
import { dateFault, email as emailShape, isCalendarDate } from '../../schema/shared/values.ts'

/** How a cell of a file is read. */

export type Parsed = { value: unknown } | { message: string }
export type Parser = (text: string) => Parsed

export const text =
  (max: number): Parser =>
  (value) =>
    value.length > max ? { message: `At most ${max.toLocaleString('en-US')} characters` } : { value }

export const emailAddress: Parser = (value) => {
  const parsed = emailShape.safeParse(value)
  return parsed.success ? { value: parsed.data } : { message: `${value} isn’t an email address` }
}

/** A member by address or name, also as "Dana Okafor <dana@example.com>". */
export const memberRef: Parser = (value) => {
  const address = /<([^<>]+)>\s*$/.exec(value)?.[1] ?? value
  return address.includes('@') ? emailAddress(address.trim()) : text(200)(value)
}

/** Between members. Names may have commas, addresses don't. */
const betweenMembers = (cell: string): RegExp =>
  cell.split(/[;,]/).every((part) => part.trim() === '' || part.includes('@')) ? /[;,]/ : /;/

export const membersOf =
  (most: number): Parser =>
  (value) =>
    listOf(memberRef, betweenMembers(value), most)(value)

export const listOf =
  (item: Parser, separators: RegExp, most: number): Parser =>
  (value) => {
    const parts = [
      ...new Set(
        value
          .split(separators)
          .map((part) => part.trim())
          .filter(Boolean),
      ),
    ]
    if (parts.length > most) return { message: `At most ${most}` }
    const values: unknown[] = []
    for (const part of parts) {
      const parsed = item(part)
      if ('message' in parsed) return parsed
      values.push(parsed.value)
    }
    return { value: values }
  }

export const word = (value: string): string => value.toUpperCase().replaceAll(/[^A-Z0-9]+/g, '_')

const YES = new Set(['YES', 'Y', 'TRUE', '1'])
const NO = new Set(['NO', 'N', 'FALSE', '0'])
export const yesNo: Parser = (value) => {
  const answer = word(value)
  if (YES.has(answer)) return { value: true }
  return NO.has(answer) ? { value: false } : { message: `${value} must be yes or no` }
}

const IS_DATED = /^\d{4}-\d{2}-\d{2}$/

export const date: Parser = (value) =>
  isCalendarDate(value)
    ? { value }
    : {
        message: IS_DATED.test(value) ? dateFault(value) : `${value} isn’t a date. Use the format yyyy-mm-dd`,
      }

const DOLLARS: readonly Currency[] = ['USD', 'AUD', 'CAD', 'HKD']
/** Commas between thousands and a point before decimals. Anything else would be ambiguous. */
const DIGITS = /^-?(?:\d+|\d{1,3}(?:,\d{3})+)(?:\.\d+)?$/

/** An amount with its currency before or after it, or in the company's own. What isn't compared needs no rate. */
export const amount =
  (exchange: Exchange, { needsRate = true } = {}): Parser =>
  (value) => {
    const own = exchange.currency
    const signs: Record<string, string> = { $: DOLLARS.includes(own) ? own : 'USD', '€': 'EUR', '£': 'GBP' }
    const [, before, digits = '', after] = /^([A-Za-z]{3}|[$€£])?\s*([-\d.,]+)\s*([A-Za-z]{3}|[€£])?$/.exec(value) ?? []
    const sign = (before ?? after)?.toUpperCase()
    if (!DIGITS.test(digits) || (before && after))
      return { message: `${value} isn’t an amount. Use the format 1250.00 ${own}` }
    const code = sign === undefined ? own : (signs[sign] ?? sign)
    const known = CURRENCIES.find((each) => each === code)
    if (!known) return { message: `${code} isn’t a currency your company uses` }
    if (/^-?[1-9]\d{0,2}\.\d{3}$/.test(digits) && currencyExponent(known) < 3)
      return { message: `${value} can be read in two ways. Use the format 1250.00 ${known}` }
    const minor = parseAmount(digits, known)
    if (minor === null) return { message: `${value} isn’t an amount in ${known}` }
    const problem = currencyProblem({ currency: known }, exchange, !needsRate)
    return problem ? { message: problem } : { value: { value: minor, currency: known } }
  }
