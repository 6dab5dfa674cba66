import { endOwnSessions, listOwnSessions, type OwnSession } from '../../../../schema/platform/session/endpoints.ts'
import type { LoginMethod } from '../../../../schema/shared/permissions.ts'
import { SESSION_IDLE_MS } from '../../../core/actor.ts'
import { livesHere } from '../../../core/cells.ts'
import { commit } from '../../../core/commit.ts'
import type { Database } from '../../../core/database.ts'
import { type BaseContext, command, inputOf, query, signedIn } from '../../../core/operation.ts'
import { clearedSessionCookie } from '../../../transport/cookies.ts'
import { cellsOfAddress } from '../directory/index.ts'

/** Where a person is signed in: all sessions of the address they signed in with, in any company or portal. */

const mineOf = (context: BaseContext) => {
  const who = signedIn(context)
  const email = context.actor?.email ?? context.vendor?.email
  if (!who || !email) throw new Error('Own sessions need a session')
  return { ...who, email }
}

const RUNNING = 's.expires_at > ?2 AND s.last_seen_at > ?3'
const MOST_SESSIONS = 100

interface SessionRow {
  hash: string
  companyName: string
  device: string | null
  place: string | null
  method: LoginMethod
  factor: OwnSession['factor']
  createdAt: number
  lastSeenAt: number
}

const sessionsSql = (vendors: string): string => `
SELECT s.token_hash AS hash, c.name AS companyName, s.device, s.place, s.method, s.factor_kind AS factor, s.created_at AS createdAt,
       s.last_seen_at AS lastSeenAt
  FROM users u CROSS JOIN sessions s ON s.user_id = u.id CROSS JOIN companies c ON c.id = s.company_id
 WHERE u.email = ?1 AND s.impersonator_user_id IS NULL AND ${RUNNING} AND ${livesHere('s.company_id')}${vendors}
 ORDER BY lastSeenAt DESC LIMIT ${MOST_SESSIONS}`

const MEMBERS_SQL = sessionsSql('')
/** For the directory, which has the vendors' sessions. */
const MEMBERS_AND_VENDORS_SQL = sessionsSql(`
 UNION ALL
SELECT s.token_hash, v.name, s.device, s.place, s.method, NULL, s.created_at, s.last_seen_at
  FROM users u CROSS JOIN vendor_sessions s ON s.user_id = u.id
 CROSS JOIN vendor_companies v ON v.id = s.vendor_company_id
 WHERE u.email = ?1 AND ${RUNNING}`)

/** Ends the sessions of an address in one cell. Vendors' sessions are only in the directory. */
const endStatements = ({ db, clock }: BaseContext, email: string): D1PreparedStatement[] => {
  const mine = '(SELECT id FROM users WHERE email = ?1)'
  const now = clock.now()
  const voided = (table: string) =>
    `UPDATE ${table} SET used_at = ?2 WHERE expires_at > ?2 AND used_at IS NULL AND user_id IN ${mine}`
  return [
    db.sql(`DELETE FROM sessions WHERE user_id IN ${mine} AND impersonator_user_id IS NULL`, email),
    db.sql(`DELETE FROM sessions WHERE impersonator_user_id IN ${mine}`, email),
    db.sql(`DELETE FROM vendor_sessions WHERE user_id IN ${mine}`, email),
    db.sql(voided('login_tokens'), email, now),
    db.sql(voided('vendor_login_tokens'), email, now),
    db.sql(voided('decision_links'), email, now),
  ]
}

/** Ends a member’s sessions that began by a method. */
export const endSessionsBy = (
  db: Pick<Database, 'sql'>,
  { companyId, userId }: { companyId: string; userId: string },
  method: LoginMethod,
): D1PreparedStatement =>
  db.sql('DELETE FROM sessions WHERE user_id = ? AND company_id = ? AND method = ?', userId, companyId, method)

/** SQL: whether someone is logged in as this user. */
export const hasSession = (user: string): string =>
  `EXISTS (SELECT 1 FROM sessions hs INDEXED BY sessions_user WHERE hs.user_id = ${user})`

/** SQL of people, for those who know one’s id. */
export const PEOPLE = 'users u'

/** SQL of the records of people with an address, without platform staff. */
export const usersOfAddress = (email: string): string =>
  `SELECT au.id FROM users au INDEXED BY users_email WHERE au.email = ${email} AND au.is_platform_staff = 0`

export const readSessions = query({
  id: 'session.list-own',
  access: 'session.use',
  asAnother: 'NEVER',
  input: inputOf(listOwnSessions),
  run: async (context): Promise<OwnSession[]> => {
    const { email, sessionHash } = mineOf(context)
    const now = context.clock.now()
    const found = await Promise.all(
      (await cellsOfAddress(context, email)).map(({ db, directory }) =>
        db.all<SessionRow>(
          db.sql(db === directory ? MEMBERS_AND_VENDORS_SQL : MEMBERS_SQL, email, now, now - SESSION_IDLE_MS),
        ),
      ),
    )
    const rows = found.flat().toSorted((a, b) => b.lastSeenAt - a.lastSeenAt)
    return rows.slice(0, MOST_SESSIONS).map(({ hash, createdAt, lastSeenAt, ...session }) => ({
      ...session,
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
    const { email, sessionHash, userId } = mineOf(context)
    const cells = await cellsOfAddress(context, email)
    await commit(context, {
      subject: 'The sessions',
      statements: endStatements(context, email),
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
    const others = cells.filter(({ db }) => db !== context.db)
    await Promise.all(others.map((there) => there.db.batch(endStatements(there, email))))
    context.answerHeaders.append('Set-Cookie', clearedSessionCookie(context.origin))
    return null
  },
})
