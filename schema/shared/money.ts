import { z } from 'zod'

export const CURRENCIES = ['USD', 'EUR', 'JPY', 'GBP', 'AUD', 'CAD', 'CHF', 'CNY', 'HKD', 'ILS'] as const
export const currency = z.enum(CURRENCIES)
export type Currency = (typeof CURRENCIES)[number]
export const DEFAULT_CURRENCY: Currency = 'USD'

const EXPONENTS: Record<Currency, 0 | 2> = {
  USD: 2,
  EUR: 2,
  JPY: 0,
  GBP: 2,
  AUD: 2,
  CAD: 2,
  CHF: 2,
  CNY: 2,
  HKD: 2,
  ILS: 2,
}

/** How many decimals the currency has: 2 for dollars, 0 for yen. */
export const currencyExponent = (code: Currency): number => EXPONENTS[code]

/** `value` is an integer in the currency's minor unit (cents; whole yen). */
export const money = z.object({
  value: z.number().int('Amounts are whole minor units').safe(),
  currency,
})
export type Money = z.infer<typeof money>

/** Making a formatter costs a hundred times what using it does. */
const formatters = new Map<string, Intl.NumberFormat>()
const formatterOf = (key: string, options: Intl.NumberFormatOptions): Intl.NumberFormat => {
  const formatter = formatters.get(key) ?? new Intl.NumberFormat('en-US', options)
  formatters.set(key, formatter)
  return formatter
}

/** "12,000.00": formatted en-US, with the decimals of the currency (specification 1 §5). */
export const formatAmount = ({ value, currency }: Money): string => {
  const exponent = currencyExponent(currency)
  const decimals = { minimumFractionDigits: exponent, maximumFractionDigits: exponent }
  return formatterOf(`decimals ${exponent}`, decimals).format(value / 10 ** exponent)
}

/** "$12,000.00". */
export const formatMoney = ({ value, currency }: Money): string =>
  formatterOf(currency, { style: 'currency', currency }).format(value / 10 ** currencyExponent(currency))

/** Decimal text or number in major units to integer minor units; null where it is no amount of that currency. */
export const parseAmount = (text: string | number, code: Currency): number | null => {
  const match = /^\s*(-?)(\d{1,15})(?:\.(\d*))?\s*$/.exec(String(text).replaceAll(',', ''))
  if (!match) return null
  const exponent = currencyExponent(code)
  const decimals = (match[3] ?? '').replace(/0+$/, '')
  if (decimals.length > exponent) return null
  const minor = Number(`${match[2]}${decimals.padEnd(exponent, '0')}`)
  if (!Number.isSafeInteger(minor)) return null
  return match[1] && minor !== 0 ? -minor : minor
}
