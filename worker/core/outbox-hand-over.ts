import { inPlace } from './cells.ts'
import { outboxStatement } from './outbox.ts'
import type { OutboxContext } from './outbox-registry.ts'
import { systemContext } from './system-context.ts'

/**
 * Effects that are written where a company lived before, by work that began before it moved, are carried out where it
 * lives now. Those that were copied with the company are known there by their ids.
 */

/** How many rows of how many companies one sweep hands over. The next one continues. */
const AT_ONCE = 200
const COMPANIES = 20

/** Rows from before were compared with the copy after they were written. */
const BEFORE_MS = 24 * 60 * 60 * 1000

const LEFT = `SELECT company_id AS companyId, touched_at AS leftAt FROM company_locks WHERE state = 'GONE' LIMIT ${COMPANIES}`
const OPEN = `SELECT id, company_id AS companyId, topic, payload, created_at AS createdAt, available_at AS availableAt
   FROM outbox INDEXED BY outbox_due
  WHERE done_at IS NULL AND dead_at IS NULL AND company_id = ? AND created_at >= ? LIMIT ${AT_ONCE}`

interface Row {
  id: string
  companyId: string
  topic: never
  payload: string
  createdAt: number
  availableAt: number
}

/** @returns how many rows were handed over */
export const handOverEffects = async (context: OutboxContext): Promise<number> => {
  const { db, clock } = context
  const left = await db.all<{ companyId: string; leftAt: number }>(db.prepare(LEFT))
  let total = 0
  for (const { companyId, leftAt } of left) {
    const caller = systemContext(context, { name: 'outbox.hand-over', companyId, may: ['system.maintain'] })
    const there = await inPlace(caller, { companyId })
    const rows = there.db === db ? [] : await db.all<Row>(db.sql(OPEN, companyId, leftAt - BEFORE_MS))
    if (rows.length === 0) continue
    await there.db.batch([
      outboxStatement(
        there.db,
        rows.map((row) => ({ ...row, payload: JSON.parse(row.payload) })),
      ),
    ])
    // A secret is where it is carried out, and nowhere else.
    await db.batch([
      db.sql(
        `UPDATE outbox SET done_at = ?1, payload = '{}', last_error = 'Handed over to the company’s database'
          WHERE id IN (SELECT value FROM json_each(?2)) AND done_at IS NULL`,
        ...[clock.now(), JSON.stringify(rows.map(({ id }) => id))],
      ),
    ])
    total += rows.length
  }
  return total
}
