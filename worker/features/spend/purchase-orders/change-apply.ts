import { orderContent, orderNumber } from '../../../../schema/spend/purchase-orders/content.ts'
import { commit } from '../../../core/commit.ts'
import { guardOneRow } from '../../../core/database.ts'
import { AppError } from '../../../core/errors.ts'
import type { SystemContext } from '../../../core/operation.ts'
import type { OutboxHandler } from '../../../core/outbox-registry.ts'
import { orderBooks, readRefs, refIdsOf, systemName } from './books.ts'
import { type Order, readOrder } from './order.ts'
import { changedOrder, readOrderCompany } from './write.ts'

/**
 * An approved change becomes the order's next version, once: with what sends it to the accounting system, or to the
 * vendor again, in the same batch. Invariant: an approved change is applied, or says why it wasn't.
 */

interface Approved {
  content: string
  reason: string
  baseVersion: number
  changedBy: string
  changedByUserId: string | null
  email: string | null
}

/** The change of that run if it is approved and nothing has come of it. Null otherwise. */
const readApproved = ({ db }: SystemContext, companyId: string, orderId: string, run: number) =>
  db.first<Approved>(
    db.sql(
      `SELECT r.content, r.reason, r.base_version AS baseVersion, r.changed_by_name AS changedBy,
              r.changed_by_user_id AS changedByUserId, u.email
         FROM purchase_order_change_runs r
        CROSS JOIN purchase_order_changes c ON c.id = r.purchase_order_id AND c.run = r.run AND c.status = 'APPROVED'
         LEFT JOIN users u ON u.id = r.changed_by_user_id
        WHERE r.purchase_order_id = ? AND r.run = ? AND +r.company_id = ? AND r.applied_version IS NULL
          AND r.problem IS NULL`,
      ...[orderId, run, companyId],
    ),
  )

const hindrance = (order: Order, { baseVersion }: Approved, connectionId: string | null): string | null => {
  if (order.status === 'CLOSED') return 'The order was closed before the change was approved.'
  if (order.version !== baseVersion) return 'The order was changed in another way before this change was approved.'
  if (order.connectionId !== connectionId) return 'The accounting system that has the order is no longer connected.'
  return null
}

const audit = (order: Order, run: number, what: string, message: string, changeData: unknown) => ({
  changeKey: `purchase-order:${order.id}:${what}:${run}`,
  action: `purchase-order.${what}`,
  targetType: 'PURCHASE_ORDER' as const,
  targetId: order.id,
  message,
  changeData,
})

const notApplied = (context: SystemContext, order: Order, run: number, problem: string) =>
  commit(context, {
    subject: 'The purchase order',
    statements: [
      context.db.sql(
        `UPDATE purchase_order_change_runs SET problem = ?3 WHERE purchase_order_id = ?1 AND run = ?2
            AND applied_version IS NULL AND problem IS NULL`,
        ...[order.id, run, problem],
      ),
      guardOneRow(context.db),
    ],
    audit: [audit(order, run, 'change-failed', `The approved change wasn’t made. ${problem}`, null)],
    result: null,
  })

const applyChange = async (context: SystemContext, companyId: string, orderId: string, run: number): Promise<void> => {
  const { db, clock } = context
  const [order, approved] = await Promise.all([
    readOrder(context, companyId, orderId),
    readApproved(context, companyId, orderId, run),
  ])
  if (!order || !approved) return
  const [connected, company] = [await orderBooks(context, companyId), await readOrderCompany(context, companyId)]
  const books = order.connectionId === null ? null : connected
  const problem = hindrance(order, approved, books?.id ?? null)
  if (problem) return void (await notApplied(context, order, run, problem))
  const content = orderContent.parse(JSON.parse(approved.content))
  const before = orderContent.parse(JSON.parse(order.content))
  const refs = await readRefs(context, companyId, books, refIdsOf(content))
  const version = order.version + 1
  const where = books ? `, to be updated in ${systemName(books)}` : ''
  const written = await changedOrder(
    ...([context, company, books] as const),
    { id: orderId, content, refs, version: order.version },
    {
      by: { userId: approved.changedByUserId, name: approved.changedBy },
      note: approved.reason || 'Changed after it was approved',
      audit: audit(order, run, 'changed', `Version ${version} of the order applies${where}`, {
        before,
        after: content,
      }),
    },
  )
  const { mailedTo } = (await db.first<{ mailedTo: string | null }>(
    db.sql('SELECT mailed_to AS mailedTo FROM purchase_orders WHERE id = ? AND company_id = ?', orderId, companyId),
  )) ?? { mailedTo: null }
  // Who has the old version gets the new one.
  const mail =
    mailedTo && approved.email
      ? [
          {
            topic: 'purchase-order.mail' as const,
            payload: {
              ...{ purchaseOrderId: orderId, email: mailedTo },
              message: `This replaces the version of ${orderNumber(order.number)} that you have.${approved.reason && ` ${approved.reason}`}`,
              by: { name: approved.changedBy, email: approved.email },
            },
          },
        ]
      : []
  await commit(context, {
    ...{ subject: 'The purchase order', result: null, audit: written.audit },
    statements: [
      ...written.statements,
      db.sql(
        `UPDATE purchase_order_change_runs SET applied_version = ?3 WHERE purchase_order_id = ?1 AND run = ?2
            AND applied_version IS NULL AND problem IS NULL`,
        ...[orderId, run, version],
      ),
      guardOneRow(db),
      ...(mail.length > 0
        ? [
            db.sql(
              'UPDATE purchase_orders SET mailed_at = ?3 WHERE id = ?1 AND company_id = ?2',
              ...[orderId, companyId, clock.now()],
            ),
          ]
        : []),
    ],
    outbox: [...written.outbox, ...mail],
  })
}

/** Someone who changed the order at the same moment, or the same effect run twice: the next try reads what is there. */
export const applyChanges: OutboxHandler<'purchase-order.change', SystemContext> =
  async (context) =>
  async ({ companyId, payload: { purchaseOrderId, run } }) => {
    for (let tries = 0; ; tries++)
      try {
        return await applyChange(context, companyId, purchaseOrderId, run)
      } catch (error) {
        if (!(error instanceof AppError && error.code === 'CONFLICT') || tries >= 3) throw error
      }
  }
