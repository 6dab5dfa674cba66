import { z } from 'zod'
import { syncFilters } from '../../../../schema/money/ledger/sync-endpoints.ts'
import { addressSchema } from '../../../../schema/shared/list-filters.ts'
import { isYearMonth } from '../../../../schema/shared/values.ts'

/** What the addresses of these pages say: filters, the month, and what is open. */

const text = z.string().optional().catch(undefined)

export const entriesSearch = addressSchema(syncFilters).extend({ entry: text })
export const payablesSearch = z.object({ vendor: text })
export const trialBalanceSearch = z.object({ month: z.string().refine(isYearMonth).optional().catch(undefined) })
