import { z } from 'zod'

export const CURRENCIES = ['USD', 'EUR', 'JPY', 'GBP', 'AUD', 'CAD', 'CHF', 'CNY', 'HKD', 'ILS'] as const
export const currency = z.enum(CURRENCIES).meta({ title: 'Currency' })
export type Currency = (typeof CURRENCIES)[number]
export const DEFAULT_CURRENCY: Currency = 'USD'

const exponents = new Map<string, number>()

/** How many decimals the currency has: 2 for dollars, 0 for yen. */
export const currencyExponent = (code: Currency): number => {
  const known = exponents.get(code)
  if (known !== undefined) return known
  const { maximumFractionDigits = 2 } = formatterOf(code, { style: 'currency', currency: code }).resolvedOptions()
  exponents.set(code, maximumFractionDigits)
  return maximumFractionDigits
}

/** `value` is an integer in the currency's minor unit (cents; whole yen). */
export const money = z
  .object({
    value: z.number().int('Amounts are whole minor units').safe(),
    currency,
  })
  .meta({ title: 'Money' })
export type Money = z.infer<typeof money>

/** Creating a formatter costs a hundred times more than using it. */
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

/** "12000.00": for files and programs, with the decimals of the currency and nothing between thousands. */
export const plainAmount = ({ value, currency }: Money): string => {
  const exponent = currencyExponent(currency)
  return (value / 10 ** exponent).toFixed(exponent)
}

/** "$12,000.00". */
export const formatMoney = ({ value, currency }: Money): string =>
  formatterOf(currency, { style: 'currency', currency }).format(value / 10 ** currencyExponent(currency))

/** "$12,000" without cents, "$12,000.50" with them. For limits, as people say them. */
export const formatLimit = (amount: Money): string =>
  amount.value % 10 ** currencyExponent(amount.currency) === 0
    ? formatterOf(`${amount.currency} whole`, {
        style: 'currency',
        currency: amount.currency,
        maximumFractionDigits: 0,
      }).format(amount.value / 10 ** currencyExponent(amount.currency))
    : formatMoney(amount)

/** "$40K", "$1.5M". For the axes of charts. */
export const formatRough = ({ value, currency }: Money): string =>
  formatterOf(`${currency} rough`, {
    style: 'currency',
    currency,
    notation: 'compact',
    minimumFractionDigits: 0,
    maximumFractionDigits: 1,
  }).format(value / 10 ** currencyExponent(currency))

/** Three digits after a point are decimals to a program, and thousands to half of the people who write them. */
const TWO_READINGS = /^\s*-?[1-9]\d{0,2}\.\d{3}\s*$/

/**
 * Converts decimal text or a number in major units to integer minor units. Null if it isn't an amount in that currency,
 * or if people could mean two amounts by it: "1.250" in euros.
 *
 * @param by PROGRAM for what another program wrote, where a point always parts decimals
 */
export const parseAmount = (
  text: string | number,
  code: Currency,
  by: 'PEOPLE' | 'PROGRAM' = 'PEOPLE',
): number | null => {
  if (by === 'PEOPLE' && typeof text === 'string' && currencyExponent(code) < 3 && TWO_READINGS.test(text)) return null
  const match = /^\s*(-?)(\d{1,15})(?:\.(\d*))?\s*$/.exec(String(text).replaceAll(',', ''))
  if (!match) return null
  const exponent = currencyExponent(code)
  const decimals = match[3] ?? ''
  // Noughts after the last decimal don't count.
  if (/[^0]/.test(decimals.slice(exponent))) return null
  const minor = Number(`${match[2]}${decimals.slice(0, exponent).padEnd(exponent, '0')}`)
  if (!Number.isSafeInteger(minor)) return null
  return match[1] && minor !== 0 ? -minor : minor
}
