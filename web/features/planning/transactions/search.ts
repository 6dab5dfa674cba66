import { z } from 'zod'
import { transactionType } from '../../../../schema/planning/actuals/values.ts'
import { CHARTED } from '../../../../schema/planning/transactions/endpoints.ts'
import { transactionFilters } from '../../../../schema/planning/transactions/filters.ts'
import { addressSchema } from '../../../../schema/shared/list-filters.ts'
import { isYearMonth } from '../../../../schema/shared/values.ts'

const month = z.string().refine(isYearMonth).optional().catch(undefined)

/** The state of the page in its address: what is listed, what is charted, and the transaction that is open. */
export const transactionSearch = addressSchema(transactionFilters).extend({
  type: transactionType.optional().catch(undefined),
  from: month,
  to: month,
  by: z.enum(CHARTED).optional().catch(undefined),
  transaction: z.string().optional().catch(undefined),
})
export type TransactionSearch = z.output<typeof transactionSearch>
