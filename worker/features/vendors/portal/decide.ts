import { z } from 'zod'
import {
  invitationDecision,
  invitationRejection,
  type PendingInvitation,
} from '../../../../schema/vendors/portal/invitations.ts'
import { commit } from '../../../core/commit.ts'
import { type Database, guardOneRow } from '../../../core/database.ts'
import { AppError, notFound } from '../../../core/errors.ts'
import { command, query, type VendorContext } from '../../../core/operation.ts'
import { newsFor } from './news.ts'
import { iso } from './parts.ts'

/** What signed-in vendor users do with invitations to their address. */

export interface Invitation {
  id: string
  companyId: string
  companyName: string
  vendorId: string
  vendorName: string
  email: string
  message: string
  invitedByName: string
  status: string
  version: number
  createdAt: number
  expiresAt: number
}

export const INVITATION_SQL = `
SELECT i.id, i.company_id AS companyId, c.name AS companyName, i.vendor_id AS vendorId, i.vendor_name AS vendorName,
       i.email, i.message, i.invited_by_name AS invitedByName, i.status, i.version, i.created_at AS createdAt,
       i.expires_at AS expiresAt
  FROM vendor_company_invitations i CROSS JOIN directory_companies c ON c.id = i.company_id`

const MOST_SHOWN = 50

export const readPendingInvitations = query({
  id: 'vendor-portal.pending-invitations',
  access: 'vendor.use',
  input: z.object({}),
  run: async ({ db, vendor, clock }): Promise<PendingInvitation[]> =>
    (
      await db.all<Invitation>(
        db.sql(
          `${INVITATION_SQL} WHERE i.email = ? AND i.status = 'PENDING' AND i.expires_at > ?
            ORDER BY i.created_at DESC, i.id LIMIT ${MOST_SHOWN}`,
          ...[vendor.email, clock.now()],
        ),
      )
    ).map(({ id, companyId, companyName, message, invitedByName, createdAt, expiresAt }) => ({
      ...{ id, message, invitedByName, company: { id: companyId, name: companyName } },
      createdAt: iso(createdAt),
      expiresAt: iso(expiresAt),
    })),
})

/** Throws RULE_BROKEN with the reason NOT_PENDING or EXPIRED. */
export const requireOpen = ({ status, expiresAt, companyName }: Invitation, now: number): void => {
  if (status !== 'PENDING')
    throw new AppError(
      'RULE_BROKEN',
      `This invitation was ${status === 'CANCELLED' ? 'canceled' : status.toLowerCase()}.`,
      {
        reason: 'NOT_PENDING',
      },
    )
  if (expiresAt <= now)
    throw new AppError('RULE_BROKEN', `This invitation has expired. Ask ${companyName} to send it again.`, {
      reason: 'EXPIRED',
    })
}

/** To the person's address. Throws NOT_FOUND for someone else's. */
const requireInvitation = async ({ db, vendor, clock }: VendorContext, id: string): Promise<Invitation> => {
  const invitation = await db.first<Invitation>(
    db.sql(`${INVITATION_SQL} WHERE i.id = ? AND i.email = ?`, id, vendor.email),
  )
  if (!invitation) throw notFound('The invitation')
  requireOpen(invitation, clock.now())
  return invitation
}

export const decidedStatements = (
  db: Database,
  { id, version }: Invitation,
  status: 'ACCEPTED' | 'REJECTED',
  vendorCompanyId: string | null,
  now: number,
): D1PreparedStatement[] => [
  db.sql(
    `UPDATE vendor_company_invitations SET status = ?3, vendor_company_id = ?4, decided_at = ?5, version = version + 1
      WHERE id = ?1 AND version = ?2 AND status = 'PENDING'`,
    ...[id, version, status, vendorCompanyId, now],
  ),
  guardOneRow(db),
]

/** A vendor company that works as another vendor of the company's works as this one from then on. */
export const connectStatement = (
  db: Database,
  { companyId, vendorId }: Invitation,
  vendorCompanyId: string,
  now: number,
): D1PreparedStatement =>
  db.sql(
    `INSERT INTO vendor_company_customers (vendor_company_id, company_id, vendor_id, created_at) VALUES (?1, ?2, ?3, ?4)
     ON CONFLICT (vendor_company_id, company_id) DO UPDATE SET vendor_id = ?3`,
    ...[vendorCompanyId, companyId, vendorId, now],
  )

export const decisionEntry = (
  invitation: Invitation,
  { companyId, decision }: { companyId: string; decision: 'accepted' | 'rejected' },
) => ({
  changeKey: `vendor-invitation:${invitation.id}:v${invitation.version + 1}`,
  action: `vendor-company.invitation-${decision}`,
  targetType: 'COMPANY' as const,
  targetId: companyId,
  message: `${decision === 'accepted' ? 'Accepted' : 'Rejected'} the invitation of ${invitation.companyName}`,
  changeData: { invitationId: invitation.id, companyId: invitation.companyId },
})

/** Throws NOT_FOUND for someone else's invitation, and for a vendor company that the person doesn't work for. */
export const acceptInvitation = command({
  id: 'vendor-portal.accept-invitation',
  access: 'vendor.use',
  input: invitationDecision,
  run: async (context, { vendorCompanyInvitationId, vendorCompanyId }): Promise<{ id: string }> => {
    const { db, vendor, clock } = context
    const invitation = await requireInvitation(context, vendorCompanyInvitationId)
    const chosen = await vendorCompanyOf(context, vendorCompanyId ?? vendor.vendorCompany.id)
    return commit(context, {
      subject: 'The invitation',
      statements: [
        ...decidedStatements(db, invitation, 'ACCEPTED', chosen.id, clock.now()),
        connectStatement(db, invitation, chosen.id, clock.now()),
      ],
      audit: [decisionEntry(invitation, { companyId: chosen.id, decision: 'accepted' })],
      outbox: newsFor(
        { ...vendor, vendorCompany: chosen },
        { kind: 'CONNECTED', vendorId: invitation.vendorId, email: invitation.email },
        [invitation.companyId],
      ),
      result: { id: invitation.id },
    })
  },
})

const vendorCompanyOf = async (
  { db, vendor }: VendorContext,
  id: string,
): Promise<VendorContext['vendor']['vendorCompany']> => {
  if (id === vendor.vendorCompany.id) return vendor.vendorCompany
  const found = await db.first<VendorContext['vendor']['vendorCompany']>(
    db.sql(
      `SELECT v.id, v.name, v.vendor_type AS vendorType, v.version
         FROM vendor_company_members m CROSS JOIN vendor_companies v ON v.id = m.vendor_company_id
        WHERE m.vendor_company_id = ? AND m.user_id = ? AND m.disabled_at IS NULL`,
      ...[id, vendor.userId],
    ),
  )
  if (!found) throw notFound('The vendor company')
  return found
}

export const rejectInvitation = command({
  id: 'vendor-portal.reject-invitation',
  access: 'vendor.use',
  input: invitationRejection,
  run: async (context, { vendorCompanyInvitationId }): Promise<{ id: string }> => {
    const { db, vendor, clock } = context
    const invitation = await requireInvitation(context, vendorCompanyInvitationId)
    return commit(context, {
      subject: 'The invitation',
      statements: decidedStatements(db, invitation, 'REJECTED', null, clock.now()),
      audit: [decisionEntry(invitation, { companyId: vendor.vendorCompany.id, decision: 'rejected' })],
      outbox: newsFor(vendor, { kind: 'REJECTED', vendorId: invitation.vendorId, email: invitation.email }, [
        invitation.companyId,
      ]),
      result: { id: invitation.id },
    })
  },
})
