/**
 * Who sees a line of the books, as SQL, for what asks it of any member: discussions, mentions, emails and attached
 * files. `scopeOf` of planning/transactions says the same of the person who asks, and a test compares the two.
 */

const leads = (row: string, member: string, unit: 'department' | 'business_unit'): string =>
  `${member}.has_${unit}_access AND EXISTS (SELECT 1 FROM ${unit}_members lu
     WHERE lu.company_id = ${member}.company_id AND lu.user_id = ${member}.user_id AND lu.${unit}_id = ${row}.${unit}_id)`

/**
 * The condition that a member sees a line. Cases instead of nested conditions, because SQLite limits their depth.
 * @param row alias of the transaction
 * @param member alias of the membership in the same company
 */
export const lineReader = (row: string, member: string): string => `CASE
  WHEN NOT ${row}.is_tracked THEN 0
  WHEN ${member}.has_admin_access THEN 1
  WHEN (SELECT lc.flags ->> 'isErpLinked' FROM companies lc WHERE lc.id = ${member}.company_id) IS NOT 1 THEN 0
  WHEN ${member}.has_super_viewer_access THEN 1
  WHEN ${row}.is_payroll THEN max(${member}.has_department_payroll_access AND ${leads(row, member, 'department')},
    ${member}.has_business_unit_payroll_access AND ${leads(row, member, 'business_unit')})
  WHEN ${member}.has_financial_analysis_access THEN 1
  ELSE max(${leads(row, member, 'department')}, ${leads(row, member, 'business_unit')}) END`

/** The same for user ?2 of company ?1. */
export const lineReadable = (row: string): string =>
  `(SELECT ${lineReader(row, 'lm')} FROM company_memberships lm
     WHERE lm.company_id = ?1 AND lm.user_id = ?2 AND lm.disabled_at IS NULL)`

/** SQL of the ids of a person and their company. */
export interface MemberIds {
  company: string
  user: string
}

/**
 * The condition that a person leads one of these units, which are the accounting system's or the company's own. What
 * they lead is found once for all rows.
 * @param m alias of their membership
 * @param units SQL of ids of units, as rows of one column
 */
export const leadsOne = (
  m: string,
  { company, user }: MemberIds,
  unit: 'department' | 'business_unit',
  units: string,
): string => {
  const [own, whose] = [`FROM ${unit}_members lu`, `lu.company_id = ${company} AND lu.user_id = ${user}`]
  return `(${m}.has_${unit}_access AND EXISTS (SELECT 1 FROM (${units}) WHERE id IN (
     SELECT lu.${unit}_id ${own} WHERE ${whose}
     UNION ALL SELECT oe.id ${own} CROSS JOIN erp_objects oe INDEXED BY erp_objects_${unit}
       ON oe.company_id = lu.company_id AND oe.${unit}_id = lu.${unit}_id WHERE ${whose})))`
}

/** The condition that an enabled member `om` is so. Asked as a table, because SQLite limits the depth of expressions. */
export const memberIs = ({ company, user }: MemberIds, condition: string): string =>
  `EXISTS (SELECT 1 FROM (SELECT ${condition} AS holds FROM company_memberships om
    WHERE om.company_id = ${company} AND om.user_id = ${user} AND om.disabled_at IS NULL) ov WHERE ov.holds)`
