import { z } from 'zod'
import { billFilters } from '../../../../schema/money/bills/filters.ts'
import { invoiceFilters } from '../../../../schema/money/bills/invoice-filters.ts'
import { addressSchema } from '../../../../schema/shared/list-filters.ts'

/** Whether the next invoice opens once this one's bill is submitted. */
export const newBillSearch = z.object({ after: z.enum(['next']).optional().catch(undefined) })

/** The state of the lists in their addresses. */
export const billSearch = addressSchema(billFilters)
export const invoiceSearch = addressSchema(invoiceFilters)
