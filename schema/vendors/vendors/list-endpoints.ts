import { z } from 'zod'
import { type answersInput, questionType } from '../../requests/forms/form.ts'
import { columnAnswer } from '../../requests/lists/endpoints.ts'
import { endpoint } from '../../shared/endpoint.ts'
import { answerFilters, connection, orderByOf, pageQuery } from '../../shared/paging.ts'
import { id, option, requiredText } from '../../shared/values.ts'
import { vendorRow } from './endpoints.ts'
import { PAYMENT_METHODS, VENDOR_FILTERS, VENDOR_SORT_FIELDS } from './values.ts'

/**
 * The list of vendors (specification 2 §3, §5 and §7): filters, saved views, its file, and actions on several vendors.
 */

export const vendorListFilters = z.object({
  filter: z.enum(VENDOR_FILTERS).default('ACTIVE'),
  search: z.string().trim().max(200).optional(),
  vendorCategoryId: id.optional(),
  ownerId: id.optional(),
  paymentMethod: z.enum(PAYMENT_METHODS).optional(),
  /** Labels of custom fields, each followed by a value. Repeating a label means any of its values. */
  answerFilters: answerFilters('answerFilters'),
})
export type VendorListFilters = z.output<typeof vendorListFilters>

const paging = {
  orderBy: orderByOf(z.enum(VENDOR_SORT_FIELDS)),
}
export const vendorListQuery = pageQuery.extend({ ...vendorListFilters.shape, ...paging })
export type VendorListQuery = z.output<typeof vendorListQuery>

export const listedVendor = vendorRow.extend({
  /** One for each custom column, in order. */
  customColumns: z.array(columnAnswer.omit({ ruleId: true })),
})
export type ListedVendor = z.infer<typeof listedVendor>

export const listVendors = endpoint({
  id: 'vendors.list',
  method: 'GET',
  path: '/api/vendors',
  summary: 'Vendors by name, page by page',
  query: vendorListQuery,
  response: connection(listedVendor),
})

/** What the list can be filtered by besides its own fields. */
export const listVendorFilterOptions = endpoint({
  id: 'vendors.filter-options',
  method: 'GET',
  path: '/api/vendors/filter-options',
  summary: 'Fields of vendors that the list can be filtered by, with their choices',
  response: z.array(z.object({ label: z.string(), type: questionType, options: z.array(option).nullable() })),
})

export const filterHash = z.string().regex(/^[0-9a-f]{16}$/, 'Not a valid hash')
/** A saved set of filters as in the list's address. */
const savedFilters = vendorListFilters.extend(paging)
export type SavedVendorFilters = z.output<typeof savedFilters>

export const saveVendorFilters = endpoint({
  id: 'vendors.save-filter',
  method: 'POST',
  path: '/api/vendors/by-filter',
  summary: 'The hash of a set of filters: the same filters have the same hash. With a label, it is saved as a view',
  body: z.object({ filters: savedFilters, label: requiredText(80).optional() }),
  response: z.object({ hash: z.string() }),
})

export const listVendorViews = endpoint({
  id: 'vendors.views',
  method: 'GET',
  path: '/api/vendors/views',
  summary: 'The views of the vendor list that the person has saved',
  response: z.array(z.object({ id: z.string(), label: z.string(), hash: z.string(), filters: savedFilters.partial() })),
})

export const deleteVendorView = endpoint({
  id: 'vendors.delete-view',
  method: 'DELETE',
  path: '/api/vendors/views/{id}',
  summary: 'Delete a saved view',
  params: z.object({ id }),
  response: z.null(),
})

export const listVendorsByFilter = endpoint({
  id: 'vendors.by-filter',
  method: 'GET',
  path: '/api/vendors/by-filter/{hash}',
  summary: 'Vendors by a saved set of filters',
  params: z.object({ hash: filterHash }),
  query: pageQuery.extend(paging),
  response: connection(listedVendor),
})

export const downloadVendors = endpoint({
  id: 'vendors.by-filter-csv',
  method: 'GET',
  path: '/api/vendors/by-filter/{hash}.csv',
  summary: 'Every vendor of a saved set of filters, as CSV',
  params: z.object({
    hash: z
      .string()
      .transform((value) => value.replace(/\.csv$/, ''))
      .pipe(filterHash),
  }),
  response: z.string(),
  raw: 'text/csv',
})

const several = z.array(id).min(1, 'Choose at least one vendor').max(100, 'At most 100 at once')
/** The result for each vendor, in the given order. */
export const severalResults = z.object({
  results: z.array(z.object({ id: z.string(), ok: z.boolean(), message: z.string().nullable() })),
})
export type SeveralResults = z.infer<typeof severalResults>

export const archiveVendors = endpoint({
  id: 'vendors.archive',
  method: 'POST',
  path: '/api/vendors/archive',
  summary: 'Archive or unarchive vendors, with the result for each',
  body: z.object({ vendorIds: several, archived: z.boolean() }),
  response: severalResults,
})

export const setVendorPaymentMethods = endpoint({
  id: 'vendors.set-payment-methods',
  method: 'POST',
  path: '/api/vendors/set-payment-methods',
  summary: 'Set the payment method of vendors, with the result for each',
  body: z.object({
    vendorIds: several,
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
    vendorIds: several,
    ownerIds: z.array(id).min(1, 'Owner is required').max(50, 'At most 50'),
  }),
  response: severalResults,
})

export type AnswersInput = z.output<typeof answersInput>
