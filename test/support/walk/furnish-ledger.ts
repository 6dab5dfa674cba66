import { type Furnished, numbers, type Run } from './statements.ts'

const vendorId = (companyId: string, number: number): string => `walk-vendor-${companyId}-${number}`

/**
 * Three thousand bills of two hundred vendors, half of them owed, on sixty accounts over three years, and their entries
 * for the accounting system. The sums are kept as the journal is posted.
 */
export const ledger = async (run: Run, { companyId }: Furnished): Promise<void> => {
  for (const [kind, count] of [
    ['VENDOR', 200],
    ['ACCOUNT', 60],
    ['ENTITY', 5],
  ] as const)
    await run(
      `${numbers(count)} INSERT INTO erp_objects (id, company_id, connection_id, kind, erp_id, name, name_key, is_active,
         created_at, updated_at)
       SELECT 'walk-${kind.toLowerCase()}-' || ?1 || '-' || i, ?1, 'walk-ledger', '${kind}', 'ledger-' || i, 'Supplier ' || i,
              'supplier ' || i, 1, 0, 0 FROM n`,
      companyId,
    )
  const day = (column: string) => `printf('%d-%02d-%02d', 2024 + ${column} % 3, 1 + ${column} % 12, 1 + ${column} % 28)`
  const entry = (type: string, source: string, postings: string, where: string) =>
    run(
      `${numbers(3000)} INSERT INTO ledger_entries (id, company_id, type, source, date, memo, erp_vendor_id, bill_id, due_date,
         base_currency, rates, postings, created_at)
       SELECT 'walk-${type}-' || ?1 || '-' || i, ?1, '${type}', '${source}' || i, ${day('i')}, 'Bill ' || i,
              'walk-vendor-' || ?1 || '-' || (1 + i % 200), 'walk-bill-' || ?1 || '-' || i, date('now', (i % 200 - 120) || ' days'),
              'USD', '[]', ${postings}, i FROM n WHERE ${where}`,
      companyId,
    )
  const posting = (account: string, erpAccount: string, sign: string) =>
    `json_array('${account}', ${erpAccount}, ${day('i')}, 'USD', ${sign}i * 100, ${sign}i * 100, NULL)`
  const expense = posting('EXPENSE', "'walk-account-' || ?1 || '-' || (1 + i % 60)", '')
  await entry('BILL', 'walk-bill:', `json_array(json(${expense}), json(${posting('PAYABLE', 'NULL', '-')}))`, 'true')
  const payable = posting('PAYABLE', 'NULL', '')
  await entry(
    'BILL_PAYMENT',
    'walk-payment:',
    `json_array(json(${payable}), json(${posting('CLEARING', 'NULL', '-')}))`,
    'i % 2',
  )
  // D1 calls no function with more than 32 arguments.
  const facts = `json_insert(json_object('type', 'BILL', 'ownerId', 'walk-' || i, 'billId', 'walk-bill-' || i, 'erpEntityId', NULL, 'date',
    '2026-05-05', 'currency', 'USD', 'totalMinor', 100, 'title', 'Bill ' || i, 'erpVendorId', '${vendorId(companyId, 1)}',
    'isCredit', json('false')), '$.invoiceNumber', 'I-' || i, '$.dueDate', NULL, '$.description', '', '$.exchangeRate', NULL,
    '$.accountingPeriodId', NULL, '$.createdByUserId', NULL, '$.fields', json('[]'), '$.lines', json('[{"lineId":"1","amountMinor":100,
    "memo":"","erpAccountId":null,"erpDepartmentId":null,"erpClassificationId":null,"erpTaxCodeId":null,"amortization":null,"fields":[]}]'))`
  const payment = `json_object('type', 'BILL_PAYMENT', 'ownerId', 'walk-' || i, 'billId', 'walk-bill-' || i, 'erpEntityId', NULL,
    'date', '2026-05-05', 'currency', 'USD', 'totalMinor', 100, 'title', 'Payment ' || i, 'erpVendorId',
    '${vendorId(companyId, 1)}', 'invoiceNumber', 'I-' || i, 'billTotalMinor', 100)`
  const load = `json_object('type', 'ACH_LOAD', 'ownerId', 'walk-' || i, 'billId', NULL, 'erpEntityId', NULL, 'date', '2026-05-05',
    'currency', 'USD', 'totalMinor', 100, 'title', 'Load ' || i)`
  await run(
    `${numbers(3000)} INSERT INTO ledger_syncs (id, company_id, type, owner_id, bill_id, date, currency, amount_minor, is_credit,
       title, facts, facts_at, state, created_at, updated_at)
     SELECT 'walk-sync-' || ?1 || '-' || i, ?1, CASE i % 10 WHEN 0 THEN 'BILL_PAYMENT' WHEN 1 THEN 'ACH_LOAD' ELSE 'BILL' END,
            'walk-' || i, 'walk-bill-' || i, ${day('i')}, 'USD', 100, 0, 'Bill ' || i || ' of Supplier',
            CASE i % 10 WHEN 0 THEN ${payment} WHEN 1 THEN ${load} ELSE ${facts} END, 0,
            CASE i % 3 WHEN 0 THEN 'SYNCED' WHEN 1 THEN 'UNSYNCED' ELSE 'ERRORED' END, i, i FROM n`,
    companyId,
  )
  await run(
    `${numbers(3000)} INSERT INTO bill_payments (id, company_id, bill_id, run, erp_vendor_id, status, amount_minor, currency,
       invoice_number, due_date, due_sort, bill_created_by_user_id, paid_at, created_at, updated_at)
     SELECT 'walk-payment-' || ?1 || '-' || i, ?1, 'walk-bill-' || i, 1, 'walk-vendor-' || ?1 || '-' || (1 + i % 200),
            CASE i % 3 WHEN 0 THEN 'PENDING' WHEN 1 THEN 'APPROVED' ELSE 'PAID' END, i * 100, 'USD', 'I-' || i, ${day('i')},
            ${day('i')}, 'nobody', iif(i % 3 = 2, i, NULL), i, i FROM n`,
    companyId,
  )
  await run(
    `${numbers(60)} INSERT INTO payment_runs (id, company_id, status, payment_method_id, payment_ids, payment_count, total_minor,
       created_by_user_id, created_at)
     SELECT 'walk-run-' || ?1 || '-' || i, ?1, 'STARTED', 'nowhere',
            (SELECT json_group_array('walk-payment-' || ?1 || '-' || p.i) FROM n p WHERE p.i < 20), 20, 2000, 'nobody', i FROM n`,
    companyId,
  )
  await run(
    `${numbers(3000)} INSERT INTO check_findings (id, company_id, rule, state, is_blocking, erp_vendor_id, bill_id, why, found_at,
       updated_at)
     SELECT 'walk-finding-' || ?1 || '-' || i, ?1, CASE i % 3 WHEN 0 THEN 'DUPLICATE' WHEN 1 THEN 'SIMILAR' ELSE 'SPLIT' END,
            CASE i % 4 WHEN 0 THEN 'OPEN' WHEN 1 THEN 'RELEASED' ELSE 'CLOSED' END, i % 2,
            'walk-vendor-' || ?1 || '-' || (1 + i % 200), 'walk-bill-' || i, 'Finding ' || i, i, i FROM n`,
    companyId,
  )
  await run(
    `${numbers(3000)} INSERT INTO check_subjects (company_id, finding_id, subject_id, kind, is_held)
     SELECT ?1, 'walk-finding-' || ?1 || '-' || i, 'walk-bill-' || i, 'BILL', 1 FROM n`,
    companyId,
  )
  await run(
    `${numbers(150)} INSERT INTO check_silences (id, company_id, rule, erp_vendor_id, reason, until, created_by_user_id, created_at)
     SELECT 'walk-silence-' || ?1 || '-' || i, ?1, 'SIMILAR', 'walk-vendor-' || ?1 || '-' || i, 'Rent', '2099-01-01', 'nobody', i
       FROM n`,
    companyId,
  )
  await run(
    `${numbers(150)} INSERT INTO employee_bank_accounts (id, company_id, employee_name, last_four, fingerprint, created_by_user_id,
       created_at)
     SELECT 'walk-account-' || ?1 || '-' || i, ?1, 'Employee ' || i, '6789', i, 'nobody', i FROM n`,
    companyId,
  )
}
