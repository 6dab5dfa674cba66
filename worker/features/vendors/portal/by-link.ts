import {
  acceptByLink,
  type InvitationPreview,
  previewInvitation,
  rejectByLink,
} from '../../../../schema/vendors/portal/invitations.ts'
import type { PortalNews } from '../../../../schema/vendors/portal/news.ts'
import { FIRST_CELL, inCell } from '../../../core/cells.ts'
import { commit } from '../../../core/commit.ts'
import { AppError } from '../../../core/errors.ts'
import { sha256Hex } from '../../../core/hash.ts'
import { networkOf } from '../../../core/network.ts'
import { type BaseContext, command, inputOf, query } from '../../../core/operation.ts'
import { beginVendorSession, limitRate, SIGN_IN_WINDOW_MS } from '../../platform/session/index.ts'
import {
  connectStatement,
  decidedStatements,
  decisionEntry,
  INVITATION_SQL,
  type Invitation,
  requireOpen,
} from './decide.ts'

/**
 * The link of an invitation, for people without an account. It never opens an account that exists: its owner signs in and
 * finds the invitation there.
 */

type ByLink = Invitation & { userId: string | null; hasAccount: number }

const BY_LINK = INVITATION_SQL.replace(
  'SELECT i.id',
  `SELECT (SELECT u.id FROM users u INDEXED BY users_email CROSS JOIN vendor_company_members m ON m.user_id = u.id
            WHERE u.email = i.email LIMIT 1) AS userId,
          EXISTS (SELECT 1 FROM users u INDEXED BY users_email
            CROSS JOIN vendor_company_members m ON m.user_id = u.id AND m.disabled_at IS NULL WHERE u.email = i.email) AS hasAccount,
          i.id`,
)

/** In the directory, whatever cell the caller's session is in. */
const inDirectory = <C extends BaseContext>(context: C): C => inCell(context, FIRST_CELL)

/** Throws RULE_BROKEN for a link that doesn't work, with the reason UNKNOWN_LINK, NOT_PENDING or EXPIRED. */
const requireByLink = async ({ db, clock }: BaseContext, token: string): Promise<ByLink> => {
  const invitation = await db.first<ByLink>(db.sql(`${BY_LINK} WHERE i.token_hash = ?`, sha256Hex(token)))
  if (!invitation)
    throw new AppError('RULE_BROKEN', 'This link doesn’t work. A newer invitation may have replaced it.', {
      reason: 'UNKNOWN_LINK',
    })
  requireOpen(invitation, clock.now())
  return invitation
}

const limited = (context: BaseContext) =>
  limitRate(context, SIGN_IN_WINDOW_MS, [
    {
      key: `vendor-invitation-link:${networkOf(context.clientAddress)}`,
      max: context.clientAddress === 'local' ? 3000 : 300,
    },
  ])

export const readByLink = query({
  id: 'vendor-portal.preview-invitation',
  access: 'public',
  input: inputOf(previewInvitation),
  run: async (context, { token }): Promise<InvitationPreview> => {
    const { actor, vendor } = context
    const invitation = await requireByLink(inDirectory(context), token)
    const { email, companyName, vendorName, invitedByName, message, hasAccount } = invitation
    return {
      ...{ email, companyName, vendorName, invitedByName, message, hasAccount: hasAccount === 1 },
      signedInAs: actor?.email ?? vendor?.email ?? null,
    }
  },
})

/** Throws RULE_BROKEN with the reason HAS_ACCOUNT for someone who already is a vendor user. */
export const acceptInvitationByLink = command({
  id: 'vendor-portal.accept-by-link',
  access: 'public',
  idempotency: 'none',
  input: inputOf(acceptByLink),
  run: async (caller, { token, firstName, lastName, vendorCompanyName, vendorType, timezone }) => {
    await limited(caller)
    const context = inDirectory(caller)
    const { db, clock } = context
    const invitation = await requireByLink(context, token)
    if (invitation.hasAccount === 1)
      throw new AppError('RULE_BROKEN', 'You already have an account. Log in to accept the invitation.', {
        reason: 'HAS_ACCOUNT',
      })
    const [now, vendorCompanyId] = [clock.now(), context.newId()]
    const userId = invitation.userId ?? context.newId()
    const { email, companyId, vendorId } = invitation
    const news: PortalNews = {
      companyId,
      event: { kind: 'CONNECTED', vendorId, email },
      vendorCompany: { id: vendorCompanyId, name: vendorCompanyName, vendorType },
      by: { userId, email, firstName, lastName },
    }
    return beginVendorSession(
      context,
      { userId, vendorCompanyId, companyId, timezone: timezone ?? null, expiresAt: null },
      {
        statements: [
          ...decidedStatements(db, invitation, 'ACCEPTED', vendorCompanyId, now),
          db.sql(
            `INSERT INTO users (id, email, first_name, last_name, timezone, created_at) VALUES (?1, ?2, ?3, ?4, ?5, ?6)
             ON CONFLICT (id) DO UPDATE SET first_name = ?3, last_name = ?4, timezone = COALESCE(?5, timezone)`,
            ...[userId, email, firstName, lastName, timezone ?? null, now],
          ),
          db.sql(
            'INSERT INTO vendor_companies (id, name, vendor_type, created_at) VALUES (?, ?, ?, ?)',
            ...[vendorCompanyId, vendorCompanyName, vendorType, now],
          ),
          db.sql(
            'INSERT INTO vendor_company_members (vendor_company_id, user_id, created_at) VALUES (?, ?, ?)',
            ...[vendorCompanyId, userId, now],
          ),
          connectStatement(db, invitation, vendorCompanyId, now),
        ],
        changeKey: `vendor-session:${context.newId()}`,
        action: 'session.signed-in',
        message: 'Signed in by accepting an invitation',
        audit: [decisionEntry(invitation, { companyId: vendorCompanyId, decision: 'accepted' })],
        outbox: [{ topic: 'vendor-portal.news', payload: news }],
      },
    )
  },
})

export const rejectInvitationByLink = command({
  id: 'vendor-portal.reject-by-link',
  access: 'public',
  idempotency: 'public',
  input: inputOf(rejectByLink),
  run: async (caller, { token }): Promise<null> => {
    await limited(caller)
    const context = inDirectory(caller)
    const invitation = await requireByLink(context, token)
    const { companyId, vendorId, email } = invitation
    return commit(context, {
      subject: 'The invitation',
      statements: decidedStatements(context.db, invitation, 'REJECTED', null, context.clock.now()),
      audit: [],
      outbox: [
        {
          topic: 'vendor-portal.news',
          payload: { companyId, event: { kind: 'REJECTED', vendorId, email }, vendorCompany: null, by: null },
        },
      ],
      result: null,
      // The outbox of the directory. Whose history it is follows from the news.
      as: { companyId, userId: null },
    })
  },
})
