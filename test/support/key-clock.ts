import { vi } from 'vitest'

/** The time of pressed keys, in milliseconds. It goes on from one test file to the next, as what keys remember does. */
export const keyClock = { now: 0 }

const machineMs = (): number => Number(process.hrtime.bigint()) / 1e6

/**
 * Time runs on from there, a second after whatever other tests pressed or closed, so that no key is taken for theirs.
 * @returns what ends it
 */
export const runKeyClock = (): (() => void) => {
  const ahead = keyClock.now + 1000 - machineMs()
  const spy = vi.spyOn(performance, 'now').mockImplementation(() => {
    keyClock.now = machineMs() + ahead
    return keyClock.now
  })
  return () => spy.mockRestore()
}
