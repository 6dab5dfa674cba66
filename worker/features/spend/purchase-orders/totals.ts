import type { Money } from '../../../../schema/shared/money.ts'
import {
  type OrderContent,
  orderContent,
  orderNumber,
  orderTotal,
} from '../../../../schema/spend/purchase-orders/content.ts'
import type { Database } from '../../../core/database.ts'

/** An order for areas that compare something with it, such as bills. */
export interface OrderedAmounts {
  id: string
  readableId: string
  status: 'OPEN' | 'CLOSED'
  vendorId: string | null
  /** The accounting system's id of it. */
  erpId: string | null
  total: Money
  lines: OrderContent['lines']
}

/** The lines and totals of these orders, as they are approved now. Other companies' are left out. */
export const readOrderedAmounts = async (
  { db }: { db: Database },
  companyId: string,
  ids: readonly string[],
): Promise<OrderedAmounts[]> => {
  const rows = await db.all<{
    id: string
    number: number
    status: 'OPEN' | 'CLOSED'
    vendorId: string | null
    erpId: string | null
    content: string
  }>(
    db.sql(
      `SELECT p.id, p.number, p.status, p.vendor_id AS vendorId, p.erp_id AS erpId, p.content
         FROM (SELECT DISTINCT value FROM json_each(?2)) j CROSS JOIN purchase_orders p ON p.id = j.value
        WHERE +p.company_id = ?1`,
      ...[companyId, JSON.stringify(ids)],
    ),
  )
  return rows.map(({ number, content: stored, ...row }) => {
    const content = orderContent.parse(JSON.parse(stored))
    return { ...row, readableId: orderNumber(number), total: orderTotal(content), lines: content.lines }
  })
}
