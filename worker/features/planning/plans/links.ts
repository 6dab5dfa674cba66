import type { PlanDimension, PlanMappingKind } from '../../../../schema/planning/plans/values.ts'
import type { MappedKind } from '../../../../schema/platform/accounting/values.ts'
import type { StaffContext } from '../../../core/operation.ts'

/** What the items of plans are in the company. */

/** The tables and columns of links. Ids of units are unique among all kinds. */
export const linkOf = (of: PlanDimension | PlanMappingKind): { table: string; column: string } =>
  of === 'vendor' || of === 'VENDORS'
    ? { table: 'plan_vendor_links', column: 'vendor_id' }
    : { table: 'plan_unit_links', column: 'unit_id' }

/** What a kind is linked to, its name in sentences, and what has the same names in the accounting system. */
export const TARGETS: Record<PlanMappingKind, { table: string; noun: string; matched: MappedKind }> = {
  BUSINESS_UNITS: { table: 'business_units', noun: 'business unit', matched: 'CLASSIFICATION' },
  DEPARTMENTS: { table: 'departments', noun: 'department', matched: 'DEPARTMENT' },
  EXPENSE_CATEGORIES: { table: 'spend_categories', noun: 'spend category', matched: 'EXPENSE_ACCOUNT' },
  LOCATIONS: { table: 'locations', noun: 'location', matched: 'LOCATION' },
  REVENUE_CATEGORIES: { table: 'revenue_categories', noun: 'revenue category', matched: 'REVENUE_ACCOUNT' },
  VENDORS: { table: 'vendors', noun: 'vendor', matched: 'VENDOR' },
}

/** The `item`, and the `id` and `name` of each thing that it is linked to. */
export const linkedStatement = (
  { db, actor }: StaffContext,
  kind: PlanMappingKind,
  itemIds: readonly string[],
): D1PreparedStatement => {
  const { table, column } = linkOf(kind)
  return db.sql(
    `SELECT k.item_id AS item, t.id, t.name FROM json_each(?2) f
      CROSS JOIN ${table} k ON k.company_id = ?1 AND k.item_id = f.value
      CROSS JOIN ${TARGETS[kind].table} t ON t.id = k.${column} AND +t.company_id = ?1 ORDER BY lower(t.name), t.id`,
    actor.companyId,
    JSON.stringify(itemIds),
  )
}
