import { expect, it } from 'vitest'
import {
  amortizedCost,
  monthsOf,
  nextTwelveMonths,
  openSpendByMonth,
  periodAt,
  periodFaults,
  spendByMonth,
  totalOf,
} from '../../../../schema/vendors/services/rules.ts'

const period = (startDate: string, endDate: string) => ({ startDate, endDate })

it.each([
  ['2026-01-01', '2026-12-31', 12],
  ['2026-01-15', '2026-02-14', 1],
  ['2024-01-31', '2024-02-28', 1],
  ['2026-03-01', '2026-03-01', 1 / 31],
  ['2026-01-01', '2026-02-14', 1.5],
])('from %s to %s is %d months', (start, end, months) => {
  expect(monthsOf(period(start, end))).toBeCloseTo(months, 10)
})

it('a total is units × cost × months, with tax and without savings, in whole minor units', () => {
  const costs = {
    ...period('2026-01-01', '2026-12-31'),
    unitsPerMonth: 25,
    costPerUnit: 1250,
    tax: 9900,
    savings: 5000,
  }
  expect(totalOf(costs)).toBe(25 * 1250 * 12 + 9900 - 5000)
  expect(totalOf({ ...costs, unitsPerMonth: 0.333, tax: 0, savings: 0 })).toBe(4995)
  expect(totalOf({ ...costs, costPerUnit: null })).toBeNull()
  expect(amortizedCost(costs, 120_000)).toBe(10_000)
})

it('a whole year is spread evenly, and the shares always add up to the total', () => {
  expect(spendByMonth(period('2026-01-01', '2026-12-31'), 1_200_000).map(({ amount }) => amount)).toEqual(
    Array(12).fill(100_000),
  )
  for (const total of [1, 7, 99_999, 123_457]) {
    const shares = spendByMonth(period('2026-01-17', '2027-03-09'), total)
    expect(shares[0]?.month).toBe('2026-01')
    expect(shares.at(-1)?.month).toBe('2027-03')
    expect(shares.reduce((sum, { amount }) => sum + amount, 0)).toBe(total)
    expect(Math.min(...shares.map(({ amount }) => amount))).toBeGreaterThanOrEqual(0)
  }
})

it('a period that ends before it starts, overlaps another or lasts too long is reported at its field', () => {
  const first = period('2026-01-01', '2026-12-31')
  expect(periodFaults([first, period('2027-01-01', '2027-12-31')])).toEqual([])
  expect(periodFaults([first, period('2026-12-31', '2027-12-30')])).toMatchObject([{ index: 1, field: 'startDate' }])
  expect(periodFaults([period('2026-02-01', '2026-01-31')])).toMatchObject([{ index: 0, field: 'endDate' }])
  expect(periodFaults([period('2026-01-01', '2045-12-31')])).toEqual([])
  expect(periodFaults([period('2026-01-01', '2046-01-01')])).toMatchObject([{ index: 0, field: 'endDate' }])
  expect(periodFaults([period('2026-02-31', 'tomorrow')])).toEqual([])
})

it('a day’s period is the one it is in, else the next one, else the last', () => {
  const periods = [period('2025-01-01', '2025-12-31'), period('2026-03-01', '2026-12-31')]
  expect(periodAt(periods, '2026-05-01')).toBe(periods[1])
  expect(periodAt(periods, '2026-01-15')).toBe(periods[1])
  expect(periodAt(periods, '2027-01-15')).toBe(periods[1])
  expect(periodAt(periods, '2025-12-31')).toBe(periods[0])
  expect(periodAt([], '2025-12-31')).toBeNull()
})

it('the next twelve months begin with the current month', () => {
  expect(nextTwelveMonths(Date.UTC(2026, 10, 21))).toEqual({ from: '2026-11', before: '2027-11' })
})

it('a service without an end costs the same each month, and its first month’s part', () => {
  expect(openSpendByMonth('2026-11-16', 3_000, '2026-12-05').slice(0, 3)).toEqual([
    { month: '2026-11', amount: 1_500 },
    { month: '2026-12', amount: 3_000 },
    { month: '2027-01', amount: 3_000 },
  ])
  // Two years ahead are known, from today or from a start that is still to come.
  expect(openSpendByMonth('2026-11-16', 3_000, '2026-12-05').at(-1)).toEqual({ month: '2028-11', amount: 3_000 })
  expect(openSpendByMonth('2030-01-01', 3_000, '2026-12-05').map(({ month }) => month)).toHaveLength(24)
})

it('a service without an end is in its period from the start on', () => {
  const periods = [period('2025-01-01', '2025-12-31'), { startDate: '2026-02-01', endDate: null }]
  expect(
    ['2025-06-01', '2026-01-15', '2026-02-01', '2090-01-01'].map((day) => periodAt(periods, day)?.startDate),
  ).toEqual([...['2025-01-01', '2026-02-01', '2026-02-01', '2026-02-01']])
})
