import { z } from 'zod'
import { addressSchema } from '../../../../schema/shared/list-filters.ts'
import { serviceFilters } from '../../../../schema/vendors/services/filters.ts'
import { searchText } from '../../../lib/search-text.ts'

/** The state of the list in the address. */
export const serviceSearch = addressSchema(serviceFilters).extend({
  periods: z.enum(['all']).optional().catch(undefined),
})

/** Whose new service it is, or from which document. */
export const newServiceSearch = z.object({
  vendorId: searchText,
  documentId: searchText,
})
