import { describe, expect, it } from 'vitest'
import {
  convert,
  crossRate,
  currencyProblem,
  type Exchange,
  explainConversion,
  inCompanyCurrency,
  keepRates,
} from '../../../schema/shared/exchange.ts'
import { currencyExponent, formatLimit } from '../../../schema/shared/money.ts'

const rate = (base: 'GBP' | 'JPY' | 'EUR', text: string) =>
  ({ base, quote: 'USD', rate: text, date: '2026-11-20', source: 'PROVIDER' }) as const
const exchange: Exchange = { currency: 'USD', allowsOthers: true, rates: [rate('GBP', '1.27'), rate('JPY', '0.00667')] }

describe('converting amounts', () => {
  it('converting keeps every cent, however many decimals the currencies have', () => {
    expect(convert({ value: 99_000, currency: 'GBP' }, rate('GBP', '1.27'))).toEqual({
      value: 125_730,
      currency: 'USD',
    })
    expect(convert({ value: 150_000, currency: 'JPY' }, rate('JPY', '0.00667'))).toEqual({
      value: 100_050,
      currency: 'USD',
    })
    expect(convert({ value: 100_050, currency: 'USD' }, { base: 'USD', quote: 'JPY', rate: '150' }).value).toBe(150_075)
  })

  it('halves are rounded away from zero, once', () => {
    const half = { base: 'GBP', quote: 'USD', rate: '0.5' } as const
    expect([1, 3, -1, -3, 2].map((value) => convert({ value, currency: 'GBP' }, half).value)).toEqual([1, 2, -1, -2, 1])
    // 0.1 × 3 isn't 0.30000000000000004 here.
    expect(convert({ value: 10_000_000_000_001, currency: 'GBP' }, { ...half, rate: '0.3' }).value).toBe(
      3_000_000_000_000,
    )
  })

  it('a rate with another base and an amount that is too large are refused', () => {
    expect(() => convert({ value: 1, currency: 'EUR' }, rate('GBP', '1.27'))).toThrow('GBP')
    const large = { value: 9_000_000_000_000_000, currency: 'GBP' } as const
    expect(() => convert(large, rate('GBP', '2'))).toThrow('too large')
    expect(inCompanyCurrency(large, exchange)).toBeNull()
  })

  it('a rate by way of a third currency has ten digits', () => {
    expect(crossRate('0.8541', '1.0843')).toBe('1.269523475')
    expect(crossRate('164.12', '1.0843')).toBe('0.006606751158')
    expect(crossRate('1', '1.0843')).toBe('1.0843')
  })
})

describe('an amount in the company’s currency', () => {
  it('an amount stays, is converted, or is unknown without a rate', () => {
    expect(inCompanyCurrency({ value: 5, currency: 'USD' }, exchange)).toEqual({ value: 5, currency: 'USD' })
    expect(inCompanyCurrency({ value: 99_000, currency: 'GBP' }, exchange)).toMatchObject({ value: 125_730 })
    expect(inCompanyCurrency({ value: 5, currency: 'CHF' }, exchange)).toBeNull()
  })

  it('a converted amount says which rate was used', () => {
    const converted = { original: { value: 99_000, currency: 'GBP' } as const, rate: rate('GBP', '1.269523475') }
    expect(explainConversion(converted)).toBe('£990.00 at 1.26952 on Nov 20, 2026, European Central Bank')
    expect(explainConversion({ ...converted, rate: { ...rate('GBP', '1.3'), source: 'MANUAL' } })).toBe(
      '£990.00 at 1.3 on Nov 20, 2026, set by your company',
    )
  })
})

describe('currencies of an amount', () => {
  it('another currency is refused when they are off or have no rate, but a draft can wait for a rate', () => {
    const off = { ...exchange, allowsOthers: false }
    expect(currencyProblem({ currency: 'USD' }, off)).toBeNull()
    expect(currencyProblem({ currency: 'GBP' }, off, true)).toMatch('Use USD')
    expect(currencyProblem({ currency: 'GBP' }, exchange)).toBeNull()
    expect(currencyProblem({ currency: 'CHF' }, exchange)).toBe(
      'There is no exchange rate for CHF. Ask an admin to add one, or enter the amount in USD.',
    )
    expect(currencyProblem({ currency: 'CHF' }, exchange, true)).toBeNull()
  })

  it('each currency has its usual decimals', () => {
    expect((['USD', 'JPY', 'ILS'] as const).map(currencyExponent)).toEqual([2, 0, 2])
    expect(formatLimit({ value: 1_000_000, currency: 'USD' })).toBe('$10,000')
    expect(formatLimit({ value: 1_000_050, currency: 'USD' })).toBe('$10,000.50')
  })
})

it('a run keeps the rates it started with and adds new ones', () => {
  const later: Exchange = { ...exchange, rates: [rate('GBP', '2'), rate('EUR', '1.1')] }
  expect(keepRates(exchange, later)?.rates.map(({ base, rate: text }) => `${base} ${text}`)).toEqual([
    'GBP 1.27',
    'JPY 0.00667',
    'EUR 1.1',
  ])
  expect(keepRates(undefined, later)).toEqual(later)
})
