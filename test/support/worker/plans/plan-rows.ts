import { newId } from '../../../../worker/core/clock.ts'
import { run } from '../sessions.ts'

/** Rows of plans as importing a table leaves them. */

export const PLAN_NAME = 'Zebra plan'
export const PLAN_ITEM = 'Zebra of a plan'

/** A plan of 2026 with a line of expenses and one of revenue, for a vendor and the world's department and business unit. */
export const addPlan = async (
  companyId: string,
  { departmentId, businessUnitId }: { departmentId?: string; businessUnitId?: string } = {},
): Promise<{ planId: string; itemId: string }> => {
  const [planId, itemId] = [newId(), newId()]
  // A company can have a certain number of them. The newest may be in use.
  await run(
    `DELETE FROM plans WHERE company_id = ?1 AND (SELECT COUNT(*) FROM plans WHERE company_id = ?1) > 150
        AND rowid NOT IN (SELECT rowid FROM plans WHERE company_id = ?1 ORDER BY rowid DESC LIMIT 50)`,
    companyId,
  )
  await run(
    `INSERT INTO plans (id, company_id, name, description, start_month, end_month, currency, lines, created_by_user_id, created_at)
     VALUES (?, ?, ?, '', '2026-01', '2026-12', 'USD', 2, 'someone', 0)`,
    ...[planId, companyId, PLAN_NAME],
  )
  const item = (id: string, kind: string) =>
    run(
      'INSERT INTO plan_items (id, company_id, plan_id, kind, name, name_key) VALUES (?1, ?2, ?3, ?4, ?5, lower(?5))',
      ...[id, companyId, planId, kind, PLAN_ITEM],
    )
  const [department, unit, category, location, revenue] = [newId(), newId(), newId(), newId(), newId()]
  await item(itemId, 'VENDORS')
  await item(department, 'DEPARTMENTS')
  await item(unit, 'BUSINESS_UNITS')
  await item(category, 'EXPENSE_CATEGORIES')
  await item(location, 'LOCATIONS')
  await item(revenue, 'REVENUE_CATEGORIES')
  for (const [id, unitId] of [
    [department, departmentId],
    [unit, businessUnitId],
  ])
    if (unitId)
      await run('INSERT INTO plan_unit_links (company_id, item_id, unit_id) VALUES (?, ?, ?)', companyId, id, unitId)
  await run(
    `INSERT INTO plan_item_counts (company_id, plan_id, kind, total, unlinked)
     SELECT company_id, plan_id, kind, 1, 1 FROM plan_items WHERE plan_id = ?`,
    planId,
  )
  const amounts = JSON.stringify([5000, ...Array.from({ length: 11 }, () => 0)])
  const line = (type: string, categoryId: string) =>
    run(
      `INSERT INTO plan_lines (company_id, plan_id, type, department_item_id, business_unit_item_id, category_item_id,
         location_item_id, vendor_item_id, amounts) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      ...[companyId, planId, type, department, unit, categoryId, location, itemId, amounts],
    )
  const sum = (type: string, dimension: string, id: string) =>
    run(
      `INSERT INTO plan_sums (company_id, plan_id, type, dimension, item_id, total_minor, amounts)
       VALUES (?, ?, ?, ?, ?, 5000, ?)`,
      ...[companyId, planId, type, dimension, id, amounts],
    )
  for (const [type, categoryId] of [
    ['expense', category],
    ['revenue', revenue],
  ] as const) {
    await line(type, categoryId)
    for (const [dimension, id] of [
      ['all', ''],
      ['department', department],
      ['businessUnit', unit],
      ['category', categoryId],
      ['location', location],
      ['vendor', itemId],
    ] as const)
      await sum(type, dimension, id)
  }
  return { planId, itemId }
}

/** A row of a plan of its own. */
export const addPlanItem = async (companyId: string, kind: string): Promise<string> => {
  const { planId } = await addPlan(companyId)
  const id = newId()
  await run(
    "INSERT INTO plan_items (id, company_id, plan_id, kind, name, name_key) VALUES (?1, ?2, ?3, ?4, 'Another', 'another')",
    ...[id, companyId, planId, kind],
  )
  return id
}
