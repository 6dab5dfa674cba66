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

let made: Made | null = null

export const registerInvoices = (of: Made): void => {
  made = of
}

export const invoiceStatements: Made = (context, document) => made?.(context, document) ?? []
