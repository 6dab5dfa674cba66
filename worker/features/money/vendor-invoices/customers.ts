import * as endpoints from '../../../../schema/money/vendor-invoices/endpoints.ts'
import type { Currency } from '../../../../schema/shared/money.ts'
import { orderNumber } from '../../../../schema/spend/purchase-orders/content.ts'
import { inCell } from '../../../core/cells.ts'
import { inputOf, query } from '../../../core/operation.ts'
import { atAnother, customersOf } from '../../vendors/vendor-forms/index.ts'
import { ACCEPTS } from './settings.ts'

/** Which customers take invoices of the vendor, and for which orders. */

export const MOST_CUSTOMERS = 100
const MOST_ORDERS = 50

/** Each is asked in its own cell. By name. */
export const readInvoiceCustomers = query({
  id: 'vendor-portal.invoice-customers',
  access: 'vendor.work',
  input: inputOf(endpoints.listInvoiceCustomers),
  run: async (context) => {
    const customers = await customersOf(context, MOST_CUSTOMERS)
    const found = await Promise.all(
      [...Map.groupBy(customers, ({ cell }) => cell)].map(([cell, there]) => {
        const { db } = inCell(context, cell)
        return db.all<{ id: string; accepts: number }>(
          db.sql(
            `SELECT c.id, ${ACCEPTS} AS accepts FROM json_each(?) j CROSS JOIN companies c ON c.id = j.value`,
            JSON.stringify(there.map(({ id }) => id)),
          ),
        )
      }),
    )
    const accepting = new Set(found.flat().flatMap(({ id, accepts }) => (accepts === 1 ? [id] : [])))
    return customers.map(({ id, name }) => ({ id, name, accepts: accepting.has(id) }))
  },
})

/**
 * Order `o` is open, and the customer sent it: by email, or through its accounting system. A vendor learns of no other
 * order. As in the index of those.
 */
export const SENT_ORDER = "o.status = 'OPEN' AND (o.mailed_at IS NOT NULL OR o.sync_state = 'SYNCED')"

interface OrderRow {
  id: string
  number: number
  date: string
  value: number
  currency: Currency
}

/** Throws NOT_FOUND for a company that isn't a customer. */
export const readInvoiceOrders = query({
  id: 'vendor-portal.invoice-orders',
  access: 'vendor.work',
  input: inputOf(endpoints.listInvoiceOrders),
  run: async (context, { companyId }) => {
    const { db, vendor } = await atAnother(context, companyId)
    const orders = await db.all<OrderRow>(
      db.sql(
        `SELECT o.id, o.number, o.transaction_date AS date, o.total_minor AS value, o.currency
           FROM purchase_orders o INDEXED BY purchase_orders_sent
          WHERE o.company_id = ? AND o.vendor_id = ? AND ${SENT_ORDER}
          ORDER BY o.created_at DESC, o.id DESC LIMIT ${MOST_ORDERS}`,
        ...[companyId, vendor.company.vendorId],
      ),
    )
    return orders.map(({ id, number, date, value, currency }) => ({
      ...{ id, number: orderNumber(number), date },
      total: { value, currency },
    }))
  },
})
