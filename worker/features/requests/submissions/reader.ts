import { actingFor } from '../../../core/actor.ts'
import { registerReader } from '../../approvals/blocks/index.ts'
import { planRunning } from './running.ts'
import { requestSubject } from './subject.ts'
import { BLOCK_ACCESS_SQL, requireReadableSubmission, type SubmissionAccess, toReadable } from './visibility.ts'

/** Who sees the blocks of requests, and what their objects plan with. */
registerReader<SubmissionAccess>({
  targetType: requestSubject.targetType,
  ofBlock: ({ db, actor }, blockId) =>
    db.sql(BLOCK_ACCESS_SQL, blockId, actor.companyId, JSON.stringify(actingFor(actor))),
  toReadable,
  requireReadable: requireReadableSubmission,
  plan: async (context, request, more) => (await planRunning(context, request, more)).planning,
})
