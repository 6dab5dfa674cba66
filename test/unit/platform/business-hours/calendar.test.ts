import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { afterBusinessTime, businessTime } from '../../../../schema/approvals/engine/business-time.ts'
import {
  type BusinessCalendar,
  holidayOn,
  isWorkday,
  STANDARD_CALENDAR,
} from '../../../../schema/platform/business-hours/calendar.ts'
import { HOLIDAY_COUNTRIES } from '../../../../schema/platform/business-hours/countries.ts'
import { HOLIDAY_TABLES } from '../../../../schema/platform/business-hours/holiday-tables.ts'
import { holidaysOf } from '../../../../schema/platform/business-hours/holidays.ts'
import { hoursWords } from '../../../../schema/platform/business-hours/words.ts'
import { lastWorkMorning, nextWorkMorning } from '../../../../schema/platform/business-hours/work-mornings.ts'
import { dayIn, isWeekend, timeIn } from '../../../../schema/shared/calendar.ts'

const HOUR = 3_600_000
const of = (changes: Partial<BusinessCalendar>): BusinessCalendar => ({ ...STANDARD_CALENDAR, ...changes })
const at = (text: string): number => Date.parse(text)
const iso = (instant: number): string => new Date(instant).toISOString()

describe('holidays of a country', () => {
  it('every country of the list has some in each of the coming years, in order', () => {
    expect(Object.keys(HOLIDAY_TABLES).toSorted()).toEqual(HOLIDAY_COUNTRIES.toSorted())
    for (const country of HOLIDAY_COUNTRIES)
      for (let year = 2025; year <= 2039; year += 1) {
        const days = holidaysOf(country, year).map(({ day }) => day)
        expect([country, year, days.length > 4]).toEqual([country, year, true])
        expect(days).toEqual(days.toSorted())
        expect(days.filter((day) => !/^\d{4}-\d{2}-\d{2}$/.test(day) || Number.isNaN(Date.parse(day)))).toEqual([])
      }
  })

  it.each([
    ['US', '2026-11-26', 'Thanksgiving Day'],
    ['US', '2027-07-05', 'Independence Day'],
    ['DE', '2027-03-29', 'Easter Monday'],
    ['GB', '2026-12-28', 'Boxing Day'],
    ['FR', '2026-07-14', 'Bastille Day'],
    ['JP', '2026-05-05', 'Children’s Day'],
  ])('in %s, %s is %s', (country, day, name) => {
    expect(holidayOn(of({ country }), day)).toBe(name)
    expect(isWorkday(of({ country }), day)).toBe(false)
    expect(isWorkday(of({ country, worked: [name] }), day)).toBe(true)
    expect(isWorkday(of({}), day)).toBe(true)
  })

  it('days of the company’s own are off in their year, or in every year', () => {
    const own = of({
      own: [
        { day: '2026-12-24', name: 'Inventory', everyYear: true },
        { day: '2026-06-05', name: 'Outing', everyYear: false },
      ],
    })
    expect([holidayOn(own, '2026-12-24'), holidayOn(own, '2030-12-24')]).toEqual(['Inventory', 'Inventory'])
    expect([holidayOn(own, '2026-06-05'), holidayOn(own, '2028-06-05')]).toEqual(['Outing', null])
  })
})

