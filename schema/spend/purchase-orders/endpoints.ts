import { z } from 'zod'
import { commentBody, commentDocuments } from '../../documents/threads/endpoints.ts'
import { optionQuery } from '../../platform/lookups/endpoints.ts'
import { endpoint } from '../../shared/endpoint.ts'
import { currency } from '../../shared/money.ts'
import { connection } from '../../shared/paging.ts'
import { email, id, instant, limitedText, option, requiredDate } from '../../shared/values.ts'
import { MOST_ORDER_LINES, orderContent, orderDifference } from './content.ts'
import { purchaseOrderRow } from './list.ts'

/** Purchase orders (specification 3 §3, §4 and §7.3), and the task that makes them (2 §3). */

const params = z.object({ purchaseOrderId: id })
const ofTask = z.object({ levelGroupStatusId: id })
const identified = z.object({ id: z.string() })

const optionalId = z
  .union([z.literal('').transform(() => null), id])
  .nullish()
  .transform((value) => value ?? null)

const MOST_MINOR = 1_000_000_000_000

const lineInput = z.object({
  /** For a line that is already there. */
  id: id.optional(),
  description: limitedText(2000).default(''),
  amount: z
    .number({ error: 'Required' })
    .int('Amounts are whole minor units')
    .min(1, 'Must be more than 0')
    .max(MOST_MINOR, 'This amount is too large'),
  /** Ids: of the accounting system's objects, or of the company's spend categories, departments and locations. */
  account: optionalId,
  department: optionalId,
  classification: optionalId,
  location: optionalId,
})

/** An order as people write it. Where an accounting system is connected, it names that system's objects. */
export const orderBody = z.object({
  /** The company's vendor. Without an accounting system it is required. */
  vendorId: optionalId,
  /** The accounting system's vendor. */
  erpVendorId: optionalId,
  /** The accounting system's entity. */
  erpEntityId: optionalId,
  /** The company's entity, without an accounting system. */
  entityId: optionalId,
  locationId: optionalId,
  departmentId: optionalId,
  classificationId: optionalId,
  /** The company's, if missing. */
  currency: currency.optional(),
  transactionDate: requiredDate,
  memo: limitedText(2000).default(''),
  lines: z.array(lineInput).min(1, 'Add at least one line').max(MOST_ORDER_LINES, `At most ${MOST_ORDER_LINES} lines`),
})
export type OrderBody = z.output<typeof orderBody>

export const completeOrderTask = endpoint({
  id: 'workflow-tasks.netsuite-po-complete',
  method: 'POST',
  path: '/api/netsuite-purchase-order-tasks/{levelGroupStatusId}/complete',
  summary:
    'Make the purchase order of a task and send it to the accounting system; the task completes once it is there',
  params: ofTask,
  body: orderBody,
  response: z.object({ id: z.string(), purchaseOrderId: z.string() }),
})

export const orderTaskStatus = endpoint({
  id: 'workflow-tasks.netsuite-po-complete-status',
  method: 'GET',
  path: '/api/netsuite-purchase-order-tasks/{levelGroupStatusId}/complete',
  summary: 'Whether the purchase order of a task is there, or why not',
  params: ofTask,
  response: z.object({
    completed: z.boolean(),
    /** In the accounting system's words. */
    error: z.string().nullable(),
    lastUpdatedAt: instant.nullable(),
    /** What a person can do about the error. */
    advice: z.string().nullable(),
    purchaseOrderId: z.string().nullable(),
    readableId: z.string().nullable(),
    isSending: z.boolean(),
  }),
})

export const orderTaskForm = endpoint({
  id: 'purchase-orders.task-form',
  method: 'GET',
  path: '/api/netsuite-purchase-order-tasks/{levelGroupStatusId}/form',
  summary: 'The purchase order of a task as the answers and mappings fill it in',
  params: ofTask,
  response: z.object({
    /** The accounting system that gets it. Null if it stays in Outlay. */
    system: z.string().nullable(),
    content: orderContent,
    /** What couldn't be filled in, in words. */
    missing: z.array(z.string()),
    /** The order that was made for the task before the request was edited. */
    purchaseOrder: z.object({ id: z.string(), readableId: z.string() }).nullable(),
  }),
})

export const ORDER_OPTIONS = ['account', 'vendor', 'entity', 'department', 'classification', 'location'] as const
export type OrderOption = (typeof ORDER_OPTIONS)[number]

