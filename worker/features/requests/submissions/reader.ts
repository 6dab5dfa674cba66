import { actingFor } from '../../../core/actor.ts'
import { registerReader } from '../../approvals/blocks/index.ts'
import { registerInboxRows } from '../../approvals/inbox/index.ts'
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

registerInboxRows({
  targetType: requestSubject.targetType,
  columns: `'#' || s.number || ' · ' || c.name AS reference, s.title, s.requestor_name AS requestorName,
    s.amount_value AS amountValue, s.amount_currency AS amountCurrency`,
  from: 'intake_submissions s ON s.id = p.target_id CROSS JOIN intake_categories c ON c.id = s.intake_category_id',
})
