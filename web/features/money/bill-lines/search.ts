import { billLineFilters } from '../../../../schema/money/bills/line-filters.ts'
import { addressSchema } from '../../../../schema/shared/list-filters.ts'

/** The state of the list in the address. */
export const billLinesSearch = addressSchema(billLineFilters)
