import { planUnitLinks, planVendorLinks } from '../../../../schema/planning/plans/tables.ts'
import type { StaffContext } from '../../../core/operation.ts'
import { columns, select, typed } from '../../../core/record.ts'
import { planOf, planStatement } from './plan.ts'

/** What items of a plan are in the company, whatever they are. */

const OF_UNITS = typed`SELECT ${columns(select(planUnitLinks, 'k', ['itemId', 'unitId']))} FROM json_each(?3) j
  CROSS JOIN plan_items i ON i.id = j.value AND +i.company_id = ?1 AND +i.plan_id = ?2
  CROSS JOIN plan_unit_links k ON k.company_id = ?1 AND k.item_id = i.id`
const OF_VENDORS = typed`SELECT ${columns(select(planVendorLinks, 'k', ['itemId', 'vendorId']))} FROM json_each(?3) j
  CROSS JOIN plan_items i ON i.id = j.value AND +i.company_id = ?1 AND +i.plan_id = ?2
  CROSS JOIN plan_vendor_links k ON k.company_id = ?1 AND k.item_id = i.id`

/** The ids of each of these items that is the plan's. Throws NOT_FOUND for the plan. One round trip. */
export const readItemTargets = async (
  context: StaffContext,
  planId: string,
  itemIds: readonly string[],
): Promise<ReadonlyMap<string, string[]>> => {
  const { db, actor } = context
  const list = JSON.stringify(itemIds)
  const [plan, units, vendors] = await db.readBatch([
    planStatement(context, planId),
    db.sql(OF_UNITS, actor.companyId, planId, list),
    db.sql(OF_VENDORS, actor.companyId, planId, list),
  ])
  planOf(plan.results[0])
  const found = new Map<string, string[]>()
  const add = (itemId: string, target: string) => found.set(itemId, [...(found.get(itemId) ?? []), target])
  for (const { itemId, unitId } of units.results) add(itemId, unitId)
  for (const { itemId, vendorId } of vendors.results) add(itemId, vendorId)
  return found
}
