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

test('what arrived is asked for less often from the start, for sixty days', () => {
  for (const state of ['PAID', 'POSTED']) {
    const found = distances(state)
    expect(found.slice(0, 5).map((ms) => ms / HOUR_MS)).toEqual([3, 6, 12, 24, 24])
    const days = found.reduce((sum, ms) => sum + ms, 0) / DAY_MS
    expect(days).toBeGreaterThan(58)
    expect(days).toBeLessThanOrEqual(60)
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
