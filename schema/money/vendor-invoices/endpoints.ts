import { z } from 'zod'
import { endpoint } from '../../shared/endpoint.ts'
import { currency, money } from '../../shared/money.ts'
import { calendarDate, id, instant, limitedText, named, shownDate } from '../../shared/values.ts'
import { billAmount } from '../bills/endpoints.ts'
import { VENDOR_INVOICE_STATES } from './states.ts'

/** Invoices that vendors send in their portal (specification 3 §2). */

/** What an invoice can be, by the ending of its file. */
export const INVOICE_FILES = ['pdf', 'jpg', 'jpeg', 'png'] as const
export const NO_INVOICE_FILE = 'Send the invoice as a PDF or a picture (JPG or PNG)'
export const MOST_MESSAGE = 2_000

/** Forms send nothing as an empty text. */
const optional = <S extends z.ZodType>(schema: S) =>
  z
    .union([z.literal('').transform(() => undefined), schema])
    .nullish()
    .transform((value) => value ?? undefined)

export const listInvoiceCustomers = endpoint({
  id: 'vendor-portal.invoice-customers',
  method: 'GET',
  path: '/api/v/invoice-customers',
  summary: 'The customers of the vendor, and whether they take invoices in the portal',
  response: z.array(named.extend({ accepts: z.boolean() })),
})

export const listInvoiceOrders = endpoint({
  id: 'vendor-portal.invoice-orders',
  method: 'GET',
  path: '/api/v/invoice-customers/{companyId}/orders',
  summary: 'The open orders that a customer sent to the vendor, newest first',
  params: z.object({ companyId: id }),
  response: z.array(z.object({ id: z.string(), number: z.string(), date: shownDate, total: money })),
})

export const sendVendorInvoice = endpoint({
  id: 'vendor-portal.send-invoice',
  method: 'POST',
  path: '/api/v/invoices',
  summary: 'Send an invoice to a customer',
  body: z.object({
    companyId: id,
    /** A file that was uploaded for that customer. */
    documentId: id,
    invoiceNumber: optional(limitedText(100)),
    totalAmount: z.object({ value: billAmount, currency }).nullish(),
    invoiceDate: optional(calendarDate),
    message: optional(limitedText(MOST_MESSAGE)),
    purchaseOrderId: optional(id),
  }),
  response: z.object({ id: z.string() }),
})

export const listVendorInvoices = endpoint({
  id: 'vendor-portal.list-invoices',
  method: 'GET',
  path: '/api/v/invoices',
  summary: 'What the vendor sent to its customers, newest first, and how far each is',
  query: z.object({
    /** The `next` of the page before. */
    after: z
      .string()
      .max(100)
      .regex(/^\d{1,15}\.[\w-]{1,64}$/, 'Not a valid cursor')
      .optional(),
  }),
  response: z.object({
    invoices: z.array(
      z.object({
        id: z.string(),
        company: named,
        fileName: z.string(),
        sentAt: instant,
        sentBy: z.string(),
        /** As in the bill, once there is one, and before that as the vendor said. */
        invoiceNumber: z.string().nullable(),
        totalAmount: money.nullable(),
        state: z.enum(VENDOR_INVOICE_STATES),
        /** What the customer wrote to the vendor, if it was rejected. */
        reason: z.string().nullable(),
      }),
    ),
    next: z.string().nullable(),
  }),
})
export type VendorInvoicePage = z.infer<(typeof listVendorInvoices)['response']>
export type VendorInvoice = VendorInvoicePage['invoices'][number]

const settings = z.object({ accepts: z.boolean() })

export const getVendorInvoiceSettings = endpoint({
  id: 'payments.get-vendor-invoice-settings',
  method: 'GET',
  path: '/api/payments/vendor-invoice-settings',
  summary: 'Whether vendors can send invoices in their portal',
  response: settings,
})

export const setVendorInvoiceSettings = endpoint({
  id: 'payments.set-vendor-invoice-settings',
  method: 'PUT',
  path: '/api/payments/vendor-invoice-settings',
  summary: 'Set whether vendors can send invoices in their portal',
  body: settings,
  response: settings,
})
