import {
  createSessionFromLoginToken,
  LOGIN_MESSAGES,
  type LoginTokenPreview,
  previewLoginToken,
  type SessionData,
  TOKEN_EXCHANGE_FAILED,
} from '../../../../schema/platform/session/endpoints.ts'
import type { loginTokens } from '../../../../schema/platform/session/tables.ts'
import type { LoginMethod } from '../../../../schema/shared/permissions.ts'
import { fullName } from '../../../../schema/shared/values.ts'
import { loadSession, SESSION_MAX_MS } from '../../../core/actor.ts'
import { livesHere, secretOfCell } from '../../../core/cells.ts'
import { newSecret } from '../../../core/clock.ts'
import { commit } from '../../../core/commit.ts'
import { guardOneRow } from '../../../core/database.ts'
import { sha256Hex } from '../../../core/hash.ts'
import { copyNameStatements } from '../../../core/kinds/copy-names.ts'
import { networkOf } from '../../../core/network.ts'
import { type BaseContext, command, inputOf, query } from '../../../core/operation.ts'
import { isVendorSecret } from '../../../core/vendor-actor.ts'
import { sessionCookie } from '../../../transport/cookies.ts'
import { cellsOfAddress } from '../directory/index.ts'
import { begunBy } from './begun-by.ts'
import { browserHash, endElsewhere, endOfSession, tokenRefused } from './exchange.ts'
import { methodOff } from './login-methods.ts'
import { factorOwed } from './owed-factor.ts'
import { limitRate, SIGN_IN_WINDOW_MS } from './rate-limit.ts'
import { maySignInBy, requiredOf } from './required-method.ts'
import { toSessionData } from './session-data.ts'
import { exchangeVendorToken, requireVendorToken } from './vendor-exchange.ts'

interface TokenRow {
  purpose: (typeof loginTokens.$inferSelect)['purpose']
  method: LoginMethod
  browserHash: string | null
  userId: string
  companyId: string
  companyName: string
  impersonatorUserId: string | null
  impersonatorName: string | null
  actingReason: string | null
  sessionHash: string | null
  expiresAt: number
  usedAt: number | null
  email: string
  firstName: string
  lastName: string
  isEnabled: number
  isInvited: number
  allowsMethod: number
  required: string | null
  isPlatformStaff: number
  /** The person's name and time zone from where they have joined already, as JSON. */
  ownProfile: string | null
}

interface Profile {
  firstName: string
  lastName: string
  timezone: string | null
}

/** Companies that the same address has joined. People keep their profile when they join another. */
const ownProfile = (email: string, id: string): string => `
SELECT json_object('firstName', ou.first_name, 'lastName', ou.last_name, 'timezone', ou.timezone)
  FROM users ou INDEXED BY users_email CROSS JOIN company_memberships om ON om.user_id = ou.id
 WHERE ou.email = ${email} AND ou.id <> ${id} AND om.invited_at IS NULL AND om.disabled_at IS NULL
   AND ${livesHere('om.company_id')}
 ORDER BY om.created_at LIMIT 1`

/** Who signed in: someone who views as another, where they do. */
const PERSON = { company: 'c', user: 'p.id', email: 'p.email' }

const tokenSql = (): string => `
SELECT t.purpose, t.method, t.browser_hash AS browserHash, t.user_id AS userId, t.company_id AS companyId, c.name AS companyName,
       t.impersonator_user_id AS impersonatorUserId, t.acting_reason AS actingReason,
       (SELECT trim(i.first_name || ' ' || i.last_name) FROM users i WHERE i.id = t.impersonator_user_id)
         AS impersonatorName,
       t.session_hash AS sessionHash, t.expires_at AS expiresAt, t.used_at AS usedAt, u.email,
       u.first_name AS firstName, u.last_name AS lastName,
       m.user_id IS NOT NULL AND m.disabled_at IS NULL AS isEnabled, m.invited_at IS NOT NULL AS isInvited,
       ${maySignInBy(PERSON, 't.method')} AS allowsMethod, ${requiredOf({ companyId: 'c.id', email: 'p.email' })} AS required,
       u.is_platform_staff AS isPlatformStaff, CASE WHEN m.invited_at IS NOT NULL THEN (${ownProfile('u.email', 'u.id')}) END AS ownProfile
  FROM login_tokens t JOIN users u ON u.id = t.user_id JOIN companies c ON c.id = t.company_id
  LEFT JOIN users p ON p.id = coalesce(t.impersonator_user_id, t.user_id)
  LEFT JOIN company_memberships m ON m.company_id = t.company_id AND m.user_id = t.user_id
 WHERE t.token_hash = ?`

