import { queryOptions, skipToken, useQuery } from '@tanstack/react-query'
import { createBlockThread } from '../../../../schema/requests/submissions/thread-endpoints.ts'
import * as endpoints from '../../../../schema/spend/purchase-orders/change-endpoints.ts'
import { call } from '../../../lib/rest.ts'
import { useCommand } from '../../../lib/use-command.ts'
import type { InboxSubject } from '../../approvals/inbox/index.ts'
import type { SubjectApi } from '../../requests/submissions/index.ts'
import { orderHref } from './address.ts'
import { discussionOf, orderKeys } from './api.ts'

export type { OrderChangeShown } from '../../../../schema/spend/purchase-orders/change-endpoints.ts'

type Changes = Awaited<ReturnType<SubjectApi['changesSince']>>

const changesQuery = (purchaseOrderId: string) =>
  queryOptions({
    queryKey: [...orderKeys.one(purchaseOrderId), 'changes'],
    queryFn: ({ signal }) => call(endpoints.listOrderChanges, { params: { purchaseOrderId }, signal }),
  })
export const useOrderChanges = (purchaseOrderId: string) => useQuery(changesQuery(purchaseOrderId))

/** @param isThere nothing was ever proposed for most orders */
export const useOrderApprovals = (purchaseOrderId: string, isThere = true) =>
  useQuery({
    queryKey: [...orderKeys.one(purchaseOrderId), 'approvals'],
    queryFn: isThere
      ? ({ signal }) => call(endpoints.getOrderApprovals, { params: { purchaseOrderId }, signal })
      : skipToken,
  })

export const useWithdrawChange = (purchaseOrderId: string) =>
  useCommand({
    run: (message: string, { commandId }) =>
      call(endpoints.withdrawOrderChange, { params: { purchaseOrderId }, body: { message }, commandId }),
    success: 'Change withdrawn',
    invalidates: [orderKeys.one(purchaseOrderId)],
  })

/** How the timeline and its dialogs reach the change of an order. */
export const ORDER_CHANGE_API: SubjectApi = {
  targetType: 'PURCHASE_ORDER',
  noun: 'order change',
  keyOf: orderKeys.one,
  decide: (purchaseOrderId, body, commandId) =>
    call(endpoints.decideOrderChange, { params: { purchaseOrderId }, body, commandId }),
  undo: (purchaseOrderId, body, commandId) =>
    call(endpoints.undoOrderDecision, { params: { purchaseOrderId }, body, commandId }),
  remind: (purchaseOrderId, body, commandId) =>
    call(endpoints.remindOrderApprovers, { params: { purchaseOrderId }, body, commandId }),
  bypass: (purchaseOrderId, { levelGroupStatusId, ...body }, commandId) =>
    call(endpoints.bypassOrderBlock, { params: { purchaseOrderId, levelGroupStatusId }, body, commandId }),
  changesSince: async (purchaseOrderId, since, signal) =>
    (await call(endpoints.getOrderChangesSince, { params: { purchaseOrderId }, query: { since }, signal })) as Changes,
  livePath: (id) => endpoints.watchOrderChange.path.replace('{purchaseOrderId}', encodeURIComponent(id)),
  hasIdsInChanges: false,
  blank: 'None',
  discussionOf: (id, part) => ({
    ...discussionOf(id),
    part,
    ...(part?.type === 'BLOCK' && {
      start: ({ body: commentBody, documentIds }, commandId) =>
        call(createBlockThread, { params: { id: part.id }, body: { commentBody, documentIds }, commandId }),
    }),
  }),
}

/** How the inbox decides on changes of orders. */
export const CHANGE_DECISIONS: Omit<InboxSubject, 'Detail'> = {
  noun: ORDER_CHANGE_API.noun,
  hrefOf: (id) => orderHref(id, 'approvals'),
  keyOf: ORDER_CHANGE_API.keyOf,
  decide: ORDER_CHANGE_API.decide,
  undo: (id, sequence, commandId) => ORDER_CHANGE_API.undo(id, { sequence }, commandId),
}
