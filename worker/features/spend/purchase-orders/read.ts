import { fullName } from '../../../../schema/shared/values.ts'
import { type OrderContent, orderContent } from '../../../../schema/spend/purchase-orders/content.ts'
import * as endpoints from '../../../../schema/spend/purchase-orders/endpoints.ts'
import type { Contact } from '../../../../schema/vendors/vendors/values.ts'
import { notFound } from '../../../core/errors.ts'
import { inputOf, query } from '../../../core/operation.ts'
import { readableDocument, readableParams } from '../../documents/documents/index.ts'
import { adviceOn, readConnection } from '../../platform/accounting/index.ts'
import { mayChange, orderReadable, orderReaderParams } from './access.ts'
import { systemName } from './books.ts'
import { orderDifferences } from './differences.ts'
import { contentOfRow, isoOrNull, ORDER_COLUMNS, ORDER_JOINS, type OrderDbRow, toOrderRow } from './rows.ts'
import { OWNER_KIND } from './write.ts'

interface DetailRow extends OrderDbRow {
  createdByUserId: string | null
  firstName: string | null
  lastName: string | null
  connectionId: string | null
  closedAt: number | null
  closeReason: string | null
  mailedTo: string | null
  mailedAt: number | null
  contact: string | null
  entryState: Parameters<typeof adviceOn>[0] | null
  entryReason: Parameters<typeof adviceOn>[1]
}

interface VersionRow {
  version: number
  content: string
  note: string
  changedByName: string
  changedAt: number
}

const DETAIL = `SELECT ${ORDER_COLUMNS}, p.created_by_user_id AS createdByUserId, u.first_name AS firstName,
    u.last_name AS lastName, p.connection_id AS connectionId, p.closed_at AS closedAt, p.close_reason AS closeReason,
    p.mailed_to AS mailedTo, p.mailed_at AS mailedAt, v.external_contact AS contact, e.state AS entryState,
    e.reason AS entryReason
  FROM purchase_orders p ${ORDER_JOINS}
  LEFT JOIN users u ON u.id = p.created_by_user_id
  LEFT JOIN erp_entries e ON e.company_id = p.company_id AND e.owner_kind = '${OWNER_KIND}' AND e.owner_id = p.id
        AND e.kind = 'PURCHASE_ORDER'
 WHERE p.id = ?1 AND p.company_id = ?2
   AND ${orderReadable('p', { company: '?2', user: '?3', seesAll: '?4', actsFor: '?5' })}`

/** The newest of them. */
const MOST_VERSIONS = 50
const VERSIONS = `SELECT version, content, note, changed_by_name AS changedByName, changed_at AS changedAt
  FROM purchase_order_versions WHERE purchase_order_id = ?1 AND company_id = ?2 ORDER BY version DESC LIMIT ${MOST_VERSIONS}`

const documents = (): string => `SELECT d.id, d.display_name AS displayName FROM document_links k
 CROSS JOIN documents d ON d.id = k.document_id
 WHERE k.company_id = ?1 AND k.target_type = 'PURCHASE_ORDER' AND k.target_id = ?5 AND ${readableDocument()}
 ORDER BY k.created_at, d.id LIMIT 100`

const BILLED = `SELECT order_line_id AS id, billed_minor AS billed FROM purchase_order_billed
  WHERE purchase_order_id = ?1 AND company_id = ?2 AND billed_minor <> 0`

const contentOf = (json: string): OrderContent => orderContent.parse(JSON.parse(json))

const toVersions = (rows: readonly VersionRow[]) =>
  rows.map((row, index) => {
    const before = rows[index + 1]
    const content = contentOf(row.content)
    return {
      ...{ version: row.version, content, note: row.note, changedBy: row.changedByName },
      changedAt: new Date(row.changedAt).toISOString(),
      differences: before ? orderDifferences(contentOf(before.content), content) : [],
    }
  })

const emailIn = (contact: string | null): string | null =>
  contact ? ((JSON.parse(contact) as Contact | null)?.email ?? null) || null : null

export const readPurchaseOrder = query({
  id: endpoints.getPurchaseOrder.id,
  access: 'purchase-orders.use',
  input: inputOf(endpoints.getPurchaseOrder),
  run: async (context, { purchaseOrderId: id }): Promise<endpoints.PurchaseOrder> => {
    const { db, actor } = context
    const [orders, versions, attached, billed] = await db.readBatch([
      db.sql(DETAIL, id, actor.companyId, ...orderReaderParams(actor)),
      db.sql(VERSIONS, id, actor.companyId),
      db.sql(documents(), ...readableParams(actor), id),
      db.sql(BILLED, id, actor.companyId),
    ])
    const row = orders?.results[0] as unknown as DetailRow | undefined
    if (!row) throw notFound('The purchase order')
    const connection = row.connectionId === null ? null : await readConnection(context, actor.companyId)
    return {
      ...toOrderRow(row),
      content: contentOfRow(row),
      version: row.version,
      billedLines: (billed?.results ?? []) as unknown as { id: string; billed: number }[],
      advice: row.entryState && adviceOn(row.entryState, row.entryReason),
      system: row.connectionId === null ? null : connection ? systemName(connection) : 'the accounting system',
      closedAt: isoOrNull(row.closedAt),
      closeReason: row.closeReason,
      createdBy:
        row.createdByUserId === null
          ? 'Outlay'
          : fullName({ firstName: row.firstName ?? '', lastName: row.lastName ?? '', email: 'A former member' }),
      mailedTo: row.mailedTo,
      mailedAt: isoOrNull(row.mailedAt),
      vendorEmail: emailIn(row.contact),
      documents: (attached?.results ?? []) as unknown as { id: string; displayName: string }[],
      versions: toVersions((versions?.results ?? []) as unknown as VersionRow[]),
      canChange: mayChange(actor, row.createdByUserId),
    }
  },
})
