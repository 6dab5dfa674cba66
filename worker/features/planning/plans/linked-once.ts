import type { PlanMappingKind } from '../../../../schema/planning/plans/values.ts'
import type { StaffContext } from '../../../core/operation.ts'
import { linkOf } from './links.ts'

/**
 * What a thing of the company has cost counts in one row of a plan. With two rows of one vendor its amounts would be there
 * twice, and the rows would add up to more than was spent.
 */

/** SQL: whether row `i` of plan ?2 and kind ?4 is one that `target` could already belong to. ?1 is the company. */
export const takenSql = (kind: PlanMappingKind, target: string): string => {
  const { table, column } = linkOf(kind)
  return `EXISTS (SELECT 1 FROM ${table} m CROSS JOIN plan_items p ON p.id = m.item_id AND +p.plan_id = ?2 AND +p.kind = ?4
     WHERE m.company_id = ?1 AND m.${column} = ${target})`
}

/** The rows of the plan that these things are linked to. */
export const linkedElsewhereStatement = (
  { db, actor }: StaffContext,
  planId: string,
  kind: PlanMappingKind,
  targetIds: readonly string[],
): D1PreparedStatement => {
  const { table, column } = linkOf(kind)
  return db.sql(
    `SELECT k.${column} AS target, i.id AS item, i.name FROM json_each(?3) j
      CROSS JOIN ${table} k ON k.company_id = ?1 AND k.${column} = j.value
      CROSS JOIN plan_items i ON i.id = k.item_id AND +i.plan_id = ?2 AND +i.kind = ?4`,
    actor.companyId,
    planId,
    JSON.stringify(targetIds),
    kind,
  )
}

/**
 * Messages for changes that would link a thing to a second row. What was linked before may stay.
 * @param elsewhere rows of the statement
 */
export const linkedTwice = (
  rows: readonly { id: string; name: string; before: readonly string[]; after: readonly string[] }[],
  elsewhere: readonly Record<string, unknown>[],
  nameOf: (target: string) => string,
): Record<string, string> => {
  const changed = new Set(rows.map(({ id }) => id))
  const others = elsewhere.filter(({ item }) => !changed.has(String(item)))
  const taken = new Map(others.map(({ target, name }) => [String(target), String(name)]))
  const faults: Record<string, string> = {}
  for (const { name, before, after } of rows)
    for (const target of after) if (before.includes(target)) taken.set(target, taken.get(target) ?? name)
  rows.forEach(({ name, before, after }, at) => {
    for (const target of new Set(after)) {
      if (before.includes(target)) continue
      const other = taken.get(target)
      if (other !== undefined)
        faults[`changes.${at}.targetIds`] =
          `${nameOf(target)} is linked to the row “${other}” already. What it cost counts in one row`
      else taken.set(target, name)
    }
  })
  return faults
}
