/**
 * What a line has from the mapping of its objects, as SQL by column. `a` is its account, `v` its vendor, `d` its
 * department, `l` its location, `c` its classification and `e` its entity. Vendor and category can also be set on the
 * line itself, and are up to the statement.
 */
export const MAPPED: Record<string, string> = {
  account_type: 'coalesce(a.chosen_type, a.account_type)',
  department_id: 'coalesce(d.department_id, a.department_id)',
  business_unit_id: 'coalesce(c.business_unit_id, a.business_unit_id)',
  location_id: 'l.location_id',
  entity_id: 'e.entity_id',
  is_payroll: 'a.is_payroll',
  // Whether it counts as an actual.
  is_tracked: `CASE a.tracking_level WHEN 'NONE' THEN 0
    WHEN 'TRANSACTIONS_WITH_DEPARTMENT' THEN d.id IS NOT NULL ELSE 1 END
  AND coalesce(d.is_tracked, 1) AND coalesce(l.is_tracked, 1)`,
}
