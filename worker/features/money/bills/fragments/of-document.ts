import { vendorNameSql } from '../../../../core/object-names.ts'
import { nameOfErpObject } from '../../../platform/accounting/index.ts'

/** SQL of the invoice and the bills of a document, for areas that keep documents of their own. `v` has both its ids. */

/** The address that the document's invoice came from. */
export const senderOf = (v: string): string =>
  `(SELECT i.sender_address FROM invoices i WHERE i.company_id = ${v}.company_id AND i.document_id = ${v}.document_id
     ORDER BY i.created_at DESC LIMIT 1)`

/** Whether a bill of it is rejected now. */
export const hasRejectedBill = (v: string): string =>
  `EXISTS (SELECT 1 FROM invoices i CROSS JOIN bills b INDEXED BY bills_invoice
       ON b.company_id = i.company_id AND b.invoice_id = i.id AND b.deleted_at IS NULL
    WHERE i.company_id = ${v}.company_id AND i.document_id = ${v}.document_id AND b.status = 'REJECTED')`

/** The document of a bill's invoice. */
export const documentOfBill = (billId: string, company: string): string =>
  `(SELECT i.document_id FROM bills b CROSS JOIN invoices i ON i.id = b.invoice_id AND i.company_id = b.company_id
     WHERE b.id = ${billId} AND b.company_id = ${company} AND b.deleted_at IS NULL)`

/**
 * Who billed document `d`: the vendor of its oldest bill, or what the accounting system calls it. JSON, or null. The row
 * of the least is taken without sorting.
 */
export const billedBy = (d: string): string =>
  `(SELECT iif(min(b.created_at) IS NULL, NULL, json_object('id', b.vendor_id,
      'name', coalesce(${vendorNameSql('b.vendor_id', 'b.company_id')}, ${nameOfErpObject('b.erp_vendor_id', 'b.company_id')})))
     FROM invoices i CROSS JOIN bills b INDEXED BY bills_invoice
       ON b.company_id = i.company_id AND b.invoice_id = i.id AND b.deleted_at IS NULL
    WHERE i.company_id = ${d}.company_id AND i.document_id = ${d}.id)`
