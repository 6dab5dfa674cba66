import { z } from 'zod'
import { currency, type Money } from '../../shared/money.ts'
import { calendarDate, named } from '../../shared/values.ts'

/**
 * What a purchase order says. Orders keep the names of what they refer to, as the vendor got them. With an accounting
 * system the ids are those of its objects, otherwise those of the company's own units and categories.
 */

export const ORDER_STATUSES = ['OPEN', 'CLOSED'] as const
export const orderStatus = z.enum(ORDER_STATUSES)
export type OrderStatus = (typeof ORDER_STATUSES)[number]

/** How far an order is on its way into the accounting system. NONE for orders that are only in Outlay. */
export const ORDER_SYNC_STATES = ['NONE', 'SENDING', 'SYNCED', 'ERRORED'] as const
export type OrderSyncState = (typeof ORDER_SYNC_STATES)[number]

export const MOST_ORDER_LINES = 200

const ref = named.nullable()
export const orderLine = z.object({
  id: z.string(),
  description: z.string(),
  /** In minor units of the order's currency. */
  amount: z.number().int().safe(),
  ...{ account: ref, department: ref, classification: ref, location: ref },
})
export type OrderLine = z.infer<typeof orderLine>

export const orderContent = z.object({
  /** The company's vendor. Null if the accounting system's vendor isn't mapped. */
  vendor: ref,
  erpVendor: ref,
  ...{ entity: ref, department: ref, classification: ref, location: ref },
  currency,
  transactionDate: calendarDate,
  memo: z.string(),
  lines: z.array(orderLine),
})
export type OrderContent = z.infer<typeof orderContent>

export const orderTotal = ({ lines, currency: code }: Pick<OrderContent, 'lines' | 'currency'>): Money => ({
  value: lines.reduce((sum, { amount }) => sum + amount, 0),
  currency: code,
})

/** "PO-12" */
export const orderNumber = (number: number): string => `PO-${number}`

export const vendorOf = ({ erpVendor, vendor }: Pick<OrderContent, 'erpVendor' | 'vendor'>): string =>
  vendor?.name ?? erpVendor?.name ?? 'A removed vendor'

/** One difference between two versions, in words. */
export const orderDifference = z.object({ label: z.string(), before: z.string(), after: z.string() })
export type OrderDifference = z.infer<typeof orderDifference>
