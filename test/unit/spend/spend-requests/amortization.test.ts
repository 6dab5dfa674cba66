import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, addMonths } from '../../../../schema/shared/calendar.ts'
import { amortized } from '../../../../schema/spend/spend-requests/amortization.ts'

const period = (serviceStartDate: string, serviceEndDate: string | null) => ({ serviceStartDate, serviceEndDate })
const amounts = (total: number, start: string, end: string | null) =>
  amortized(total, period(start, end)).map(({ amount }) => amount)

describe('cost by month', () => {
  it('a contract of a year costs a twelfth each month, on whatever day it begins', () => {
    expect(amounts(120_000, '2027-01-01', '2027-12-31')).toEqual(Array(12).fill(10_000))
    expect(amounts(120_000, '2026-12-08', '2027-12-07')).toEqual(Array(12).fill(10_000))
    expect(amortized(120_000, period('2026-12-08', '2027-12-07')).at(-1)?.month).toBe('2027-11')
  })

  it('the last month takes the remainder', () => {
    expect(amounts(100, '2027-01-01', '2027-03-31')).toEqual([33, 33, 34])
  })

  it('a begun month counts as a month', () => {
    expect(amounts(90, '2027-01-15', '2027-03-20')).toEqual([30, 30, 30])
  })

  it('a purchase without a period, or of one day, costs everything at once', () => {
    expect(amounts(500, '2027-05-05', null)).toEqual([500])
    expect(amounts(500, '2027-05-05', '2027-05-05')).toEqual([500])
  })

  it('the months add up to the total, follow each other, and differ by less than their number of minor units', () => {
    const day = fc.integer({ min: 0, max: 4000 }).map((days) => addDays('2024-01-01', days))
    fc.assert(
      fc.property(fc.nat(1_000_000_000), day, fc.integer({ min: 1, max: 240 }), (total, start, months) => {
        const found = amortized(total, period(start, addDays(addMonths(start, months), -1)))
        expect(found.length).toBe(months)
        expect(found.reduce((sum, { amount }) => sum + amount, 0)).toBe(total)
        expect(new Set(found.map(({ month }) => month)).size).toBe(months)
        const sizes = found.map(({ amount }) => amount)
        expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThan(months)
      }),
    )
  })
})
