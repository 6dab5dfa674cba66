import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { humanize } from '../../../schema/shared/values.ts'
import {
  formatBytes,
  formatCalendarDate,
  formatDate,
  formatDateTime,
  formatMoney,
  initials,
  isLink,
  linkHref,
  relativeAge,
  todayIn,
} from '../../../web/lib/format.ts'

const ZONES = ['America/Los_Angeles', 'UTC', 'Asia/Tokyo', 'Pacific/Kiritimati']

describe.each(ZONES)('with the browser in %s', (zone) => {
  const before = process.env.TZ
  beforeAll(() => {
    process.env.TZ = zone
  })
  afterAll(() => {
    if (before === undefined) delete process.env.TZ
    else process.env.TZ = before
  })

  it('a calendar date never shifts', () => {
    expect(formatCalendarDate('2026-11-20')).toBe('Nov 20, 2026')
    expect(formatCalendarDate('2026-01-01')).toBe('Jan 1, 2026')
    expect(formatCalendarDate('2024-02-29')).toBe('Feb 29, 2024')
  })

  it('an instant is shown on the day it was for the person', () => {
    expect(formatDate('2026-11-21T03:00:00.000Z', 'America/Los_Angeles')).toBe('Nov 20, 2026')
    expect(formatDate('2026-11-21T03:00:00.000Z', 'Asia/Tokyo')).toBe('Nov 21, 2026')
  })
})

describe('dates', () => {
  it('the full time names the time zone', () => {
    expect(formatDateTime('2026-11-20T17:41:00.000Z', 'America/Los_Angeles').replaceAll(' ', ' ')).toBe(
      'Nov 20, 2026, 9:41 AM PST',
    )
  })

  it('an invalid date shows nothing', () => {
    expect(formatDate('soon')).toBe('')
    expect(formatCalendarDate('2026-02-30')).toBe('')
    expect(formatCalendarDate('')).toBe('')
  })

  it('today depends on the time zone', () => {
    const now = new Date('2026-11-21T03:00:00.000Z')
    expect(todayIn('America/Los_Angeles', now)).toBe('2026-11-20')
    expect(todayIn('Pacific/Kiritimati', now)).toBe('2026-11-21')
  })
})

describe('relative age (specification 1 §9)', () => {
  const now = new Date('2026-11-20T18:00:00.000Z')
  const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000)
  it.each([
    [0, 'Today'],
    [1, '1 day ago'],
    [6, '6 days ago'],
    [7, '1 week ago'],
    [13, '1 week ago'],
    [14, '2 weeks ago'],
    [29, '4 weeks ago'],
    [30, '1 month ago'],
    [59, '1 month ago'],
    [60, '2 months ago'],
    [365, '12 months ago'],
  ])('%i days is "%s"', (days, label) => {
    expect(relativeAge(daysAgo(days), now, 'UTC')).toBe(label)
  })

  it('age counts calendar days of the person, not spans of 24 hours', () => {
    const evening = '2026-11-20T05:00:00.000Z' // Nov 19, 9 PM in Los Angeles
    expect(relativeAge(evening, now, 'America/Los_Angeles')).toBe('1 day ago')
    expect(relativeAge(evening, now, 'UTC')).toBe('Today')
  })

  it('age never goes below today', () => {
    expect(relativeAge(new Date(now.getTime() + 86_400_000), now, 'UTC')).toBe('Today')
  })
})

describe('amounts, names, sizes, links', () => {
  it('amounts in minor units are shown in the decimals of the currency', () => {
    expect(formatMoney({ value: 1_200_000, currency: 'USD' })).toBe('$12,000.00')
    expect(formatMoney({ value: 12_000, currency: 'JPY' })).toBe('¥12,000')
    expect(formatMoney({ value: -5, currency: 'USD' })).toBe('-$0.05')
  })

  it('a name has initials', () => {
    expect(initials('Dana Reyes')).toBe('DR')
    expect(initials('Ana María de la Cruz')).toBe('AC')
    expect(initials('cher')).toBe('C')
    expect(initials(' ')).toBe('?')
  })

  it('a file size has a readable unit', () => {
    expect(formatBytes(900)).toBe('900 B')
    expect(formatBytes(1536)).toBe('1.5 KB')
    expect(formatBytes(50 * 1024 * 1024)).toBe('50 MB')
  })

  it('enum names become readable words', () => {
    expect(humanize('ORDER_FORM')).toBe('Order form')
  })

  it('links are recognized by how they start', () => {
    expect(['https://a.example', 'http://a.example', 'www.a.example'].map(isLink)).toEqual([true, true, true])
    expect(['a.example', 'see https://a.example', 'javascript:alert(1)', ''].map(isLink)).toEqual(Array(4).fill(false))
    expect(linkHref('www.a.example')).toBe('https://www.a.example')
  })
})
