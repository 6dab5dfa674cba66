import { z } from 'zod'
import { addressSchema } from '../../../../schema/shared/list-filters.ts'
import { spendFilters } from '../../../../schema/spend/spend-requests/filters.ts'
import { searchText } from '../../../lib/search-text.ts'

/** A new one, for a request or a vendor. */
export const newSpendSearch = z.object({
  intakeSubmissionId: searchText,
  vendorId: searchText,
})
export type NewSpendSearch = z.output<typeof newSpendSearch>

/** The state of the list in the address. */
export const spendSearch = addressSchema(spendFilters)
