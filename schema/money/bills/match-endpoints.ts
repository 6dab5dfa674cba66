import { z } from 'zod'
import { endpoint } from '../../shared/endpoint.ts'
import { currency } from '../../shared/money.ts'
import { id, named } from '../../shared/values.ts'
import { orderMatch, orderOpen, tolerance } from './match.ts'
import { MOST_MINOR } from './values.ts'

/** Matching bills with purchase orders: the orders to choose from, and by how much a bill may be over. */

export const listBillOrders = endpoint({
  id: 'bills.list-orders',
  method: 'GET',
  path: '/api/payments/bills/purchase-orders',
  summary: 'Open purchase orders that a bill can be for: those that its invoice names first, then the vendor’s newest',
  query: z.object({
    erpVendorId: id,
    currency,
    /** Numbers as an invoice writes them: "PO-12", or the accounting system’s. */
    named: z
      .union([z.string().max(100), z.array(z.string().max(100)).max(20)])
      .optional()
      .transform((value) => (value === undefined ? [] : [value].flat())),
    /** A number, or a part of the memo. */
    search: z.string().trim().max(200).optional(),
    /** The bill that is changed, whose own amounts don’t count. */
    billId: id.optional(),
  }),
  response: z.array(orderOpen.extend({ isNamed: z.boolean() })),
})
export type BillOrder = z.infer<typeof listBillOrders.response>[number]

const orderForBill = orderOpen.extend({
  lines: z.array(
    z.object({ id: z.string(), description: z.string(), amount: z.number().int(), billed: z.number().int() }),
  ),
  tolerance,
})

/** The order of a bill that is shown. */
export const orderOfBill = orderForBill.omit({ tolerance: true }).extend({
  match: orderMatch,
  /** By how much the bill is over now, if that is no longer what it was matched with. */
  overNow: z.number().int().nullable(),
  /** Whether the person may open the order itself. If not, only lines that the bill names are shown. */
  canOpen: z.boolean(),
  /** How many lines aren't shown. */
  otherLines: z.number().int(),
})
export type OrderForBill = z.infer<typeof orderForBill>

export const getBillOrder = endpoint({
  id: 'bills.get-order',
  method: 'GET',
  path: '/api/payments/bills/purchase-orders/{purchaseOrderId}',
  summary: 'The lines of a purchase order with what bills have taken from them',
  params: z.object({ purchaseOrderId: id }),
  query: z.object({ billId: id.optional() }),
  response: orderForBill,
})

const percent = z
  .number()
  .min(0, 'At least 0%')
  .max(100, 'At most 100%')
  .refine((value) => Number.isInteger(Math.round(value * 1e6) / 1e4), 'At most two decimals')

export const matchSettings = z.object({
  percent: z.number().nullable(),
  /** Minor units of the company's currency. */
  amount: z.number().int().nullable(),
  /** Who approves what is over. Admins, without any. */
  groups: z.array(named),
  users: z.array(named),
  version: z.number().int(),
})
export type MatchSettings = z.infer<typeof matchSettings>

export const getMatchSettings = endpoint({
  id: 'bills.get-match-settings',
  method: 'GET',
  path: '/api/payments/bills/match-settings',
  summary: 'By how much a bill may be over its purchase order, and who approves more',
  response: matchSettings,
})

export const setMatchSettings = endpoint({
  id: 'bills.set-match-settings',
  method: 'PUT',
  path: '/api/payments/bills/match-settings',
  summary: 'Set by how much a bill may be over its purchase order. Bills that are saved afterwards follow it',
  body: z.object({
    percent: percent.nullable(),
    amount: z
      .number()
      .int('Amounts are whole minor units')
      .min(0, 'At least 0')
      .max(MOST_MINOR, 'This amount is too large')
      .nullable(),
    groupIds: z.array(id).max(50, 'At most 50 groups').default([]),
    userIds: z.array(id).max(50, 'At most 50 people').default([]),
    /** The version that was read. Without it the last write wins. */
    version: z.number().int().min(0).optional(),
  }),
  response: z.object({ version: z.number().int() }),
})

export const rematchBill = endpoint({
  id: 'bills.rematch',
  method: 'POST',
  path: '/api/payments/bills/{billId}/rematch',
  summary: 'Match a bill in progress with its purchase order as that is now',
  params: z.object({ billId: id }),
  response: z.object({ id: z.string(), version: z.number().int() }),
})
