import type { BaseContext } from '../../../core/operation.ts'

/** How long people see what was completed. */
export const RECENTLY_COMPLETED_MS = 14 * 24 * 60 * 60 * 1000

const AT_ONCE = 1000

/** Takes participations that no one sees as completed anymore out of the index of those. */
export const forgetCompleted = ({ db, clock }: Pick<BaseContext, 'db' | 'clock'>): Promise<unknown> =>
  db.batch([
    db.sql(
      `UPDATE request_participants SET is_recent = 0 WHERE (target_id, user_id) IN (
         SELECT target_id, user_id FROM request_participants INDEXED BY request_participants_recent
          WHERE is_recent = 1 AND completed_at < ?1 ORDER BY completed_at LIMIT ${AT_ONCE})`,
      clock.now() - RECENTLY_COMPLETED_MS,
    ),
  ])
