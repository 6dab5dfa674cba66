import { z } from 'zod'
import {
  clearSession,
  createSessionFromLoginToken,
  type SessionData,
  TOKEN_EXCHANGE_FAILED,
} from '../../../schema/session/endpoints.ts'
import { id, requiredText } from '../../../schema/shared/values.ts'
import { isInternalStaff, loadSession, SESSION_MAX_MS, type StaffActor } from '../../core/actor.ts'
import { newSecret } from '../../core/clock.ts'
import { commit } from '../../core/commit.ts'
import { AppError, notFound } from '../../core/errors.ts'
import { sha256Hex } from '../../core/hash.ts'
import { command, inputOf, signedIn } from '../../core/operation.ts'
import { isVendorSecret } from '../../core/vendor-actor.ts'
import { clearedSessionCookie, sessionCookie } from '../../transport/cookies.ts'
import { endOfSession, tokenRefused } from './exchange.ts'
import { allowsEmailLink, EMAIL_LINK_OFF } from './login-methods.ts'
import { limitRate, SIGN_IN_WINDOW_MS } from './rate-limit.ts'
import { toSessionData } from './session-data.ts'
import { issueLoginToken } from './tokens.ts'
import { exchangeVendorToken } from './vendor-exchange.ts'

interface TokenRow {
  purpose: 'EMAIL_LINK' | 'COMPANY' | 'IMPERSONATION' | 'REVERSE_IMPERSONATION'
  userId: string
  companyId: string
  impersonatorUserId: string | null
  impersonatorName: string | null
  actingReason: string | null
  sessionHash: string | null
  expiresAt: number
  usedAt: number | null
  email: string
  isEnabled: number
  allowsEmailLink: number
}

/**
 * Exchanges a login token for a new session cookie; the session that was there before ends (rotation).
 * Errors: RULE_BROKEN with reason LOGIN_TOKEN_USED, LOGIN_TOKEN_EXPIRED or LOGIN_TOKEN_UNKNOWN and, where known,
 * `details.email` (specification 1 §7–8).
 */
