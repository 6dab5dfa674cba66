import { type Furnished, numbers, type Run } from './statements.ts'

/** Five thousand transactions of a year with everything that they can belong to, and their sums. */
export const transactions = async (run: Run, { companyId, adminId }: Furnished): Promise<void> => {
  const fourth = (table: string): string => `(SELECT id FROM ${table} WHERE company_id = ?1 LIMIT 1 OFFSET 3)`
  const vendor = 'SELECT id FROM vendors WHERE company_id = ?1 AND documents_count > 0 AND services_count > 0 LIMIT 1'
  await run(
    `${numbers(5000)} INSERT INTO transactions (id, company_id, connection_id, type, document_kind, erp_id, line_erp_id,
       document_number, date, amount_minor, currency, company_minor, memo, description, account_type, account_object_id,
       vendor_id, category_id, department_id, business_unit_id, location_id, is_payroll, is_tracked, stamp)
     SELECT 'walk-' || ?1 || '-' || i, ?1, 'walk', iif(i % 9, 'expense', 'revenue'), 'BILL', i, '1', 'B-' || i,
            printf('2026-%02d-%02d', 1 + i % 12, 1 + i % 28), i * 100, 'USD', i * 100, 'Memo ' || i, 'Line ' || i,
            iif(i % 9, iif(i % 2, 'OPEX', 'COGS'), 'REVENUE'), 'walk-account',
            iif(i % 3, (${vendor}), NULL), iif(i % 4, ${fourth('spend_categories')}, NULL),
            iif(i % 2, ${fourth('departments')}, NULL), iif(i % 5, ${fourth('business_units')}, NULL),
            iif(i % 6, ${fourth('locations')}, NULL), i % 10 = 0, 1, 'walk' FROM n`,
    companyId,
  )
  const grouped =
    'account_type, department_id, business_unit_id, category_id, location_id, vendor_id, is_payroll' as const
  await run(
    `INSERT INTO transaction_groups (company_id, type, month, ${grouped}, amount_minor, lines, unrated)
     SELECT company_id, type, substr(date, 1, 7), ${grouped}, SUM(company_minor), COUNT(*), 0
       FROM transactions WHERE company_id = ?1 GROUP BY 1, 2, 3, ${grouped}`,
    companyId,
  )
  await run(
    `INSERT INTO transaction_sums (company_id, type, dimension, month, value, is_payroll, amount_minor, lines, unrated)
     SELECT g.company_id, g.type, d.key, g.month, coalesce(json_array(account_type, department_id, business_unit_id,
            category_id, location_id, vendor_id) ->> d.value, ''), g.is_payroll, SUM(g.amount_minor), SUM(g.lines), 0
       FROM transaction_groups g CROSS JOIN json_each('{"all":9,"accountType":0,"department":1,"businessUnit":2,
            "category":3,"location":4,"vendor":5}') d WHERE g.company_id = ?1 GROUP BY 1, 2, 3, 4, 5, 6`,
    companyId,
  )
  await discussions(run, companyId, adminId)
}

/** Three hundred discussions, half of them resolved, and as many changes, of which one line has forty. */
const discussions = async (run: Run, companyId: string, adminId: string): Promise<void> => {
  const ofLine = `(SELECT id FROM transactions WHERE company_id = ?1 AND type = 'expense' LIMIT 1)`
  await run(
    `${numbers(300)} INSERT INTO threads (id, company_id, target_type, target_id, created_by_user_id, created_at, resolved_at)
     SELECT 'walk-line-' || ?1 || '-' || i, ?1, 'TRANSACTION', iif(i <= 6, ${ofLine}, 'walk-' || ?1 || '-' || i), ?2,
            1767225600000 + i, iif(i % 2, NULL, 1767225600000) FROM n`,
    companyId,
    adminId,
  )
  await run(
    `${numbers(900)} INSERT INTO comments (id, company_id, thread_id, body, created_by_user_id, created_at, updated_at)
     SELECT 'walk-line-' || ?1 || '-' || i, ?1, 'walk-line-' || ?1 || '-' || (1 + i % 300), 'Comment ' || i, ?2,
            1767225600000 + i, 1767225600000 + i FROM n`,
    companyId,
    adminId,
  )
  await run(
    `${numbers(300)} INSERT INTO transaction_recodes (id, company_id, made_by_user_id, made_at, state, vendor_how, vendor_id,
       category_how, total, done, changed)
     SELECT 'walk-' || ?1 || '-' || i, ?1, ?2, 1767225600000 + i, 'DONE', 'SET', NULL, 'KEEP', 1, 1, 1 FROM n`,
    companyId,
    adminId,
  )
  await run(
    `${numbers(300)} INSERT INTO transaction_recode_lines (company_id, recode_id, place, transaction_id, is_changed)
     SELECT ?1, 'walk-' || ?1 || '-' || i, 1, iif(i <= 40, ${ofLine}, 'walk-' || ?1 || '-' || i), 1 FROM n`,
    companyId,
  )
}
