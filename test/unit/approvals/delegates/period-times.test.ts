import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { periodState } from '../../../../schema/approvals/delegates/delegation.ts'
import { periodTimes } from '../../../../schema/approvals/delegates/period-times.ts'

const ZONES = [
  ...['Pacific/Kiritimati', 'Pacific/Auckland', 'Asia/Kolkata', 'Europe/Berlin', 'UTC', 'America/New_York'],
  ...['America/Los_Angeles', 'Pacific/Pago_Pago'],
]
const HOUR_MS = 60 * 60 * 1000

/** The calendar date that a clock on a wall in that zone shows. */
const shownIn = (timeZone: string, at: number): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(at)

describe('the days of a delegation', () => {
  it('begin and end when the clock of the person who delegates says so, also when clocks change', () => {
    const day = fc
      .integer({ min: 0, max: 400 })
      .map((n) => new Date(Date.UTC(2026, 0, 1 + n)).toISOString().slice(0, 10))
    fc.assert(
      fc.property(
        fc.constantFrom(...ZONES),
        fc.tuple(day, day).map(([a, b]) => (a < b ? [a, b] : [b, a])),
        fc.boolean(),
        fc.integer({ min: -60, max: 60 }),
        (zone, [startsOn = '', endsOn = ''], nearEnd, hours) => {
          const at = Date.parse(`${nearEnd ? endsOn : startsOn}T12:00:00Z`) + hours * HOUR_MS
          const today = shownIn(zone, at)
          const expected = today < startsOn ? 'UPCOMING' : today > endsOn ? 'ENDED' : 'IN_FORCE'
          expect(periodState(periodTimes({ startsOn, endsOn }, zone), at)).toBe(expected)
        },
      ),
      { numRuns: 2000 },
    )
  })

  it('a delegation without a known time zone has the days of UTC, and one without days is open', () => {
    expect(periodTimes({ startsOn: '2026-11-20', endsOn: '2026-11-20' }, null)).toEqual({
      startsAt: Date.UTC(2026, 10, 20),
      endsAt: Date.UTC(2026, 10, 21),
    })
    expect(periodTimes({ startsOn: null, endsOn: null }, 'Asia/Kolkata')).toEqual({ startsAt: null, endsAt: null })
  })
})
