import { expect, test } from 'vitest'
import { askingFrom, askNext } from '../../../worker/features/money/payments/asking.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** Between one question and the next, from when the state began. */
const distances = (state: string, most = 1000): number[] => {
  const found: number[] = []
  let { askAt, asks } = askingFrom(state, 0)
  let before = 0
  while (askAt !== null && found.length < most) {
    found.push(askAt - before)
    before = askAt
    askAt = askNext({ state, asks, since: 0 }, before)
    asks += 1
  }
  return found
}

test('what moves is asked for soon, then at growing distances of at most a day', () => {
  const inMinutes = distances('PROCESSING', 12).map((ms) => ms / MINUTE_MS)
  expect(inMinutes).toEqual([1, 2, 5, 10, 30, 60, 180, 360, 720, 1440, 1440, 1440])
})

test('what arrived is asked for every hour on the banks’ next days, then once on each of them, for sixty days', () => {
  // A Friday at noon in New York, and the days until the end of the week after.
  const since = Date.UTC(2026, 5, 5, 16)
  for (const state of ['PAID', 'POSTED']) {
    const found: number[] = []
    for (let at = askingFrom(state, since).askAt; at !== null; at = askNext({ state, asks: 5, since }, at))
      found.push(at)
    expect((found[0] ?? 0) - since).toBe(HOUR_MS)
    const days = Map.groupBy(found, (at) =>
      new Date(at).toLocaleDateString('en-US', { timeZone: 'America/New_York', weekday: 'short', day: 'numeric' }),
    )
    const counts = [...days].map(([day, those]) => `${day}: ${those.length}`)
    expect(counts.slice(0, 6)).toEqual([
      '5 Fri: 11',
      '8 Mon: 24',
      '9 Tue: 24',
      '10 Wed: 24',
      '11 Thu: 24',
      '12 Fri: 14',
    ])
    expect(counts.filter((day) => /Sat|Sun/.test(day))).toEqual([])
    expect((found.at(-1) ?? 0) - since).toBeGreaterThan(55 * DAY_MS)
    expect((found.at(-1) ?? 0) - since).toBeLessThanOrEqual(60 * DAY_MS)
    // Juneteenth.
    expect(counts.some((day) => day.startsWith('19 Fri'))).toBe(false)
  }
})

test.each(['FAILED', 'CANCELLED', 'RETURNED', 'PAID_OUTSIDE', 'ACTIVE', 'VERIFIED'])(
  'nothing is asked for what is %s',
  (state) => {
    expect(distances(state)).toEqual([])
  },
)

test('what waits for someone else for too long is given up', () => {
  expect(distances('VERIFYING').length).toBeLessThan(distances('SUBMITTED').length)
  expect(distances('SUBMITTED').length).toBeLessThan(80)
})
