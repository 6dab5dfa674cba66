import { z } from 'zod'
import { listEndpoints } from '../../shared/list.ts'
import { currency, money } from '../../shared/money.ts'
import { instant, named, shownDate } from '../../shared/values.ts'
import { ORDER_SYNC_STATES, orderLine, orderStatus } from './content.ts'
import { orderFilters } from './filters.ts'

/** The list of purchase orders (specification 3 §3 and §7.3): filters, saved views and its file. */

export const ORDER_SORT_FIELDS = ['createdAt', 'totalAmount', 'transactionDate', 'number'] as const

/** How the order is in the accounting system. */
export const orderErp = z.object({
  state: z.enum(ORDER_SYNC_STATES),
  erpId: z.string().nullable(),
  /** Its number there. */
  number: z.string().nullable(),
  url: z.string().nullable(),
  syncedOn: z.string().nullable(),
  error: z.string().nullable(),
  transactionDate: shownDate,
  /** The total there, if it was read and isn't the order's. */
  otherTotal: z.number().int().nullable(),
})

/** The step that it was made for, with its status. */
export const approvalGroupStatus = z.object({ id: z.string(), label: z.string(), status: z.string() })

export const purchaseOrderRow = z.object({
  id: z.string(),
  /** "PO-12" */
  readableId: z.string(),
  status: orderStatus,
  totalAmount: z.number().int(),
  currency,
  total: money,
  /** What bills took that weren’t rejected or withdrawn, how much of it is paid, and what is left. */
  billed: money,
  paid: money,
  open: money,
  memo: z.string(),
  vendor: named.nullable(),
  erpVendor: named.nullable(),
  entity: named.nullable(),
  location: named.nullable(),
  department: named.nullable(),
  classification: named.nullable(),
  lines: z.array(orderLine),
  approvalGroupStatus: approvalGroupStatus.nullable(),
  linkedRequest: z.object({ id: z.string(), readableId: z.string() }).nullable(),
  erp: orderErp,
  createdAt: instant,
})
export type PurchaseOrderRow = z.infer<typeof purchaseOrderRow>

export const orderList = listEndpoints({
  name: 'purchase-orders',
  path: '/api/purchase-orders',
  noun: 'purchase order',
  nouns: 'purchase orders',
  summary: 'Purchase orders, newest first',
  filters: orderFilters,
  sorts: ORDER_SORT_FIELDS,
  node: purchaseOrderRow,
})
export type OrderListQuery = z.output<typeof orderList.query>
