import type { StaffActor } from '../../../core/actor.ts'
import type { Params } from '../../../core/params.ts'
import { HAS_LOOSE_PAYROLL, isPayrollCategory, isPayrollName } from '../../platform/accounting/index.ts'
import { isNone, leavesOutPayroll, scopeOf, type Units } from '../transactions/index.ts'

/**
 * Who sees which lines of plans, by the rule of transactions: those who see the transactions of all departments see all
 * of them, leads those of what is linked to a department or a business unit of their own. What is planned for payroll is
 * seen by those who see what was paid as payroll there, so that no one learns from a plan what actuals don't tell.
 *
 * A line is payroll if its category is: one that payroll accounts book to, or one that is linked to nothing and is called
 * so. Without a category it is if payroll accounts have none either, unless it names a vendor.
 */

/** What plans call payroll. */
const WORDS = ['payroll', 'salar', 'wage', 'compensation', 'remuneration', 'severance', 'headcount', 'personnel']

/** JSON list of units. */
const listed = ({ departmentIds, businessUnitIds }: Units): string =>
  JSON.stringify([...departmentIds, ...businessUnitIds])

/** JSON list of the units that someone leads, or null for those who see everything. */
const ledUnits = (actor: StaffActor): string | null => {
  const { lines } = scopeOf(actor)
  return lines === 'ALL' ? null : listed(lines)
}

/** SQL of the plans' departments and business units that are linked to these units. ?1 is the company. */
const theirs = (units: string): string =>
  `SELECT k.item_id FROM json_each(${units}) u CROSS JOIN plan_unit_links k INDEXED BY plan_unit_links_unit
     ON k.company_id = ?1 AND k.unit_id = u.value`

const ofUnits = (units: string, row: string): string =>
  `(${row}.department_item_id IN (${theirs(units)}) OR ${row}.business_unit_item_id IN (${theirs(units)}))`

/** The condition that item `i` is a category of payroll. */
const IS_PAYROLL_ITEM = `(EXISTS (SELECT 1 FROM plan_unit_links k WHERE k.company_id = ?1 AND k.item_id = i.id
      AND ${isPayrollCategory('k.unit_id')})
  OR NOT EXISTS (SELECT 1 FROM plan_unit_links k WHERE k.company_id = ?1 AND k.item_id = i.id)
      AND (${isPayrollName('i.name_key')} OR ${WORDS.map((word) => `i.name_key LIKE '%${word}%'`).join(' OR ')}))`

/**
 * SQL condition that a line is payroll.
 * @param planId SQL, if all lines are of one plan
 */
const isPayrollLine = (row: string, planId: string | null): string => {
  const isOfCategory = planId
    ? `${row}.category_item_id IN (SELECT i.id FROM plan_items i INDEXED BY plan_items_plan
         WHERE i.company_id = ?1 AND i.plan_id = ${planId} AND i.kind = 'EXPENSE_CATEGORIES' AND ${IS_PAYROLL_ITEM})`
    : `EXISTS (SELECT 1 FROM plan_items i WHERE i.id = ${row}.category_item_id AND ${IS_PAYROLL_ITEM})`
  return `(${row}.type = 'expense' AND CASE ${row}.category_item_id
    WHEN '' THEN ${row}.vendor_item_id = '' AND ${HAS_LOOSE_PAYROLL} ELSE ${isOfCategory} END)`
}

/** The condition that a line is payroll that someone doesn't see. Null if there can be none. */
const hiddenLineSql = (actor: StaffActor, row: string, bind: Params['bind'], planId: string | null): string | null => {
  const scope = scopeOf(actor)
  if (scope.payroll === 'ALL' || !leavesOutPayroll(scope)) return null
  const units = listed(scope.payroll)
  const isTheirs = units === '[]' ? '' : `AND NOT ${ofUnits(bind(units), row)}`
  return `(${isPayrollLine(row, planId)} ${isTheirs})`
}

/**
 * SQL condition that someone sees a line. Null if they see all.
 * @param planId SQL, if all lines are of one plan
 */
export const seenLineSql = (
  actor: StaffActor,
  row: string,
  bind: Params['bind'],
  planId: string | null = null,
): string | null => {
  const led = ledUnits(actor)
  const hidden = hiddenLineSql(actor, row, bind, planId)
  const conditions = [...(led === null ? [] : [ofUnits(bind(led), row)]), ...(hidden ? [`NOT ${hidden}`] : [])]
  return conditions.length > 0 ? conditions.join(' AND ') : null
}

/**
 * SQL of the `line`s of plan ?2 that someone sees, found by what they lead. Null if they see all.
 * @param type SQL
 */
export const seenLinesSql = (actor: StaffActor, type: string, bind: Params['bind']): string | null => {
  const led = ledUnits(actor)
  const hidden = hiddenLineSql(actor, 'l', bind, '?2')
  const isSeen = hidden ? `AND NOT ${hidden}` : ''
  const ofPlan = `l.company_id = ?1 AND l.plan_id = ?2 AND l.type = ${type}`
  if (led === null) return hidden ? `SELECT l.rowid AS line FROM plan_lines l WHERE ${ofPlan} ${isSeen}` : null
  const units = bind(led)
  const by = (column: string, index = ''): string =>
    `SELECT l.rowid AS line FROM (${theirs(units)}) t
      CROSS JOIN plan_lines l ${index} ON ${ofPlan} AND l.${column} = t.item_id WHERE 1 ${isSeen}`
  return `${by('department_item_id')} UNION ${by('business_unit_item_id', 'INDEXED BY plan_lines_business_unit')}`
}

/** What someone sees of plans: all, all but payroll, or what is theirs. */
export const sightOf = (actor: StaffActor): 'ALL' | 'BUT_PAYROLL' | 'THEIRS' => {
  const { lines, payroll } = scopeOf(actor)
  if (lines !== 'ALL') return 'THEIRS'
  return payroll === 'ALL' ? 'ALL' : 'BUT_PAYROLL'
}

/** SQL condition that plan ?2 has payroll that someone who sees all but payroll doesn't see. */
export const hidesLinesSql = (actor: StaffActor, type: string, bind: Params['bind']): string => {
  const { payroll } = scopeOf(actor)
  const isHidden = payroll === 'ALL' || isNone(payroll) ? '' : `AND NOT ${ofUnits(bind(listed(payroll)), 'l')}`
  const ofPlan = `l.company_id = ?1 AND l.plan_id = ?2 AND l.type = ${type}`
  return `(${type} = 'expense' AND (
    EXISTS (SELECT 1 FROM plan_items i INDEXED BY plan_items_plan
      CROSS JOIN plan_lines l INDEXED BY plan_lines_category ON ${ofPlan} AND l.category_item_id = i.id
     WHERE i.company_id = ?1 AND i.plan_id = ?2 AND i.kind = 'EXPENSE_CATEGORIES' AND ${IS_PAYROLL_ITEM} ${isHidden})
    OR ${HAS_LOOSE_PAYROLL} AND EXISTS (SELECT 1 FROM plan_lines l INDEXED BY plan_lines_vendor
     WHERE ${ofPlan} AND l.vendor_item_id = '' AND l.category_item_id = '' ${isHidden})))`
}

/** Whether payroll is left out of what someone sees of plans, and of actual amounts beside them. */
export const isWithoutPayroll = (actor: StaffActor): boolean => leavesOutPayroll(scopeOf(actor))
