import { utcDayOf } from '../../../../schema/shared/day-count.ts'
import type { Database, DatabaseCost } from '../../../core/database.ts'
import { errorText, type Logger } from '../../../core/log.ts'
import type { Performed } from '../../../core/told/calls.ts'

/**
 * What companies cost by day, added up in memory and stored once a minute, because a write for each call would cost more
 * than most calls. What an instance of the Worker has not stored when it ends is missing, so the figures are about right.
 */

const STORED_EVERY_MS = 60_000
/** As long as effects that were given up. */
const KEPT_MS = 90 * 24 * 60 * 60 * 1000
/** The most companies of which an instance remembers costs. */
const MOST = 500

interface Cost {
  calls: number
  ms: number
  queries: number
  rowsRead: number
  rowsWritten: number
}

const kept = new Map<string, Cost>()
let storedAt: number | null = null

/** Adds a call or job. What concerns several companies, or none, counts for no one. */
export const noteCost = (
  { companies }: Pick<Performed, 'companies'>,
  { queries, rowsRead, rowsWritten }: Pick<DatabaseCost, 'queries' | 'rowsRead' | 'rowsWritten'>,
  ms: number,
): void => {
  const [companyId, ...others] = companies
  if (companyId === undefined || others.length > 0 || (kept.size >= MOST && !kept.has(companyId))) return
  const cost = kept.get(companyId) ?? { calls: 0, ms: 0, queries: 0, rowsRead: 0, rowsWritten: 0 }
  kept.set(companyId, {
    calls: cost.calls + 1,
    ms: cost.ms + ms,
    queries: cost.queries + queries,
    rowsRead: cost.rowsRead + rowsRead,
    rowsWritten: cost.rowsWritten + rowsWritten,
  })
}

const ADD = `INSERT INTO company_costs (day, company_id, calls, ms, queries, rows_read, rows_written)
  SELECT ?1, key, value ->> 'calls', value ->> 'ms', value ->> 'queries', value ->> 'rowsRead', value ->> 'rowsWritten' FROM json_each(?2) WHERE true
  ON CONFLICT (day, company_id) DO UPDATE SET calls = calls + excluded.calls, ms = ms + excluded.ms, queries = queries + excluded.queries,
    rows_read = rows_read + excluded.rows_read, rows_written = rows_written + excluded.rows_written`

/** Stores what was added up, if it is time. Never fails: a failure is logged and tried again with the next. */
export const storeCosts = async (directory: Database, log: Logger, now: number): Promise<void> => {
  storedAt = Math.min(storedAt ?? now, now)
  if (now - storedAt < STORED_EVERY_MS) return
  storedAt = now
  if (kept.size === 0) return
  const taken = [...kept]
  kept.clear()
  try {
    await directory.batch([
      directory.sql(ADD, utcDayOf(now), JSON.stringify(Object.fromEntries(taken))),
      directory.sql('DELETE FROM company_costs WHERE day < ?', utcDayOf(now - KEPT_MS)),
    ])
  } catch (error) {
    for (const [companyId, cost] of taken) if (!kept.has(companyId)) kept.set(companyId, cost)
    log.error('costs.not-stored', { error: errorText(error) })
  }
}
