import { forReaders } from '../../../core/kinds/history.ts'
import { registerKind } from '../../../core/kinds/registry.ts'
import type { KindRows } from '../../../core/kinds/rows.ts'
import { requireReadableBlock } from '../../approvals/blocks/index.ts'
import { registerEvidence } from '../../approvals/evidence/index.ts'
import { registerLinkReaders } from '../../documents/documents/index.ts'
import { orderReadable, orderReader } from './access.ts'
import './evidence.ts'

/** "PO-12 Datadog" */
const NAME =
  "'PO-' || po.number || ' ' || coalesce(po.content ->> '$.vendor.name', po.content ->> '$.erpVendor.name', '')"

const ROWS: KindRows = {
  from: 'purchase_orders po',
  id: 'po.id',
  company: 'po.company_id',
  name: NAME,
  readable: orderReadable('po'),
}

registerKind({
  kind: 'PURCHASE_ORDER',
  rows: ROWS,
  history: forReaders(ROWS),
  search: {
    entry: 'PURCHASE_ORDER',
    pool: 'purchase-orders',
    mayFind: ({ policy }) => policy.company.enableNetsuitePurchaseOrder,
    archivedAt: "CASE po.status WHEN 'CLOSED' THEN po.closed_at END",
    foundBy: ['VENDOR'],
    name: NAME,
    number: { sql: 'po.number', prefix: 'PO' },
    details: null,
  },
  threads: {
    involved: `SELECT created_by_user_id AS id, 'REQUESTER' AS role, 1 AS waits, 3 AS place FROM purchase_orders
      WHERE id = ?2 AND company_id = ?1 AND created_by_user_id IS NOT NULL
      UNION ALL SELECT s.requestor_user_id, 'REQUESTER', 1, 3 FROM purchase_orders o
        CROSS JOIN intake_submissions s ON s.id = o.intake_submission_id AND +s.company_id = o.company_id
      WHERE o.id = ?2 AND o.company_id = ?1`,
    readers: `EXISTS (SELECT 1 FROM purchase_orders po WHERE po.id = ?2 AND po.company_id = ?1 AND ${orderReader('po', 'm')})`,
    blind: (name) => `${name} can’t see this order. Add them as a watcher of its request before you mention them.`,
    attachTo: ({ id }) => [['PURCHASE_ORDER', id]],
    // The steps of its changes.
    parts: {
      labels: ({ db, actor }, id) => [
        db.sql(
          `SELECT id, label FROM level_group_statuses
            WHERE company_id = ? AND target_type = 'PURCHASE_ORDER' AND target_id = ?`,
          actor.companyId,
          id,
        ),
      ],
      labelOf: ([blocks = []]) => {
        const labels = new Map(blocks.map((block) => [String(block.id), String(block.label)]))
        return ({ id }) => labels.get(id) ?? 'A removed step'
      },
      involved: async (context, { id }) => {
        const found = await requireReadableBlock(context, id).catch(() => null)
        if (!found) return null
        const { approvers, assignee, label } = found.block
        return { id, label, userIds: [...approvers, ...(assignee ? [assignee] : [])].map(({ userId }) => userId) }
      },
    },
  },
  documents: null,
  handOver: null,
  waitingFor: {
    pending: "EXISTS (SELECT 1 FROM purchase_order_changes c WHERE c.id = po.id AND c.status = 'PENDING')",
    number: "'PO-' || po.number",
  },
  // Orders keep the names of the units that they were written for, as the vendor got them.
  copies: [],
})

const LINKED = 'SELECT 1 FROM purchase_orders po WHERE po.id = l.target_id AND po.company_id = ?1'
registerLinkReaders({
  of: 'PURCHASE_ORDER',
  readable: `EXISTS (SELECT 1 FROM (${LINKED} AND ${orderReadable('po')}))`,
  readers: `EXISTS (SELECT 1 FROM (${LINKED} AND ${orderReader('po', 'm')}))`,
})

registerEvidence('PURCHASE_ORDER', { status: 'po.status' })
