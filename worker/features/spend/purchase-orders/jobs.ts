import './index.ts'
import './kind.ts'
import './change-subject.ts'
import './run-task.ts'
import './subject-facts.ts'
import { registerOutbox } from '../../../core/outbox-registry.ts'
import { registerSync } from '../../../core/syncs.ts'
import { applyChanges } from './change-apply.ts'
import { followOrders } from './follow.ts'
import { mailOrders } from './order-mail.tsx'
import { orderSyncs } from './refresh.ts'

registerOutbox('purchase-order.follow', { lane: 'tasks', handler: followOrders })
registerOutbox('purchase-order.change', { lane: 'tasks', handler: applyChanges })
registerOutbox('purchase-order.mail', { lane: 'tasks', handler: mailOrders })
for (const sync of orderSyncs()) registerSync(sync)
