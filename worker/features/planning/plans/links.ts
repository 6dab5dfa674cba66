import type { PlanDimension, PlanMappingKind } from '../../../../schema/planning/plans/values.ts'
import type { MappedKind } from '../../../../schema/platform/accounting/values.ts'
import type { StaffContext } from '../../../core/operation.ts'
import type { ReferredKind } from '../../../core/references.ts'

/** What the items of plans are in the company. */

/** The tables and columns of links. Ids of units are unique among all kinds. */
export const linkOf = (of: PlanDimension | PlanMappingKind): { table: string; column: string } =>
  of === 'vendor' || of === 'VENDORS'
    ? { table: 'plan_vendor_links', column: 'vendor_id' }
    : { table: 'plan_unit_links', column: 'unit_id' }

interface Target {
  table: string
  noun: string
  nouns: string
  matched: MappedKind
  referred: ReferredKind
}

/** What a kind is linked to, its name in sentences, and what has the same names in the accounting system. */
export const TARGETS: Record<PlanMappingKind, Target> = {
  BUSINESS_UNITS: {
    referred: 'BUSINESS_UNIT',
    table: 'business_units',
    noun: 'business unit',
    nouns: 'business units',
    matched: 'CLASSIFICATION',
  },
  DEPARTMENTS: {
    referred: 'DEPARTMENT',
    table: 'departments',
    noun: 'department',
    nouns: 'departments',
    matched: 'DEPARTMENT',
  },
  EXPENSE_CATEGORIES: {
    referred: 'SPEND_CATEGORY',
    table: 'spend_categories',
    noun: 'spend category',
    nouns: 'spend categories',
    matched: 'EXPENSE_ACCOUNT',
  },
  LOCATIONS: {
    referred: 'LOCATION',
    table: 'locations',
    noun: 'location',
    nouns: 'locations',
    matched: 'LOCATION',
  },
  REVENUE_CATEGORIES: {
    referred: 'REVENUE_CATEGORY',
    table: 'revenue_categories',
    noun: 'revenue category',
    nouns: 'revenue categories',
    matched: 'REVENUE_ACCOUNT',
  },
  VENDORS: { referred: 'VENDOR', table: 'vendors', noun: 'vendor', nouns: 'vendors', matched: 'VENDOR' },
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

/** Counts the items of a plan again, after a change of them or of their links. */
export const countStatements = (
  { db, actor }: StaffContext,
  planId: string,
  kinds: readonly PlanMappingKind[],
): D1PreparedStatement[] => [
  db.sql(
    `DELETE FROM plan_item_counts WHERE company_id = ?1 AND plan_id = ?2 AND kind IN (SELECT value FROM json_each(?3))`,
    ...[actor.companyId, planId, JSON.stringify(kinds)],
  ),
  ...kinds.map((kind) =>
    db.sql(
      `INSERT INTO plan_item_counts (company_id, plan_id, kind, total, unlinked)
       SELECT ?1, ?2, ?3, COUNT(*),
              SUM(NOT EXISTS (SELECT 1 FROM ${linkOf(kind).table} k WHERE k.company_id = ?1 AND k.item_id = i.id))
         FROM plan_items i INDEXED BY plan_items_plan
        WHERE i.company_id = ?1 AND i.plan_id = ?2 AND i.kind = ?3 HAVING COUNT(*) > 0`,
      ...[actor.companyId, planId, kind],
    ),
  ),
]
