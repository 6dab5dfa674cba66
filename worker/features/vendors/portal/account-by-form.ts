import { askForAccount } from '../../../../schema/vendors/vendor-forms/link-endpoints.ts'
import { isLocked } from '../../../core/cells.ts'
import { newSecret } from '../../../core/clock.ts'
import { AppError, companyMoves } from '../../../core/errors.ts'
import { sha256Hex } from '../../../core/hash.ts'
import { command, inputOf } from '../../../core/operation.ts'
import { limitRate } from '../../platform/session/index.ts'
import { limitLink, ownerName, requireLinkedForm } from '../vendor-forms/index.ts'
import { commitBoth, inviteUntil } from './invite.ts'

/**
 * An account for someone who filled in a form by its link. They get the usual invitation at the form's address, so that
 * a forwarded link opens no account. Invariant: the answer is the same whether or not the address has an account.
 */

const HOUR_MS = 60 * 60 * 1000

/** Throws RULE_BROKEN before the form is submitted, LIMITED after 5 emails in an hour. */
export const askForAccountByForm = command({
  id: 'vendor-portal.account-by-form',
  access: 'public',
  idempotency: 'none',
  input: inputOf(askForAccount),
  place: ({ token }) => ({ secret: token }),
  run: async (context, { token }) => {
    const form = await requireLinkedForm(context, token)
    if (await isLocked(context, form.companyId)) throw companyMoves()
    const email = form.email ?? ''
    if (form.status === 'UNSUBMITTED')
      throw new AppError('RULE_BROKEN', 'Submit the form first. Then you can create an account.', {
        reason: 'NOT_SUBMITTED',
      })
    await limitLink(context, form)
    await limitRate(context, HOUR_MS, [{ key: `vendor-invitation:${form.companyId}:${email}`, max: 5 }])
    const { clock, directory } = context
    const { companyId, vendorId, vendorName } = form
    const pending = await directory.first<{ id: string }>(
      directory.sql(
        `SELECT id FROM vendor_company_invitations
          WHERE company_id = ? AND vendor_id = ? AND email = ? AND status = 'PENDING'`,
        ...[companyId, vendorId, email],
      ),
    )
    const [now, secret] = [clock.now(), newSecret()]
    const id = pending?.id ?? context.newId()
    const write = pending
      ? directory.sql(
          `UPDATE vendor_company_invitations SET token_hash = ?2, sent_at = ?3, expires_at = ?4, version = version + 1
            WHERE id = ?1 AND status = 'PENDING'`,
          ...[id, sha256Hex(secret), now, inviteUntil(now)],
        )
      : directory.sql(
          `INSERT OR IGNORE INTO vendor_company_invitations (id, company_id, vendor_id, vendor_name, email, message,
                                token_hash, invited_by_user_id, invited_by_name, created_at, sent_at, expires_at)
           VALUES (?1, ?2, ?3, ?4, ?5, '', ?6, ?7, ?8, ?9, ?9, ?10)`,
          ...[id, companyId, vendorId, vendorName, email, sha256Hex(secret), form.ownerId, ownerName(form), now],
          inviteUntil(now),
        )
    return commitBoth(
      context,
      {
        subject: 'The invitation',
        as: { companyId, userId: null },
        statements: [],
        audit: [
          {
            changeKey: `vendor-invitation:${context.newId()}`,
            action: 'vendor.portal-account-asked',
            targetType: 'VENDOR',
            targetId: vendorId,
            message: `${email} asked for an account in the vendor portal for ${vendorName}`,
            changeData: { invitationId: id, email },
          },
        ],
        outbox: [{ topic: 'vendor-portal.invitation', payload: { invitationId: id, token: secret } }],
        result: { email },
      },
      {
        write: [write],
        undo: pending ? [] : [directory.sql('DELETE FROM vendor_company_invitations WHERE id = ?', id)],
      },
    )
  },
})
