import { hrefOf } from '../../../../schema/shared/kinds.ts'
import {
  changesOfChange,
  factsOfChange,
  type OrderChange,
  orderChange,
} from '../../../../schema/spend/purchase-orders/change.ts'
import { orderNumber, orderTotal, vendorOf } from '../../../../schema/spend/purchase-orders/content.ts'
import { type ApprovalSubject, registerSubject } from '../../../objects/approval/subject.ts'
import { type ChangeSource, changeStatements, IS_CURRENT } from './change-projection.ts'

/**
 * Changes of purchase orders as a subject of the approval machine. An order has one object for all of its changes, so
 * one at a time waits. Each is a run of its own; the order itself changes once its run is approved (see change-apply.ts).
 */

const same = (a: OrderChange, b: OrderChange): boolean =>
  a.reason === b.reason && a.baseVersion === b.baseVersion && JSON.stringify(a.order) === JSON.stringify(b.order)

export const orderChangeSubject: ApprovalSubject<OrderChange, ChangeSource> = {
  targetType: 'PURCHASE_ORDER',
  kind: 'po',
  noun: 'order change',
  href: (of) => hrefOf('PURCHASE_ORDER', of),
  audit: { targetType: 'PURCHASE_ORDER', area: 'purchase-order-change' },

  content: orderChange,
  filed: ({ content }) => ({ content, source: {} }),
  edited: (_, given) => given,
  isSame: same,
  facts: factsOfChange,
  summary: ({ number, order }) => ({
    title: `Change of ${orderNumber(number)} ${vendorOf(order)}`,
    amount: orderTotal(order),
    dueDate: null,
  }),
  categoryIds: ({ intakeCategoryId }) => [intakeCategoryId],
  chosenApprovers: ({ chosenApprovers }) => chosenApprovers,
  changes: changesOfChange,
  restarting: (changes) => [...changes],
  changesWhenApproved: true,
  isManaged: true,

  isCurrent: IS_CURRENT,
  project: changeStatements,
  settled: (outcome, { targetId, run }) =>
    outcome === 'APPROVED' ? [{ topic: 'purchase-order.change', payload: { purchaseOrderId: targetId, run } }] : [],
  notify: (payload) => ({ topic: 'request.notify', payload }),
}

registerSubject(orderChangeSubject)
