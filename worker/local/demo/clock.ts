import { dayIn } from '../../../schema/shared/calendar.ts'
import { type Clock, newId } from '../../core/clock.ts'

/** Where the demo company keeps its calendar: on the last evening of a month there, UTC is in the next one. */
export const DEMO_TIME_ZONE = 'America/New_York'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/**
 * The demo company has a past: its people's actions are weeks apart, and always in order, so that lists, times in a
 * status and the history look real. Never later than now.
 */
class DemoClock implements Clock {
  #time = 0

  now(): number {
    return Math.min(this.#time || Date.now(), Date.now())
  }

  /** Moves ahead to that day, in working hours. Never back. */
  goTo(daysAgo: number): void {
    const then = Date.now() - Math.round(daysAgo * DAY_MS)
    const morning = then - (then % DAY_MS) + 8 * HOUR_MS
    this.#time = Math.max(this.#time, morning + (then % (8 * HOUR_MS)))
  }

  pass(hours: number): void {
    this.#time = this.now() + Math.round(hours * HOUR_MS)
  }

  /** From here on it is now. */
  arrive(): void {
    this.#time = 0
  }
}

export const demoClock = new DemoClock()

/** The demo company's calendar date at an instant (ms since 1970). */
export const demoDay = (instant: number): string => dayIn(DEMO_TIME_ZONE, instant)

/** A command in the demo company's past says when it was given. */
export const demoCommandId = (at: number): string => `demo-command-${at}-${newId()}`

/** That time in UTC milliseconds, or null for every other command. */
export const timeOfDemoCommand = (commandId: string): number | null => {
  const at = Number(/^demo-command-(\d+)-/.exec(commandId)?.[1])
  return at || null
}
