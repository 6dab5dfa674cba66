import { fileExtension } from '../../../../schema/documents/documents/uploads.ts'
import {
  INVOICE_FILES,
  NO_INVOICE_FILE,
  sendVendorInvoice,
} from '../../../../schema/money/vendor-invoices/endpoints.ts'
import { formatMoney } from '../../../../schema/shared/money.ts'
import { fullName } from '../../../../schema/shared/values.ts'
import { orderNumber } from '../../../../schema/spend/purchase-orders/content.ts'
import { commit } from '../../../core/commit.ts'
import { guardOneRow } from '../../../core/database.ts'
import { AppError, invalidField } from '../../../core/errors.ts'
import { command, inputOf, type VendorWorkContext } from '../../../core/operation.ts'
import { invoiceStatements } from '../../documents/documents/index.ts'
import { limitRate } from '../../platform/session/index.ts'
import { uploaderOf, writingAtAnother } from '../../vendors/vendor-forms/index.ts'
import { SENT_ORDER } from './customers.ts'
import { ACCEPTS } from './settings.ts'

/** A vendor sends an invoice. It waits with those that were emailed, until someone enters its bill. */

const DAY_MS = 24 * 60 * 60 * 1000
/** One vendor can send this many, with all its people and to all its customers. */
const MOST_A_DAY = 200

interface FileRow {
  fileName: string
  storageKey: string
  sha256: string
}

interface Target {
  accepts: boolean
  file: FileRow | undefined
  /** Null if none was named. */
  order: { number: number } | null | undefined
  vendor: { id: string } | undefined
}

const targetOf = async (
  { db, vendor }: VendorWorkContext,
  documentId: string,
  orderId: string | undefined,
): Promise<Target> => {
  const { id: companyId, vendorId } = vendor.company
  const [companies, files, orders, vendors] = await db.batch([
    db.sql(`SELECT ${ACCEPTS} AS accepts FROM companies c WHERE c.id = ?`, companyId),
    db.sql(
      `SELECT display_name AS fileName, storage_key AS storageKey, sha256 FROM documents
        WHERE id = ? AND company_id = ? AND uploaded_by_user_id = ? AND deleted_at IS NULL`,
      ...[documentId, companyId, uploaderOf(vendor.userId)],
    ),
    db.sql(
      `SELECT o.number FROM purchase_orders o WHERE o.id = ? AND o.company_id = ? AND o.vendor_id = ? AND ${SENT_ORDER}`,
      ...[orderId ?? null, companyId, vendorId],
    ),
    db.sql('SELECT id FROM vendors WHERE id = ? AND company_id = ?', vendorId, companyId),
  ])
  return {
    accepts: (companies?.results[0] as { accepts: number } | undefined)?.accepts === 1,
    file: files?.results[0] as FileRow | undefined,
    order: orderId === undefined ? null : (orders?.results[0] as { number: number } | undefined),
    vendor: vendors?.results[0] as { id: string } | undefined,
  }
}

const SENT_BEFORE = 'You sent this file to this customer before'
/** Two at once, and the same once more. */
const onDuplicate = {
  'vendor_invoices.company_id, vendor_invoices.vendor_company_id, vendor_invoices.sha256': () =>
    invalidField('documentId', SENT_BEFORE),
  'vendor_invoices.company_id, vendor_invoices.document_id': () => invalidField('documentId', SENT_BEFORE),
  'invoices.company_id, invoices.document_id': () => invalidField('documentId', SENT_BEFORE),
}

/**
 * Throws NOT_FOUND for a company that isn't a customer, INVALID beside a field, RULE_BROKEN for a customer that takes no
 * invoices here, and LIMITED after very many.
 */
export const sendInvoice = command({
  id: 'vendor-portal.send-invoice',
  access: 'vendor.work',
  input: inputOf(sendVendorInvoice),
  run: async (context, { companyId, documentId, purchaseOrderId, ...said }) => {
    const there = await writingAtAnother(context, companyId)
    const { db, clock, vendor } = there
    const { vendorCompany, company } = vendor
    const { accepts, file, order, vendor: known } = await targetOf(there, documentId, purchaseOrderId)
    if (!accepts)
      throw new AppError('RULE_BROKEN', `${company.name} doesn’t take invoices here. Ask them where to send it.`, {
        reason: 'INVOICES_NOT_ACCEPTED',
      })
    if (!file) throw invalidField('documentId', 'Upload the invoice first')
    if (!INVOICE_FILES.some((ending) => ending === fileExtension(file.storageKey)))
      throw invalidField('documentId', NO_INVOICE_FILE)
    if (order === undefined) throw invalidField('purchaseOrderId', 'Choose an open order from this customer')
    await limitRate(context, DAY_MS, [{ key: `vendor-invoices:${vendorCompany.id}`, max: MOST_A_DAY }])
    const now = clock.now()
    const name = fullName(vendor) || vendor.email
    const { invoiceNumber = null, totalAmount, invoiceDate = null, message = '' } = said
    const data = {
      ...{ fileName: file.fileName, sha256: file.sha256, vendorCompanyId: vendorCompany.id, invoiceNumber },
      ...{ totalAmount: totalAmount ? formatMoney(totalAmount) : null, invoiceDate, message },
      order: order && orderNumber(order.number),
    }
    return commit(there, {
      subject: 'The invoice',
      as: { companyId: company.id, userId: vendor.userId },
      statements: [
        db.sql(
          `UPDATE documents SET types = '["INVOICE"]', updated_at = ? WHERE id = ? AND company_id = ? AND deleted_at IS NULL`,
          ...[now, documentId, company.id],
        ),
        guardOneRow(db),
        db.sql(
          `INSERT INTO vendor_invoices (company_id, document_id, vendor_company_id, vendor_company_name, sent_by_user_id,
             sent_by_name, sent_at, file_name, sha256, invoice_number, amount_minor, currency, invoice_date, message,
             purchase_order_id)
           VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15)`,
          ...[company.id, documentId, vendorCompany.id, vendorCompany.name, vendor.userId, name, now],
          ...[file.fileName, file.sha256, invoiceNumber || null, totalAmount?.value ?? null],
          ...[totalAmount?.currency ?? null, invoiceDate, message, purchaseOrderId ?? null],
        ),
        ...invoiceStatements(there, {
          ...{ companyId: company.id, documentId, source: 'PORTAL' as const, userId: null },
          sender: { address: vendor.email, isVerified: true },
        }),
      ],
      audit: [
        {
          changeKey: `vendor-invoice:${documentId}`,
          action: 'invoice.sent-by-vendor',
          targetType: 'DOCUMENT',
          targetId: documentId,
          message: `${name} of ${vendorCompany.name} sent the invoice ${file.fileName} in the vendor portal`,
          changeData: data,
        },
        ...(known
          ? [
              {
                changeKey: `vendor-invoice:${documentId}:vendor`,
                action: 'vendor.invoice-sent',
                targetType: 'VENDOR' as const,
                targetId: known.id,
                message: `${name} sent the invoice ${file.fileName} in the vendor portal`,
                changeData: { documentId },
              },
            ]
          : []),
      ],
      onDuplicate,
      result: { id: documentId },
    })
  },
})
