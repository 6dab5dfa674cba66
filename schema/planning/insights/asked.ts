import { z } from 'zod'
import { pageQuery } from '../../shared/paging.ts'
import { id, requestStatus } from '../../shared/values.ts'
import { PLAN_TYPES, planMonth } from '../plans/values.ts'

/** What stands behind the figures of a plan (specification 3 §7.6): its filters name the plan's own items. */

const MOST_ITEMS = 50
const items = z.array(id).max(MOST_ITEMS, `At most ${MOST_ITEMS} at once`).optional()

/** `inDepartmentIds`, `notInDepartmentIds` and so on: items of the plan, or "none" for what has no department. */
const insightFilters = {
  inDepartmentIds: items,
  notInDepartmentIds: items,
  inBusinessUnitIds: items,
  notInBusinessUnitIds: items,
  inCategoryIds: items,
  notInCategoryIds: items,
  inLocationIds: items,
  notInLocationIds: items,
  inVendorIds: items,
  notInVendorIds: items,
} as const

export const insightsAsked = z.object({
  planId: id,
  type: z.enum(PLAN_TYPES),
  startYearMonth: planMonth,
  endYearMonth: planMonth,
  ...insightFilters,
  ...pageQuery.shape,
})
export type InsightsAsked = z.output<typeof insightsAsked>

export const spendInsightsAsked = insightsAsked.extend({ status: requestStatus.optional() })
