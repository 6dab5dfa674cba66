import { isBlock } from '../../../../schema/approvals/engine/block-ids.ts'
import type { Currency } from '../../../../schema/shared/money.ts'
import {
  type OrderContent,
  type OrderStatus,
  type OrderSyncState,
  orderContent,
  orderNumber,
} from '../../../../schema/spend/purchase-orders/content.ts'
import type { PurchaseOrderRow } from '../../../../schema/spend/purchase-orders/list.ts'

/** Rows of purchase orders. Orders keep the names of what they refer to, so that nothing else has to be read. */

export const ORDER_COLUMNS = `p.id, p.number, p.status, p.vendor_id AS vendorId, p.currency, p.total_minor AS totalMinor,
  p.memo, p.content, p.version, p.transaction_date AS transactionDate, p.intake_submission_id AS submissionId,
  p.block_id AS blockId, p.created_at AS createdAt, p.sync_state AS syncState, p.erp_id AS erpId,
  p.erp_number AS erpNumber, p.erp_url AS erpUrl, p.erp_total_minor AS erpTotalMinor, p.synced_at AS syncedAt,
  p.sync_error AS syncError, p.billed_minor AS billedMinor, p.paid_minor AS paidMinor, r.number AS requestNumber,
  (SELECT json_array(b.label, b.status) FROM level_group_statuses b
    WHERE ${isBlock('p.block_id', 'b')} AND b.company_id = p.company_id) AS block, v.name AS vendorName`

/** By their keys. */
export const ORDER_JOINS = `LEFT JOIN intake_submissions r ON r.id = p.intake_submission_id AND +r.company_id = p.company_id
  LEFT JOIN vendors v ON v.id = p.vendor_id AND +v.company_id = p.company_id`

export interface OrderDbRow {
  id: string
  number: number
  status: OrderStatus
  vendorId: string | null
  currency: Currency
  totalMinor: number
  memo: string
  content: string
  version: number
  transactionDate: string
  submissionId: string | null
  blockId: string | null
  createdAt: number
  syncState: OrderSyncState
  erpId: string | null
  erpNumber: string | null
  erpUrl: string | null
  erpTotalMinor: number | null
  syncedAt: number | null
  syncError: string | null
  billedMinor: number
  paidMinor: number
  requestNumber: number | null
  /** JSON: the label and the status of its step. */
  block: string | null
  vendorName: string | null
}

export const isoOrNull = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString())

/** The vendor may have been merged since, or renamed. */
export const contentOfRow = ({
  content,
  vendorId,
  vendorName,
}: Pick<OrderDbRow, 'content' | 'vendorId' | 'vendorName'>): OrderContent => {
  const stored = orderContent.parse(JSON.parse(content))
  const vendor = vendorId === null ? stored.vendor : { id: vendorId, name: vendorName ?? stored.vendor?.name ?? '' }
  return { ...stored, vendor }
}

const stepOf = ({ blockId, block }: OrderDbRow): PurchaseOrderRow['approvalGroupStatus'] => {
  if (blockId === null) return null
  const [label, status] = block === null ? ['A removed step', 'PENDING'] : (JSON.parse(block) as [string, string])
  return { id: blockId, label, status }
}

export const toOrderRow = (row: OrderDbRow): PurchaseOrderRow => {
  const content = contentOfRow(row)
  const { vendor, erpVendor, entity, location, department, classification, lines } = content
  const total = { value: row.totalMinor, currency: row.currency }
  return {
    id: row.id,
    readableId: orderNumber(row.number),
    status: row.status,
    totalAmount: row.totalMinor,
    currency: row.currency,
    total,
    billed: { ...total, value: row.billedMinor },
    paid: { ...total, value: row.paidMinor },
    // A closed one gets no further bills.
    open: { ...total, value: row.status === 'CLOSED' ? 0 : Math.max(0, row.totalMinor - Math.max(0, row.billedMinor)) },
    memo: row.memo,
    ...{ vendor, erpVendor, entity, location, department, classification, lines },
    approvalGroupStatus: stepOf(row),
    linkedRequest:
      row.submissionId === null ? null : { id: row.submissionId, readableId: `#${row.requestNumber ?? ''}` },
    erp: {
      state: row.syncState,
      erpId: row.erpId,
      number: row.erpNumber,
      url: row.erpUrl,
      syncedOn: isoOrNull(row.syncedAt),
      error: row.syncError,
      transactionDate: row.transactionDate,
      // While a change is on its way, the system still has the total before.
      otherTotal: row.syncState !== 'SYNCED' || row.erpTotalMinor === row.totalMinor ? null : row.erpTotalMinor,
    },
    createdAt: new Date(row.createdAt).toISOString(),
  }
}

/** What emails and the inbox say of the change of an order. */
export const CHANGE_SUMMARY = `'PO-' || s.number AS reference, s.vendor_name || ': change of PO-' || s.number AS title,
    coalesce((SELECT trim(u.first_name || ' ' || u.last_name) FROM users u WHERE u.id = s.requestor_user_id), '')
      AS requestorName,
    s.total_minor AS amountValue, s.currency AS amountCurrency`
