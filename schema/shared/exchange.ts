import Big from 'big.js'
import { z } from 'zod'
import { currency, currencyExponent, formatMoney, type Money } from './money.ts'
import { calendarDate } from './values.ts'

/** The value of amounts in other currencies: daily rates, and exact conversion with them. */

/** Our own constructor: divisions keep 20 decimals, and halves are rounded away from zero. */
const Decimal = Big()
Decimal.DP = 20
Decimal.RM = Big.roundHalfUp

export const RATE_SOURCES = ['PROVIDER', 'MANUAL'] as const
export type RateSource = (typeof RATE_SOURCES)[number]

/** A positive decimal as text, so that it stays exact. */
export const decimalRate = z
  .string()
  .trim()
  .regex(/^\d{1,12}(\.\d{1,12})?$/, 'Enter a positive number such as 1.27')
  .refine((text) => /[1-9]/.test(text), 'Enter a positive number such as 1.27')

/** One unit of `base` is worth `rate` units of `quote` on that day. */
export const exchangeRate = z.object({
  base: currency,
  quote: currency,
  rate: decimalRate,
  date: calendarDate,
  source: z.enum(RATE_SOURCES),
})
export type ExchangeRate = z.infer<typeof exchangeRate>

/** The currency that a company compares amounts in, and the rates of the others on one day. */
export const exchange = z.object({
  currency,
  /** Whether amounts in other currencies are allowed. */
  allowsOthers: z.boolean(),
  /** At most one rate for each other currency, quoted in the company's. */
  rates: z.array(exchangeRate),
})
export type Exchange = z.infer<typeof exchange>

/** An amount in the company's currency that was requested in another one. */
export interface ConvertedMoney extends Money {
  original: Money
  rate: ExchangeRate
}
/** An amount that can't be compared because its currency has no rate. */
export interface UncomparableMoney {
  withoutRate: Money
}

/**
 * Exact, rounded once to the minor unit of the rate's quote currency, halves away from zero. Throws RangeError if the
 * amount isn't in the rate's base currency, or the result is larger than an amount can be.
 */
export const convert = (amount: Money, rate: Pick<ExchangeRate, 'base' | 'quote' | 'rate'>): Money => {
  if (amount.currency !== rate.base) throw new RangeError(`The rate is of ${rate.base}, not of ${amount.currency}`)
  const shift = currencyExponent(rate.quote) - currencyExponent(rate.base)
  const value = Number(
    new Decimal(amount.value).times(rate.rate).times(new Decimal(10).pow(shift)).round(0, Big.roundHalfUp).toFixed(),
  )
  if (!Number.isSafeInteger(value)) throw new RangeError('The converted amount is too large')
  return { value: value === 0 ? 0 : value, currency: rate.quote }
}

/** Ten significant digits. The recorded rate is the one used, so anyone can check the result. */
const DIGITS = 10

/** The rate between two currencies through a third one that both are quoted in. */
export const crossRate = (perUnitOfBase: string, perUnitOfQuote: string): string => {
  const exact = new Decimal(perUnitOfQuote).div(perUnitOfBase)
  return new Decimal(exact.prec(DIGITS, Big.roundHalfUp)).toFixed()
}

/** "1.27": at most six significant digits, for people. */
export const formatRate = (rate: string): string => {
  const text = new Decimal(new Decimal(rate).prec(6, Big.roundHalfUp)).toFixed()
  return text
}

const DATES = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })
export const RATE_SOURCE_WORDS: Record<RateSource, string> = {
  PROVIDER: 'European Central Bank',
  MANUAL: 'set by your company',
}

/** "£990.00 at 1.27 on Nov 20, 2026, European Central Bank". */
export const explainConversion = ({ original, rate }: Pick<ConvertedMoney, 'original' | 'rate'>): string =>
  `${formatMoney(original)} at ${formatRate(rate.rate)} on ${DATES.format(new Date(`${rate.date}T00:00:00Z`))}, ${RATE_SOURCE_WORDS[rate.source]}`

/** The amount in the company's currency. Null if its currency has no rate, or the result is too large. */
export const inCompanyCurrency = (amount: Money, exchange: Exchange | undefined): Money | ConvertedMoney | null => {
  if (!exchange || amount.currency === exchange.currency) return amount
  const rate = exchange.rates.find(({ base, quote }) => base === amount.currency && quote === exchange.currency)
  if (!rate) return null
  try {
    return { ...convert(amount, rate), original: amount, rate }
  } catch {
    return null
  }
}

/** Whether an amount was requested in another currency. */
export const isConverted = (amount: Money | ConvertedMoney | null): amount is ConvertedMoney =>
  amount !== null && 'original' in amount

const isMoney = (value: unknown): value is Money =>
  typeof value === 'object' && value !== null && 'currency' in value && 'value' in value

/** A value for comparing in conditions: amounts are converted to the company's currency, the rest is unchanged. */
export const comparable = <T>(value: T, exchange: Exchange | undefined): T | Money | UncomparableMoney =>
  isMoney(value) ? (inCompanyCurrency(value, exchange) ?? { withoutRate: value }) : value

/** What is wrong with the currency of an amount, or null. A draft can still wait for a rate. */
export const currencyProblem = (
  amount: { currency: Money['currency'] },
  exchange: Exchange | undefined,
  draft = false,
): string | null => {
  if (!exchange || amount.currency === exchange.currency) return null
  if (!exchange.allowsOthers) return `Use ${exchange.currency}. Other currencies are turned off for your company.`
  if (draft || exchange.rates.some(({ base }) => base === amount.currency)) return null
  return missingRate(amount.currency, exchange.currency)
}

export const missingRate = (code: string, company: string): string =>
  `There is no exchange rate for ${code}. Ask an admin to add one, or enter the amount in ${company}.`

/** The rates of a run: those it started with stay, and current ones are added for other currencies. */
export const keepRates = (kept: Exchange | undefined, now: Exchange | undefined): Exchange | undefined => {
  if (!kept || !now || kept.currency !== now.currency) return kept ?? now
  const known = new Set(kept.rates.map(({ base }) => base))
  return { ...now, rates: [...kept.rates, ...now.rates.filter(({ base }) => !known.has(base))] }
}

type Given = Readonly<Record<string, unknown>>

/** The amounts in one currency, with the keys of their answers. */
const amountsIn = (code: string, answers: Given): string =>
  JSON.stringify(
    Object.entries(answers)
      .flatMap(([key, value]) => (isMoney(value) && value.currency === code ? [[key, value.value] as const] : []))
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  )

/** The rates for comparing answers. A currency keeps its rate as long as none of its amounts changes. */
export const ratesForAnswers = (
  kept: Exchange | null | undefined,
  now: Exchange,
  before: Given,
  after: Given,
): Exchange => {
  if (!kept || kept.currency !== now.currency) return now
  const same = kept.rates.filter(({ base }) => amountsIn(base, before) === amountsIn(base, after))
  return keepRates({ ...now, rates: same }, now) ?? now
}

/** The rates to store beside answers: those used for them. Null if no amount needs one. */
export const ratesUsed = (by: Exchange, answers: Given): Exchange | null => {
  const codes = new Set(Object.values(answers).flatMap((value) => (isMoney(value) ? [value.currency] : [])))
  const rates = by.rates.filter(({ base }) => codes.has(base))
  return rates.length > 0 ? { ...by, rates } : null
}
