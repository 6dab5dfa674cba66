import { actorSql, type StaffActor, toActor } from '../../../core/actor.ts'
import type { Database } from '../../../core/database.ts'
import type { Env } from '../../../env.ts'

/** A link in an email in place of a session. It acts for the person it was sent to, while they are enabled. */
const DECISION_LINKS = `(
  SELECT token_hash, user_id, company_id, NULL AS timezone, NULL AS last_seen_at, NULL AS expires_at,
         NULL AS method, NULL AS impersonator_user_id, NULL AS acting_reason, NULL AS factor_at, NULL AS owes_factor, target_type, target_id, block_id, run, version,
         expires_at AS ends_at, used_at, used_for
    FROM decision_links)`
const OF_LINK = `, s.target_type AS targetType, s.target_id AS targetId, s.block_id AS blockId, s.run, s.version,
       s.ends_at AS endsAt, s.used_at AS usedAt, s.used_for AS usedFor`
const LINK_SQL = actorSql(DECISION_LINKS, OF_LINK)

/**
 * A link in an email, by the hash of its secret, with the member it was sent to as they are now. Null if it is unknown
 * or they are disabled.
 */
export const loadDecisionLink = async (
  env: Env,
  db: Database,
  tokenHash: string,
  now: number,
): Promise<{ actor: StaffActor; row: Record<string, unknown> } | null> => {
  const row = await db.first<Record<string, unknown>>(db.sql(LINK_SQL, tokenHash, now))
  return row && { actor: toActor(row, '', env, now), row }
}