export const exchangeLoginToken = command({
  id: 'session.create-from-login-token',
  access: 'public',
  asAnother: 'VIEWING',
  idempotency: 'none',
  input: inputOf(createSessionFromLoginToken),
  run: async (context, { loginTokenId, timezone }): Promise<SessionData> => {
    const now = context.clock.now()
    await limitRate(context, SIGN_IN_WINDOW_MS, [{ key: `login-token-from:${context.clientAddress}`, max: 300 }])
    if (isVendorSecret(loginTokenId)) return exchangeVendorToken(context, loginTokenId, timezone)
    const tokenHash = sha256Hex(loginTokenId)
    const token = await context.db.first<TokenRow>(
      context.db.sql(
        `SELECT t.purpose, t.user_id AS userId, t.company_id AS companyId,
                t.impersonator_user_id AS impersonatorUserId, t.acting_reason AS actingReason,
                (SELECT trim(i.first_name || ' ' || i.last_name) FROM users i WHERE i.id = t.impersonator_user_id)
                  AS impersonatorName, t.session_hash AS sessionHash,
                t.expires_at AS expiresAt, t.used_at AS usedAt, u.email,
                EXISTS (SELECT 1 FROM company_memberships m WHERE m.company_id = t.company_id
                           AND m.user_id = t.user_id AND m.disabled_at IS NULL) AS isEnabled,
                ${allowsEmailLink('c')} AS allowsEmailLink
           FROM login_tokens t JOIN users u ON u.id = t.user_id JOIN companies c ON c.id = t.company_id
          WHERE t.token_hash = ?`,
        tokenHash,
      ),
    )
    if (!token) throw tokenRefused('LOGIN_TOKEN_UNKNOWN', TOKEN_EXCHANGE_FAILED)
    if (token.sessionHash && token.sessionHash !== context.actor?.sessionHash) {
      throw tokenRefused('LOGIN_TOKEN_UNKNOWN', TOKEN_EXCHANGE_FAILED)
    }
    if (token.usedAt) throw tokenRefused('LOGIN_TOKEN_USED', 'This login link was already used. Get a new one.', token)
    if (token.expiresAt <= now) {
      throw tokenRefused('LOGIN_TOKEN_EXPIRED', 'This login link has expired. Get a new one.', token)
    }
    if (token.isEnabled !== 1) throw tokenRefused('MEMBER_DISABLED', TOKEN_EXCHANGE_FAILED, token)
    if (token.purpose === 'EMAIL_LINK' && token.allowsEmailLink !== 1) {
      throw tokenRefused('LOGIN_METHOD_OFF', EMAIL_LINK_OFF, token)
    }
    const secret = newSecret()
    const { db } = context
    await commit(context, {
      subject: 'The login link',
      statements: [
        db.sql('UPDATE login_tokens SET used_at = ? WHERE token_hash = ? AND used_at IS NULL', now, tokenHash),
        // Two tabs with one link: the second finds it used and gets no session.
        db.prepare('INSERT INTO write_guard (ok) SELECT NULL WHERE changes() <> 1'),
        // Switching company or view is no sign-in: the thirty days run on from the session that asked.
        db.sql(
          `INSERT INTO sessions (token_hash, user_id, company_id, impersonator_user_id, timezone, created_at,
                                 last_seen_at, expires_at, acting_reason)
           VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?6, COALESCE((SELECT expires_at FROM sessions WHERE token_hash = ?7), ?8), ?9)`,
          sha256Hex(secret),
          token.userId,
          token.companyId,
          token.impersonatorUserId,
          timezone ?? context.actor?.timezone ?? null,
          now,
          token.sessionHash,
          now + SESSION_MAX_MS,
          token.actingReason,
        ),
        ...endOfSession(context),
        ...(timezone ? [db.sql('UPDATE users SET timezone = ? WHERE id = ?', timezone, token.userId)] : []),
      ],
      audit: [
        {
          changeKey: `session:${tokenHash}`,
          targetType: 'SESSION',
          targetId: token.userId,
          ...begunBy(token),
        },
      ],
      outbox: token.actingReason
        ? [
            {
              topic: 'session.acted-for',
              payload: {
                userId: token.userId,
                by: token.impersonatorName ?? 'An admin',
                reason: token.actingReason,
              },
            },
          ]
        : [],
      result: null,
      as: { companyId: token.companyId, userId: token.impersonatorUserId ?? token.userId },
    })
    const session = await loadSession(context.env, db, secret, now)
    if (!session) throw tokenRefused('MEMBER_DISABLED', TOKEN_EXCHANGE_FAILED, token)
    context.answerHeaders.append('Set-Cookie', sessionCookie(context.origin, secret, SESSION_MAX_MS / 1000))
    return toSessionData(session.actor)
  },
})

const begunBy = ({ purpose, impersonatorUserId, actingReason }: TokenRow) =>
  actingReason === null
    ? {
        action: SIGN_IN_ACTIONS[purpose],
        message: SIGN_IN_MESSAGES[purpose],
        changeData: impersonatorUserId ? { impersonatorUserId } : null,
      }
    : {
        action: 'session.acting-started',
        message: `An admin started to act on behalf of this member: ${actingReason}`,
        changeData: { impersonatorUserId, reason: actingReason },
      }

const SIGN_IN_ACTIONS = {
  EMAIL_LINK: 'session.signed-in',
  COMPANY: 'session.switched-company',
  IMPERSONATION: 'session.impersonation-started',
  REVERSE_IMPERSONATION: 'session.impersonation-ended',
} as const

const SIGN_IN_MESSAGES = {
  EMAIL_LINK: 'Signed in with a login link',
  COMPANY: 'Switched to this company',
  IMPERSONATION: 'An admin started viewing as this member',
  REVERSE_IMPERSONATION: 'Stopped viewing as another member',
} as const

