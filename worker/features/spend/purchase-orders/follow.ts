import { hrefOf } from '../../../../schema/shared/kinds.ts'
import { orderContent } from '../../../../schema/spend/purchase-orders/content.ts'
import type { BaseContext } from '../../../core/operation.ts'
import type { OutboxHandler } from '../../../core/outbox-registry.ts'
import { ProviderError } from '../../../core/provider-error.ts'
import { reportEnd } from '../../approvals/tasks/index.ts'
import { registerEntrySource, type SettledEntry } from '../../platform/accounting/index.ts'
import { orderBooks, orderEntry, readRefs, refIdsOf } from './books.ts'
import { endOf, readOrder } from './order.ts'
import { OWNER_KIND } from './write.ts'

/** What follows from the accounting system's answers: the order's state, and its step's. */

/** The order in its state of now, told to its step. Repeating it changes nothing. */
export const followOrder = async (
  context: Pick<BaseContext, 'db' | 'env'>,
  companyId: string,
  orderId: string,
): Promise<void> => {
  const order = await readOrder(context, companyId, orderId)
  if (!order?.blockId || !order.submissionId) return
  const task = { companyId, targetType: 'INTAKE_SUBMISSION', targetId: order.submissionId, blockId: order.blockId }
  await reportEnd(context.env, task, `order:${orderId}:${order.revision}`, endOf(order))
}

export const followOrders: OutboxHandler<'purchase-order.follow'> =
  async (context) =>
  async ({ companyId, payload }) =>
    followOrder(context, companyId, payload.purchaseOrderId)

/** The row comes with the answer, so that the step hears of it whatever breaks off. */
const tellStep = (
  { db, clock }: Pick<BaseContext, 'db' | 'clock'>,
  { companyId, ownerId }: Pick<SettledEntry, 'companyId' | 'ownerId'>,
): D1PreparedStatement =>
  db.sql(
    `INSERT OR IGNORE INTO outbox (id, company_id, topic, payload, created_at, available_at)
     SELECT id || ':' || revision, company_id, 'purchase-order.follow', json_object('purchaseOrderId', id), ?3, ?3
       FROM purchase_orders WHERE id = ?1 AND company_id = ?2`,
    ...[ownerId, companyId, clock.now()],
  )

registerEntrySource({
  ownerKind: OWNER_KIND,
  noun: 'purchase order',
  page: (id) => hrefOf('PURCHASE_ORDER', id),
  build: async (context, { companyId, ownerId }) => {
    const [order, books] = [await readOrder(context, companyId, ownerId), await orderBooks(context, companyId)]
    if (!order || !books) throw new ProviderError('No accounting system is connected.', { isFinal: true })
    const content = orderContent.parse(JSON.parse(order.content))
    return orderEntry(context, companyId, content, await readRefs(context, companyId, books, refIdsOf(content)))
  },
  synced: (context, { companyId, ownerId, erpId, number, url }) => [
    context.db.sql(
      `UPDATE purchase_orders SET sync_state = 'SYNCED', erp_id = ?3, erp_number = ?4, erp_url = ?5, synced_at = ?6,
              sync_error = NULL, erp_total_minor = total_minor, revision = revision + 1
        WHERE id = ?1 AND company_id = ?2`,
      ...[ownerId, companyId, erpId, number, url, context.clock.now()],
    ),
    tellStep(context, { companyId, ownerId }),
  ],
  errored: (context, { companyId, ownerId, error }) => [
    context.db.sql(
      `UPDATE purchase_orders SET sync_state = 'ERRORED', sync_error = ?3, revision = revision + 1
        WHERE id = ?1 AND company_id = ?2`,
      ...[ownerId, companyId, error],
    ),
    tellStep(context, { companyId, ownerId }),
  ],
  told: (context, { companyId, ownerId }) => followOrder(context, companyId, ownerId),
})
