import * as endpoints from '../../../../schema/money/bills/invoice-endpoints.ts'
import type { invoiceFilters } from '../../../../schema/money/bills/invoice-filters.ts'
import type { Currency } from '../../../../schema/shared/money.ts'
import { withStop } from '../../../../schema/shared/name-lists.ts'
import { orderNumber } from '../../../../schema/spend/purchase-orders/content.ts'
import { commit } from '../../../core/commit.ts'
import { guardOneRow } from '../../../core/database.ts'
import { AppError, notFound } from '../../../core/errors.ts'
import { listOperation } from '../../../core/list/operations.ts'
import { pageOf, pageSql, toPage } from '../../../core/list/page.ts'
import type { ListRows } from '../../../core/list/rows.ts'
import { command, inputOf, query, type StaffContext } from '../../../core/operation.ts'
import { containsText } from '../../../core/text-search.ts'
import { registerInvoices } from '../../documents/documents/index.ts'
import { billedBy } from './fragments/of-document.ts'

/** Documents that are to be paid. */

/** Made with the document. People who work with payments can then read it. */
const made: Parameters<typeof registerInvoices>[0]['made'] = (
  { db, clock, newId },
  { companyId, documentId, source, userId, erpEntityId, sender },
) => {
  const id = newId()
  return [
    db.sql(
      `INSERT INTO invoices (id, company_id, document_id, source, created_at, created_by_user_id, erp_entity_id,
         sender_address, sender_verified) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)`,
      ...[id, companyId, documentId, source, clock.now(), userId, erpEntityId ?? null],
      ...[sender?.address.toLowerCase() || null, sender?.isVerified ? 1 : 0],
    ),
    db.sql(
      `INSERT INTO document_links (company_id, document_id, target_type, target_id, created_at, created_by_user_id)
       VALUES (?1, ?2, 'INVOICE', ?3, ?4, ?5)`,
      ...[companyId, documentId, id, clock.now(), userId],
    ),
  ]
}
registerInvoices({ made, billedBy })

/** What a vendor said of an invoice from the portal. The vendor is the one that the company knows it as, if it does. */
const SENT = `(SELECT json_object('by', x.sent_by_name, 'name', coalesce(n.name, x.vendor_company_name), 'vendorId', n.id,
    'invoiceNumber', x.invoice_number, 'amount', x.amount_minor, 'currency', x.currency, 'invoiceDate', x.invoice_date,
    'message', x.message, 'orderId', po.id, 'order', po.number)
  FROM vendor_invoices x
  LEFT JOIN vendor_company_customers k ON k.vendor_company_id = x.vendor_company_id AND k.company_id = x.company_id
  LEFT JOIN vendors n ON n.id = k.vendor_id AND +n.company_id = x.company_id
  LEFT JOIN purchase_orders po ON po.id = x.purchase_order_id AND +po.company_id = x.company_id
 WHERE i.source = 'PORTAL' AND x.company_id = i.company_id AND x.document_id = i.document_id)`

const COLUMNS = `i.id, i.created_at AS createdAt, i.source, d.id AS documentId, d.display_name AS documentName,
  d.mime_type AS mimeType, coalesce(d.uploaded_by_email, (SELECT trim(u.first_name || ' ' || u.last_name) FROM users u
    WHERE u.id = d.uploaded_by_user_id), '') AS sender, ${SENT} AS sent,
  i.sender_address AS senderAddress, i.sender_verified AS senderVerified,
  (EXISTS (SELECT 1 FROM users u CROSS JOIN company_memberships m ON m.user_id = u.id AND m.company_id = i.company_id
    WHERE u.email = i.sender_address AND m.disabled_at IS NULL) OR EXISTS (SELECT 1 FROM invoices k INDEXED BY invoices_known_sender
    WHERE k.company_id = i.company_id AND k.sender_address = i.sender_address AND k.bill_count > 0)) AS isSenderKnown,
  (SELECT json_object('id', o.id, 'name', o.name) FROM erp_objects o WHERE o.id = i.erp_entity_id) AS erpEntity,
  coalesce((SELECT r.state FROM document_readings r WHERE r.company_id = i.company_id AND r.document_id = i.document_id
    AND r.kind = 'PREDICTIONS'), 'NONE') AS reading,
  (SELECT json_group_array(json_object('id', s.id, 'invoiceNumber', s.invoice_number)) FROM bills s INDEXED BY bills_invoice
    WHERE s.company_id = i.company_id AND s.invoice_id = i.id AND s.deleted_at IS NULL) AS bills`

