import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { CURRENCIES } from '../../shared/money.ts'

/** What a vendor said of an invoice that it sent in the portal, and what became of it. */
export const vendorInvoices = sqliteTable(
  'vendor_invoices',
  {
    companyId: text('company_id').notNull(),
    /** The file, which is an invoice too. */
    documentId: text('document_id').notNull(),
    vendorCompanyId: text('vendor_company_id').notNull(),
    vendorCompanyName: text('vendor_company_name').notNull(),
    sentByUserId: text('sent_by_user_id').notNull(),
    sentByName: text('sent_by_name').notNull(),
    sentAt: integer('sent_at').notNull(),
    fileName: text('file_name').notNull(),
    sha256: text('sha256').notNull(),
    /** As the vendor says. None of it has to be said. */
    invoiceNumber: text('invoice_number'),
    amountMinor: integer('amount_minor'),
    currency: text('currency', { enum: CURRENCIES }),
    invoiceDate: text('invoice_date'),
    message: text('message').notNull(),
    purchaseOrderId: text('purchase_order_id'),
    rejectedAt: integer('rejected_at'),
    /** What the company writes to the vendor about it. */
    reason: text('reason'),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.documentId] }),
    uniqueIndex('vendor_invoices_file').on(t.companyId, t.vendorCompanyId, t.sha256).where(sql`rejected_at IS NULL`),
    index('vendor_invoices_sent').on(t.vendorCompanyId, t.sentAt, t.documentId),
  ],
)

/** Whether vendors can send invoices. A company without a row takes them. */
export const vendorInvoiceSettings = sqliteTable('vendor_invoice_settings', {
  companyId: text('company_id').primaryKey(),
  accepts: integer('accepts', { mode: 'boolean' }).notNull(),
  updatedAt: integer('updated_at').notNull(),
})
