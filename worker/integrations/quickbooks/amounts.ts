import Big from 'big.js'
import { type Currency, currencyExponent } from '../../../schema/shared/money.ts'

/**
 * Amounts of a document's lines, in minor units of another currency, so that they add up to the converted total: each
 * line gets what the rounded sum up to it has grown by. No line is off by more than one unit.
 * @param rate the value of one unit, in major units of `to`
 */
export const convertLines = (amounts: readonly Big[], rate: Big, to: Currency): number[] => {
  const unit = new Big(10).pow(currencyExponent(to))
  let [sum, rounded] = [new Big(0), new Big(0)]
  return amounts.map((amount) => {
    sum = sum.plus(amount.times(rate).times(unit))
    const next = sum.round(0, Big.roundHalfUp)
    const line = next.minus(rounded)
    rounded = next
    // Not minus zero.
    return line.toNumber() + 0
  })
}

/** Minor units as QuickBooks writes amounts: a number in major units. */
export const majorOf = (minor: number, currency: Currency): number =>
  new Big(minor).div(new Big(10).pow(currencyExponent(currency))).toNumber()

export const minorOf = (major: number, currency: Currency): number =>
  new Big(major)
    .times(new Big(10).pow(currencyExponent(currency)))
    .round(0, Big.roundHalfUp)
    .toNumber()
