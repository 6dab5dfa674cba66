import { z } from 'zod'
import { readingState } from '../../documents/reading/readings.ts'
import { endpoint } from '../../shared/endpoint.ts'
import { listOf } from '../../shared/list.ts'
import { money } from '../../shared/money.ts'
import { id, instant, limitedText, named, shownDate } from '../../shared/values.ts'
import { invoiceFilters } from './invoice-filters.ts'

/** Invoices: documents that are to be paid, until a bill is entered from them (specification 3 §2 and §7.3). */

export const INVOICE_SOURCES = ['UPLOAD', 'EMAIL', 'PORTAL'] as const

export const invoice = z.object({
  id: z.string(),
  createdAt: instant,
  document: named.extend({ mimeType: z.string() }),
  source: z.enum(INVOICE_SOURCES),
  /** Who uploaded or sent it, or the address that it came from. */
  from: z.string(),
  /**
   * For an email. Known: a member, or someone from whose invoices bills were entered. Verified: their domain
   * confirmed the email.
   */
  sender: z.object({ isKnown: z.boolean(), isVerified: z.boolean() }).nullable(),
  /** For one from the vendor portal: who sent it, and what they said of it. */
  sent: z
    .object({
      vendor: z.object({ id: z.string().nullable(), name: z.string() }),
      invoiceNumber: z.string().nullable(),
      totalAmount: money.nullable(),
      invoiceDate: shownDate.nullable(),
      message: z.string(),
      purchaseOrder: z.object({ id: z.string(), number: z.string() }).nullable(),
    })
    .nullable(),
  erpEntity: named.nullable(),
  /** How reading it goes. */
  reading: readingState,
  /** The bills that name it. */
  bills: z.array(z.object({ id: z.string(), invoiceNumber: z.string() })),
  canDelete: z.boolean(),
})
export type Invoice = z.infer<typeof invoice>

export const invoiceList = listOf({
  name: 'invoices',
  id: 'payments.list-invoices',
  path: '/api/payments/invoices',
  noun: 'invoice',
  nouns: 'invoices',
  summary: 'Invoices, newest first',
  filters: invoiceFilters,
  sorts: ['createdAt'],
  mostSorts: 1,
  node: invoice,
})
export type InvoiceListQuery = z.output<typeof invoiceList.query>

export const getInvoice = endpoint({
  id: 'payments.get-invoice',
  method: 'GET',
  path: '/api/payments/invoices/{invoiceId}',
  summary: 'An invoice',
  params: z.object({ invoiceId: id }),
  response: invoice,
})

export const getInvoiceOfDocument = endpoint({
  id: 'payments.get-invoice-by-document',
  method: 'GET',
  path: '/api/payments/invoices/by-document/{documentId}',
  summary: 'The invoice of a document',
  params: z.object({ documentId: id }),
  response: invoice,
})

export const deleteInvoice = endpoint({
  id: 'payments.delete-invoice',
  method: 'DELETE',
  path: '/api/payments/invoices/{invoiceId}',
  summary: 'Delete an invoice that no bill names. Its document stays',
  params: z.object({ invoiceId: id }),
  response: z.null(),
})

export const rejectInvoice = endpoint({
  id: 'payments.reject-invoice',
  method: 'POST',
  path: '/api/payments/invoices/{invoiceId}/reject',
  summary: 'Reject an invoice that a vendor sent in the portal. The vendor sees that, and the reason if there is one',
  params: z.object({ invoiceId: id }),
  body: z.object({
    /** The vendor reads it. */
    reason: limitedText(2_000).default(''),
  }),
  response: z.null(),
})