/** A token that can start a session now. Throws RULE_BROKEN with the reasons of `exchangeLoginToken`. */
const requireToken = async (context: BaseContext, secret: string): Promise<TokenRow> => {
  const token = await context.db.first<TokenRow>(context.db.sql(tokenSql(), sha256Hex(secret)))
  if (!token) throw tokenRefused('LOGIN_TOKEN_UNKNOWN', TOKEN_EXCHANGE_FAILED)
  if (token.sessionHash && token.sessionHash !== context.actor?.sessionHash) {
    throw tokenRefused('LOGIN_TOKEN_UNKNOWN', TOKEN_EXCHANGE_FAILED)
  }
  if (token.browserHash !== null && token.browserHash !== browserHash(context))
    throw tokenRefused('LOGIN_TOKEN_UNKNOWN', TOKEN_EXCHANGE_FAILED)
  if (token.usedAt) throw tokenRefused('LOGIN_TOKEN_USED', LOGIN_MESSAGES.LOGIN_TOKEN_USED, token)
  if (token.expiresAt <= context.clock.now()) {
    throw tokenRefused('LOGIN_TOKEN_EXPIRED', LOGIN_MESSAGES.LOGIN_TOKEN_EXPIRED, token)
  }
  if (token.isEnabled !== 1) throw tokenRefused('MEMBER_DISABLED', TOKEN_EXCHANGE_FAILED, token)
  if (token.allowsMethod !== 1 && !isExempt(token)) {
    if (token.required !== null) throw tokenRefused('SIGN_ON_REQUIRED', LOGIN_MESSAGES.SIGN_ON_REQUIRED, token)
    const { reason = '', message } = methodOff(token.method)
    throw tokenRefused(reason, message, token)
  }
  if (token.isInvited === 1) token.ownProfile ??= await profileElsewhere(context, token)
  return token
}

/** Going back to one's own view, and platform staff in a company that they help, aren't sign-ins. */
const isExempt = ({ purpose, isPlatformStaff }: TokenRow): boolean =>
  purpose === 'REVERSE_IMPERSONATION' || (purpose !== 'EMAIL_LINK' && isPlatformStaff === 1)

/** The person's profile from another cell. */
const profileElsewhere = async (context: BaseContext, { email, userId }: TokenRow): Promise<string | null> => {
  const others = (await cellsOfAddress(context, email)).filter(({ db }) => db !== context.db)
  const found = await Promise.all(
    others.map(({ db }) =>
      db.first<{ profile: string }>(db.sql(`SELECT (${ownProfile('?1', '?2')}) AS profile`, email, userId)),
    ),
  )
  return found.find((row) => row?.profile)?.profile ?? null
}

const profileOf = (token: TokenRow): Profile | null =>
  token.ownProfile ? (JSON.parse(token.ownProfile) as Profile) : null

const limited = (context: BaseContext) =>
  limitRate(context, SIGN_IN_WINDOW_MS, [{ key: `login-token-from:${networkOf(context.clientAddress)}`, max: 300 }])

/** Who a login token signs in, and where, without using it. Throws the same as the exchange. */
export const readLoginToken = query({
  id: 'session.preview-login-token',
  access: 'public',
  whileOwing: true,
  input: inputOf(previewLoginToken),
  place: ({ loginTokenId }) => ({ secret: loginTokenId }),
  run: async (context, { loginTokenId }): Promise<LoginTokenPreview> => {
    if (isVendorSecret(loginTokenId)) {
      const { email, name, companyName, isInvited, browserHash: of } = await requireVendorToken(context, loginTokenId)
      const isInvitation = isInvited === 1
      return { email, name, companyName, isInvitation, isConfirmed: of !== null, signedInAs: signedInAs(context) }
    }
    const token = await requireToken(context, loginTokenId)
    return {
      email: token.email,
      name: fullName({ ...token, ...profileOf(token) }),
      companyName: token.companyName,
      isInvitation: token.isInvited === 1,
      isConfirmed: token.browserHash !== null,
      signedInAs: signedInAs(context),
    }
  },
})

const signedInAs = ({ actor, vendor }: BaseContext): string | null => actor?.email ?? vendor?.email ?? null

/**
 * Exchanges a login token for a new session cookie and ends the existing session (rotation). An invited person joins
 * this way. Throws RULE_BROKEN with reason LOGIN_TOKEN_USED, LOGIN_TOKEN_EXPIRED or LOGIN_TOKEN_UNKNOWN and, if known,
 * `details.email` (specification 1 §7–8).
 */
