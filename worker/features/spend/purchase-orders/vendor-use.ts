import { hrefOf } from '../../../../schema/shared/kinds.ts'
import { orderNumber } from '../../../../schema/spend/purchase-orders/content.ts'
import { purchaseOrders } from '../../../../schema/spend/purchase-orders/tables.ts'
import { registerOfRequests } from '../../../core/references.ts'
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

/** Neither can a request with one. */
registerOfRequests({
  order: 110,
  rows: {
    from: 'purchase_orders p',
    id: 'p.id',
    name: 'p.number',
    company: 'p.company_id',
    of: { INTAKE_SUBMISSION: 'p.intake_submission_id' },
  },
  text: (_, name) => `Purchase order ${orderNumber(Number(name))} was made from it`,
  href: (id) => hrefOf('PURCHASE_ORDER', id),
})
