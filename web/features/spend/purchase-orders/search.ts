import { addressSchema } from '../../../../schema/shared/list-filters.ts'
import { orderFilters } from '../../../../schema/spend/purchase-orders/filters.ts'

/** The state of the list in the address. */
export const orderSearch = addressSchema(orderFilters)
