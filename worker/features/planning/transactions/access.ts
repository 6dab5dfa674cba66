import type { StaffActor } from '../../../core/actor.ts'
import type { Params } from '../../../core/params.ts'

/**
 * Who sees which transactions. Admins, super viewers and financial analysts see those of all departments, leads those of
 * their own departments and business units. Payroll is seen by admins and super viewers, and by leads with payroll access
 * in what they lead, also if they are analysts.
 */

export interface Units {
  departmentIds: readonly string[]
  businessUnitIds: readonly string[]
}

/** Someone sees a line if it is among the lines and, if it is payroll, among the payroll. */
export interface Scope {
  lines: 'ALL' | Units
  payroll: 'ALL' | Units
}

const idsOf = (units: readonly { id: string }[]): string[] => units.map(({ id }) => id)

export const scopeOf = ({
  policy,
  departments,
  businessUnits,
}: Pick<StaffActor, 'policy' | 'departments' | 'businessUnits'>): Scope => {
  const { flags } = policy
  if (flags.hasAdminAccess || flags.hasSuperViewerAccess) return { lines: 'ALL', payroll: 'ALL' }
  const led: Units = {
    departmentIds: flags.hasDepartmentAccess ? idsOf(departments) : [],
    businessUnitIds: flags.hasBusinessUnitAccess ? idsOf(businessUnits) : [],
  }
  const payroll: Units = {
    departmentIds: flags.hasDepartmentPayrollAccess ? led.departmentIds : [],
    businessUnitIds: flags.hasBusinessUnitPayrollAccess ? led.businessUnitIds : [],
  }
  return { lines: flags.hasFinancialAnalysisAccess ? 'ALL' : led, payroll }
}

export const isNone = ({ departmentIds, businessUnitIds }: Units): boolean =>
  departmentIds.length === 0 && businessUnitIds.length === 0

export const seesAll = ({ lines, payroll }: Scope): boolean => lines === 'ALL' && payroll === 'ALL'

/** Whether some of what someone would see is left out because it is payroll. */
export const leavesOutPayroll = ({ lines, payroll }: Scope): boolean => {
  if (payroll === 'ALL') return false
  if (lines === 'ALL') return true
  return (
    lines.departmentIds.some((unitId) => !payroll.departmentIds.includes(unitId)) ||
    lines.businessUnitIds.some((unitId) => !payroll.businessUnitIds.includes(unitId))
  )
}

const inUnits = ({ departmentIds, businessUnitIds }: Units, row: string, bind: Params['bind']): string => {
  const within = (column: string, ids: readonly string[]): string[] =>
    ids.length > 0 ? [`${row}.${column} IN (SELECT value FROM json_each(${bind(JSON.stringify(ids))}))`] : []
  const either = [...within('department_id', departmentIds), ...within('business_unit_id', businessUnitIds)]
  return either.length > 0 ? `(${either.join(' OR ')})` : '0'
}

/**
 * SQL condition that someone sees a line, or a sum of such lines. Null if they see all.
 * @param row its alias, with the columns of a transaction
 */
export const visibleSql = ({ lines, payroll }: Scope, row: string, bind: Params['bind']): string | null => {
  const conditions = [
    ...(lines === 'ALL' ? [] : [inUnits(lines, row, bind)]),
    ...(payroll === 'ALL'
      ? []
      : [isNone(payroll) ? `NOT ${row}.is_payroll` : `(NOT ${row}.is_payroll OR ${inUnits(payroll, row, bind)})`]),
  ]
  return conditions.length > 0 ? conditions.join(' AND ') : null
}
