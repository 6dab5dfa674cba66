import type { z } from 'zod'
import { invitationById, newInvitation, resetQuestion } from '../../../../schema/vendors/portal/invitations.ts'
import { INVITATION_DAYS } from '../../../../schema/vendors/portal/values.ts'
import { newSecret } from '../../../core/clock.ts'
import { type Change, commit } from '../../../core/commit.ts'
import { guardOneRow } from '../../../core/database.ts'
import { AppError, invalidField, notFound } from '../../../core/errors.ts'
import { sha256Hex } from '../../../core/hash.ts'
import { requireUnarchived } from '../../../core/kinds/archived.ts'
import { type BaseContext, command, query, type StaffContext } from '../../../core/operation.ts'
import { limitRate } from '../../platform/session/index.ts'
import { missingVendor } from '../vendors/index.ts'

/**
 * A company invites people at its vendors. Invitations are in the directory, where both sides find them, and what was
 * done is in the history of the company's vendor.
 */

const DAY_MS = 24 * 60 * 60 * 1000
const HOUR_MS = 60 * 60 * 1000

export const inviteUntil = (now: number): number => now + INVITATION_DAYS * DAY_MS

interface Invited {
  id: string
  name: string
  archivedAt: number | null
}

interface About {
  vendorId?: string | undefined
  erpVendorId?: string | undefined
}

const ERP_VENDOR = `SELECT vendor_id FROM erp_objects
  WHERE id = ?3 AND company_id = ?1 AND kind = 'VENDOR' AND deleted_at IS NULL`
const MEANT = `coalesce(?2, (${ERP_VENDOR}))`

/**
 * The vendor that is meant, by itself or by the accounting system's vendor that is linked to it, and which vendor
 * companies work as it. Throws INVALID, NOT_FOUND.
 */
const requireAbout = async (context: StaffContext, { vendorId, erpVendorId }: About) => {
  const { db, actor } = context
  if (vendorId === undefined && erpVendorId === undefined) throw invalidField('vendorId', 'Choose the vendor')
  const params = [actor.companyId, vendorId ?? null, erpVendorId ?? null]
  const [vendors, links, erp] = await db.batch([
    db.sql(
      `SELECT id, name, archived_at AS archivedAt FROM vendors WHERE company_id = ?1 AND id = ${MEANT}`,
      ...params,
    ),
    db.sql(
      `SELECT vendor_company_id AS id FROM vendor_company_customers WHERE company_id = ?1 AND vendor_id = ${MEANT}`,
      ...params,
    ),
    ...(erpVendorId === undefined ? [] : [db.sql(ERP_VENDOR.replace('?3', '?2'), actor.companyId, erpVendorId)]),
  ])
  const vendor = vendors?.results[0] as unknown as Invited | undefined
  if (erpVendorId !== undefined) {
    const linked = erp?.results[0]
    if (!linked) throw notFound('The accounting vendor')
    if (linked.vendor_id === null)
      throw invalidField('erpVendorId', 'This accounting vendor isn’t linked to a vendor yet. Link it, then invite.')
    if (vendor && linked.vendor_id !== vendor.id)
      throw invalidField('erpVendorId', 'This accounting vendor is linked to another vendor')
  }
  if (!vendor) throw await missingVendor(context, vendorId ?? '')
  return { vendor, vendorCompanyIds: (links?.results ?? []).map(({ id }) => String(id)) }
}

/** Which of the company's vendor companies the person with that address works for. */
const worksFor = async ({ directory, actor }: StaffContext, email: string): Promise<string[]> =>
  (
    await directory.all<{ id: string }>(
      directory.sql(
        `SELECT DISTINCT k.vendor_company_id AS id
           FROM users u INDEXED BY users_email
          CROSS JOIN vendor_company_members m ON m.user_id = u.id AND m.disabled_at IS NULL
          CROSS JOIN vendor_company_customers k ON k.vendor_company_id = m.vendor_company_id AND k.company_id = ?2
          WHERE u.email = ?1`,
        ...[email, actor.companyId],
      ),
    )
  ).map(({ id }) => id)

/**
 * Whether accepting would move a portal account that works as another vendor of the company's to this one. Nothing is said
 * of accounts that don't work with the company.
 */
