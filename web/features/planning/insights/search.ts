import { z } from 'zod'
import { isYearMonth } from '../../../../schema/shared/values.ts'
import { figureSearch } from '../plans/index.ts'

/** What the address says: the plan, the months, the filters, and the row whose figures are open. */

const month = z.string().refine(isYearMonth).optional().catch(undefined)

/** Instead of a row: all of them, or what names none. */
export const ALL_ROWS = 'all'
export const NO_ROW = 'none'

export const analysisSearch = figureSearch.extend({
  plan: z.string().optional().catch(undefined),
  from: month,
  to: month,
  row: z.string().optional().catch(undefined),
})
export type AnalysisSearch = z.output<typeof analysisSearch>
