import type { BaseContext } from '../../../core/operation.ts'
import { registeredSubjects } from '../../../objects/approval/subject.ts'

/** How long people see what was completed. */
export const RECENTLY_COMPLETED_MS = 14 * 24 * 60 * 60 * 1000

const AT_ONCE = 5_000

/**
 * Takes participations that no one sees as completed anymore out of the index of those. Looks at each person, which is
 * cheaper than an index by time that every decision would have to keep.
 */
export const forgetCompleted = ({ db, clock }: Pick<BaseContext, 'db' | 'clock'>): Promise<unknown> =>
  db.batch([
    db.sql(
      `WITH RECURSIVE people (id) AS (
         SELECT ''
         UNION ALL
         SELECT (SELECT p.user_id FROM request_participants p INDEXED BY request_participants_completed
                  WHERE p.is_recent = 1 AND p.user_id > people.id ORDER BY p.user_id LIMIT 1)
           FROM people WHERE people.id IS NOT NULL)
       UPDATE request_participants SET is_recent = 0 WHERE (target_id, user_id) IN (
         SELECT p.target_id, p.user_id FROM people CROSS JOIN json_each(?2) t
          CROSS JOIN request_participants p INDEXED BY request_participants_completed
             ON p.user_id = people.id AND p.target_type = t.value AND p.is_recent = 1 AND p.completed_at < ?1
          LIMIT ${AT_ONCE})`,
      clock.now() - RECENTLY_COMPLETED_MS,
      JSON.stringify(registeredSubjects().map(({ targetType }) => targetType)),
    ),
  ])

/** Once an hour is often enough. */
const AT_MINUTE = 17

export const forgetCompletedHourly = async (context: Pick<BaseContext, 'db' | 'clock'>): Promise<void> => {
  if (new Date(context.clock.now()).getUTCMinutes() === AT_MINUTE) await forgetCompleted(context)
}
