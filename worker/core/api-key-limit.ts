import { API_KEY_CALLS, API_KEY_WINDOW_MS } from '../../schema/platform/api-keys/endpoints.ts'
import { PROVISIONING_CALLS } from '../../schema/platform/provisioning/endpoints.ts'

/**
 * The rate limits of API keys and of provisioning keys, in fixed one-minute windows and without an extra round trip. The count in the database
 * comes with the row that authenticates the call, and this isolate adds what it hasn't written yet. It writes after
 * every 25 calls, after answering, so each isolate lets through at most 25 calls too many. A rarely used key only
 * writes its time of use, once a minute.
 */

const WRITE_AFTER_CALLS = 25
const TOUCH_AFTER_MS = 60_000
/** The number of keys an isolate remembers. The oldest windows are forgotten first. */
const MOST_REMEMBERED = 5_000

/** Calls in a window, by the table of the keys. */
const MOST_CALLS = { api_keys: API_KEY_CALLS, provisioning_keys: PROVISIONING_CALLS } as const
type KeyTable = keyof typeof MOST_CALLS

/** The key's row as it was read. */
export interface CountedKey {
  id: string
  windowStart: number
  windowCount: number
  lastUsedAt: number | null
}

interface Unwritten {
  windowStart: number
  calls: number
  /** When this isolate last wrote the key's time of use. */
  touchedAt: number
}

export interface Verdict {
  isAllowed: boolean
  remaining: number
  /** Until the next window. */
  resetSeconds: number
  /** Run this after the answer. */
  write: ((database: D1Database) => Promise<unknown>) | null
}

const unwritten = new Map<string, Unwritten>()

const remember = (id: string, windowStart: number): Unwritten => {
  const known = unwritten.get(id)
  if (known?.windowStart === windowStart) return known
  if (unwritten.size >= MOST_REMEMBERED) {
    for (const [key, { windowStart: start }] of unwritten) if (start < windowStart) unwritten.delete(key)
  }
  const fresh = { windowStart, calls: 0, touchedAt: known?.touchedAt ?? 0 }
  unwritten.set(id, fresh)
  return fresh
}

/** Counts a call and returns whether it is within the limit. Calls beyond the limit aren't counted. */
export const countCall = (key: CountedKey, now: number, table: KeyTable = 'api_keys'): Verdict => {
  const most = MOST_CALLS[table]
  const windowStart = Math.floor(now / API_KEY_WINDOW_MS) * API_KEY_WINDOW_MS
  const resetSeconds = Math.ceil((windowStart + API_KEY_WINDOW_MS - now) / 1000)
  const own = remember(key.id, windowStart)
  const counted = (key.windowStart === windowStart ? key.windowCount : 0) + own.calls
  if (counted >= most) return { isAllowed: false, remaining: 0, resetSeconds, write: null }
  own.calls += 1
  const isTouchDue = now - Math.max(key.lastUsedAt ?? 0, own.touchedAt) >= TOUCH_AFTER_MS
  const remaining = most - counted - 1
  if (own.calls < WRITE_AFTER_CALLS && !isTouchDue) return { isAllowed: true, remaining, resetSeconds, write: null }
  const { calls } = own
  own.calls = 0
  if (isTouchDue) own.touchedAt = now
  const write = (database: D1Database) => writeCalls(database, { table, id: key.id, windowStart, calls, now })
  return { isAllowed: true, remaining, resetSeconds, write }
}

interface Counted {
  table: KeyTable
  id: string
  windowStart: number
  calls: number
  now: number
}

const writeCalls = (database: D1Database, { table, id, windowStart, calls, now }: Counted) =>
  database
    .prepare(
      `UPDATE ${table} SET last_used_at = max(coalesce(last_used_at, 0), ?4),
              window_count = CASE WHEN window_start = ?2 THEN window_count + ?3 WHEN window_start < ?2 THEN ?3 ELSE window_count END,
              window_start = max(window_start, ?2)
        WHERE id = ?1`,
    )
    .bind(id, windowStart, calls, now)
    .run()
