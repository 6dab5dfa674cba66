import {
  LOGIN_MESSAGES,
  TOKEN_EXCHANGE_FAILED,
  type VendorUserSession,
} from '../../../../schema/platform/session/endpoints.ts'
import { METHOD_WORDS } from '../../../../schema/platform/sign-on/methods.ts'
import type { LoginMethod } from '../../../../schema/shared/permissions.ts'
import { SESSION_MAX_MS } from '../../../core/actor.ts'
import { type Change, commit } from '../../../core/commit.ts'
import { type Database, guardOneRow } from '../../../core/database.ts'
import { sha256Hex } from '../../../core/hash.ts'
import type { BaseContext } from '../../../core/operation.ts'
import { loadVendorSession, newVendorSecret } from '../../../core/vendor-actor.ts'
import { sessionCookie } from '../../../transport/cookies.ts'
import { browserHash, endElsewhere, endOfSession, tokenRefused } from './exchange.ts'
import { toVendorSessionData } from './session-data.ts'

interface TokenRow {
  userId: string
  name: string
  vendorCompanyId: string
  companyName: string
  expiresAt: number
  usedAt: number | null
  method: LoginMethod
  browserHash: string | null
  email: string
  isEnabled: number
  isInvited: number
}

/** A token that can start a session now. Throws the same as staff tokens (specification 1 §4, step 2). */
export const requireVendorToken = async (context: BaseContext, secret: string): Promise<TokenRow> => {
  const { db, clock } = context
  const token = await db.first<TokenRow>(
    db.sql(
      `SELECT t.user_id AS userId, trim(u.first_name || ' ' || u.last_name) AS name,
              t.vendor_company_id AS vendorCompanyId, v.name AS companyName, t.expires_at AS expiresAt,
              t.used_at AS usedAt,
              t.method, t.browser_hash AS browserHash, u.email,
              EXISTS (SELECT 1 FROM vendor_company_members m WHERE m.vendor_company_id = t.vendor_company_id
                         AND m.user_id = t.user_id AND m.disabled_at IS NULL) AS isEnabled,
              EXISTS (SELECT 1 FROM vendor_company_members m WHERE m.vendor_company_id = t.vendor_company_id
                         AND m.user_id = t.user_id AND m.invited_at IS NOT NULL) AS isInvited
         FROM vendor_login_tokens t JOIN users u ON u.id = t.user_id
         JOIN vendor_companies v ON v.id = t.vendor_company_id WHERE t.token_hash = ?`,
      sha256Hex(secret),
    ),
  )
  if (!token) throw tokenRefused('LOGIN_TOKEN_UNKNOWN', TOKEN_EXCHANGE_FAILED)
  if (token.browserHash !== null && token.browserHash !== browserHash(context))
    throw tokenRefused('LOGIN_TOKEN_UNKNOWN', TOKEN_EXCHANGE_FAILED)
  if (token.usedAt) throw tokenRefused('LOGIN_TOKEN_USED', LOGIN_MESSAGES.LOGIN_TOKEN_USED, token)
  if (token.expiresAt <= clock.now()) {
    throw tokenRefused('LOGIN_TOKEN_EXPIRED', LOGIN_MESSAGES.LOGIN_TOKEN_EXPIRED, token)
  }
  if (token.isEnabled !== 1) throw tokenRefused('MEMBER_DISABLED', TOKEN_EXCHANGE_FAILED, token)
  return token
}

