import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  addDays,
  addMonths,
  dayIn,
  endOfDay,
  instantAt,
  lastDayOfTerm,
  monthsOfPeriod,
  shiftMonth,
  startOfDay,
  timeIn,
  weekdayOf,
} from '../../../schema/shared/calendar.ts'
import { daysBetween } from '../../../schema/shared/day-count.ts'

const days = fc.integer({ min: 0, max: 40_000 }).map((count) => addDays('1990-01-01', count))

describe('the calendar', () => {
  it.each([
    ['2026-01-31', 1, '2026-02-28', '2026-02-27'],
    ['2028-01-31', 1, '2028-02-29', '2028-02-28'],
    ['2026-01-01', 12, '2027-01-01', '2026-12-31'],
    ['2028-02-29', 12, '2029-02-28', '2029-02-27'],
    ['2026-08-31', 6, '2027-02-28', '2027-02-27'],
    ['2026-11-15', 3, '2027-02-15', '2027-02-14'],
  ])('%s and %i months later is %s, so the term ends on %s', (start, months, after, last) => {
    expect(addMonths(start, months)).toBe(after)
    expect(lastDayOfTerm(start, months)).toBe(last)
  })

  it('a term of N months is N months long', () => {
    fc.assert(
      fc.property(days, fc.integer({ min: 1, max: 240 }), (start, months) => {
        expect(monthsOfPeriod(start, lastDayOfTerm(start, months))).toBe(months)
      }),
    )
  })

  it('days are counted across changes of the clocks', () => {
    expect(daysBetween('2026-03-07', '2026-03-09')).toBe(2)
    expect(daysBetween('2026-11-02', '2026-10-31')).toBe(-2)
    fc.assert(
      fc.property(days, fc.integer({ min: -5000, max: 5000 }), (day, count) => {
        expect(daysBetween(day, addDays(day, count))).toBe(count)
      }),
    )
  })

  it('a day begins at midnight in its time zone, and ends when the next begins', () => {
    expect(startOfDay('2026-03-08', 'America/Los_Angeles')).toBe('2026-03-08T08:00:00.000Z')
    expect(endOfDay('2026-03-08', 'America/Los_Angeles')).toBe('2026-03-09T07:00:00.000Z')
    expect(startOfDay('2026-11-22', 'Asia/Kolkata')).toBe('2026-11-21T18:30:00.000Z')
    // Midnight doesn't exist there on that day: it begins at one.
    expect(startOfDay('2026-09-06', 'America/Santiago')).toBe('2026-09-06T04:00:00.000Z')
    expect(startOfDay('2026-02-30', 'UTC')).toBeUndefined()
  })

  it('an instant belongs to the day that its time zone shows', () => {
    const instant = Date.parse('2026-11-22T02:00:00Z')
    expect(dayIn('America/Los_Angeles', instant)).toBe('2026-11-21')
    expect(dayIn('Asia/Tokyo', instant)).toBe('2026-11-22')
    expect(dayIn(null, instant)).toBe('2026-11-22')
  })

  it('a day and a time of day are an instant in their time zone, and back', () => {
    expect(instantAt('2026-12-07', '17:00', 'America/Los_Angeles')).toBe('2026-12-08T01:00:00.000Z')
    // That day has 25 hours.
    expect(instantAt('2026-11-01', '17:00', 'America/Los_Angeles')).toBe('2026-11-02T01:00:00.000Z')
    // Half past two doesn't exist there on that night: it is an hour later.
    expect(instantAt('2026-03-08', '02:30', 'America/Los_Angeles')).toBe('2026-03-08T10:30:00.000Z')
    expect(instantAt('2026-02-30', '12:00', 'UTC')).toBeUndefined()
    expect(instantAt('2026-02-20', '24:00', 'UTC')).toBeUndefined()
    expect(timeIn('Asia/Kolkata', Date.parse('2026-11-22T18:30:00Z'))).toBe('00:00')
  })

  it('months shift across years', () => {
    expect(shiftMonth('2026-01', -1)).toBe('2025-12')
    expect(shiftMonth('2026-11', 14)).toBe('2028-01')
  })

  it('weekdays count from Sunday', () => {
    expect(weekdayOf('2026-11-22')).toBe(0)
    expect(weekdayOf('2026-11-28')).toBe(6)
  })
})
