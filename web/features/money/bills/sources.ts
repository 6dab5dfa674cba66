import { type BillOption, billOptions } from '../../../../schema/money/bills/form-endpoints.ts'
import { call } from '../../../lib/rest.ts'
import type { NamedSource } from '../../platform/lookups/index.ts'
import { ALL_ORDERS } from './order-api.ts'

const sourceOf = (kind: BillOption): NamedSource => ({
  name: `bill-${kind}`,
  load: (query, signal) => call(billOptions, { params: { kind }, query, signal }),
})

/** Objects of the accounting system that bills name. */
export const ERP = {
  vendor: sourceOf('vendor'),
  account: sourceOf('account'),
  department: sourceOf('department'),
  class: sourceOf('class'),
  entity: sourceOf('entity'),
  'tax-code': sourceOf('tax-code'),
} as const satisfies Record<BillOption, NamedSource>

/** For the list's filters. */
export const SOURCES = { erpVendorId: ERP.vendor, purchaseOrderId: ALL_ORDERS }
