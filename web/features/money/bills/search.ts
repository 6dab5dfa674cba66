import { billFilters } from '../../../../schema/money/bills/filters.ts'
import { invoiceFilters } from '../../../../schema/money/bills/invoice-filters.ts'
import { addressSchema } from '../../../../schema/shared/list-filters.ts'

/** The state of the lists in their addresses. */
export const billSearch = addressSchema(billFilters)
export const invoiceSearch = addressSchema(invoiceFilters)
