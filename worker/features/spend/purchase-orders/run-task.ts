import { commit } from '../../../core/commit.ts'
import { systemContext } from '../../../core/system-context.ts'
import { registerTask, type TaskEnd } from '../../approvals/tasks/index.ts'
import { resendEntry } from '../../platform/accounting/index.ts'
import { asksAgain, endOf, readOrderOfBlock } from './order.ts'
import { makeByItself } from './task.ts'
import { entryName, readOrderCompany, stateAfterWriting } from './write.ts'

/** When the step of an order opens, or someone retries it. */

registerTask('NETSUITE_PURCHASE_ORDER', async (context, { companyId, state, block, facts }): Promise<TaskEnd> => {
  const { hasOrders } = await readOrderCompany(context, companyId)
  if (!hasOrders) return { failed: 'Purchase orders are turned off for your company' }
  const system = systemContext(context, { name: 'purchase order', companyId, may: [] })
  const isUnattended = block.approverType === 'NO_APPROVERS'
  const known = await readOrderOfBlock(context, companyId, block.id)
  if (!known) {
    if (!isUnattended) return { waits: 'TO_FILL', revision: 0, result: null }
    const problem = await makeByItself(system, { state, block, facts })
    if (problem) return { failed: problem }
  } else if (known.syncState === 'ERRORED') {
    const again = await resendEntry(system, companyId, entryName(known.id))
    if (again)
      await commit(system, {
        subject: 'The purchase order',
        statements: [
          ...again.statements,
          context.db.sql('UPDATE purchase_orders SET revision = revision + 1 WHERE id = ?', known.id),
          ...stateAfterWriting(context, companyId, known.id),
        ],
        outbox: again.outbox,
        audit: [],
        result: null,
      })
  } else if (!isUnattended && block.reopenedAt !== null && known.updatedAt < block.reopenedAt) return asksAgain(known)
  const order = await readOrderOfBlock(context, companyId, block.id)
  return order ? endOf(order) : { again: 'The order couldn’t be read' }
})
