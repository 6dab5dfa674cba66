import { type Currency, currencyExponent } from '../../../schema/shared/money.ts'

/** Integer minor units as decimal text in major units, without floating point: 123456 USD is "1234.56". */
export const toMajorText = (minor: number, currency: Currency): string => {
  const exponent = currencyExponent(currency)
  const digits = String(Math.abs(minor)).padStart(exponent + 1, '0')
  const sign = minor < 0 ? '-' : ''
  if (exponent === 0) return sign + digits
  return `${sign}${digits.slice(0, -exponent)}.${digits.slice(-exponent)}`
}

/**
 * An amount that was typed, with the same number in another currency: 1,250.00 dollars are 1,250 yen. Decimals that it
 * doesn't have are rounded as everywhere, halves away from zero, so that a charge and its credit stay alike.
 */
export const inOtherUnits = (minor: number | null, from: Currency, into: Currency): number | null => {
  if (minor === null) return null
  const rounded = Math.round(Math.abs(minor) * 10 ** (currencyExponent(into) - currencyExponent(from)))
  return minor < 0 && rounded > 0 ? -rounded : rounded
}
