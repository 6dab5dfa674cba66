import { runInDurableObject } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { afterAll, expect, it, vi } from 'vitest'
import { systemClock } from '../../../worker/core/clock.ts'
import { setClock, startClock } from '../../support/clock.ts'

/** The clock that all tests of the Worker run under. */

afterAll(() => startClock(env.TEST_CLOCK))

it('the Worker, new dates and dates as text have the set now, and it runs on', async () => {
  setClock('2028-02-29T23:59:59.900Z')
  const [first, text] = [new Date(), Date()]
  expect(first.toISOString().slice(0, 19)).toBe('2028-02-29T23:59:59')
  expect(text).toContain('Feb 29 2028')
  await vi.waitFor(() => expect(new Date(systemClock.now()).toISOString().slice(0, 16)).toBe('2028-03-01T00:00'))
})

it('a date that is named is that date, and is a date to what asks', () => {
  expect(new Date(2026, 0, 2).getTime()).toBe(Date.UTC(2026, 0, 2))
  expect(new Date('2026-01-02T03:04:05Z').getTime()).toBe(1_767_323_045_000)
  expect(structuredClone(new Date(5))).toBeInstanceOf(Date)
  expect(new Date(5).constructor).toBe(Date)
})

it('an alarm rings by the set clock, and is read by it', async () => {
  const stub = env.APPROVALS.get(env.APPROVALS.idFromName('clock'))
  const until = (at: number) =>
    runInDurableObject(stub, async (_, { storage }) => {
      await storage.setAlarm(at)
      return storage.getAlarm()
    })
  setClock('2030-05-05T05:05:05Z')
  const later = Date.now() + 60_000
  expect(await until(later)).toBe(later)
  await until(Date.now() + 50)
  await vi.waitFor(async () =>
    expect(await runInDurableObject(stub, (_, { storage }) => storage.getAlarm())).toBeNull(),
  )
})

it('a clock without its offset from UTC is refused', () => {
  expect(() => setClock('2026-12-31T23:30')).toThrow('2026-12-31T23:30 is no instant with its offset')
})
