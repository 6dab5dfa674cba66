import type { Period } from '../../../../schema/approvals/delegates/delegation.ts'
import type { Database } from '../../../core/database.ts'
import { endsAt } from '../../../core/kinds/delegation-period.ts'

interface Planned extends Period {
  companyId: string
  userId: string
  delegateUserId: string
  today: string
}

/**
 * Everyone the planned delegate's own delegations lead to, each with the days on which the whole path is active
 * together with the plan. Past delegations and disabled members don't count. ?1 company, ?2 who delegates, ?3 the
 * delegate, ?4 first and ?5 last day. UNION drops repeated rows, so the recursion ends with any data.
 */
const REACHED = `WITH RECURSIVE reached (user_id, via, first_day, last_day) AS (
  SELECT ?3, NULL, ?4, ?5 WHERE ?4 <= ?5
  UNION
  SELECT da.delegate_user_id, da.user_id, MAX(r.first_day, COALESCE(da.starts_on, r.first_day)),
         MIN(r.last_day, COALESCE(da.ends_on, r.last_day))
    FROM reached r
    JOIN delegate_approvers da ON da.company_id = ?1 AND da.user_id = r.user_id
    JOIN company_memberships m
      ON m.company_id = ?1 AND m.user_id = da.delegate_user_id AND m.disabled_at IS NULL
   WHERE r.user_id <> ?2
     AND MAX(r.first_day, COALESCE(da.starts_on, r.first_day)) <= MIN(r.last_day, COALESCE(da.ends_on, r.last_day))
)`

const FOREVER = '9999-12-31'

const paramsOf = ({ companyId, userId, delegateUserId, startsOn, endsOn, today }: Planned): string[] => [
  companyId,
  userId,
  delegateUserId,
  startsOn !== null && startsOn > today ? startsOn : today,
  endsOn ?? FOREVER,
]

/** The last person on the path from the planned delegate back to the one who delegates. No row if there is none. */
export const loopStatement = (db: Database, planned: Planned): D1PreparedStatement =>
  db.sql(
    `${REACHED} SELECT u.id AS userId, u.first_name AS firstName, u.last_name AS lastName, u.email
       FROM reached r JOIN users u ON u.id = r.via WHERE r.user_id = ?2 LIMIT 1`,
    ...paramsOf(planned),
  )

/** Aborts the batch if such a path exists by now, because two people can delegate to each other at the same moment. */
export const guardNoLoop = (db: Database, planned: Planned): D1PreparedStatement =>
  db.sql(
    `${REACHED} INSERT INTO write_guard (ok) SELECT NULL FROM reached WHERE user_id = ?2 LIMIT 1`,
    ...paramsOf(planned),
  )

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
