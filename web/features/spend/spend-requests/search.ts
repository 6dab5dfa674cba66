import { z } from 'zod'
import { addressSchema } from '../../../../schema/shared/list-filters.ts'
import { spendFilters } from '../../../../schema/spend/spend-requests/filters.ts'

/** A new one, for a request or a vendor. */
export const newSpendSearch = z.object({
  intakeSubmissionId: z.string().optional().catch(undefined),
  vendorId: z.string().optional().catch(undefined),
})
export type NewSpendSearch = z.output<typeof newSpendSearch>

/** The state of the list in the address. */
export const spendSearch = addressSchema(spendFilters)
