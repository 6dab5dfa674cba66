import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { afterBusinessTime, businessTime } from '../../../../schema/approvals/engine/business-time.ts'
import { knownZone } from '../../../../schema/shared/calendar.ts'

const HOUR = 3_600_000
const at = (text: string): number => Date.parse(text)
const iso = (instant: number): string => new Date(instant).toISOString()

describe('business hours', () => {
  it.each([
    ['within a day', '2026-11-23T10:00:00Z', 3, 'UTC', '2026-11-23T13:00:00.000Z'],
    ['into the next day', '2026-11-23T15:00:00Z', 4, 'UTC', '2026-11-24T11:00:00.000Z'],
    ['to the end of a day', '2026-11-23T09:00:00Z', 8, 'UTC', '2026-11-23T17:00:00.000Z'],
    ['over a weekend', '2026-11-20T16:00:00Z', 2, 'UTC', '2026-11-23T10:00:00.000Z'],
    ['from the night', '2026-11-24T03:00:00Z', 1, 'UTC', '2026-11-24T10:00:00.000Z'],
    ['from a Saturday', '2026-11-21T12:00:00Z', 1, 'UTC', '2026-11-23T10:00:00.000Z'],
    ['in New York', '2026-11-23T21:00:00Z', 2, 'America/New_York', '2026-11-24T15:00:00.000Z'],
    ['where it is already Monday', '2026-11-22T23:30:00Z', 1, 'Asia/Tokyo', '2026-11-23T01:00:00.000Z'],
    ['when clocks go back', '2026-10-30T16:00:00Z', 2, 'Europe/Berlin', '2026-11-02T10:00:00.000Z'],
    ['when clocks go forward', '2026-03-27T15:00:00Z', 2, 'Europe/Berlin', '2026-03-30T08:00:00.000Z'],
  ])('%s', (_, from, hours, zone, due) => {
    expect(iso(afterBusinessTime(at(from), hours * HOUR, zone))).toBe(due)
  })

  it.each([
    ['a whole week has forty hours', '2026-11-23T00:00:00Z', '2026-11-30T00:00:00Z', 40],
    ['a weekend has none', '2026-11-21T00:00:00Z', '2026-11-23T00:00:00Z', 0],
    ['an evening has none', '2026-11-23T17:00:00Z', '2026-11-24T09:00:00Z', 0],
  ])('%s', (_, from, until, hours) => {
    expect(businessTime(at(from), at(until), 'UTC')).toBe(hours * HOUR)
  })

  it('an unknown zone counts as UTC', () => {
    expect([knownZone('Mars/Olympus'), knownZone(null), knownZone('Europe/Paris')]).toEqual([
      'UTC',
      'UTC',
      'Europe/Paris',
    ])
  })

  const zones = fc.constantFrom('UTC', 'America/Los_Angeles', 'Asia/Kolkata', 'Australia/Lord_Howe', 'Pacific/Apia')
  const instants = fc.integer({ min: at('2024-01-01T00:00:00Z'), max: at('2027-12-31T00:00:00Z') })

  it('exactly that much business time passes until the instant that it gives, in every zone', () => {
    fc.assert(
      fc.property(instants, fc.integer({ min: 1, max: 60 * HOUR }), zones, (from, time, zone) => {
        expect(businessTime(from, afterBusinessTime(from, time, zone), zone)).toBe(time)
      }),
      { seed: 20261123, numRuns: 200 },
    )
  })

  it('business time adds up and never exceeds the time that passed', () => {
    fc.assert(
      fc.property(instants, fc.nat(8 * 24 * HOUR), fc.nat(8 * 24 * HOUR), zones, (from, first, second, zone) => {
        const [middle, end] = [from + first, from + first + second]
        expect(businessTime(from, middle, zone) + businessTime(middle, end, zone)).toBe(businessTime(from, end, zone))
        expect(businessTime(from, end, zone)).toBeLessThanOrEqual(end - from)
      }),
      { seed: 20261123, numRuns: 200 },
    )
  })
})
