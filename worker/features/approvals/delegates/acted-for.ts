import type { Database } from '../../../core/database.ts'
import { endsAt } from '../../../core/kinds/delegation-period.ts'

/** For how many people one person acts. */

/** A page of a list reads what each person is asked that someone acts for, and with more of them costs too many rows. */
export const MOST_ACTED_FOR = 16

/** Delegations to ?3 that haven't ended at ?4. ?1 is the company, ?2 who delegates. */
const ACTED_FOR = `FROM delegate_approvers g
 WHERE g.company_id = ?1 AND g.delegate_user_id = ?3 AND (${endsAt('g')} IS NULL OR ${endsAt('g')} > ?4)`

/** How many others the delegate acts for, now or later, and whether for this one already. */
export const actedForStatement = (db: Database, ids: readonly string[], now: number): D1PreparedStatement =>
  db.sql(
    `SELECT COALESCE(SUM(g.user_id <> ?2), 0) AS others, COALESCE(MAX(g.user_id = ?2), 0) AS isOne ${ACTED_FOR}`,
    ...ids,
    now,
  )

/** Aborts the batch if there are too many by now, because several can choose the same person at the same moment. */
export const guardActedFor = (db: Database, ids: readonly string[], now: number): D1PreparedStatement =>
  db.sql(
    `INSERT INTO write_guard (ok) SELECT NULL WHERE (SELECT SUM(g.user_id <> ?2) ${ACTED_FOR}) >= ${MOST_ACTED_FOR}`,
    ...ids,
    now,
  )