interface InvoiceRow {
  id: string
  createdAt: number
  source: endpoints.Invoice['source']
  documentId: string
  documentName: string
  mimeType: string
  sender: string
  sent: string | null
  senderAddress: string | null
  senderVerified: number
  isSenderKnown: number
  erpEntity: string | null
  reading: endpoints.Invoice['reading']
  bills: string
}

interface Sent {
  by: string
  name: string
  vendorId: string | null
  invoiceNumber: string | null
  amount: number | null
  currency: Currency | null
  invoiceDate: string | null
  message: string
  orderId: string | null
  order: number | null
}

const toSent = ({ name, vendorId, amount, currency, orderId, order, ...sent }: Sent): endpoints.Invoice['sent'] => ({
  vendor: { id: vendorId, name },
  ...{ invoiceNumber: sent.invoiceNumber, invoiceDate: sent.invoiceDate, message: sent.message },
  totalAmount: amount === null || currency === null ? null : { value: amount, currency },
  purchaseOrder: orderId === null || order === null ? null : { id: orderId, number: orderNumber(order) },
})

const toInvoice = ({ documentId, documentName, mimeType, sender, ...row }: InvoiceRow): endpoints.Invoice => {
  const bills = JSON.parse(row.bills) as endpoints.Invoice['bills']
  const sent = row.sent === null ? null : (JSON.parse(row.sent) as Sent)
  return {
    id: row.id,
    createdAt: new Date(row.createdAt).toISOString(),
    document: { id: documentId, name: documentName, mimeType },
    source: row.source,
    from: sent ? sent.by : sender,
    sender: row.source === 'EMAIL' ? { isKnown: row.isSenderKnown === 1, isVerified: row.senderVerified === 1 } : null,
    sent: sent && toSent(sent),
    erpEntity: row.erpEntity ? JSON.parse(row.erpEntity) : null,
    reading: row.reading,
    bills,
    canDelete: bills.length === 0,
  }
}

const ONE = `SELECT ${COLUMNS} FROM invoices i CROSS JOIN documents d ON d.id = i.document_id AND d.deleted_at IS NULL
  WHERE i.company_id = ?1 AND i.deleted_at IS NULL`

const requireInvoice = async ({ db, actor }: StaffContext, by: 'id' | 'document_id', id: string) => {
  const row = await db.first<InvoiceRow>(db.sql(`${ONE} AND i.${by} = ?2`, actor.companyId, id))
  if (!row) throw notFound('The invoice')
  return toInvoice(row)
}

const OWN = {
  from: 'invoices i',
  id: 'i.id',
  sorts: { createdAt: { columns: ['i.created_at'], index: 'invoices_created', usual: 'DESC' as const } },
}
const WAITING = {
  ...OWN,
  sorts: { createdAt: { columns: ['i.created_at'], index: 'invoices_waiting', usual: 'DESC' as const } },
}
const THERE = 'i.deleted_at IS NULL'

export const invoiceRows: ListRows<endpoints.InvoiceListQuery, keyof typeof invoiceFilters, 'createdAt'> = {
  own: OWN,
  join: (id) => `invoices i ON i.id = ${id}`,
  usual: () => 'createdAt',
  looks: 5,
  shown: { joins: 'LEFT JOIN documents d ON d.id = i.document_id', where: 'd.deleted_at IS NULL' },
  clauses: ({ input, bind }) => ({
    walks:
      input.state === 'WAITING'
        ? [{ way: WAITING, where: [THERE, 'i.bill_count = 0'] }]
        : [{ way: OWN, where: [THERE] }],
    serves: input.state === 'WAITING' ? ['state'] : [],
    conditions: {
      search: input.search ? containsText('d.display_name', bind(input.search)) : null,
      state: input.state === 'BILLED' ? 'i.bill_count > 0' : input.state === 'WAITING' ? 'i.bill_count = 0' : null,
    },
  }),
}

