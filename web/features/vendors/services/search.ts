import { z } from 'zod'
import { isYearMonth } from '../../../../schema/shared/values.ts'
import { SERVICE_FILTERS } from '../../../../schema/vendors/services/values.ts'

const text = z.string().optional().catch(undefined)
const yearMonth = z.string().refine(isYearMonth).optional().catch(undefined)
const pairs = z.array(z.string()).optional().catch(undefined)

/** The state of the list in the address. */
export const serviceSearch = z.object({
  search: z.string().trim().optional().catch(undefined),
  filter: z.enum(SERVICE_FILTERS).optional().catch(undefined),
  vendorId: text,
  ownerId: text,
  departmentId: text,
  businessUnitId: text,
  spendCategoryId: text,
  /** Months in which a period runs. */
  from: yearMonth,
  to: yearMonth,
  /** Labels of custom fields and values, alternately. */
  answers: pairs,
  periodAnswers: pairs,
  periods: z.enum(['all']).optional().catch(undefined),
  cursor: z.unknown().optional(),
})

/** Whose new service it is, or from which document. */
export const newServiceSearch = z.object({
  vendorId: z.string().optional().catch(undefined),
  documentId: z.string().optional().catch(undefined),
})
