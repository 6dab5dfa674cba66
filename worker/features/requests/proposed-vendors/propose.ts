import { proposeVendor } from '../../../../schema/requests/proposed-vendors/endpoints.ts'
import { proposedVendors } from '../../../../schema/requests/proposed-vendors/tables.ts'
import { proposedVendorId } from '../../../../schema/requests/proposed-vendors/values.ts'
import { fullName } from '../../../../schema/shared/values.ts'
import { commit } from '../../../core/commit.ts'
import { command, inputOf } from '../../../core/operation.ts'
import { insertRow } from '../../../core/record.ts'

/**
 * Keeps what someone knows of a vendor, for a request to name. The request's history says what became of it, so that
 * this has none of its own.
 */
export const propose = command({
  id: proposeVendor.id,
  access: 'approvals.take-part',
  asAnother: 'ACTING',
  input: inputOf(proposeVendor),
  run: async (context, given) => {
    const { db, actor, clock } = context
    const id = proposedVendorId(context.newId())
    return commit(context, {
      subject: 'The vendor',
      statements: [
        insertRow(db, proposedVendors, {
          ...given,
          ...{ id, companyId: actor.companyId, createdAt: clock.now() },
          ...{ proposedByUserId: actor.userId, proposedByName: fullName(actor) },
        }),
      ],
      audit: [],
      result: { id },
    })
  },
})