/** Signs out: the session's row goes, the cookie is cleared. Without a session it only clears the cookie. */
export const signOut = command({
  id: 'session.clear',
  access: 'public',
  asAnother: 'VIEWING',
  idempotency: 'none',
  input: inputOf(clearSession),
  run: async (context) => {
    context.answerHeaders.append('Set-Cookie', clearedSessionCookie(context.origin))
    const who = signedIn(context)
    if (!who) return null
    await commit(context, {
      subject: 'The session',
      statements: endOfSession(context),
      audit: [
        {
          changeKey: `session-end:${who.sessionHash}`,
          action: 'session.signed-out',
          targetType: 'SESSION',
          targetId: who.userId,
          message: 'Signed out',
          changeData: null,
        },
      ],
      result: null,
    })
    return null
  },
})

/** A token for another company of the same person (specification 3 §7.6). NOT_FOUND without a membership there. */
export const createCompanyToken = command({
  id: 'session.create-company-token',
  access: 'staff.use',
  idempotency: 'none',
  input: z.object({ companyId: id }),
  run: async (context, { companyId }) => {
    const { actor } = context
    if (actor.impersonator) {
      throw new AppError('FORBIDDEN', 'Stop viewing as another member before you switch companies.')
    }
    const member = await context.db.first<{ allowsEmailLink: number }>(
      context.db.sql(
        `SELECT ${allowsEmailLink('c')} AS allowsEmailLink FROM company_memberships m
           JOIN companies c ON c.id = m.company_id
          WHERE m.company_id = ? AND m.user_id = ? AND m.disabled_at IS NULL`,
        companyId,
        actor.userId,
      ),
    )
    if (!member) throw notFound('The company')
    // Signed in by a login link, nobody comes into a company that does not allow them by way of one that does.
    if (member.allowsEmailLink !== 1) throw new AppError('FORBIDDEN', EMAIL_LINK_OFF, { reason: 'LOGIN_METHOD_OFF' })
    return handOver(context, { purpose: 'COMPANY', userId: actor.userId, companyId })
  },
})

/**
 * A token to view the product as another member (specification 1 §4, decisions "Impersonation"): by company
 * admins and by platform staff of the company, never nested, never of platform staff. With a reason they act on the
 * member's behalf, who is told by mail.
 */
export const createImpersonationToken = command({
  id: 'session.create-impersonation-token',
  access: 'members.view-as',
  idempotency: 'none',
  input: z.object({ userId: id, reason: requiredText(500).optional() }),
  run: async (context, { userId, reason }) => {
    const { actor } = context
    const member = await context.db.first<{ email: string }>(
      context.db.sql(
        `SELECT u.email FROM company_memberships m JOIN users u ON u.id = m.user_id
          WHERE m.company_id = ? AND m.user_id = ? AND m.disabled_at IS NULL`,
        actor.companyId,
        userId,
      ),
    )
    if (!member || userId === actor.userId) throw notFound('The member')
    if (isInternalStaff(context.env, member.email)) {
      throw new AppError('FORBIDDEN', 'You can’t view as platform staff.')
    }
    return handOver(context, {
      purpose: 'IMPERSONATION',
      userId,
      companyId: actor.companyId,
      impersonatorUserId: actor.userId,
      actingReason: reason,
    })
  },
})

/** A token back to the admin's own view; only for a session that views as somebody. */
export const createReverseImpersonationToken = command({
  id: 'session.create-reverse-impersonation-token',
  access: 'staff.use',
  asAnother: 'VIEWING',
  idempotency: 'none',
  input: z.object({}),
  run: async (context) => {
    const { actor } = context
    if (!actor.impersonator) throw new AppError('RULE_BROKEN', 'You’re already viewing as yourself.')
    return handOver(context, {
      purpose: 'REVERSE_IMPERSONATION',
      userId: actor.impersonator.userId,
      companyId: actor.companyId,
    })
  },
})

const handOver = async (
  context: Parameters<typeof commit>[0] & { actor: StaffActor },
  token: Omit<Parameters<typeof issueLoginToken>[1], 'sessionHash'>,
): Promise<{ loginTokenId: string }> => {
  const { secret, statement } = await issueLoginToken(context, { ...token, sessionHash: context.actor.sessionHash })
  return commit(context, {
    subject: 'The token',
    statements: [statement],
    audit: [],
    result: { loginTokenId: secret },
  })
}
