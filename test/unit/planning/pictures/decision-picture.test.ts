import { describe, expect, it } from 'vitest'
import {
  countedDecisions,
  monthsUntil,
  singleDecisions,
} from '../../../../worker/features/planning/pictures/decision-picture.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const counted = (rows: Record<string, Record<string, number>>, zone: string | null = null, last = '2026-11') =>
  countedDecisions(
    Object.entries(rows).map(([month, counts]) => ({ month, counts: JSON.stringify(counts) })),
    last,
    zone,
  )
const medianOf = (picture: ReturnType<typeof counted>, month: string) =>
  picture.months.find((one) => one.month === month)

describe('how long decisions took', () => {
  it('there are twelve months until the current one, over the turn of the year', () => {
    expect(monthsUntil('2026-02')).toEqual([
      ...['2025-03', '2025-04', '2025-05', '2025-06', '2025-07', '2025-08', '2025-09', '2025-10', '2025-11', '2025-12'],
      ...['2026-01', '2026-02'],
    ])
    const { months, decided, medianMs } = counted({})
    expect(months.map((month) => [month.decided, month.medianMs])).toEqual(Array(12).fill([0, null]))
    expect({ decided, medianMs }).toEqual({ decided: 0, medianMs: null })
  })

  it('half of them took less, in the middle of what is counted together', () => {
    const picture = counted({ '2026-10': { 60: 1, 120: 1, 4320: 3 }, '2026-11': { 10: 2 } })
    // Three to three days and four hours.
    expect(medianOf(picture, '2026-10')).toEqual({ month: '2026-10', decided: 5, medianMs: 3 * DAY + 2 * HOUR })
    expect(medianOf(picture, '2026-11')?.medianMs).toBe(12.5 * 60_000)
    expect(picture.decided).toBe(7)
    // Of ten minutes twice, one and two hours and three days thrice, the fourth.
    expect(picture.medianMs).toBe(2.5 * HOUR)
  })

  it('an even number of them takes the lower one of the two in the middle', () => {
    expect(medianOf(counted({ '2026-10': { 60: 1, 4320: 1 } }), '2026-10')?.medianMs).toBe(1.5 * HOUR)
  })

  it('near the end of a month the person’s time zone decides which month it was', () => {
    const slot = Date.parse('2026-10-31T23:30:00Z') / 900_000
    const rows = { '2026-10': { [`60 ${slot}`]: 1, 60: 1 } }
    const decidedIn = (zone: string | null) => {
      const picture = counted(rows, zone)
      return ['2026-10', '2026-11'].map((month) => medianOf(picture, month)?.decided)
    }
    expect(decidedIn(null)).toEqual([2, 0])
    expect(decidedIn('Europe/Berlin')).toEqual([1, 1])
    expect(decidedIn('America/Los_Angeles')).toEqual([2, 0])
    const begins = Date.parse('2026-11-01T06:45:00Z') / 900_000
    const early = counted({ '2026-11': { [`60 ${begins}`]: 1 } }, 'America/Los_Angeles')
    expect(medianOf(early, '2026-10')?.decided).toBe(1)
    // Asia/Kolkata is half an hour off.
    const half = Date.parse('2026-10-31T18:30:00Z') / 900_000
    expect(medianOf(counted({ '2026-10': { [`60 ${half}`]: 1 } }, 'Asia/Kolkata'), '2026-11')?.decided).toBe(1)
  })

  it('single requests have exact medians, in the months of the person', () => {
    const at = (day: string) => Date.parse(`${day}T23:30:00Z`)
    const picture = singleDecisions(
      [
        { decidedAt: at('2026-11-10'), tookMs: 5 },
        { decidedAt: at('2026-10-31'), tookMs: 1 },
        { decidedAt: at('2026-11-03'), tookMs: 3 },
        { decidedAt: at('2024-11-03'), tookMs: 100 },
      ],
      '2026-11',
      'Europe/Berlin',
    )
    expect(medianOf(picture, '2026-11')).toEqual({ month: '2026-11', decided: 3, medianMs: 3 })
    expect(medianOf(picture, '2026-10')).toEqual({ month: '2026-10', decided: 0, medianMs: null })
    expect(picture).toMatchObject({ decided: 3, medianMs: 3 })
  })
})
