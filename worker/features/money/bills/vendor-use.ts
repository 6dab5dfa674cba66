import { bills } from '../../../../schema/money/bills/tables.ts'
import { hrefOf } from '../../../../schema/shared/kinds.ts'
import { can } from '../../../../schema/shared/permissions.ts'
import { registerVendorPlace } from '../../vendors/merges/index.ts'
import { registerVendorUse } from '../../vendors/vendors/index.ts'

/** A merge takes its bills along. Their objects keep the vendor that they named. */
registerVendorPlace(bills, ['bill', 'bills'])

/** A vendor with bills can't be deleted. */
registerVendorUse({
  kind: 'REQUEST',
  rows: `SELECT s.id, s.invoice_number AS name FROM bills s INDEXED BY bills_vendor
          WHERE s.company_id = ?2 AND s.vendor_id = ?1 AND s.deleted_at IS NULL`,
  text: (name, others) => `Bill ${name}${others > 0 ? ` and ${others} more` : ''} ${others ? 'name' : 'names'} it`,
  href: (id) => hrefOf('BILL', id),
  readable: {
    sql: '?3 = 1',
    params: (actor) => [can(actor.policy, 'payments.use') ? 1 : 0],
    unread: (count) => (count > 1 ? `${count} bills that you can’t see use it` : 'A bill that you can’t see uses it'),
    href: '/payments/bills',
  },
})
