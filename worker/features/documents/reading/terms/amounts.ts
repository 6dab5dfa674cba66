import { currencyExponent } from '../../../../../schema/shared/money.ts'
import { amountIn, type DecimalSign, decimalSignOf, minorFrom } from '../../../../../schema/shared/written/amounts.ts'
import { currencySaid } from '../../../../../schema/shared/written/currencies.ts'
import { found, matchesOf, type Rule } from './rule.ts'

/** Amounts in contracts, and which are totals. Pure. */

/** A number with its currency before or behind it. Each repetition begins with a digit or ends with one. */
const DIGITS =
  "\\d{1,3}(?:[.,'’ \u00a0\u202f\u2009]\\d{3}){1,5}(?:[.,](?:\\d{1,2}(?!\\d)|[-–]{1,2}))?|\\d{1,15}(?:[.,](?:\\d{1,3}(?!\\d)|[-–]{1,2}))?"
const SIGN = '(?:[A-Z]{0,3}[$€£¥₪]|[A-Z]{3}\\s?[$€£¥₪])'
const AMOUNT = new RegExp(
  `(?:(?<![\\p{L}\\d])([A-Z]{3})\\s?|(${SIGN})\\s?)(${DIGITS})(?![\\d%]|[.,]\\d)|(?<![\\p{L}\\d.,-])(${DIGITS})\\s?([€£₪]|[A-Z]{3}(?!\\p{L}))`,
  'gu',
)
const TOTAL =
  /\b(?:total|amount due|balance due|annual (?:fee|subscription)|fees? (?:of|payable)|contract (?:value|sum|price))\b[^.\n]{0,50}$/i

/** Which sign parts decimals in a text, from its amounts that can only be read one way. */
const decimalSignIn = (text: string): DecimalSign | null => {
  const signs = new Set<DecimalSign>()
  for (const [amount] of matchesOf(text, AMOUNT)) {
    const sign = decimalSignOf(amount)
    if (sign) signs.add(sign)
  }
  const [only] = signs
  return signs.size === 1 && only ? only : null
}

export const amounts: Rule = (page) => {
  const usual = decimalSignIn(page.text)
  return [...matchesOf(page.text, AMOUNT)].flatMap((match) => {
    const said = currencySaid(match[0])
    if (!said?.currency) return []
    const { currency } = said
    const english = currency === 'USD' || currency === 'GBP' || currency === 'AUD' ? '.' : null
    const read = amountIn(match[3] ?? match[4] ?? '', usual ?? english, currencyExponent(currency))
    // An amount with more decimals than its currency has is none.
    const value = read && minorFrom(read.decimal, currency)
    if (!read || !value) return []
    const isTotal = TOTAL.test(page.text.slice(Math.max(0, match.index - 70), match.index))
    const isOpen = read.other !== null || (said.others.length > 0 && currency !== 'USD')
    const properties = { value: String(value), currency }
    const confidence = isTotal ? 0.85 : 0.6
    return [
      found(
        isTotal ? 'TOTAL_AMOUNT' : 'AMOUNT',
        page,
        match,
        isOpen ? Math.min(confidence, 0.6) : confidence,
        properties,
      ),
    ]
  })
}
