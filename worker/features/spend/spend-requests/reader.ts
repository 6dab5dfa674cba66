import { actingFor } from '../../../core/actor.ts'
import { registerReader } from '../../approvals/blocks/index.ts'
import { registerInboxRows } from '../../approvals/inbox/index.ts'
import { BLOCK_ACCESS_SQL, requireReadable, type SpendAccess, toReadable } from './access.ts'
import { SUMMARY_COLUMNS } from './rows.ts'
import { planRunning } from './running.ts'
import { spendSubject } from './subject.ts'

/** Who sees the blocks of spend requests, and what their objects plan with. */
registerReader<SpendAccess>({
  targetType: spendSubject.targetType,
  ofBlock: ({ db, actor }, blockId) =>
    db.sql(BLOCK_ACCESS_SQL, blockId, actor.companyId, JSON.stringify(actingFor(actor))),
  toReadable,
  requireReadable,
  plan: async (context, { id }, more) => {
    const { base, planning } = await planRunning(context, id, more)
    return planning.contextOf(base.content)
  },
})

registerInboxRows({
  targetType: spendSubject.targetType,
  columns: SUMMARY_COLUMNS,
  from: 'spend_requests s ON s.id = p.target_id',
})
