import { z } from 'zod'
import { questionType } from '../../requests/forms/form.ts'
import { columnAnswer } from '../../requests/lists/endpoints.ts'
import { endpoint } from '../../shared/endpoint.ts'
import { listEndpoints, several, severalResults } from '../../shared/list.ts'
import { flagsOf } from '../../shared/record.ts'
import { id, option } from '../../shared/values.ts'
import { vendorRow } from './endpoints.ts'
import { vendorFilters } from './filters.ts'
import { vendorFields } from './record.ts'
import { PAYMENT_METHODS, VENDOR_GROUPS, VENDOR_SORT_FIELDS } from './values.ts'

/**
 * The list of vendors (specification 2 §3, §5 and §7): filters, saved views, its file, and actions on several vendors.
 */

export const listedVendor = vendorRow.extend({
  /** One for each custom column, in order. */
  customColumns: z.array(columnAnswer.omit({ ruleId: true })),
})
export type ListedVendor = z.infer<typeof listedVendor>

export const vendorList = listEndpoints({
  name: 'vendors',
  path: '/api/vendors',
  noun: 'vendor',
  nouns: 'vendors',
  summary: 'Vendors by name, page by page',
  filters: vendorFilters,
  amounts: 'Next 12 months',
  sorts: VENDOR_SORT_FIELDS,
  groups: VENDOR_GROUPS,
  sortFlags: flagsOf(vendorFields),
  node: listedVendor,
})
export type VendorListQuery = z.output<typeof vendorList.query>
export type SavedVendorFilters = z.output<typeof vendorList.saved>

/** What the list can be filtered by besides its own fields. */
export const listVendorFilterOptions = endpoint({
  id: 'vendors.filter-options',
  method: 'GET',
  path: '/api/vendors/filter-options',
  summary: 'Fields of vendors that the list can be filtered by, with their choices',
  response: z.array(z.object({ label: z.string(), type: questionType, options: z.array(option).nullable() })),
})

const vendorIds = several('vendor')

export const archiveVendors = endpoint({
  id: 'vendors.archive',
  method: 'POST',
  path: '/api/vendors/archive',
  summary: 'Archive or unarchive vendors, with the result for each',
  body: z.object({ vendorIds, archived: z.boolean() }),
  response: severalResults,
})

export const setVendorPaymentMethods = endpoint({
  id: 'vendors.set-payment-methods',
  method: 'POST',
  path: '/api/vendors/set-payment-methods',
  summary: 'Set the payment method of vendors, with the result for each',
  body: z.object({
    vendorIds,
    paymentMethod: z.enum(PAYMENT_METHODS, { error: 'Payment method is required' }),
  }),
  response: severalResults,
})

export const setVendorOwners = endpoint({
  id: 'vendors.set-owners',
  method: 'POST',
  path: '/api/vendors/set-owners',
  summary: 'Set the owners of vendors, with the result for each',
  body: z.object({
    vendorIds,
    ownerIds: z.array(id).min(1, 'Owner is required').max(50, 'At most 50'),
  }),
  response: severalResults,
})
