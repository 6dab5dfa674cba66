import { z } from 'zod'
import { endpoint } from '../../shared/endpoint.ts'
import { id, requiredText } from '../../shared/values.ts'
import { requestOutcome } from './outcome.ts'

export const revokeDecision = endpoint({
  id: 'approvals.revoke-decision',
  method: 'POST',
  path: '/api/level-group-statuses/{id}/revoke',
  summary: 'Revoke one’s own decision on a block, while nothing that followed from it has left Outlay',
  params: z.object({ id }),
  body: z.object({ reason: requiredText(5000) }),
  response: requestOutcome,
})
