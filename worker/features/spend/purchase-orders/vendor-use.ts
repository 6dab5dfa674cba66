import { hrefOf } from '../../../../schema/shared/kinds.ts'
import { orderNumber } from '../../../../schema/spend/purchase-orders/content.ts'
import { purchaseOrders } from '../../../../schema/spend/purchase-orders/tables.ts'
import { registerVendorPlace } from '../../vendors/merges/index.ts'
import { registerVendorUse } from '../../vendors/vendors/index.ts'

/** A merge takes its purchase orders along. */
registerVendorPlace(purchaseOrders, ['purchase order', 'purchase orders'])

/** A vendor with purchase orders can't be deleted. */
registerVendorUse({
  kind: 'REQUEST',
  rows: `SELECT p.id, p.number AS name FROM purchase_orders p WHERE p.company_id = ?2 AND p.vendor_id = ?1`,
  text: (name, others) =>
    `Purchase order ${orderNumber(Number(name))}${others > 0 ? ` and ${others} more` : ''} ${others ? 'name' : 'names'} it`,
  href: (id) => hrefOf('PURCHASE_ORDER', id),
})
