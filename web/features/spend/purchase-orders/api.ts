import { queryOptions, useQuery } from '@tanstack/react-query'
import * as endpoints from '../../../../schema/spend/purchase-orders/endpoints.ts'
import { type BodyOf, call } from '../../../lib/rest.ts'
import { useCommand } from '../../../lib/use-command.ts'
import { type Subject, subjectOfObject } from '../../documents/threads/index.ts'

export type { OrderContent } from '../../../../schema/spend/purchase-orders/content.ts'
export type { PurchaseOrder } from '../../../../schema/spend/purchase-orders/endpoints.ts'
export type { PurchaseOrderRow } from '../../../../schema/spend/purchase-orders/list.ts'

export const orderKeys = {
  all: ['purchase-orders'] as const,
  one: (id: string) => ['purchase-orders', 'one', id] as const,
  history: (id: string) => ['purchase-orders', 'one', id, 'history'] as const,
  task: (blockId: string) => ['purchase-orders', 'task', blockId] as const,
}

/** While it is on its way, the accounting system's answer is asked for. */
const ASK_AGAIN_MS = 2_000

export const purchaseOrderQuery = (id: string) =>
  queryOptions({
    queryKey: [...orderKeys.one(id), 'detail'],
    queryFn: ({ signal }) => call(endpoints.getPurchaseOrder, { params: { purchaseOrderId: id }, signal }),
    refetchInterval: ({ state }) => (state.data?.erp.state === 'SENDING' ? ASK_AGAIN_MS : false),
  })
export const usePurchaseOrder = (id: string) => useQuery(purchaseOrderQuery(id))

/** @param sequence changes with the step */
export const useOrderTask = (blockId: string, sequence: number) =>
  useQuery({
    queryKey: [...orderKeys.task(blockId), 'status', sequence],
    queryFn: ({ signal }) => call(endpoints.orderTaskStatus, { params: { levelGroupStatusId: blockId }, signal }),
    refetchInterval: ({ state }) => (state.data?.isSending ? ASK_AGAIN_MS : false),
  })

export const useOrderForm = (blockId: string) =>
  useQuery({
    queryKey: [...orderKeys.task(blockId), 'form'],
    queryFn: ({ signal }) => call(endpoints.orderTaskForm, { params: { levelGroupStatusId: blockId }, signal }),
    // What is typed is never replaced.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })

export const discussionOf = (purchaseOrderId: string): Subject =>
  subjectOfObject('PURCHASE_ORDER', purchaseOrderId, ({ body: commentBody, documentIds }, commandId) =>
    call(endpoints.createOrderThread, { params: { purchaseOrderId }, body: { commentBody, documentIds }, commandId }),
  )

const outdated = (id: string) => ({ invalidates: [orderKeys.one(id), [...orderKeys.all, 'list']] })

export const useCloseOrder = (purchaseOrderId: string) =>
  useCommand({
    run: (body: BodyOf<typeof endpoints.closeOrder>, { commandId }) =>
      call(endpoints.closeOrder, { params: { purchaseOrderId }, body, commandId }),
    success: (_, { closed }) => (closed ? 'Order closed' : 'Order opened again'),
    ...outdated(purchaseOrderId),
  })

export const useResendOrder = (purchaseOrderId: string) =>
  useCommand({
    run: (_: undefined, { commandId }) => call(endpoints.resendOrder, { params: { purchaseOrderId }, commandId }),
    success: 'Sending the order again',
    ...outdated(purchaseOrderId),
  })

export const useRefreshOrder = (purchaseOrderId: string) =>
  useCommand({
    run: (_: undefined, { commandId }) => call(endpoints.refreshOrder, { params: { purchaseOrderId }, commandId }),
    success: 'Reading open orders from the accounting system',
    ...outdated(purchaseOrderId),
  })

export const useAttach = (purchaseOrderId: string) =>
  useCommand({
    run: (documentIds: string[], { commandId }) =>
      call(endpoints.addOrderDocuments, { params: { purchaseOrderId }, body: { documentIds }, commandId }),
    success: 'Document added',
    ...outdated(purchaseOrderId),
  })

export const useDetach = (purchaseOrderId: string) =>
  useCommand({
    run: ({ id }: { id: string; displayName: string }, { commandId }) =>
      call(endpoints.removeOrderDocuments, { params: { purchaseOrderId }, body: { documentIds: [id] }, commandId }),
    success: (_, { displayName }) => `${displayName} removed`,
    ...outdated(purchaseOrderId),
  })
