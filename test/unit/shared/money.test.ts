import { describe, expect, it } from 'vitest'
import { convert } from '../../../schema/shared/exchange.ts'
import {
  type Currency,
  currencyExponent,
  formatAmount,
  formatLimit,
  formatMoney,
  parseAmount,
} from '../../../schema/shared/money.ts'
import { toMajorText } from '../../../web/ui/fields/minor-units.ts'

/** Currencies have none, two or three decimals (ISO 4217). The rules hold for all, also for those not offered yet. */
const YEN = 'JPY'
const DINAR = 'KWD' as Currency
const BAHRAIN = 'BHD' as Currency

describe('amounts by the decimals of their currency', () => {
  it.each([
    ['USD', 2],
    [YEN, 0],
    [DINAR, 3],
    [BAHRAIN, 3],
  ])('%s has %i decimals', (code, decimals) => {
    expect(currencyExponent(code as Currency)).toBe(decimals)
  })

  it.each([
    ['1,250.5', 'USD', 125_050],
    ['1,250.505', 'USD', null],
    ['1.250', 'EUR', null],
    ['12.500', YEN, null],
    ['1250.000', 'EUR', 125_000],
    ['0.500', 'EUR', 50],
    ['1250', YEN, 1250],
    ['1250.00', YEN, 1250],
    ['1250.5', YEN, null],
    ['1.234', DINAR, 1234],
    ['1.2', DINAR, 1200],
    ['1.2345', DINAR, null],
    ['-0.001', BAHRAIN, -1],
  ])('%s in %s is typed as %s minor units', (text, code, minor) => {
    expect(parseAmount(text, code as Currency)).toBe(minor)
  })

  it.each([
    [125_050, 'USD', '1,250.50', '$1,250.50', '$1,250.50'],
    [1250, YEN, '1,250', '¥1,250', '¥1,250'],
    [1_234_567, DINAR, '1,234.567', 'KWD 1,234.567', 'KWD 1,234.567'],
    [1_234_000, DINAR, '1,234.000', 'KWD 1,234.000', 'KWD 1,234'],
    [5, BAHRAIN, '0.005', 'BHD 0.005', 'BHD 0.005'],
  ])('%i minor units of %s are shown as %s', (value, code, amount, money, limit) => {
    const shown = (text: string) => text.replaceAll('\u00a0', ' ')
    const given = { value, currency: code as Currency }
    expect([formatAmount(given), formatMoney(given), formatLimit(given)].map(shown)).toEqual([amount, money, limit])
  })

  it.each([
    [1_000, DINAR, '3.25', 'USD', 325],
    [1_001, DINAR, '500', YEN, 501],
    [1, DINAR, '499.9', YEN, 0],
    [100, 'USD', '0.3075', DINAR, 308],
    [1, YEN, '0.0025', BAHRAIN, 3],
    [1_500, BAHRAIN, '0.8125', DINAR, 1219],
  ])('%i minor units of %s at %s are %s %i', (value, base, rate, quote, expected) => {
    const given = { value, currency: base as Currency }
    expect(convert(given, { base: base as Currency, quote: quote as Currency, rate }).value).toBe(expected)
  })

  it('a field keeps each minor unit that it shows', () => {
    for (const code of ['USD', YEN, DINAR, BAHRAIN] as Currency[])
      for (const minor of [0, 1, 12, 123, 1234, 1_234_567])
        expect(parseAmount(toMajorText(minor, code), code)).toBe(minor)
  })
})
