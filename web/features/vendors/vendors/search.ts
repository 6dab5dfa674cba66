import { addressSchema } from '../../../../schema/shared/list-filters.ts'
import { vendorFilters } from '../../../../schema/vendors/vendors/filters.ts'

/** The state of the list in the address. */
export const listSearch = addressSchema(vendorFilters)
