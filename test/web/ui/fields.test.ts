import { describe, expect, it } from 'vitest'
import { toMajorText } from '../../../web/ui/fields/minor-units.ts'
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
