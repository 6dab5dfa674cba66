import { outbox } from '../../../schema/platform/company/tables.ts'
import { companyLocks } from '../../../schema/platform/directory/tables.ts'
import { inPlace } from '../cells.ts'
import { type OutboxTopic, outboxStatement } from '../outbox.ts'
import type { OutboxContext } from '../outbox-registry.ts'
import { select, typed } from '../record.ts'
import { systemContext } from '../system-context.ts'

/**
 * Effects that are written where a company lived before, by work that began before it moved, are carried out where it
 * lives now. Those that were copied with the company are known there by their ids.
 */

/** How many rows of how many companies one sweep hands over. The next one continues. */
const AT_ONCE = 200
const COMPANIES = 20

/** Rows from before were compared with the copy after they were written. */
const BEFORE_MS = 24 * 60 * 60 * 1000

const LEFT = typed`SELECT ${select(companyLocks, 'l', { companyId: 'companyId', leftAt: 'touchedAt' })}
  FROM company_locks l WHERE l.state = 'GONE' LIMIT ${COMPANIES}`
const OPEN = typed`SELECT ${select(outbox, 'o', ['id', 'companyId', 'topic', 'payload', 'createdAt', 'availableAt'])}
  FROM outbox o INDEXED BY outbox_due
 WHERE o.done_at IS NULL AND o.dead_at IS NULL AND o.company_id = ? AND o.created_at >= ? LIMIT ${AT_ONCE}`

/** @returns how many rows were handed over */
export const handOverEffects = async (context: OutboxContext): Promise<number> => {
  const { db, clock } = context
  const left = await db.all(db.sql(LEFT))
  let total = 0
  for (const { companyId, leftAt } of left) {
    const caller = systemContext(context, { name: 'outbox.hand-over', companyId, may: ['system.maintain'] })
    const there = await inPlace(caller, { companyId })
    const rows = there.db === db ? [] : await db.all(db.sql(OPEN, companyId, leftAt - BEFORE_MS))
    if (rows.length === 0) continue
    await there.db.batch([
      outboxStatement(
        there.db,
        rows.map(({ topic, payload, ...row }) => ({
          ...row,
          topic: topic as OutboxTopic,
          payload: JSON.parse(payload),
        })),
      ),
    ])
    // A secret is where it is carried out, and nowhere else.
    await db.batch([
      db.sql(
        `UPDATE outbox SET done_at = ?1, payload = '{}', last_error = 'Handed over to the company’s database'
          WHERE id IN (SELECT value FROM json_each(?2)) AND done_at IS NULL`,
        clock.now(),
        JSON.stringify(rows.map(({ id }) => id)),
      ),
    ])
    total += rows.length
  }
  return total
}