export const readWillReset = query({
  id: 'vendors.will-invitation-reset',
  access: 'vendors.edit',
  readsFirst: true,
  input: resetQuestion,
  run: async (context, { email, ...about }): Promise<boolean> => {
    const { vendorCompanyIds } = await requireAbout(context, about)
    return (await worksFor(context, email)).some((id) => !vendorCompanyIds.includes(id))
  },
})

/** In the history of the vendor, and the mail with the link. */
const told = (
  context: StaffContext,
  { id, vendorId, email, token }: { id: string; vendorId: string; email: string; token: string },
  action: string,
  message: string,
): Pick<Change<unknown>, 'audit' | 'outbox'> => ({
  audit: [
    {
      changeKey: `vendor-invitation:${context.newId()}`,
      action,
      targetType: 'VENDOR',
      targetId: vendorId,
      message,
      changeData: { invitationId: id, email },
    },
  ],
  outbox: [{ topic: 'vendor-portal.invitation', payload: { invitationId: id, token } }],
})

/**
 * Writes in the directory and in the company's cell: in one batch if these are the same database. Otherwise the directory
 * comes first, and is put back if the rest fails.
 */
export const commitBoth = async <T>(
  context: BaseContext,
  change: Change<T>,
  { write, undo }: { write: D1PreparedStatement[]; undo: D1PreparedStatement[] },
): Promise<T> => {
  const { db, directory } = context
  if (db === directory) return commit(context, { ...change, statements: [...write, ...change.statements] })
  await directory.batch(write).catch((error) => {
    const taken = /UNIQUE constraint failed/.test(String(error)) && Object.values(change.onDuplicate ?? {})[0]
    throw taken ? taken() : error
  })
  try {
    return await commit(context, change)
  } catch (error) {
    if (undo.length > 0) await directory.batch(undo)
    throw error
  }
}

const PENDING_COLUMNS =
  'vendor_company_invitations.company_id, vendor_company_invitations.vendor_id, vendor_company_invitations.email'
const alreadyInvited = (): AppError => invalidField('email', 'Already invited. Resend the invitation instead.')

/**
 * Throws INVALID for someone who is invited or works as this vendor, RULE_BROKEN for an archived vendor, LIMITED after 5
 * for one address in an hour.
 */
export const inviteToPortal = async (
  context: StaffContext,
  { email, message, ...about }: z.output<typeof newInvitation>,
): Promise<{ id: string }> => {
  const { actor, clock, directory } = context
  const { vendor, vendorCompanyIds } = await requireAbout(context, about)
  if (vendor.archivedAt !== null)
    throw new AppError('RULE_BROKEN', 'This vendor is archived. Unarchive it first.', { reason: 'ARCHIVED' })
  if ((await worksFor(context, email)).some((id) => vendorCompanyIds.includes(id)))
    throw invalidField('email', 'This person already works with you in the portal')
  await limitRate(context, HOUR_MS, [
    { key: `vendor-invitation:${actor.companyId}:${email}`, max: 5 },
    { key: `vendor-invitations:${actor.companyId}`, max: 300 },
  ])
  const [id, now, secret] = [context.newId(), clock.now(), newSecret()]
  return commitBoth(
    context,
    {
      subject: 'The invitation',
      statements: [],
      ...told(
        context,
        { id, vendorId: vendor.id, email, token: secret },
        'vendor.portal-invited',
        `Invited ${email} to the vendor portal for ${vendor.name}`,
      ),
      result: { id },
      onDuplicate: { [PENDING_COLUMNS]: alreadyInvited },
    },
    {
      write: [
        // One that has expired makes room for a new one.
        directory.sql(
          `UPDATE vendor_company_invitations SET status = 'CANCELLED', decided_at = ?4, version = version + 1
            WHERE company_id = ?1 AND vendor_id = ?2 AND email = ?3 AND status = 'PENDING' AND expires_at <= ?4`,
          ...[actor.companyId, vendor.id, email, now],
        ),
        directory.sql(
          `INSERT INTO vendor_company_invitations (id, company_id, vendor_id, vendor_name, email, message, token_hash,
                                                   invited_by_user_id, invited_by_name, created_at, sent_at, expires_at)
           VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?10, ?11)`,
          ...[id, actor.companyId, vendor.id, vendor.name, email, message, sha256Hex(secret)],
          ...[actor.userId, actor.name, now, inviteUntil(now)],
        ),
      ],
      undo: [directory.sql('DELETE FROM vendor_company_invitations WHERE id = ?', id)],
    },
  )
}