export const listInvoices = listOperation({
  list: endpoints.invoiceList,
  rows: invoiceRows,
  access: 'payments.use',
  read: async (context, input: endpoints.InvoiceListQuery) => {
    const page = pageOf(invoiceRows, context, input)
    const rows = await context.db.all<InvoiceRow>(context.db.sql(pageSql(page, COLUMNS), ...page.params))
    return toPage(page, rows, input.first, toInvoice)
  },
})

export const readInvoice = query({
  id: 'payments.get-invoice',
  access: 'payments.use',
  input: inputOf(endpoints.getInvoice),
  run: (context, { invoiceId }) => requireInvoice(context, 'id', invoiceId),
})

export const readInvoiceOfDocument = query({
  id: 'payments.get-invoice-by-document',
  access: 'payments.use',
  input: inputOf(endpoints.getInvoiceOfDocument),
  run: (context, { documentId }) => requireInvoice(context, 'document_id', documentId),
})

/** Throws RULE_BROKEN while a bill names it. */
const requireUnused = async (context: StaffContext, invoiceId: string): Promise<endpoints.Invoice> => {
  const invoice = await requireInvoice(context, 'id', invoiceId)
  const [first] = invoice.bills
  if (!first) return invoice
  throw new AppError('RULE_BROKEN', `Bill ${first.invoiceNumber} names this invoice. Delete the bill first.`, {
    reason: 'IN_USE',
  })
}

const removeStatements = ({ db, actor, clock }: StaffContext, invoiceId: string, documentId: string) => [
  db.sql(
    'UPDATE invoices SET deleted_at = ?3 WHERE id = ?2 AND company_id = ?1 AND deleted_at IS NULL AND bill_count = 0',
    ...[actor.companyId, invoiceId, clock.now()],
  ),
  guardOneRow(db),
  db.sql(
    `DELETE FROM document_links WHERE company_id = ?1 AND document_id = ?2 AND target_type = 'INVOICE' AND target_id = ?3`,
    ...[actor.companyId, documentId, invoiceId],
  ),
]

/** Its vendor hears of it. */
const rejectedNews = (documentId: string) => ({ topic: 'vendor-invoice.rejected' as const, payload: { documentId } })

/** Its vendor sees one from the portal as rejected. Throws RULE_BROKEN while a bill names it. */
export const deleteInvoice = command({
  id: 'payments.delete-invoice',
  access: 'payments.use',
  input: inputOf(endpoints.deleteInvoice),
  run: async (context, { invoiceId }) => {
    const { document, sent } = await requireUnused(context, invoiceId)
    return commit(context, {
      subject: 'The invoice',
      statements: removeStatements(context, invoiceId, document.id),
      outbox: sent ? [rejectedNews(document.id)] : [],
      audit: [
        {
          changeKey: `invoice:${invoiceId}:deleted`,
          action: 'invoice.deleted',
          targetType: 'DOCUMENT',
          targetId: document.id,
          message: `Deleted the invoice ${withStop(document.name)} Its document stays`,
          changeData: { before: { invoiceId } },
        },
      ],
      result: null,
    })
  },
})

/** Throws RULE_BROKEN while a bill names it, and for one that no vendor sent in the portal. */
export const rejectInvoice = command({
  id: 'payments.reject-invoice',
  access: 'payments.use',
  input: inputOf(endpoints.rejectInvoice),
  run: async (context, { invoiceId, reason }) => {
    const { db, actor } = context
    const { document, sent } = await requireUnused(context, invoiceId)
    if (!sent)
      throw new AppError('RULE_BROKEN', 'No vendor sent this invoice in the portal. Delete it instead.', {
        reason: 'NOT_FROM_PORTAL',
      })
    return commit(context, {
      subject: 'The invoice',
      statements: [
        ...removeStatements(context, invoiceId, document.id),
        db.sql(
          'UPDATE vendor_invoices SET reason = ?3 WHERE company_id = ?1 AND document_id = ?2',
          ...[actor.companyId, document.id, reason || null],
        ),
      ],
      outbox: [rejectedNews(document.id)],
      audit: [
        {
          changeKey: `invoice:${invoiceId}:rejected`,
          action: 'invoice.rejected',
          targetType: 'DOCUMENT',
          targetId: document.id,
          message: `Rejected the invoice ${document.name} of ${sent.vendor.name}${reason && `: “${reason}”`}`,
          changeData: { before: { invoiceId }, after: { reason: reason || null } },
        },
      ],
      result: null,
    })
  },
})
