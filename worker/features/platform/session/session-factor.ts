import type { Database } from '../../../core/database.ts'

/** What sessions know of second factors: when one was given last, and which. */

type Sql = Pick<Database, 'sql'>

/** The session has just given one. */
export const givenStatement = (
  db: Sql,
  { sessionHash }: { sessionHash: string },
  kind: 'APP' | 'PASSKEY' | 'RECOVERY_CODE',
  now: number,
): D1PreparedStatement =>
  db.sql('UPDATE sessions SET factor_at = ?, factor_kind = ? WHERE token_hash = ?', now, kind, sessionHash)

/** What the person gave counts no more, also where they view as someone else. */
export const forgetGivenStatement = (db: Sql, companyId: string, userId: string): D1PreparedStatement =>
  db.sql(
    `UPDATE sessions SET factor_at = NULL, factor_kind = NULL
      WHERE company_id = ?1 AND coalesce(impersonator_user_id, user_id) = ?2`,
    companyId,
    userId,
  )
