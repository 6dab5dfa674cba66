import { settleProposedVendor } from '../../../../schema/requests/proposed-vendors/endpoints.ts'
import { commit } from '../../../core/commit.ts'
import { AppError, forbidden, invalidField } from '../../../core/errors.ts'
import { command, inputOf } from '../../../core/operation.ts'
import { maySettle, requireProposed } from '../../requests/proposed-vendors/index.ts'
import { makeVendor, replaceVendor } from './make.ts'

const taken = () => invalidField('name', 'A vendor with this name already exists')

/**
 * Says what a vendor becomes that an approved request proposed, while another one was added that may be the same.
 * Throws NOT_FOUND, FORBIDDEN for people who neither edit vendors nor would own it, CONFLICT if nothing waits, INVALID
 * for a vendor that isn't there or a name that is taken.
 */
export const answerProposed = command({
  id: settleProposedVendor.id,
  access: 'vendors.use',
  input: inputOf(settleProposedVendor),
  run: async (context, { proposedVendorId, vendorId, name }) => {
    const { db, actor } = context
    const row = await requireProposed(context, proposedVendorId)
    const { waiting } = row
    if (row.settledAt !== null || !waiting)
      throw new AppError('CONFLICT', 'This vendor no longer needs an answer.', { reason: 'ALREADY_SETTLED' })
    if (!maySettle(context, row)) throw forbidden()
    const other = vendorId
      ? await db.first<{ id: string; name: string; archivedAt: number | null }>(
          db.sql(
            'SELECT id, name, archived_at AS archivedAt FROM vendors WHERE id = ? AND +company_id = ?',
            vendorId,
            actor.companyId,
          ),
        )
      : null
    if (vendorId && (!other || other.archivedAt !== null)) throw invalidField('vendorId', 'Choose an active vendor')
    const { statements, audit, outbox } = other
      ? replaceVendor(context, row, other, waiting)
      : makeVendor(context, row, waiting, name)
    return commit(context, {
      ...{ subject: 'The vendor', statements, audit, outbox },
      result: { id: other?.id ?? row.id },
      onDuplicate: { vendors_name: taken },
    })
  },
})
