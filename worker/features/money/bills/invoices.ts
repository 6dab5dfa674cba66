import * as endpoints from '../../../../schema/money/bills/invoice-endpoints.ts'
import type { invoiceFilters } from '../../../../schema/money/bills/invoice-filters.ts'
import { commit } from '../../../core/commit.ts'
import { guardOneRow } from '../../../core/database.ts'
import { AppError, notFound } from '../../../core/errors.ts'
import { listOperation } from '../../../core/list/operations.ts'
import { type ListRows, pageOf, pageSql, toPage } from '../../../core/list/page.ts'
import { command, inputOf, query, type StaffContext } from '../../../core/operation.ts'
import { containsText } from '../../../core/text-search.ts'
import { registerInvoices } from '../../documents/documents/index.ts'

/** Documents that are to be paid. */

/** Made with the document. People who work with payments can then read it. */
registerInvoices(({ db, clock, newId }, { companyId, documentId, source, userId, erpEntityId, sender }) => {
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
})

const COLUMNS = `i.id, i.created_at AS createdAt, i.source, d.id AS documentId, d.display_name AS documentName,
  d.mime_type AS mimeType, coalesce(d.uploaded_by_email, (SELECT trim(u.first_name || ' ' || u.last_name) FROM users u
    WHERE u.id = d.uploaded_by_user_id), '') AS sender,
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
  senderAddress: string | null
  senderVerified: number
  isSenderKnown: number
  erpEntity: string | null
  reading: endpoints.Invoice['reading']
  bills: string
}

const toInvoice = ({ documentId, documentName, mimeType, sender, ...row }: InvoiceRow): endpoints.Invoice => {
  const bills = JSON.parse(row.bills) as endpoints.Invoice['bills']
  return {
    id: row.id,
    createdAt: new Date(row.createdAt).toISOString(),
    document: { id: documentId, name: documentName, mimeType },
    source: row.source,
    from: sender,
    sender: row.source === 'EMAIL' ? { isKnown: row.isSenderKnown === 1, isVerified: row.senderVerified === 1 } : null,
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
export const deleteInvoice = command({
  id: 'payments.delete-invoice',
  access: 'payments.use',
  input: inputOf(endpoints.deleteInvoice),
  run: async (context, { invoiceId }) => {
    const { db, actor, clock } = context
    const { document, bills } = await requireInvoice(context, 'id', invoiceId)
    const [first] = bills
    if (first)
      throw new AppError('RULE_BROKEN', `Bill ${first.invoiceNumber} names this invoice. Delete the bill first.`, {
        reason: 'IN_USE',
      })
    return commit(context, {
      subject: 'The invoice',
      statements: [
        db.sql(
          'UPDATE invoices SET deleted_at = ?3 WHERE id = ?2 AND company_id = ?1 AND deleted_at IS NULL AND bill_count = 0',
          ...[actor.companyId, invoiceId, clock.now()],
        ),
        guardOneRow(db),
        db.sql(
          `DELETE FROM document_links WHERE company_id = ?1 AND document_id = ?2 AND target_type = 'INVOICE' AND target_id = ?3`,
          ...[actor.companyId, document.id, invoiceId],
        ),
      ],
      audit: [
        {
          changeKey: `invoice:${invoiceId}:deleted`,
          action: 'invoice.deleted',
          targetType: 'DOCUMENT',
          targetId: document.id,
          message: `Deleted the invoice ${document.name}. Its document stays`,
          changeData: { before: { invoiceId } },
        },
      ],
      result: null,
    })
  },
})
