import { bills } from '../../../../schema/money/bills/tables.ts'
import { hrefOf } from '../../../../schema/shared/kinds.ts'
import { can } from '../../../../schema/shared/permissions.ts'
import { registerOfRequests } from '../../../core/references.ts'
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

/** Neither can a request that it is for. */
registerOfRequests({
  order: 112,
  rows: {
    from: 'bills s',
    id: 's.id',
    name: 's.invoice_number',
    company: 's.company_id',
    of: { INTAKE_SUBMISSION: 's.intake_submission_id', SPEND_REQUEST: 's.spend_request_id' },
  },
  present: 's.deleted_at IS NULL',
  text: ({ actor }, name) => (can(actor.policy, 'payments.use') ? `Bill ${name} is for it` : 'A bill is for it'),
  href: (id) => hrefOf('BILL', id),
})