export const createInvitation = command({
  id: 'vendors.create-invitation',
  access: 'vendors.edit',
  input: newInvitation,
  run: (context, given) => inviteToPortal(context, given),
})

interface Stored {
  id: string
  vendorId: string
  vendorName: string
  email: string
  status: string
  version: number
  tokenHash: string
  sentAt: number
  expiresAt: number
}

/** The company's invitation while it is pending, also if it has expired. Throws NOT_FOUND, RULE_BROKEN. */
const requirePending = async ({ directory, actor }: StaffContext, id: string): Promise<Stored> => {
  const invitation = await directory.first<Stored>(
    directory.sql(
      `SELECT id, vendor_id AS vendorId, vendor_name AS vendorName, email, status, version, token_hash AS tokenHash,
              sent_at AS sentAt, expires_at AS expiresAt
         FROM vendor_company_invitations WHERE id = ? AND company_id = ?`,
      ...[id, actor.companyId],
    ),
  )
  if (!invitation) throw notFound('The invitation')
  if (invitation.status !== 'PENDING')
    throw new AppError('RULE_BROKEN', `This invitation was ${invitation.status.toLowerCase()}.`, {
      reason: 'NOT_PENDING',
    })
  return invitation
}

/** A new link for as long again. The link sent before no longer works. */
export const resendInvitation = command({
  id: 'vendors.resend-invitation',
  access: 'vendors.edit',
  input: invitationById,
  run: async (context, { id }): Promise<{ id: string }> => {
    const { actor, clock, directory } = context
    const { vendorId, vendorName, email, version, tokenHash, sentAt, expiresAt } = await requirePending(context, id)
    await requireUnarchived(context, [{ kind: 'VENDOR', id: vendorId }])
    await limitRate(context, HOUR_MS, [{ key: `vendor-invitation:${actor.companyId}:${email}`, max: 5 }])
    const [now, secret] = [clock.now(), newSecret()]
    const set = `UPDATE vendor_company_invitations SET token_hash = ?3, sent_at = ?4, expires_at = ?5, version = version + 1
                  WHERE id = ?1 AND version = ?2 AND status = 'PENDING'`
    return commitBoth(
      context,
      {
        subject: 'The invitation',
        statements: [],
        ...told(
          context,
          { id, vendorId, email, token: secret },
          'vendor.portal-invited-again',
          `Sent ${email} the invitation to the vendor portal for ${vendorName} again`,
        ),
        result: { id },
      },
      {
        write: [directory.sql(set, id, version, sha256Hex(secret), now, inviteUntil(now)), guardOneRow(directory)],
        undo: [directory.sql(set, id, version + 1, tokenHash, sentAt, expiresAt)],
      },
    )
  },
})

/** Its link no longer works, and the person no longer sees it. */
export const cancelInvitation = command({
  id: 'vendors.cancel-invitation',
  access: 'vendors.edit',
  input: invitationById,
  run: async (context, { id }): Promise<{ id: string }> => {
    const { clock, directory } = context
    const { vendorId, vendorName, email, version } = await requirePending(context, id)
    const set = `UPDATE vendor_company_invitations SET status = ?3, decided_at = ?4, version = version + 1
                  WHERE id = ?1 AND version = ?2`
    const { audit } = told(
      context,
      { id, vendorId, email, token: '' },
      'vendor.portal-invitation-cancelled',
      `Canceled the invitation of ${email} to the vendor portal for ${vendorName}`,
    )
    return commitBoth(
      context,
      { subject: 'The invitation', statements: [], audit, result: { id } },
      {
        write: [directory.sql(set, id, version, 'CANCELLED', clock.now()), guardOneRow(directory)],
        undo: [directory.sql(set, id, version + 1, 'PENDING', null)],
      },
    )
  },
})
