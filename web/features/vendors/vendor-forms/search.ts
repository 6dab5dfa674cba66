import { addressSchema } from '../../../../schema/shared/list-filters.ts'
import { sentFormFilters } from '../../../../schema/vendors/vendor-forms/filters.ts'

export const sentFormSearch = addressSchema(sentFormFilters)
