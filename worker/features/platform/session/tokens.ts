import { loginTokens, vendorLoginTokens } from '../../../../schema/platform/session/tables.ts'
import type { LoginMethod } from '../../../../schema/shared/permissions.ts'
import { secretOfCell } from '../../../core/cells.ts'
import { newSecret } from '../../../core/clock.ts'
import { Database } from '../../../core/database.ts'
import { sha256Hex } from '../../../core/hash.ts'
import type { BaseContext } from '../../../core/operation.ts'
import { newVendorSecret } from '../../../core/vendor-actor.ts'

const EMAIL_LINK_MS = 15 * 60 * 1000
const HANDOVER_MS = 60 * 1000

type Purpose = (typeof loginTokens.$inferSelect)['purpose']

/**
 * A new single-use login token: its secret, and the statement that stores its hash. Emailed links are valid for 15
 * minutes. Tokens for switching company or viewing are valid for one minute, and only in the session that requested
 * them; those after an identity provider for a minute too, and only in the browser that began there.
 */
export const issueLoginToken = async (
  context: BaseContext,
  token: {
    purpose: Purpose
    userId: string
    companyId: string
    impersonatorUserId?: string | null
    /** For acting on the member's behalf, not only viewing. */
    actingReason?: string | undefined
    sessionHash?: string
    /** How the person proved who they are. */
    method: LoginMethod
    /** The browser that began at an identity provider. Only that one can exchange it. */
    browserHash?: string | null
    /** Overrides the default of the purpose. */
    lifeMs?: number
  },
): Promise<{ secret: string; statement: D1PreparedStatement }> => {
  const secret = secretOfCell(context.env, newSecret())
  const now = context.clock.now()
  const insert = Database.orm.insert(loginTokens).values({
    tokenHash: sha256Hex(secret),
    purpose: token.purpose,
    userId: token.userId,
    companyId: token.companyId,
    impersonatorUserId: token.impersonatorUserId ?? null,
    actingReason: token.actingReason ?? null,
    sessionHash: token.sessionHash ?? null,
    method: token.method,
    browserHash: token.browserHash ?? null,
    createdAt: now,
    expiresAt: now + (token.lifeMs ?? (token.purpose === 'EMAIL_LINK' ? EMAIL_LINK_MS : HANDOVER_MS)),
    usedAt: null,
  })
  return { secret, statement: context.db.statement(insert) }
}

/** The same for a vendor user: by email, once, 15 minutes by default. */
export const issueVendorLoginToken = async (
  context: BaseContext,
  {
    userId,
    vendorCompanyId,
    method = 'EMAIL_LINK',
    browserHash = null,
    lifeMs = method === 'EMAIL_LINK' ? EMAIL_LINK_MS : HANDOVER_MS,
  }: {
    userId: string
    vendorCompanyId: string
    method?: LoginMethod
    browserHash?: string | null
    lifeMs?: number
  },
): Promise<{ secret: string; statement: D1PreparedStatement }> => {
  const secret = newVendorSecret()
  const now = context.clock.now()
  const insert = Database.orm.insert(vendorLoginTokens).values({
    tokenHash: sha256Hex(secret),
    userId,
    vendorCompanyId,
    method,
    browserHash,
    createdAt: now,
    expiresAt: now + lifeMs,
    usedAt: null,
  })
  return { secret, statement: context.db.statement(insert) }
}
