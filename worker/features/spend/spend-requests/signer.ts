import type { Block } from '../../../../schema/approvals/engine/model.ts'
import { fullName, type Person } from '../../../../schema/shared/values.ts'
import * as endpoints from '../../../../schema/spend/spend-requests/acting-endpoints.ts'
import { commit } from '../../../core/commit.ts'
import { guardOneRow } from '../../../core/database.ts'
import { AppError, invalidField, notFound } from '../../../core/errors.ts'
import { command, inputOf } from '../../../core/operation.ts'
import { announce } from '../../approvals/blocks/index.ts'
import { accessStatement, maySetSigner, toReadable } from './access.ts'

/**
 * Who signs for the vendor, set where it is needed. Throws INVALID for another vendor or someone who isn't a member,
 * FORBIDDEN for people who neither manage vendors nor approve it.
 */
export const setVendorSigner = command({
  id: 'spend-requests.set-vendor-signer',
  access: 'spend-requests.read',
  input: inputOf(endpoints.setVendorSigner),
  run: async (context, { spendRequestId, vendorId, signerId }) => {
    const { db, actor } = context
    const [accessRows, vendors, people, blocks] = await db.batch([
      accessStatement(context, spendRequestId),
      db.sql(
        'SELECT name, version, signer_user_id AS signerUserId FROM vendors WHERE id = ? AND company_id = ?',
        vendorId,
        actor.companyId,
      ),
      db.sql(
        `SELECT u.id, u.first_name AS firstName, u.last_name AS lastName, u.email FROM company_memberships m
           JOIN users u ON u.id = m.user_id
          WHERE m.company_id = ? AND m.user_id = ? AND m.disabled_at IS NULL`,
        actor.companyId,
        signerId,
      ),
      db.sql(
        `SELECT l.block FROM spend_requests s JOIN level_group_statuses l ON l.company_id = s.company_id
            AND l.target_type = 'SPEND_REQUEST' AND l.target_id = s.id AND l.run = s.run
          WHERE s.id = ? AND s.company_id = ?`,
        spendRequestId,
        actor.companyId,
      ),
    ])
    const access = toReadable(accessRows?.results[0], actor)
    const isApprover = (blocks?.results ?? []).some((row) =>
      (JSON.parse(String(row.block)) as Block).approvers.some(({ userId }) => userId === actor.userId),
    )
    if (!access.needsSigner)
      throw new AppError('RULE_BROKEN', 'This spend request needs no signature.', { reason: 'NO_SIGNER' })
    if (!maySetSigner(access, actor, isApprover))
      throw new AppError('FORBIDDEN', 'Only approvers and people who manage vendors can set who signs.')
    if (vendorId !== access.vendorId) throw invalidField('vendorId', 'This is not the vendor of the spend request')
    const vendor = vendors?.results[0] as { name: string; version: number; signerUserId: string | null } | undefined
    if (!vendor) throw notFound('The vendor')
    const signer = people?.results[0] as unknown as Person | undefined
    if (signerId && !signer) throw invalidField('signerId', 'Choose a member of your company who is not disabled')
    if (vendor.signerUserId === signerId)
      return commit(context, { subject: 'The vendor', statements: [], audit: [], result: { id: spendRequestId } })
    const result = await commit(context, {
      subject: 'The vendor',
      statements: [
        db.sql(
          'UPDATE vendors SET signer_user_id = ?, version = version + 1 WHERE id = ? AND company_id = ? AND version = ?',
          signerId,
          vendorId,
          actor.companyId,
          vendor.version,
        ),
        guardOneRow(db),
      ],
      audit: [
        {
          changeKey: `vendor:${vendorId}:v${vendor.version + 1}`,
          action: 'vendor.changed',
          targetType: 'VENDOR',
          targetId: vendorId,
          message: `Changed the vendor ${vendor.name}: signer`,
          changeData: { after: { signer: signer ? fullName(signer) : null } },
        },
      ],
      result: { id: spendRequestId },
    })
    announce(context, { targetType: 'SPEND_REQUEST', id: spendRequestId })
    return result
  },
})