describe('business hours', () => {
  it.each<[string, Partial<BusinessCalendar>, string, number, string]>([
    ['the standard', {}, '2026-11-25T15:00:00Z', 8, '2026-11-26T15:00:00.000Z'],
    ['a holiday between', { country: 'US' }, '2026-11-25T15:00:00Z', 8, '2026-11-27T15:00:00.000Z'],
    [
      'a holiday on which it works',
      { country: 'US', worked: ['Thanksgiving Day'] },
      '2026-11-25T15:00:00Z',
      8,
      '2026-11-26T15:00:00.000Z',
    ],
    [
      'a day of its own',
      { own: [{ day: '2026-11-26', name: 'Move', everyYear: false }] },
      '2026-11-25T15:00:00Z',
      8,
      '2026-11-27T15:00:00.000Z',
    ],
    ['Sunday to Thursday', { weekdays: [0, 1, 2, 3, 4] }, '2026-11-26T15:00:00Z', 8, '2026-11-29T15:00:00.000Z'],
    ['longer days', { opens: '08:00', closes: '18:00' }, '2026-11-25T15:00:00Z', 8, '2026-11-26T13:00:00.000Z'],
  ])('with %s, 8 hours end when the company has worked them', (_, changes, from, hours, until) => {
    expect(iso(afterBusinessTime(at(from), hours * HOUR, 'UTC', of(changes)))).toBe(until)
    expect(businessTime(at(from), at(until), 'UTC', of(changes))).toBe(hours * HOUR)
  })

  it('a calendar without a working day for years still ends', () => {
    const never = of({
      weekdays: [1],
      own: Array.from({ length: 53 }, (_, week) => ({
        day: iso(at('2027-01-04') + week * 7 * 24 * HOUR).slice(0, 10),
        name: 'Off',
        everyYear: false,
      })),
    })
    expect(afterBusinessTime(at('2027-01-01T00:00:00Z'), HOUR, 'UTC', never)).toBeGreaterThan(
      at('2027-12-31T00:00:00Z'),
    )
  })

  it.each([
    [of({}), 'Monday to Friday, 09:00 to 17:00'],
    [of({ weekdays: [0, 1, 2, 3, 4] }), 'Monday, Tuesday, Wednesday, Thursday and Sunday, 09:00 to 17:00'],
    [of({ weekdays: [2, 4], opens: '07:30' }), 'Tuesday and Thursday, 07:30 to 17:00'],
    [of({ weekdays: [0, 1, 2, 3, 4, 5, 6] }), 'Monday to Sunday, 09:00 to 17:00'],
  ])('hours are said in words: %#', (calendar, words) => {
    expect(hoursWords(calendar)).toBe(words)
  })
})

describe('mornings of work', () => {
  it.each([
    ['Friday evening', '2026-11-27T20:00:00Z', 'Europe/Paris', '2026-11-30T07:00:00Z', '2026-11-27T07:00:00Z'],
    ['Monday before eight', '2026-11-30T06:59:00Z', 'Europe/Paris', '2026-11-30T07:00:00Z', '2026-11-27T07:00:00Z'],
    ['eight sharp', '2026-11-30T07:00:00Z', 'Europe/Paris', '2026-12-01T07:00:00Z', '2026-11-30T07:00:00Z'],
    ['Thursday abroad', '2026-11-26T03:00:00Z', 'America/New_York', '2026-11-26T13:00:00Z', '2026-11-25T13:00:00Z'],
    ['the change of clocks', '2026-10-23T12:00:00Z', 'Europe/Paris', '2026-10-26T07:00:00Z', '2026-10-23T06:00:00Z'],
  ])('from %s on, the next morning of work is at eight where the person is', (_, now, zone, next, last) => {
    const morning = nextWorkMorning(Date.parse(now), zone, STANDARD_CALENDAR)
    expect(new Date(morning).toISOString()).toBe(new Date(next).toISOString())
    expect(new Date(lastWorkMorning(morning, zone, STANDARD_CALENDAR)).toISOString()).toBe(new Date(last).toISOString())
  })

  it('mornings of work follow one another, each at eight from Monday to Friday', () => {
    const zones = fc.constantFrom('UTC', 'Europe/Paris', 'America/New_York', 'Asia/Kolkata', 'Australia/Sydney')
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2_000_000_000 }), zones, (seconds, zone) => {
        const first = nextWorkMorning(seconds * 1000, zone, STANDARD_CALENDAR)
        expect(first).toBeGreaterThan(seconds * 1000)
        expect(timeIn(zone, first)).toBe('08:00')
        expect(isWeekend(dayIn(zone, first))).toBe(false)
        expect(lastWorkMorning(nextWorkMorning(first, zone, STANDARD_CALENDAR), zone, STANDARD_CALENDAR)).toBe(first)
      }),
    )
  })

  it('holidays and days off are skipped, in both directions', () => {
    const calendar = of({ country: 'US' })
    const morning = nextWorkMorning(at('2026-11-25T20:00:00Z'), 'America/New_York', calendar)
    expect(iso(morning)).toBe('2026-11-27T13:00:00.000Z')
    expect(iso(lastWorkMorning(morning, 'America/New_York', calendar))).toBe('2026-11-25T13:00:00.000Z')
  })
})