export const orderOptions = endpoint({
  id: 'purchase-orders.options',
  method: 'GET',
  path: '/api/purchase-order-options/{kind}',
  summary: 'What orders can name: objects of the accounting system, or without one the company’s own',
  params: z.object({ kind: z.enum(ORDER_OPTIONS) }),
  query: optionQuery,
  response: connection(option),
})

export const purchaseOrder = purchaseOrderRow.extend({
  content: orderContent,
  version: z.number().int(),
  /** What bills took from each line. The empty id stands for the order as a whole. */
  billedLines: z.array(z.object({ id: z.string(), billed: z.number().int() })),
  /** What a person can do about the accounting system's error. */
  advice: z.string().nullable(),
  /** The accounting system's name, if it has the order. */
  system: z.string().nullable(),
  closedAt: instant.nullable(),
  closeReason: z.string().nullable(),
  createdBy: z.string().nullable(),
  mailedTo: z.string().nullable(),
  mailedAt: instant.nullable(),
  /** The address of the vendor's contact, for an email. */
  vendorEmail: z.string().nullable(),
  documents: z.array(z.object({ id: z.string(), displayName: z.string() })),
  versions: z.array(
    z.object({
      version: z.number().int(),
      content: orderContent,
      note: z.string(),
      changedBy: z.string(),
      changedAt: instant,
      /** From the version before. */
      differences: z.array(orderDifference),
    }),
  ),
  canChange: z.boolean(),
})
export type PurchaseOrder = z.infer<typeof purchaseOrder>

export const getPurchaseOrder = endpoint({
  id: 'purchase-orders.get',
  method: 'GET',
  path: '/api/purchase-orders/{purchaseOrderId}',
  summary: 'A purchase order with its lines and versions',
  params,
  response: purchaseOrder,
})

export const createOrderThread = endpoint({
  id: 'purchase-orders.create-thread',
  method: 'POST',
  path: '/api/purchase-orders/{purchaseOrderId}/threads',
  summary: 'Start a discussion about a purchase order',
  params,
  body: z.object({ commentBody, documentIds: commentDocuments }),
  response: identified,
})

export const closeOrder = endpoint({
  id: 'purchase-orders.close',
  method: 'POST',
  path: '/api/purchase-orders/{purchaseOrderId}/close',
  summary: 'Close an order that is only in Outlay, or open it again',
  params,
  body: z.object({ closed: z.boolean(), reason: limitedText(2000).default('') }),
  response: identified,
})

export const resendOrder = endpoint({
  id: 'purchase-orders.resend',
  method: 'POST',
  path: '/api/purchase-orders/{purchaseOrderId}/resend',
  summary: 'Send an order again that the accounting system didn’t accept',
  params,
  response: identified,
})

export const refreshOrder = endpoint({
  id: 'purchase-orders.refresh',
  method: 'POST',
  path: '/api/purchase-orders/{purchaseOrderId}/refresh',
  summary: 'Read an order’s status and amounts from the accounting system',
  params,
  response: identified,
})

export const mailOrder = endpoint({
  id: 'purchase-orders.mail',
  method: 'POST',
  path: '/api/purchase-orders/{purchaseOrderId}/mail',
  summary: 'Email an order to its vendor, as a PDF',
  params,
  body: z.object({ email, message: limitedText(5000).default('') }),
  response: identified,
})

export const orderPdf = endpoint({
  id: 'purchase-orders.pdf',
  method: 'GET',
  path: '/api/purchase-orders/{purchaseOrderId}/pdf',
  summary: 'The order as a PDF',
  params,
  response: z.string(),
  raw: 'application/pdf',
})

export const addOrderDocuments = endpoint({
  id: 'purchase-orders.add-documents',
  method: 'POST',
  path: '/api/purchase-orders/{purchaseOrderId}/documents',
  summary: 'Attach documents to an order',
  params,
  body: z.object({ documentIds: z.array(id).min(1).max(100) }),
  response: identified,
})

export const removeOrderDocuments = endpoint({
  id: 'purchase-orders.remove-documents',
  method: 'POST',
  path: '/api/purchase-orders/{purchaseOrderId}/documents/remove',
  summary: 'Detach documents from an order',
  params,
  body: z.object({ documentIds: z.array(id).min(1).max(100) }),
  response: identified,
})
