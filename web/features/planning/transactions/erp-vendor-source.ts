import { erpVendorOptions } from '../../../../schema/planning/actuals/erp-lookup-endpoints.ts'
import { call } from '../../../lib/rest.ts'
import type { OptionSource } from '../../platform/lookups/index.ts'

/** The accounting system's vendors, by name. */
export const erpVendorSource: { name: string; load: OptionSource } = {
  name: 'erp-vendor',
  load: (query, signal) => call(erpVendorOptions, { query, signal }),
}
