import type { OrderStatus, OrderSyncState } from '../../../../schema/spend/purchase-orders/content.ts'
import { orderNumber } from '../../../../schema/spend/purchase-orders/content.ts'
import type { Database } from '../../../core/database.ts'
import type { TaskEnd } from '../../approvals/tasks/index.ts'

/** An order, as steps and jobs need it. */
export interface Order {
  id: string
  companyId: string
  number: number
  status: OrderStatus
  content: string
  version: number
  revision: number
  connectionId: string | null
  syncState: OrderSyncState
  syncError: string | null
  erpId: string | null
  erpNumber: string | null
  erpUrl: string | null
  submissionId: string | null
  blockId: string | null
  createdByUserId: string | null
  updatedAt: number
}

export const ORDER = `SELECT id, company_id AS companyId, number, status, content, version, revision,
  connection_id AS connectionId, sync_state AS syncState, sync_error AS syncError, erp_id AS erpId,
  erp_number AS erpNumber, erp_url AS erpUrl, intake_submission_id AS submissionId, block_id AS blockId,
  created_by_user_id AS createdByUserId, updated_at AS updatedAt FROM purchase_orders`

export const readOrder = ({ db }: { db: Database }, companyId: string, id: string): Promise<Order | null> =>
  db.first<Order>(db.sql(`${ORDER} WHERE id = ? AND company_id = ?`, id, companyId))

export const ofBlockStatement = ({ db }: { db: Pick<Database, 'sql'> }, companyId: string, blockId: string) =>
  db.sql(`${ORDER} WHERE company_id = ? AND block_id = ? AND block_id IS NOT NULL`, companyId, blockId)

export const readOrderOfBlock = (
  context: { db: Database },
  companyId: string,
  blockId: string,
): Promise<Order | null> => context.db.first<Order>(ofBlockStatement(context, companyId, blockId))

/** What its step shows of it. */
const resultOf = ({ id, number, erpId, erpNumber, erpUrl }: Order) => ({
  purchaseOrder: { id, readableId: orderNumber(number), erpId, number: erpNumber, url: erpUrl },
})

/** How far the step is with this order. */
export const endOf = (order: Order): TaskEnd => {
  const { revision, syncState, syncError } = order
  const result = resultOf(order)
  if (syncState === 'NONE' || syncState === 'SYNCED') return { done: result, revision }
  if (syncState === 'ERRORED') return { failed: syncError ?? 'The order wasn’t accepted.', revision, result }
  return { waits: 'ORDERED', revision, result }
}

/** An order of before its request was edited: its people look at it again. */
export const asksAgain = (order: Order): TaskEnd => ({
  ...{ waits: 'TO_FILL', revision: order.revision, result: resultOf(order) },
})
