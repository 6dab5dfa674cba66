import type { Database } from '../../../core/database.ts'
import { AppError } from '../../../core/errors.ts'
import type { BaseContext } from '../../../core/operation.ts'
import { computed, typed } from '../../../core/record.ts'
import type { Env } from '../../../env.ts'
import { approvalFor } from '../../../objects/approval/client.ts'
import { withViewer } from '../../../objects/approval/viewers.ts'

/**
 * The sockets of open pages, and what each session watches. Who must be out at once is out of these too, without waiting
 * until the objects look by themselves.
 */

/** The newest ones of a session. Sockets of older pages close when their object looks next. */
const MOST_WATCHED = 20

/** A call as the REST doors have it. */
interface Call {
  req: { raw: Request }
  env: Pick<Env, 'APPROVALS' | 'CELL'>
  get(what: 'context'): Pick<BaseContext, 'db' | 'actor'>
}

/** Opens the socket of someone who may look. Throws INVALID for a call that asks for none. */
export const watchSubject = async (c: Call, kind: string, id: string): Promise<Response> => {
  const request = c.req.raw
  const { db, actor } = c.get('context')
  if (request.headers.get('Upgrade') !== 'websocket') throw new AppError('INVALID', 'This address is a WebSocket.')
  if (!actor) throw new AppError('UNAUTHENTICATED', 'Please sign in.')
  const { companyId, userId, sessionHash } = actor
  // A program has no session, and is found by the next look.
  if (sessionHash !== '')
    await db.batch([
      db.sql(
        `UPDATE sessions SET watching = (SELECT json_group_array(json(subject)) FROM (
           SELECT ?2 AS subject UNION ALL SELECT value FROM json_each(coalesce(watching, '[]')) LIMIT ${MOST_WATCHED}))
          WHERE token_hash = ?1 AND NOT EXISTS (SELECT 1 FROM json_each(coalesce(watching, '[]')) j WHERE j.value = ?2)`,
        sessionHash,
        JSON.stringify([kind, id]),
      ),
    ])
  return approvalFor(c.env, kind, id).fetch(withViewer(request, { companyId, userId, sessionHash }))
}

const WATCHED = typed`SELECT DISTINCT ${computed<{ kind: string; id: string }>({
  kind: "j.value ->> '$[0]'",
  id: "j.value ->> '$[1]'",
})}
  FROM (SELECT s.watching FROM sessions s WHERE s.user_id = ?2 AND s.company_id = ?1
        UNION ALL SELECT s.watching FROM sessions s WHERE s.impersonator_user_id = ?2 AND s.company_id = ?1) w
 CROSS JOIN json_each(coalesce(w.watching, '[]')) j`

/** What the person's pages show, in their own sessions and those in which they view as someone else. */
export const watchedBy = (db: Database, companyId: string, userId: string): Promise<{ kind: string; id: string }[]> =>
  db.all(db.sql(WATCHED, companyId, userId))

/** Closes the sockets of people who may no longer look. */
export const closeSockets = async (
  env: Pick<Env, 'APPROVALS' | 'CELL'>,
  watched: readonly { kind: string; id: string }[],
): Promise<void> => {
  await Promise.all(watched.map(({ kind, id }) => approvalFor(env, kind, id).announce(false)))
}
