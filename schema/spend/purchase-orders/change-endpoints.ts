import { z } from 'zod'
import { approvalsView } from '../../approvals/engine/endpoints.ts'
import { requestOutcome } from '../../approvals/engine/outcome.ts'
import { approvalsPreview } from '../../approvals/engine/preview.ts'
import {
  decideIntakeSubmission,
  remindIntakeSubmission,
  undoIntakeDecision,
} from '../../requests/submissions/filing-endpoints.ts'
import { endpoint } from '../../shared/endpoint.ts'
import { id, instant, limitedText, requiredText } from '../../shared/values.ts'
import { ORDER_CHANGE_STATUSES } from './change.ts'
import { orderContent, orderDifference } from './content.ts'
import { orderBody } from './endpoints.ts'

/** Changing an order after it was made. The version before stays in force until the change is approved. */

const params = z.object({ purchaseOrderId: id })

export const changeBody = orderBody.extend({
  /** Why, as approvers and the vendor's next email read it. */
  reason: limitedText(2000).default(''),
})

export const proposeOrderChange = endpoint({
  id: 'purchase-orders.propose-change',
  method: 'POST',
  path: '/api/purchase-orders/{purchaseOrderId}/changes',
  summary: 'Propose a change of an order, or change the one that waits; it applies once it is approved',
  params,
  body: changeBody.extend({
    /** The version that was on the screen. Another one gets a 409. */
    version: z.number().int().min(1).optional(),
  }),
  response: z.object({ id: z.string(), version: z.number().int() }),
})

export const previewOrderChange = endpoint({
  id: 'purchase-orders.preview-change',
  method: 'POST',
  path: '/api/purchase-orders/{purchaseOrderId}/changes/approvers-preview',
  summary: 'Who would approve a change of an order, and why',
  params,
  body: changeBody,
  response: approvalsPreview,
})

export const orderChangeShown = z.object({
  /** Counts the changes of an order. */
  run: z.number().int(),
  status: z.enum(ORDER_CHANGE_STATUSES),
  reason: z.string(),
  changedBy: z.string(),
  changedAt: instant,
  completedAt: instant.nullable(),
  content: orderContent,
  /** From the version that it changes. */
  differences: z.array(orderDifference),
  /** The version of the order that it changes, and the one that it became. */
  baseVersion: z.number().int(),
  appliedVersion: z.number().int().nullable(),
  /** Why the order couldn’t be changed although it was approved. */
  problem: z.string().nullable(),
  /** The order is no longer the one that it changes. */
  isOutdated: z.boolean(),
})
export type OrderChangeShown = z.infer<typeof orderChangeShown>

export const listOrderChanges = endpoint({
  id: 'purchase-orders.list-changes',
  method: 'GET',
  path: '/api/purchase-orders/{purchaseOrderId}/changes',
  summary: 'The changes of an order with how they ended, newest first',
  params,
  response: z.object({
    nodes: z.array(orderChangeShown),
    /** The version of the newest one, as decisions name it. Null if nothing was ever proposed. */
    version: z.number().int().nullable(),
  }),
})

export const getOrderApprovals = endpoint({
  id: 'purchase-orders.get-approvals',
  method: 'GET',
  path: '/api/purchase-orders/{purchaseOrderId}/approvals',
  summary: 'The approvals of the last change of an order',
  params,
  response: approvalsView,
})

export const getOrderChangesSince = endpoint({
  id: 'purchase-orders.get-changes-since',
  method: 'GET',
  path: '/api/purchase-orders/{purchaseOrderId}/changes/since',
  summary: 'What became different in the proposed change since one of its versions',
  params,
  query: z.object({ since: z.coerce.number().int().min(0) }),
  response: z.object({
    version: z.number().int(),
    changes: z.array(z.object({ questionId: z.string(), label: z.string(), before: z.unknown(), after: z.unknown() })),
  }),
})

export const withdrawOrderChange = endpoint({
  id: 'purchase-orders.withdraw-change',
  method: 'POST',
  path: '/api/purchase-orders/{purchaseOrderId}/changes/withdraw',
  summary: 'Withdraw the change that waits for approvals',
  params,
  body: z.object({ message: z.string().trim().max(5000).optional() }),
  response: requestOutcome,
})

export const decideOrderChange = endpoint({
  id: 'purchase-orders.decide',
  method: 'POST',
  path: '/api/purchase-orders/{purchaseOrderId}/status',
  summary: 'Approve or reject a block of an order’s change',
  params,
  body: decideIntakeSubmission.body,
  response: requestOutcome,
})

export const undoOrderDecision = endpoint({
  id: 'purchase-orders.undo-decision',
  method: 'POST',
  path: '/api/purchase-orders/{purchaseOrderId}/undo-decision',
  summary: 'Undo a decision within ten seconds',
  params,
  body: undoIntakeDecision.body,
  response: requestOutcome,
})

export const remindOrderApprovers = endpoint({
  id: 'purchase-orders.remind',
  method: 'POST',
  path: '/api/purchase-orders/{purchaseOrderId}/remind',
  summary: 'Remind the approvers of a block',
  params,
  body: remindIntakeSubmission.body,
  response: requestOutcome,
})

export const bypassOrderBlock = endpoint({
  id: 'purchase-orders.bypass',
  method: 'POST',
  path: '/api/purchase-orders/{purchaseOrderId}/blocks/{levelGroupStatusId}/bypass',
  summary: 'Bypass a block of an order’s change, with a reason',
  params: params.extend({ levelGroupStatusId: id }),
  body: z.object({ approverNote: requiredText(5000) }),
  response: requestOutcome,
})

export const watchOrderChange = endpoint({
  id: 'purchase-orders.live',
  method: 'GET',
  path: '/api/purchase-orders/{purchaseOrderId}/live',
  summary: 'Live changes of an order’s change (WebSocket)',
  params,
  response: z.null(),
  raw: 'websocket',
})
