import type { BaseContext } from '../../../core/operation.ts'

/** Documents that are invoices. The area that pays them registers what is made of them, in the batch that makes them. */

export interface InvoiceDocument {
  companyId: string
  documentId: string
  source: 'UPLOAD' | 'EMAIL' | 'PORTAL'
  userId: string | null
  /** The entity of the accounting system that it was sent to. */
  erpEntityId?: string | null
  /** Who emailed it. */
  sender?: { address: string; isVerified: boolean }
}

type Made = (context: Pick<BaseContext, 'db' | 'clock' | 'newId'>, document: InvoiceDocument) => D1PreparedStatement[]

interface Invoices {
  made: Made
  /** SQL of the vendor who billed document `d`, as JSON with id and name, or null. */
  billedBy: (d: string) => string
}

let invoices: Invoices | null = null

export const registerInvoices = (of: Invoices): void => {
  invoices = of
}

export const invoiceStatements: Made = (context, document) => invoices?.made(context, document) ?? []

export const billedBy = (d: string): string => invoices?.billedBy(d) ?? 'NULL'
