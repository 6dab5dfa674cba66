import type { BillStatus } from '../../../../schema/money/bills/values.ts'
import type { BillPaymentStatus } from '../../../../schema/money/payments/bill-payment-states.ts'
import { listVendorInvoices, type VendorInvoice } from '../../../../schema/money/vendor-invoices/endpoints.ts'
import { vendorInvoiceState } from '../../../../schema/money/vendor-invoices/states.ts'
import type { Currency } from '../../../../schema/shared/money.ts'
import { inCell } from '../../../core/cells.ts'
import { inputOf, query, type VendorWorkContext } from '../../../core/operation.ts'
import { customersOf } from '../../vendors/vendor-forms/index.ts'
import { MOST_CUSTOMERS } from './customers.ts'

/** What a vendor sent, and how far it is: nothing of the customer's own. */

/** The length of a page. Each is read with its bill and payment. */
const SHOWN = 50

interface Row {
  id: string
  companyId: string
  fileName: string
  sentAt: number
  sentBy: string
  invoiceNumber: string | null
  amountMinor: number | null
  currency: Currency | null
  rejectedAt: number | null
  reason: string | null
  bill: string | null
}

interface BillOfInvoice {
  status: BillStatus
  invoiceNumber: string
  value: number
  currency: Currency
  payment: { status: BillPaymentStatus; payOn: string | null } | null
}

/** ?1 vendor company, ?2 JSON list of customers, ?3 and ?4 where the page before ended. */
const SENT = `
SELECT v.document_id AS id, v.company_id AS companyId, v.file_name AS fileName, v.sent_at AS sentAt,
       v.sent_by_name AS sentBy, v.invoice_number AS invoiceNumber, v.amount_minor AS amountMinor, v.currency,
       v.rejected_at AS rejectedAt, v.reason,
       (SELECT json_object('status', b.shown_status, 'invoiceNumber', b.invoice_number, 'value', b.total_minor,
          'currency', b.currency, 'payment', json((SELECT json_object('status', p.status, 'payOn', p.pay_on)
             FROM bill_payments p WHERE p.company_id = b.company_id AND p.bill_id = b.id AND p.run = b.run)))
          FROM invoices i CROSS JOIN bills b INDEXED BY bills_invoice
            ON b.company_id = i.company_id AND b.invoice_id = i.id AND b.deleted_at IS NULL
         WHERE i.company_id = v.company_id AND i.document_id = v.document_id
         ORDER BY b.created_at DESC LIMIT 1) AS bill
  FROM vendor_invoices v INDEXED BY vendor_invoices_sent
 WHERE v.vendor_company_id = ?1 AND v.company_id IN (SELECT value FROM json_each(?2))
   AND (v.sent_at, v.document_id) < (?3, ?4)
 ORDER BY v.sent_at DESC, v.document_id DESC LIMIT ${SHOWN + 1}`

const toShown = (row: Row, companyName: string): VendorInvoice => {
  const bill = row.bill === null ? null : (JSON.parse(row.bill) as BillOfInvoice)
  const { amountMinor, currency } = row
  const said = amountMinor === null || currency === null ? null : { value: amountMinor, currency }
  return {
    ...{ id: row.id, company: { id: row.companyId, name: companyName }, fileName: row.fileName },
    ...{ sentAt: new Date(row.sentAt).toISOString(), sentBy: row.sentBy, reason: row.reason },
    invoiceNumber: bill?.invoiceNumber ?? row.invoiceNumber,
    totalAmount: bill ? { value: bill.value, currency: bill.currency } : said,
    state: vendorInvoiceState({ isRejected: row.rejectedAt !== null, bill, payment: bill?.payment ?? null }),
  }
}

const LAST = [Number.MAX_SAFE_INTEGER, ''] as const

const endOf = (after: string | undefined): readonly [number, string] => {
  const [at, id = ''] = after?.split('.') ?? []
  return at === undefined ? LAST : [Number(at), id]
}

/** To all customers that it still has, each read in its own cell. */
export const readSentInvoices = query({
  id: 'vendor-portal.list-invoices',
  access: 'vendor.work',
  input: inputOf(listVendorInvoices),
  run: async (context: VendorWorkContext, { after }) => {
    const customers = await customersOf(context, MOST_CUSTOMERS)
    const names = new Map(customers.map(({ id, name }) => [id, name]))
    const found = await Promise.all(
      [...Map.groupBy(customers, ({ cell }) => cell)].map(([cell, there]) => {
        const { db } = inCell(context, cell)
        const ids = JSON.stringify(there.map(({ id }) => id))
        return db.all<Row>(db.sql(SENT, context.vendor.vendorCompany.id, ids, ...endOf(after)))
      }),
    )
    const rows = found.flat().toSorted((a, b) => b.sentAt - a.sentAt || (a.id < b.id ? 1 : -1))
    const page = rows.slice(0, SHOWN)
    const last = page.at(-1)
    return {
      invoices: page.map((row) => toShown(row, names.get(row.companyId) ?? '')),
      next: last && rows.length > SHOWN ? `${last.sentAt}.${last.id}` : null,
    }
  },
})
