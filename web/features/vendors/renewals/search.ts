import { z } from 'zod'
import { isYearMonth } from '../../../../schema/shared/values.ts'
import { RENEWAL_DAYS } from '../../../../schema/vendors/renewals/values.ts'
import { searchText } from '../../../lib/search-text.ts'

export const RENEWAL_VIEWS = ['calendar', 'timeline', 'list'] as const

const yearMonth = z.string().refine(isYearMonth).optional().catch(undefined)

/** The state of the report in the address. */
export const renewalSearch = z.object({
  view: z.enum(RENEWAL_VIEWS).optional().catch(undefined),
  month: yearMonth,
  from: yearMonth,
  to: yearMonth,
  by: z.enum(RENEWAL_DAYS).optional().catch(undefined),
  ownerId: searchText,
  vendorId: searchText,
  cursor: z.unknown().optional(),
})
