import type { StaffActor } from '../../../core/actor.ts'
import type { Params } from '../../../core/params.ts'
import { scopeOf } from '../transactions/index.ts'

/**
 * Who sees which lines of plans: those who see the transactions of all departments see all of them, leads those of what
 * is linked to a department or a business unit of their own.
 */

/** JSON list of the units that someone leads, or null for those who see everything. */
export const ledUnits = (actor: StaffActor): string | null => {
  const { lines } = scopeOf(actor)
  return lines === 'ALL' ? null : JSON.stringify([...lines.departmentIds, ...lines.businessUnitIds])
}

/** SQL of the plans' departments and business units that are linked to these units. ?1 is the company. */
const theirs = (units: string): string =>
  `SELECT k.item_id FROM json_each(${units}) u CROSS JOIN plan_unit_links k INDEXED BY plan_unit_links_unit
     ON k.company_id = ?1 AND k.unit_id = u.value`

/** SQL condition that someone sees a line. Null if they see all. */
export const seenLineSql = (actor: StaffActor, row: string, bind: Params['bind']): string | null => {
  const led = ledUnits(actor)
  if (led === null) return null
  const units = bind(led)
  return `(${row}.department_item_id IN (${theirs(units)}) OR ${row}.business_unit_item_id IN (${theirs(units)}))`
}

/**
 * SQL of the `line`s of plan ?2 that someone sees, found by what they lead. Null if they see all.
 * @param type SQL
 */
export const seenLinesSql = (actor: StaffActor, type: string, bind: Params['bind']): string | null => {
  const led = ledUnits(actor)
  if (led === null) return null
  const units = bind(led)
  const by = (column: string, index = ''): string =>
    `SELECT l.rowid AS line FROM (${theirs(units)}) t
      CROSS JOIN plan_lines l ${index} ON l.company_id = ?1 AND l.plan_id = ?2 AND l.type = ${type} AND l.${column} = t.item_id`
  return `${by('department_item_id')} UNION ${by('business_unit_item_id', 'INDEXED BY plan_lines_business_unit')}`
}
