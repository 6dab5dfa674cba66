import { useQuery } from '@tanstack/react-query'
import { openOfOrder } from '../../../../schema/money/bills/match.ts'
import {
  type BillOrder,
  getBillOrder,
  listBillOrders,
  rematchBill,
} from '../../../../schema/money/bills/match-endpoints.ts'
import { type Currency, formatMoney } from '../../../../schema/shared/money.ts'
import { orderList } from '../../../../schema/spend/purchase-orders/list.ts'
import { call } from '../../../lib/rest.ts'
import { useCommand } from '../../../lib/use-command.ts'
import type { OptionSource } from '../../platform/lookups/index.ts'
import { billKeys } from './api.ts'

interface Wanted {
  erpVendorId: string | null
  currency: Currency
  /** Numbers that its invoice names. */
  named: readonly string[]
  billId: string | undefined
}

/** Open orders of the vendor in the currency, those that the invoice names first. */
export const useBillOrders = ({ erpVendorId, currency, named, billId }: Wanted) =>
  useQuery({
    queryKey: [...billKeys.all, 'orders', erpVendorId, currency, named, billId],
    queryFn: ({ signal }) =>
      call(listBillOrders, {
        query: { erpVendorId: erpVendorId ?? '', currency, named: [...named], ...(billId && { billId }) },
        signal,
      }),
    enabled: erpVendorId !== null,
  })

/** An order with its lines, without what the bill itself takes. */
export const useBillOrder = (purchaseOrderId: string | null, billId: string | undefined) =>
  useQuery({
    queryKey: [...billKeys.all, 'order', purchaseOrderId, billId],
    queryFn: ({ signal }) =>
      call(getBillOrder, {
        params: { purchaseOrderId: purchaseOrderId ?? '' },
        query: billId ? { billId } : {},
        signal,
      }),
    enabled: purchaseOrderId !== null,
  })

export const openText = (order: Pick<BillOrder, 'status' | 'total' | 'billed' | 'currency'>): string =>
  formatMoney({ value: openOfOrder(order), currency: order.currency })

const optionOf = ({
  id,
  readableId,
  memo,
  ...order
}: Pick<BillOrder, 'id' | 'readableId' | 'memo' | 'status' | 'total' | 'billed' | 'currency'>) => ({
  ...{ value: id, label: `${readableId} · ${openText(order)} open${memo && ` · ${memo}`}` },
})

const NO_MORE = { hasNextPage: false, startCursor: null, endCursor: null }

/** The same, to search in. */
export const orderSource = (erpVendorId: string, currency: Currency, billId: string | undefined) => {
  const load: OptionSource = async ({ search, ids }, signal) => {
    const own = billId ? { billId } : {}
    const orders = ids
      ? await Promise.all(
          ids.map((purchaseOrderId) => call(getBillOrder, { params: { purchaseOrderId }, query: own, signal })),
        )
      : await call(listBillOrders, {
          query: { erpVendorId, currency, named: [], ...own, ...(search && { search }) },
          signal,
        })
    return { edges: orders.map((order) => ({ cursor: order.id, node: optionOf(order) })), pageInfo: NO_MORE }
  }
  return { name: `bill-orders-${erpVendorId}-${currency}-${billId ?? 'new'}`, load }
}

/** All orders, for the list's filter. */
export const ALL_ORDERS: { name: string; load: OptionSource } = {
  name: 'purchase-order',
  load: async ({ search, first, ids }, signal) => {
    if (ids) return { edges: [], pageInfo: NO_MORE }
    const { edges, pageInfo } = await call(orderList.list, {
      query: { ...(search && { search }), ...(first && { first }) },
      signal,
    })
    return {
      edges: edges.map(({ cursor, node }) => ({
        cursor,
        node: {
          value: node.id,
          label: [node.readableId, node.vendor?.name ?? node.erpVendor?.name].filter(Boolean).join(' '),
        },
      })),
      pageInfo,
    }
  },
}

export const useRematch = (billId: string) =>
  useCommand({
    run: (_: undefined, { commandId }) => call(rematchBill, { params: { billId }, commandId }),
    success: 'Matched with the order as it is now',
    invalidates: [billKeys.one(billId)],
  })
