import { z } from 'zod'
import { planFilters } from '../../../../schema/planning/plans/endpoints.ts'
import { PLAN_DIMENSIONS, PLAN_TYPES } from '../../../../schema/planning/plans/values.ts'
import { addressSchema } from '../../../../schema/shared/list-filters.ts'
import { searchText } from '../../../lib/search-text.ts'

/** What the addresses of plans say. They are read before the pages' code is there. */

export const planListSearch = addressSchema(planFilters)

const ids = z
  .preprocess((value) => (typeof value === 'string' ? [value] : value), z.array(z.string()))
  .optional()
  .catch(undefined)

/** The figures that are shown: of what, by what, and filtered by the plan's own departments, vendors and so on. */
export const figureSearch = z.object({
  type: z.enum(PLAN_TYPES).optional().catch(undefined),
  by: z.enum(PLAN_DIMENSIONS).optional().catch(undefined),
  ...{ departments: ids, businessUnits: ids, categories: ids, locations: ids, vendors: ids },
})
export type FigureSearch = z.output<typeof figureSearch>

export const itemSearch = z.object({ show: searchText, search: searchText, all: searchText })
