import type { ApprovalsView } from '../../../../schema/approvals/engine/endpoints.ts'
import type { OrderChangeStatus } from '../../../../schema/spend/purchase-orders/change.ts'
import * as endpoints from '../../../../schema/spend/purchase-orders/change-endpoints.ts'
import { orderContent } from '../../../../schema/spend/purchase-orders/content.ts'
import { notFound } from '../../../core/errors.ts'
import { inputOf, query } from '../../../core/operation.ts'
import { approvalsViewOf, delegatesStatement, type StoredPlan } from '../../approvals/blocks/index.ts'
import { usualTimesStatement } from '../../approvals/engine/index.ts'
import { readableOrderStatement } from './access.ts'
import { approvalsOf } from './change.ts'
import { changeStatement, requireReadableChange, toReadableChange } from './change-access.ts'
import { orderDifferences } from './differences.ts'
import { isoOrNull } from './rows.ts'

/** What the page of an order shows of its changes. */

/** The newest of them. */
const MOST_CHANGES = 50

interface Row {
  run: number
  status: OrderChangeStatus
  reason: string
  changedBy: string
  changedAt: number
  completedAt: number | null
  content: string
  before: string | null
  baseVersion: number
  appliedVersion: number | null
  problem: string | null
  orderVersion: number
  orderStatus: string
  version: number
}

const CHANGES = `SELECT r.run, r.status, r.reason, r.changed_by_name AS changedBy, r.changed_at AS changedAt,
    r.completed_at AS completedAt, r.content, v.content AS before, r.base_version AS baseVersion,
    r.applied_version AS appliedVersion, r.problem, p.version AS orderVersion, p.status AS orderStatus,
    c.version
  FROM purchase_orders p
 CROSS JOIN purchase_order_change_runs r ON r.purchase_order_id = p.id
 CROSS JOIN purchase_order_changes c ON c.id = p.id
  LEFT JOIN purchase_order_versions v ON v.purchase_order_id = r.purchase_order_id AND v.version = r.base_version
 WHERE p.id = ?1 AND p.company_id = ?2 ORDER BY r.run DESC LIMIT ${MOST_CHANGES}`

const toShown = (row: Row): endpoints.OrderChangeShown => {
  const content = orderContent.parse(JSON.parse(row.content))
  const { run, status, reason, changedBy, baseVersion, appliedVersion, problem } = row
  return {
    ...{ run, status, reason, changedBy, baseVersion, appliedVersion, problem, content },
    changedAt: new Date(row.changedAt).toISOString(),
    completedAt: isoOrNull(row.completedAt),
    differences: row.before ? orderDifferences(orderContent.parse(JSON.parse(row.before)), content) : [],
    isOutdated: status === 'PENDING' && (row.orderVersion !== baseVersion || row.orderStatus === 'CLOSED'),
  }
}

export const readChanges = query({
  id: endpoints.listOrderChanges.id,
  access: 'purchase-orders.use',
  input: inputOf(endpoints.listOrderChanges),
  readsFirst: true,
  run: async ({ db, actor }, { purchaseOrderId: id }) => {
    const [orders, rows] = await db.readBatch([
      readableOrderStatement({ db, actor }, id),
      db.sql(CHANGES, id, actor.companyId),
    ])
    if (!orders?.results.length) throw notFound('The purchase order')
    const found = (rows?.results ?? []) as unknown as Row[]
    return { nodes: found.map(toShown), version: found[0]?.version ?? null }
  },
})

/** Levels and blocks from the projection, with what the person can do for each block. */
export const readApprovals = query({
  id: endpoints.getOrderApprovals.id,
  access: 'purchase-orders.use',
  input: inputOf(endpoints.getOrderApprovals),
  readsFirst: true,
  run: async (context, { purchaseOrderId: id }): Promise<ApprovalsView> => {
    const { db, actor } = context
    const [changes, blocks, mailed, delegates, usualTimes] = await db.batch([
      changeStatement(context, id),
      db.sql(
        `SELECT l.block FROM purchase_order_changes s
           JOIN level_group_statuses l ON l.company_id = s.company_id AND l.target_type = 'PURCHASE_ORDER'
            AND l.target_id = s.id AND l.run = s.run
          WHERE s.id = ?2 AND s.company_id = ?1 ORDER BY l.level, l.ordinal, l.id`,
        actor.companyId,
        id,
      ),
      db.sql(
        'SELECT block_id AS blockId FROM request_block_mails WHERE company_id = ? AND target_id = ?',
        actor.companyId,
        id,
      ),
      delegatesStatement(context, 'PURCHASE_ORDER', id),
      usualTimesStatement(context, 'PURCHASE_ORDER', id),
    ])
    const access = toReadableChange(changes?.results[0], actor)
    return approvalsViewOf(actor, {
      ...{ access, status: access.status, run: access.run, sequence: access.sequence },
      archived: access.archivedAt !== null,
      plan: JSON.parse(access.plan) as StoredPlan,
      blocks: blocks?.results ?? [],
      mailed: mailed?.results ?? [],
      delegates: delegates?.results ?? [],
      usualTimes: usualTimes?.results ?? [],
    })
  },
})

/** What changed since someone decided. */
export const readChangesSince = query({
  id: endpoints.getOrderChangesSince.id,
  access: 'purchase-orders.use',
  input: inputOf(endpoints.getOrderChangesSince),
  run: async (context, { purchaseOrderId: id, since }) => {
    await requireReadableChange(context, id)
    const changed = await approvalsOf(context, id).changesSince(context.actor.companyId, since)
    if (!changed) throw notFound('The order change')
    return {
      ...changed,
      changes: changed.changes.map(({ questionId, label, before, after }) => ({ questionId, label, before, after })),
    }
  },
})
