import { revokeDecision as endpoint } from '../../../../schema/approvals/engine/revoke-endpoints.ts'
import { command, inputOf } from '../../../core/operation.ts'
import { requireReadableBlock } from './block.ts'
import { tellBlock } from './object.ts'

/** Throws CONFLICT with BUILT_ON, REQUEST_CLOSED or NOTHING_TO_UNDO. */
export const revokeDecision = command({
  id: 'approvals.revoke-decision',
  access: 'approvals.take-part',
  idempotency: 'object',
  input: inputOf(endpoint),
  run: async (context, { id, reason }) => {
    const found = await requireReadableBlock(context, id)
    return tellBlock(context, found, { command: { type: 'revokeDecision', blockId: id, reason } })
  },
})
