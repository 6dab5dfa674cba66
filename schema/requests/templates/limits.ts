import { type Exchange, inCompanyCurrency } from '../../shared/exchange.ts'
import { type Currency, currencyExponent, type Money } from '../../shared/money.ts'

/** How many units of a currency a dollar is roughly, where no rate is known. Limits are only suggestions. */
const ROUGHLY: Record<Currency, number> = {
  ...{ USD: 1, EUR: 1, GBP: 1, CHF: 1, AUD: 1.5, CAD: 1.5, ILS: 4, CNY: 7, HKD: 8, JPY: 150 },
}

const STEPS = [1, 2, 2.5, 5, 7.5, 10]

/** The round number that is nearest by ratio: 4,630 is 5,000. */
export const roundLimit = (value: number): number => {
  const power = 10 ** Math.floor(Math.log10(value))
  const distance = (step: number) => Math.abs(Math.log(value / (step * power)))
  return STEPS.reduce((best, step) => (distance(step) < distance(best) ? step : best)) * power
}

/** A limit of a template in a company's currency, as a round number. */
export const limitIn = (dollars: number, exchange: Exchange): Money => {
  const { currency } = exchange
  const unit = 10 ** currencyExponent(currency)
  if (currency === 'USD') return { value: dollars * unit, currency }
  const converted = inCompanyCurrency({ value: dollars * 100, currency: 'USD' }, exchange)
  const major = converted ? converted.value / unit : dollars * ROUGHLY[currency]
  return { value: roundLimit(major) * unit, currency }
}
