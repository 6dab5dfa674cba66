import { erpVendorLinks, vendorAliases, vendorRefusals } from '../../../../schema/planning/actuals/link-tables.ts'
import { transactions } from '../../../../schema/planning/actuals/tables.ts'
import { erpObjects } from '../../../../schema/platform/accounting/tables.ts'
import { hrefOf } from '../../../../schema/shared/kinds.ts'
import { registerVendorPlace } from '../../vendors/merges/index.ts'
import { registerVendorUse } from '../../vendors/vendors/index.ts'

/** A merge takes the accounting system's vendors and their transactions along. */
registerVendorPlace(erpObjects, ['accounting vendor', 'accounting vendors'], {
  // Someone mapping one of them gets a conflict.
  set: ['mapping_version = mapping_version + 1'],
})
// What people said of names stays true of the vendor that is left. It doesn't keep a vendor from being deleted.
registerVendorPlace(erpVendorLinks, ['proposed link', 'proposed links'], { holds: false })
registerVendorPlace(vendorAliases, ['other name', 'other names'], { holds: false })
registerVendorPlace(vendorRefusals, ['name that it isn’t', 'names that it isn’t'], { holds: false })
registerVendorPlace(transactions, ['transaction', 'transactions'], { set: ['version = version + 1'] })

registerVendorUse({
  kind: 'MAPPING',
  rows: 'SELECT o.id, o.name FROM erp_objects o WHERE o.company_id = ?2 AND o.vendor_id = ?1',
  text: (name, others) =>
    `${name}${others > 0 ? ` and ${others} more` : ''} of the accounting system ${others > 0 ? 'are' : 'is'} mapped to it`,
  href: () => '/settings/manage-mappings/actuals/erp-vendors',
})
registerVendorUse({
  kind: 'TRANSACTION',
  rows: "SELECT t.id, '' AS name FROM transactions t WHERE t.company_id = ?2 AND t.vendor_id = ?1",
  text: (_, others) => (others > 0 ? `${others + 1} transactions are its` : 'A transaction is its'),
  href: (_, vendorId) => hrefOf('VENDOR', vendorId),
})
