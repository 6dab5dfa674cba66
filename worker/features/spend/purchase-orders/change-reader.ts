import { registerReader } from '../../approvals/blocks/index.ts'
import { registerInboxRows } from '../../approvals/inbox/index.ts'
import { planOfWaiting } from './change.ts'
import { type ChangeAccess, changeOfBlockStatement, requireReadableChange, toReadableChange } from './change-access.ts'
import { orderChangeSubject } from './change-subject.ts'
import { CHANGE_SUMMARY } from './rows.ts'

/** Who sees the blocks of orders' changes, and what their objects plan with. */
registerReader<ChangeAccess>({
  targetType: orderChangeSubject.targetType,
  ofBlock: changeOfBlockStatement,
  toReadable: toReadableChange,
  requireReadable: requireReadableChange,
  plan: (context, { id }, { principalIds }) => planOfWaiting(context, id, principalIds),
})

registerInboxRows({
  targetType: orderChangeSubject.targetType,
  columns: CHANGE_SUMMARY,
  from: 'purchase_order_changes s ON s.id = p.target_id',
})
