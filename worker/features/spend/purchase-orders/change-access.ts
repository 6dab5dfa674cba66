import { isBlock } from '../../../../schema/approvals/engine/block-ids.ts'
import { can } from '../../../../schema/shared/permissions.ts'
import type { OrderChangeStatus } from '../../../../schema/spend/purchase-orders/change.ts'
import { actingFor, type StaffActor } from '../../../core/actor.ts'
import { AppError, notFound } from '../../../core/errors.ts'
import type { BaseContext } from '../../../core/operation.ts'
import { actsForSql, toActsFor } from '../../approvals/blocks/index.ts'
import { orderReadable, orderReaderParams } from './access.ts'

/** Who sees the change of an order: those who read the order. */
export interface ChangeAccess {
  id: string
  status: Exclude<OrderChangeStatus, 'REPLACED'>
  version: number
  run: number
  sequence: number
  plan: string
  archivedAt: number | null
  requestorUserId: string
  createdByUserId: string
  /** The category's owners route its requests, and not what became of them. */
  intakeCategoryId: null
  takesPart: boolean
  actsFor: readonly string[]
}

const accessSql = (orderId: string) => `
SELECT s.id, s.status, s.version, s.run, s.projected_sequence AS sequence, s.plan, s.archived_at AS archivedAt,
       s.requestor_user_id AS requestorUserId, s.created_by_user_id AS createdByUserId,
       ${actsForSql('PURCHASE_ORDER', '?3')} AS actsFor
  FROM purchase_order_changes s CROSS JOIN purchase_orders po ON po.id = s.id
 WHERE s.id = ${orderId} AND s.company_id = ?2 AND s.deleted_at IS NULL
   AND ${orderReadable('po', { company: '?2', user: '?4', seesAll: '?5', actsFor: '?6' })}`

/** The same for the change of block ?1. */
const OF_BLOCK = accessSql(
  `(SELECT target_id FROM level_group_statuses WHERE ${isBlock('?1')} AND company_id = ?2 AND target_type = 'PURCHASE_ORDER')`,
)

type Asking = { db: Pick<BaseContext['db'], 'sql'>; actor: StaffActor }

const statementOf = (sql: string, { db, actor }: Asking, id: string): D1PreparedStatement =>
  db.sql(sql, id, actor.companyId, JSON.stringify(actingFor(actor)), ...orderReaderParams(actor))

export const changeStatement = (context: Asking, orderId: string): D1PreparedStatement =>
  statementOf(accessSql('?1'), context, orderId)

export const changeOfBlockStatement = (context: Asking, blockId: string): D1PreparedStatement =>
  statementOf(OF_BLOCK, context, blockId)

export const toReadableChange = (row: Record<string, unknown> | undefined, actor: StaffActor): ChangeAccess => {
  if (!row || !can(actor.policy, 'purchase-orders.use')) throw notFound('The order change')
  const { actsFor: list, ...access } = row as unknown as Omit<ChangeAccess, 'actsFor'> & { actsFor: string }
  const actsFor = toActsFor(list)
  return { ...access, intakeCategoryId: null, takesPart: actsFor.length > 0, actsFor }
}

/** Throws NOT_FOUND if nothing was ever proposed. */
export const requireReadableChange = async (
  context: BaseContext & { actor: StaffActor },
  orderId: string,
): Promise<ChangeAccess> =>
  toReadableChange(
    (await context.db.first<Record<string, unknown>>(changeStatement(context, orderId))) ?? undefined,
    context.actor,
  )

/** The order isn't what people saw when the change was proposed. */
export const orderMoved = (): AppError =>
  new AppError('CONFLICT', 'The order was changed or closed since. Withdraw this change and propose it again.', {
    reason: 'ORDER_CHANGED',
  })