/** Exchanges a vendor user's token for a session without a customer, and ends any existing session of either kind. */
export const exchangeVendorToken = async (
  context: BaseContext,
  secret: string,
  timezone: string | undefined,
): Promise<VendorUserSession> => {
  const { db } = context
  const now = context.clock.now()
  const tokenHash = sha256Hex(secret)
  const token = await requireVendorToken(context, secret)
  return beginVendorSession(
    context,
    {
      userId: token.userId,
      vendorCompanyId: token.vendorCompanyId,
      companyId: null,
      timezone: timezone ?? null,
      expiresAt: null,
      method: token.method,
    },
    {
      statements: [
        db.sql('UPDATE vendor_login_tokens SET used_at = ? WHERE token_hash = ? AND used_at IS NULL', now, tokenHash),
        // Two tabs with one link: the second finds it used and gets no session.
        guardOneRow(db),
        joinedStatement(db, token),
        ...(timezone ? [db.sql('UPDATE users SET timezone = ? WHERE id = ?', timezone, token.userId)] : []),
      ],
      changeKey: `vendor-session:${tokenHash}`,
      action: 'session.signed-in',
      message:
        token.method === 'EMAIL_LINK' ? 'Signed in with a login link' : `Signed in with ${METHOD_WORDS[token.method]}`,
    },
  )
}

/** Someone invited joins by using the vendor company for the first time. */
export const joinedStatement = (
  db: Database,
  { vendorCompanyId, userId }: { vendorCompanyId: string; userId: string },
): D1PreparedStatement =>
  db.sql(
    `UPDATE vendor_company_members SET invited_at = NULL, invited_first_name = NULL, invited_last_name = NULL
      WHERE vendor_company_id = ? AND user_id = ? AND invited_at IS NOT NULL`,
    ...[vendorCompanyId, userId],
  )

/**
 * A new session for a vendor user that replaces the call's session (rotation), with its cookie and its entry in the
 * vendor company's log.
 */
export const beginVendorSession = async (
  context: BaseContext,
  session: {
    userId: string
    vendorCompanyId: string
    companyId: string | null
    timezone: string | null
    /** When the previous session ends, or null at sign-in. */
    expiresAt: number | null
    /** At sign-in. A session that continues keeps how it began. */
    method?: LoginMethod
  },
  why: {
    statements?: D1PreparedStatement[]
    changeKey: string
    action: string
    message: string
    /** What else is written about it. */
    audit?: Change<unknown>['audit']
    outbox?: Change<unknown>['outbox']
  },
): Promise<VendorUserSession> => {
  const { db, env } = context
  const now = context.clock.now()
  const secret = newVendorSecret()
  const { userId, vendorCompanyId, companyId, timezone } = session
  const expiresAt = session.expiresAt ?? now + SESSION_MAX_MS
  await commit(context, {
    subject: 'The session',
    statements: [
      ...(why.statements ?? []),
      db.sql(
        `INSERT INTO vendor_sessions (token_hash, user_id, vendor_company_id, company_id, timezone, created_at,
                                      last_seen_at, expires_at, device, place, method)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?6, ?7, ?8, ?9, coalesce(?10,
                 (SELECT method FROM vendor_sessions WHERE token_hash = ?11), 'EMAIL_LINK'))`,
        sha256Hex(secret),
        userId,
        vendorCompanyId,
        companyId,
        timezone,
        now,
        expiresAt,
        context.device,
        context.place ?? null,
        session.method ?? null,
        context.vendor?.sessionHash ?? null,
      ),
      ...endOfSession(context),
    ],
    audit: [
      ...(why.audit ?? []),
      {
        changeKey: why.changeKey,
        action: why.action,
        targetType: 'SESSION',
        targetId: userId,
        message: why.message,
        changeData: companyId ? { companyId } : null,
      },
    ],
    ...(why.outbox && { outbox: why.outbox }),
    result: null,
    as: { companyId: vendorCompanyId, userId },
  })
  await endElsewhere(context)
  const loaded = await loadVendorSession(env, db, secret, now)
  if (!loaded) throw tokenRefused('MEMBER_DISABLED', TOKEN_EXCHANGE_FAILED)
  const seconds = Math.floor((expiresAt - now) / 1000)
  context.answerHeaders.append('Set-Cookie', sessionCookie(context.origin, secret, seconds))
  return toVendorSessionData(loaded.vendor)
}
