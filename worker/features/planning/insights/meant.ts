import type { InsightsAsked } from '../../../../schema/planning/insights/asked.ts'
import { PLAN_DIMENSIONS, type PlanDimension, planRangeProblem } from '../../../../schema/planning/plans/values.ts'
import { DIMENSIONS, NO_VALUE } from '../../../../schema/planning/transactions/filters.ts'
import type { Wanted } from '../../../../schema/shared/wanted.ts'
import { invalidField } from '../../../core/errors.ts'
import type { StaffContext } from '../../../core/operation.ts'
import { linkOf, planOf, planStatement } from '../plans/index.ts'

/** What filters by the items of a plan mean in the company. */

export type Meant = Record<PlanDimension, Wanted>

/** An item and something that it is linked to. */
interface Link {
  item: string
  target: string
}

/** The links of those of these items that are the plan's. */
const linksSql = (dimension: 'vendor' | 'department'): string => {
  const { table, column } = linkOf(dimension)
  return `SELECT i.id AS item, k.${column} AS target FROM json_each(?3) j
    CROSS JOIN plan_items i ON i.id = j.value AND +i.company_id = ?1 AND +i.plan_id = ?2
    CROSS JOIN ${table} k ON k.company_id = ?1 AND k.item_id = i.id`
}

/**
 * Null if something is asked for that is nothing in the company. Throws NOT_FOUND for the plan, INVALID for months in the
 * wrong order. One round trip.
 */
export const readMeant = async (context: StaffContext, asked: InsightsAsked): Promise<Meant | null> => {
  const problem = planRangeProblem(asked.startYearMonth, asked.endYearMonth)
  if (problem) throw invalidField('endYearMonth', problem)
  const { db, actor } = context
  const idsOf = (dimension: PlanDimension, side: 'in' | 'notIn') => asked[DIMENSIONS[dimension][side]] ?? []
  const all = PLAN_DIMENSIONS.flatMap((each) => [...idsOf(each, 'in'), ...idsOf(each, 'notIn')])
  const values = [actor.companyId, asked.planId, JSON.stringify(all)]
  const [plan, ...found] = await db.batch([
    planStatement(context, asked.planId),
    db.sql(linksSql('department'), ...values),
    db.sql(linksSql('vendor'), ...values),
  ])
  planOf(plan?.results[0])
  const links = Map.groupBy(
    found.flatMap(({ results }) => results as unknown as Link[]),
    ({ item }) => item,
  )
  const targets = (ids: readonly string[]): string[] => [
    ...new Set(ids.flatMap((id) => (id === NO_VALUE ? [''] : (links.get(id) ?? []).map(({ target }) => target)))),
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
