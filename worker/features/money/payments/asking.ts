import { bankDayAt, isBankingDay } from '../../../../schema/money/payments/schedule.ts'

/**
 * When the provider is asked how something goes that no event told about: soon at first, then at growing distances, and
 * no more once nothing can follow.
 */

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
const DISTANCES_MS = [1, 2, 5, 10, 30, 60, 180, 360, 720, 1440].map((minutes) => minutes * MINUTE_MS)

/** The provider forgets keys after a day, so that what was begun longer ago than this may be there although it has one. */
const KEY_HOLDS_MS = 60 * MINUTE_MS

/**
 * Whether the provider has to be asked for something before it is sent. The job that sends it for the first time may run
 * days later, after another one has sent it and got no answer.
 */
export const mayBeThere = (isRepeated: boolean, begunAt: number, now: number): boolean =>
  isRepeated || now - begunAt > KEY_HOLDS_MS

interface Asked {
  /** The step of the distances at which it begins. */
  from: number
  /** For how long, since it began. */
  forMs: number
}

/**
 * Loads and payments can come back for weeks after they arrived: most on one of the next banking days, when they are asked
 * for every hour, and never on other days.
 */
const ARRIVED: Asked = { from: 5, forMs: 60 * DAY_MS }
const HOUR_MS = 60 * MINUTE_MS
const RETURN_DAYS = 5

const isBankingAt = (at: number): boolean => isBankingDay(bankDayAt(at))

const afterArrival = (since: number, now: number): number => {
  let banked = 0
  for (let at = since; at < now && banked <= RETURN_DAYS; at += DAY_MS) banked += isBankingAt(at) ? 1 : 0
  let next = now + (banked <= RETURN_DAYS ? HOUR_MS : DAY_MS)
  while (!isBankingAt(next)) next += DAY_MS
  return next
}
const MOVING: Asked = { from: 0, forMs: 365 * DAY_MS }
const ASKED: Readonly<Record<string, Asked>> = {
  ...{ CREATED: { from: 0, forMs: 60 * DAY_MS }, SUBMITTED: { from: 0, forMs: 60 * DAY_MS } },
  ...{
    VERIFYING: { from: 0, forMs: 14 * DAY_MS },
    WAITING: MOVING,
    PROCESSING: MOVING,
    POSTED: ARRIVED,
    PAID: ARRIVED,
  },
}

/** After how long it is asked again that was asked so often. Milliseconds. */
export const distanceAfter = (asks: number): number => DISTANCES_MS[Math.min(asks, DISTANCES_MS.length - 1)] ?? DAY_MS

/** By state, for SQL: from which step it is asked again, and after how many milliseconds. */
export const RESTARTS = JSON.stringify(
  Object.fromEntries(
    Object.entries(ASKED).map(([state, { from }]) => [state, { asks: from, after: distanceAfter(from) }]),
  ),
)

/** In a state from now on. Null: nothing can follow. */
export const askingFrom = (state: string, now: number): { askAt: number | null; asks: number } => {
  const asked = ASKED[state]
  return asked ? { askAt: now + distanceAfter(asked.from), asks: asked.from } : { askAt: null, asks: 0 }
}

/**
 * When it is asked after this time. Null: it has ended, or no one expects anything any more.
 * @param row.asks how often it was asked before
 * @param row.since when its state began
 */
export const askNext = (row: { state: string; asks: number; since: number }, now: number): number | null => {
  const asked = ASKED[row.state]
  const at = asked === ARRIVED ? afterArrival(row.since, now) : now + distanceAfter(row.asks + 1)
  return at <= row.since + (asked?.forMs ?? 0) ? at : null
}
