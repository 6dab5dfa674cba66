import { type Furnished, numbers, type Run } from './statements.ts'

/** Forty plans, of which one has three thousand lines with a vendor each, and as many departments as people look at. */
export const plans = async (run: Run, { companyId, adminId }: Furnished): Promise<void> => {
  await run(
    `${numbers(40)} INSERT INTO plans (id, company_id, name, description, start_month, end_month, currency, lines,
       created_by_user_id, created_at)
     SELECT 'walk-plan-' || ?1 || '-' || i, ?1, 'Budget ' || i, 'What we mean to spend', '2026-01', '2026-12', 'USD',
            iif(i = 1, 3000, 0), ?2, 1767225600000 + i FROM n`,
    ...[companyId, adminId],
  )
  const plan = `'walk-plan-' || ?1 || '-1'`
  const item = (kind: string, number: string) => `'walk-plan-' || ?1 || '-${kind}-' || ${number}`
  const kinds = {
    DEPARTMENTS: 60,
    BUSINESS_UNITS: 20,
    EXPENSE_CATEGORIES: 60,
    LOCATIONS: 30,
    REVENUE_CATEGORIES: 5,
    VENDORS: 3000,
  }
  for (const [kind, count] of Object.entries(kinds)) {
    await run(
      `${numbers(count)} INSERT INTO plan_items (id, company_id, plan_id, kind, name, name_key)
       SELECT ${item(kind, 'i')}, ?1, ${plan}, '${kind}', 'Supplier ' || i, 'supplier ' || i FROM n`,
      companyId,
    )
  }
  await run(
    `INSERT INTO plan_item_counts (company_id, plan_id, kind, total, unlinked)
     SELECT company_id, plan_id, kind, COUNT(*), COUNT(*) / 2 FROM plan_items WHERE company_id = ?1 GROUP BY 1, 2, 3`,
    companyId,
  )
  const amounts = 'json_array(i, i, i, i, i, i, i, i, i, i, i, i)'
  await run(
    `${numbers(3000)} INSERT INTO plan_lines (company_id, plan_id, type, department_item_id, business_unit_item_id,
       category_item_id, location_item_id, vendor_item_id, amounts)
     SELECT ?1, ${plan}, 'expense', ${item('DEPARTMENTS', '(1 + i % 60)')}, ${item('BUSINESS_UNITS', '(1 + i % 20)')},
            ${item('EXPENSE_CATEGORIES', '(1 + i % 60)')}, ${item('LOCATIONS', '(1 + i % 30)')}, ${item('VENDORS', 'i')},
            ${amounts} FROM n`,
    companyId,
  )
  const columns = {
    ...{ department: 'department_item_id', businessUnit: 'business_unit_item_id', category: 'category_item_id' },
    ...{ location: 'location_item_id', vendor: 'vendor_item_id', all: "''" },
  }
  for (const [dimension, column] of Object.entries(columns)) {
    await run(
      `INSERT INTO plan_sums (company_id, plan_id, type, dimension, item_id, total_minor, amounts)
       SELECT company_id, plan_id, type, '${dimension}', ${column}, 12 * SUM(amounts ->> 0),
              json_array(SUM(amounts ->> 0), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 11 * SUM(amounts ->> 0))
         FROM plan_lines WHERE company_id = ?1 GROUP BY 1, 2, 3, 5`,
      companyId,
    )
  }
  await run(
    `INSERT INTO plan_vendor_links (company_id, item_id, vendor_id)
     SELECT ?1, i.id, (SELECT v.id FROM vendors v WHERE v.company_id = ?1 LIMIT 1) FROM plan_items i
      WHERE i.company_id = ?1 AND i.kind = 'VENDORS' AND i.name_key > 'supplier 29'`,
    companyId,
  )
  await run(
    `INSERT INTO plan_unit_links (company_id, item_id, unit_id)
     SELECT ?1, i.id, (SELECT d.id FROM departments d WHERE d.company_id = ?1 LIMIT 1 OFFSET 3) FROM plan_items i
      WHERE i.company_id = ?1 AND i.kind = 'DEPARTMENTS'`,
    companyId,
  )
}
