import { bills } from '../../../../../schema/money/bills/tables.ts'
import { columns, computed, select, typed } from '../../../../core/record.ts'
import { nameOfErpObject } from '../../../platform/accounting/index.ts'
import { hasOpenOrder } from '../../../spend/purchase-orders/index.ts'

/** What of bills waits for someone who works with payments, each looked at up to `most` of the oldest. Company ?1. */

export const invoicesToEnter = (most: number): string =>
  `SELECT i.created_at AS at FROM invoices i INDEXED BY invoices_waiting
    WHERE i.company_id = ?1 AND i.deleted_at IS NULL AND i.bill_count = 0 ORDER BY i.created_at, i.id LIMIT ${most}`

const pending = (most: number): string =>
  `SELECT b.* FROM bills b INDEXED BY bills_status
    WHERE b.company_id = ?1 AND b.deleted_at IS NULL AND b.shown_status = 'PENDING' ORDER BY b.created_at, b.id LIMIT ${most}`

export const billsInApproval = (most: number): string =>
  `SELECT created_at AS at FROM (${pending(most)}) WHERE archived_at IS NULL`

/** Those that name no purchase order although their vendor has an open one. */
export const billsToMatch = (most: number) => typed`SELECT ${columns(
  select(bills, 'b', ['id', 'invoiceNumber', 'totalMinor', 'currency', 'createdAt']),
  computed<{ vendorName: string }>({ vendorName: nameOfErpObject('b.erp_vendor_id', '?1') }),
)} FROM (${pending(most)}) b
  WHERE b.archived_at IS NULL AND b.is_credit = 0 AND b.purchase_order_id IS NULL AND b.vendor_id IS NOT NULL
    AND ${hasOpenOrder('?1', 'b.vendor_id', 'b.currency')}`