export const exchangeLoginToken = command({
  id: 'session.create-from-login-token',
  access: 'public',
  asAnother: 'VIEWING',
  idempotency: 'none',
  whileOwing: true,
  input: inputOf(createSessionFromLoginToken),
  place: ({ loginTokenId }) => ({ secret: loginTokenId }),
  run: async (context, { loginTokenId, timezone }): Promise<SessionData> => {
    const now = context.clock.now()
    await limited(context)
    if (isVendorSecret(loginTokenId)) return exchangeVendorToken(context, loginTokenId, timezone)
    const tokenHash = sha256Hex(loginTokenId)
    const token = await requireToken(context, loginTokenId)
    const secret = secretOfCell(context.env, newSecret())
    const { db } = context
    const endsAt = await endOfCurrent(context, token)
    await commit(context, {
      subject: 'The login link',
      statements: [
        db.sql('UPDATE login_tokens SET used_at = ? WHERE token_hash = ? AND used_at IS NULL', now, tokenHash),
        // Two tabs with one link: the second finds it used and gets no session.
        guardOneRow(db),
        // Switching company or view isn't signing in, so the thirty days continue from the original session.
        db.sql(
          `INSERT INTO sessions (token_hash, user_id, company_id, impersonator_user_id, timezone, created_at,
                                 last_seen_at, expires_at, acting_reason, device, method, place, owes_factor)
           VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?6, ?7, ?8, ?9, ?10, ?11, ${token.impersonatorUserId || isExempt(token) ? 'NULL' : factorOwed('?3', '?2', '?10')})`,
          sha256Hex(secret),
          token.userId,
          token.companyId,
          token.impersonatorUserId,
          timezone ?? context.actor?.timezone ?? null,
          now,
          endsAt ?? now + SESSION_MAX_MS,
          token.actingReason,
          context.device,
          token.method,
          context.place ?? null,
        ),
        ...endOfSession(context),
        ...joining(context, token),
        // Someone viewing as another member keeps their own time zone.
        ...(timezone && !token.impersonatorUserId
          ? [db.sql('UPDATE users SET timezone = ? WHERE id = ?', timezone, token.userId)]
          : []),
      ],
      audit: [
        { changeKey: `session:${tokenHash}`, targetType: 'SESSION', targetId: token.userId, ...begunBy(token) },
        ...(token.isInvited === 1 && !token.impersonatorUserId
          ? [
              {
                changeKey: `member-joined:${tokenHash}`,
                action: 'member.joined',
                targetType: 'MEMBER' as const,
                targetId: token.userId,
                message: `${fullName({ ...token, ...profileOf(token) })} accepted the invitation`,
                changeData: { after: { email: token.email } },
              },
            ]
          : []),
      ],
      outbox: token.actingReason
        ? [
            {
              topic: 'session.acted-for',
              payload: { userId: token.userId, by: token.impersonatorName ?? 'An admin', reason: token.actingReason },
            },
          ]
        : [],
      result: null,
      as: { companyId: token.companyId, userId: token.impersonatorUserId ?? token.userId },
    })
    await endElsewhere(context)
    const session = await loadSession(context.env, db, secret, now)
    if (!session) throw tokenRefused('MEMBER_DISABLED', TOKEN_EXCHANGE_FAILED, token)
    context.answerHeaders.append('Set-Cookie', sessionCookie(context.origin, secret, SESSION_MAX_MS / 1000))
    return toSessionData(session.actor)
  },
})

/** When the session that requested the token ends. Null if the token came by email. */
const endOfCurrent = async ({ callerDb }: BaseContext, { sessionHash }: TokenRow): Promise<number | null> => {
  if (!sessionHash) return null
  const row = await callerDb.first<{ endsAt: number }>(
    callerDb.sql('SELECT expires_at AS endsAt FROM sessions WHERE token_hash = ?', sessionHash),
  )
  return row?.endsAt ?? null
}

/** An invited person is now a member, with their profile from elsewhere. No one joins for someone else. */
const joining = ({ db }: BaseContext, token: TokenRow): D1PreparedStatement[] => {
  if (token.isInvited !== 1 || token.impersonatorUserId) return []
  const profile = profileOf(token)
  return [
    db.sql(
      'UPDATE company_memberships SET invited_at = NULL, version = version + 1 WHERE company_id = ? AND user_id = ?',
      token.companyId,
      token.userId,
    ),
    ...(profile
      ? [
          db.sql(
            'UPDATE users SET first_name = ?, last_name = ?, timezone = ? WHERE id = ?',
            profile.firstName,
            profile.lastName,
            profile.timezone,
            token.userId,
          ),
          ...copyNameStatements(db, token.companyId, 'MEMBER', [token.userId]),
        ]
      : []),
  ]
}
