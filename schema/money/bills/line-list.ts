import { z } from 'zod'
import { fileOf, listOf } from '../../shared/list.ts'
import { money } from '../../shared/money.ts'
import { named } from '../../shared/values.ts'
import { billLineShown } from './endpoints.ts'
import { billLineFilters } from './line-filters.ts'
import { billRow } from './list.ts'

/** The report of bills' lines (specification 3 §7.3), booked as they are now. */

export const LINE_SORT_FIELDS = ['createdAt', 'invoiceDate'] as const

export const billLineRow = billLineShown.omit({ purchaseOrderLineId: true }).extend({
  /** Its place in the bill, from 1. */
  number: z.number().int(),
  bill: billRow
    .pick({
      ...{ id: true, displayName: true, createdAt: true, invoiceNumber: true, invoiceDate: true, dueDate: true },
      ...{ description: true, isCredit: true, status: true, archived: true, currency: true },
    })
    .extend({ erpVendor: named, erpEntity: named.nullable(), totalAmount: money }),
})
export type BillLineRow = z.infer<typeof billLineRow>

export const billLineList = listOf({
  name: 'bill-lines',
  id: 'bills.line-items',
  path: '/api/payments/bills/line-items',
  noun: 'line',
  nouns: 'lines',
  summary: 'Lines of bills, those of the newest bills first',
  filters: billLineFilters,
  sorts: LINE_SORT_FIELDS,
  node: billLineRow,
})
export type BillLineQuery = z.output<typeof billLineList.query>

export const billLineFile = {
  ...fileOf(billLineList, 'Lines of bills that match the filters, as CSV'),
  id: 'bills.line-items-csv',
}
