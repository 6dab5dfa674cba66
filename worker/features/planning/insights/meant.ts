import type { InsightsAsked } from '../../../../schema/planning/insights/asked.ts'
import { PLAN_DIMENSIONS, type PlanDimension, planRangeProblem } from '../../../../schema/planning/plans/values.ts'
import { DIMENSIONS, NO_VALUE } from '../../../../schema/planning/transactions/filters.ts'
import type { Wanted } from '../../../../schema/shared/list-filters.ts'
import { invalidField } from '../../../core/errors.ts'
import type { StaffContext } from '../../../core/operation.ts'
import { readItemTargets } from '../plans/index.ts'

/** What filters by the items of a plan mean in the company. */

export type Meant = Record<PlanDimension, Wanted>

/**
 * Null if something is asked for that is nothing in the company. Throws NOT_FOUND for the plan, INVALID for months in the
 * wrong order. One round trip.
 */
export const readMeant = async (context: StaffContext, asked: InsightsAsked): Promise<Meant | null> => {
  const problem = planRangeProblem(asked.startYearMonth, asked.endYearMonth)
  if (problem) throw invalidField('endYearMonth', problem)
  const idsOf = (dimension: PlanDimension, side: 'in' | 'notIn') => asked[DIMENSIONS[dimension][side]] ?? []
  const all = PLAN_DIMENSIONS.flatMap((each) => [...idsOf(each, 'in'), ...idsOf(each, 'notIn')])
  const links = await readItemTargets(context, asked.planId, all)
  const targets = (ids: readonly string[]): string[] => [
    ...new Set(ids.flatMap((id) => (id === NO_VALUE ? [''] : (links.get(id) ?? [])))),
  ]
  const wanted = (each: PlanDimension): Wanted => ({
    in: targets(idsOf(each, 'in')),
    notIn: targets(idsOf(each, 'notIn')),
  })
  const meant: Meant = {
    department: wanted('department'),
    businessUnit: wanted('businessUnit'),
    category: wanted('category'),
    location: wanted('location'),
    vendor: wanted('vendor'),
  }
  const isNothing = PLAN_DIMENSIONS.some((each) => idsOf(each, 'in').length > 0 && meant[each].in.length === 0)
  return isNothing ? null : meant
}
