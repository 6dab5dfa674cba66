import { BOOKS_SYNC } from '../../../../schema/platform/accounting/values.ts'
import type { OutboxContext } from '../../../core/outbox-registry.ts'
import { RECEIVING_MS } from './open-generation.ts'

/** Rows of generations that were taken over, discarded, or left open for long go, some at a time. */

const AT_ONCE = 10_000
/** An open generation that no one completes. */
const LEFT_OPEN_MS = 7 * 24 * 60 * 60 * 1000

/** Whether it is done with. A complete one is once a run after it was complete. */
const IS_OVER = `(g.state = 'DISCARDED'
  OR (g.state = 'OPEN' AND g.created_at < ?1)
  OR (g.state = 'COMPLETE' AND EXISTS (
    SELECT 1 FROM sync_runs r INDEXED BY sync_runs_of WHERE r.company_id = g.company_id AND r.provider = 'CUSTOM'
       AND r.kind = '${BOOKS_SYNC}' AND r.created_at >= g.completed_at AND r.state = 'COMPLETE')))`

export const forgetPushedRows = async ({ db, clock }: Pick<OutboxContext, 'db' | 'clock'>): Promise<void> => {
  const now = clock.now()
  const over = await db.first<{ id: string; companyId: string }>(
    db.sql(
      `SELECT g.id, g.company_id AS companyId FROM book_generations g INDEXED BY book_generations_rows
        WHERE g.has_rows AND ${IS_OVER} AND NOT EXISTS (
          SELECT 1 FROM book_pushes p INDEXED BY book_pushes_of
           WHERE p.company_id = g.company_id AND p.generation_id = g.id AND p.state = 'RECEIVING' AND p.started_at > ?2) LIMIT 1`,
      now - LEFT_OPEN_MS,
      now - RECEIVING_MS,
    ),
  )
  if (!over) return
  await db.batch([
    db.sql(
      `DELETE FROM book_push_rows WHERE rowid IN (
         SELECT rowid FROM book_push_rows WHERE company_id = ? AND generation_id = ? LIMIT ${AT_ONCE})`,
      over.companyId,
      over.id,
    ),
    db.sql(
      `UPDATE book_generations SET has_rows = 0, state = CASE state WHEN 'OPEN' THEN 'DISCARDED' ELSE state END
        WHERE id = ?1 AND NOT EXISTS (SELECT 1 FROM book_push_rows WHERE company_id = ?2 AND generation_id = ?1)`,
      over.id,
      over.companyId,
    ),
  ])
}
