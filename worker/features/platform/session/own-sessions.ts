import { endOwnSessions, listOwnSessions, type OwnSession } from '../../../../schema/platform/session/endpoints.ts'
import { SESSION_IDLE_MS } from '../../../core/actor.ts'
import { commit } from '../../../core/commit.ts'
import { type BaseContext, command, inputOf, query, signedIn } from '../../../core/operation.ts'
import { clearedSessionCookie } from '../../../transport/cookies.ts'

/** Where a person is signed in: all sessions of the address they signed in with, in any company or portal. */

const mineOf = (context: BaseContext) => {
  const who = signedIn(context)
  const email = context.actor?.email ?? context.vendor?.email
  if (!who || !email) throw new Error('Own sessions need a session')
  return { ...who, email }
}

const RUNNING = 's.expires_at > ?2 AND s.last_seen_at > ?3'

export const readSessions = query({
  id: 'session.list-own',
  access: 'session.use',
  asAnother: 'NEVER',
  input: inputOf(listOwnSessions),
  run: async (context): Promise<OwnSession[]> => {
    const { db, clock } = context
    const { email, sessionHash } = mineOf(context)
    const now = clock.now()
    const rows = await db.all<{
      hash: string
      companyName: string
      device: string | null
      createdAt: number
      lastSeenAt: number
    }>(
      db.sql(
        `SELECT s.token_hash AS hash, c.name AS companyName, s.device, s.created_at AS createdAt,
                s.last_seen_at AS lastSeenAt
           FROM users u CROSS JOIN sessions s ON s.user_id = u.id CROSS JOIN companies c ON c.id = s.company_id
          WHERE u.email = ?1 AND s.impersonator_user_id IS NULL AND ${RUNNING}
         UNION ALL
         SELECT s.token_hash, v.name, s.device, s.created_at, s.last_seen_at
           FROM users u CROSS JOIN vendor_sessions s ON s.user_id = u.id
          CROSS JOIN vendor_companies v ON v.id = s.vendor_company_id
          WHERE u.email = ?1 AND ${RUNNING}
          ORDER BY lastSeenAt DESC LIMIT 100`,
        email,
        now,
        now - SESSION_IDLE_MS,
      ),
    )
    return rows.map(({ hash, companyName, device, createdAt, lastSeenAt }) => ({
      companyName,
      device,
      createdAt: new Date(createdAt).toISOString(),
      lastSeenAt: new Date(lastSeenAt).toISOString(),
      isCurrent: hash === sessionHash,
    }))
  },
})

/** Ends all of them, including those in which the person views as others, and unused links. */
export const endSessions = command({
  id: 'session.end-own',
  access: 'session.use',
  idempotency: 'none',
  input: inputOf(endOwnSessions),
  run: async (context) => {
    const { db, clock } = context
    const { email, sessionHash, userId } = mineOf(context)
    const mine = '(SELECT id FROM users WHERE email = ?1)'
    await commit(context, {
      subject: 'The sessions',
      statements: [
        db.sql(`DELETE FROM sessions WHERE user_id IN ${mine} AND impersonator_user_id IS NULL`, email),
        db.sql(`DELETE FROM sessions WHERE impersonator_user_id IN ${mine}`, email),
        db.sql(`DELETE FROM vendor_sessions WHERE user_id IN ${mine}`, email),
        db.sql(
          `UPDATE login_tokens SET used_at = ?2 WHERE expires_at > ?2 AND used_at IS NULL AND user_id IN ${mine}`,
          email,
          clock.now(),
        ),
        db.sql(
          `UPDATE vendor_login_tokens SET used_at = ?2 WHERE expires_at > ?2 AND used_at IS NULL AND user_id IN ${mine}`,
          email,
          clock.now(),
        ),
      ],
      audit: [
        {
          changeKey: `sessions-end:${sessionHash}`,
          action: 'session.signed-out-everywhere',
          targetType: 'SESSION',
          targetId: userId,
          message: 'Signed out everywhere',
          changeData: null,
        },
      ],
      result: null,
    })
    context.answerHeaders.append('Set-Cookie', clearedSessionCookie(context.origin))
    return null
  },
})
