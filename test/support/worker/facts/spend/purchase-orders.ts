import { orderChangeFixtures } from '../../fixtures/order-changes.ts'
import { orderTaskFixtures, purchaseOrderFixtures } from '../../fixtures/purchase-orders.ts'
import type { AreaFacts } from '../area-facts.ts'
import { left } from '../area-facts.ts'

export const facts: AreaFacts = {
  fixtures: { ...purchaseOrderFixtures, ...orderTaskFixtures, ...orderChangeFixtures },
  left: {
    'purchase-orders.add-documents': left('purchase-order.documents-added'),
    'purchase-orders.close': left('purchase-order.closed'),
    'purchase-orders.create-thread': left('purchase-order.commented'),
    'purchase-orders.delete-view': left(),
    'purchase-orders.mail': left('purchase-order.mailed', 'purchase-order.mail'),
    'purchase-orders.refresh': left('', 'sync.run'),
    'purchase-orders.remove-documents': left('purchase-order.documents-removed'),
    'purchase-orders.resend': left('purchase-order.sent-again', 'accounting.send purchase-order.follow'),
    'purchase-orders.save-filter': left(),
    'purchase-orders.propose-change': left('purchase-order-change.submitted', 'request.notify'),
    'purchase-orders.withdraw-change': left('purchase-order-change.withdrawn', 'request.notify'),
    'purchase-orders.decide': left(
      'purchase-order-change.block-approved purchase-order-change.approved',
      'purchase-order.change request.notify',
    ),
    'purchase-orders.undo-decision': left('purchase-order-change.decision-undone'),
    'purchase-orders.remind': left('purchase-order-change.reminded', 'request.notify'),
    'purchase-orders.bypass': left(
      'purchase-order-change.block-bypassed purchase-order-change.approved',
      'purchase-order.change request.notify',
    ),
    'workflow-tasks.netsuite-po-complete': left('purchase-order.created', 'purchase-order.follow'),
  },
  leftElse: {
    'purchase-orders.close closed true': left(''),
    'purchase-orders.close closed false': left('purchase-order.reopened'),
    'purchase-orders.decide status REJECTED': left(
      'purchase-order-change.block-rejected purchase-order-change.rejected',
      'request.notify',
    ),
  },
  limits: {
    'purchase-orders.add-documents': 'documentIds[] 100',
    'purchase-orders.bypass': 'approverNote 5000',
    'purchase-orders.by-filter': 'by[] 3; dir[] 3',
    'purchase-orders.close': 'reason 2000',
    'purchase-orders.create-thread': 'commentBody 10000; documentIds[] 20',
    'purchase-orders.decide': 'comment 5000',
    'purchase-orders.get-changes-since': 'since 0–',
    'purchase-orders.list': 'search 200; by[] 3; dir[] 3',
    'purchase-orders.mail': 'email 254; message 5000',
    'purchase-orders.options': 'search 200; ids[] 100',
    'purchase-orders.preview-change': 'memo 2000; lines[] 200; description 2000; amount 1–1000000000000; reason 2000',
    'purchase-orders.propose-change': 'memo 2000; lines[] 200; description 2000; amount 1–1000000000000; reason 2000',
    'purchase-orders.remind': 'note 2000',
    'purchase-orders.remove-documents': 'documentIds[] 100',
    'purchase-orders.undo-decision': 'sequence 1–',
    'purchase-orders.withdraw-change': 'message 5000',
    'purchase-orders.save-filter': 'search 200; by[] 3; dir[] 3; columns 3000; label 80',
    'workflow-tasks.netsuite-po-complete': 'memo 2000; lines[] 200; description 2000; amount 1–1000000000000',
  },
  acting: [
    'purchase-orders.create-thread',
    'purchase-orders.propose-change',
    'purchase-orders.remind',
    'purchase-orders.add-documents',
    'purchase-orders.remove-documents',
    'purchase-orders.save-filter',
    'purchase-orders.delete-view',
  ],
}
