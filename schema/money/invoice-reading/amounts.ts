import { CURRENCIES, type Currency, parseAmount } from '../../shared/money.ts'

/** Amounts as invoices of many countries write them. Pure. */

/** Which sign parts the decimals. */
export type DecimalSign = ',' | '.'

const SIGNS: [RegExp, Currency][] = [
  [/(?<![A-Z])(?:A|AU)\$/, 'AUD'],
  [/(?<![A-Z])(?:C|CA)\$/, 'CAD'],
  [/HK\$/, 'HKD'],
  [/(?:US)?\$/, 'USD'],
  [/€/, 'EUR'],
  [/£/, 'GBP'],
  [/¥/, 'JPY'],
  [/₪/, 'ILS'],
  [/\bFr\./, 'CHF'],
]
const CODE = new RegExp(`(?<![A-Z])(${CURRENCIES.join('|')})(?![A-Z])`)

/** The currency that is written beside an amount, or null. */
export const currencyIn = (text: string): Currency | null => {
  const code = CURRENCIES.find((one) => one === CODE.exec(text)?.[1])
  return code ?? SIGNS.find(([sign]) => sign.test(text))?.[1] ?? null
}

const NUMBER = /\d{1,3}(?:[.,'’\s]\d{3})+(?:[.,]\d{1,4})?|\d{1,15}(?:[.,]\d{1,4})?/

/** The sign of an amount that can only be read one way, or null. */
export const decimalSignOf = (text: string): DecimalSign | null => {
  const [number] = NUMBER.exec(text) ?? []
  if (!number) return null
  const [, last] = /([.,])\d{1,2}$/.exec(number) ?? []
  if (last === '.' || last === ',') return last
  const signs = new Set(number.match(/[.,]/g) ?? [])
  if (signs.size === 2) return number.lastIndexOf(',') > number.lastIndexOf('.') ? ',' : '.'
  if ((number.match(/[.]/g) ?? []).length > 1) return ','
  return (number.match(/,/g) ?? []).length > 1 ? '.' : null
}

/** An amount as decimal text, such as "-1234.50", or null. */
export const decimalOf = (text: string, usual: DecimalSign): string | null => {
  const match = NUMBER.exec(text)
  if (!match) return null
  const sign = decimalSignOf(text) ?? usual
  const plain = match[0].replaceAll(/['’\s]/g, '')
  const number = sign === ',' ? plain.replaceAll('.', '').replace(',', '.') : plain.replaceAll(',', '')
  if (!/^\d+(?:\.\d+)?$/.test(number)) return null
  const before = text.slice(0, match.index)
  const after = text.slice(match.index + match[0].length)
  const isNegative =
    /[-–]\s?\D{0,4}$/.test(before) || /^\s?[-–]/.test(after) || (/\(\s?\D{0,4}$/.test(before) && /\)/.test(after))
  return `${isNegative ? '-' : ''}${number}`
}

/** Minor units, or null. */
export const minorOf = (text: string, usual: DecimalSign, currency: Currency): number | null => {
  const decimal = decimalOf(text, usual)
  if (decimal === null) return null
  const isNegative = decimal.startsWith('-')
  const value = parseAmount(isNegative ? decimal.slice(1) : decimal, currency)
  return value === null ? null : isNegative ? -value : value
}
