import { describe, expect, it } from 'vitest'
import { inOtherUnits, toMajorText } from '../../../web/ui/fields/minor-units.ts'
import { parseTypedDate } from '../../../web/ui/fields/parse-date.ts'

describe('a typed date', () => {
  it.each([
    ['2026-11-20', '2026-11-20'],
    ['2026/3/9', '2026-03-09'],
    ['11/20/2026', '2026-11-20'],
    ['3/9/26', '2026-03-09'],
    ['Nov 20, 2026', '2026-11-20'],
    ['november 20 2026', '2026-11-20'],
    ['20 Nov 2026', '2026-11-20'],
    [' 2026-11-20 ', '2026-11-20'],
  ])('%s is %s', (text, date) => {
    expect(parseTypedDate(text)).toBe(date)
  })

  it.each(['', 'soon', '2026-02-30', '13/13/2026', 'Foo 1, 2026', '2026-11'])('%s is not a date', (text) => {
    expect(parseTypedDate(text)).toBeNull()
  })
})

describe('minor units as text', () => {
  it.each([
    [123456, 'USD', '1234.56'],
    [5, 'USD', '0.05'],
    [0, 'USD', '0.00'],
    [-5, 'USD', '-0.05'],
    [1234, 'JPY', '1234'],
    [Number.MAX_SAFE_INTEGER, 'USD', '90071992547409.91'],
  ] as const)('%i %s is %s', (minor, currency, text) => {
    expect(toMajorText(minor, currency)).toBe(text)
  })
})

describe('the same number in another currency', () => {
  it.each([
    [125_000, 'USD', 'JPY', 1_250],
    [1_250, 'JPY', 'EUR', 125_000],
    [125_050, 'EUR', 'USD', 125_050],
    // 1.99, 1.50 and 1.49: yen have no cents.
    [199, 'USD', 'JPY', 2],
    [150, 'USD', 'JPY', 2],
    [149, 'USD', 'JPY', 1],
    // A credit of 1.50 takes away what was charged.
    [-150, 'USD', 'JPY', -2],
    [-40, 'USD', 'JPY', 0],
    [null, 'USD', 'JPY', null],
  ] as const)('%s %s in %s is %s', (minor, from, into, same) => {
    expect(inOtherUnits(minor, from, into)).toBe(same)
  })
})
