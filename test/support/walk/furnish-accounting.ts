import { type Furnished, numbers, type Run } from './statements.ts'

/** What was written into the accounting system: most of it as it was sent, some changed there, some refused. */
export const writtenEntries = async (run: Run, { companyId }: Furnished): Promise<void> => {
  await run(
    `${numbers(2000)} INSERT INTO erp_entries (id, company_id, connection_id, owner_kind, owner_id, kind, state, entry,
       send_key, erp_id, number, sent, sent_at, error, failed_at, created_at, updated_at)
     SELECT 'walk-' || ?1 || '-' || i, ?1, 'walk', 'WALK', i, 'BILL', iif(i % 10, 'SYNCED', 'ERRORED'), '{}', i, i,
            'B-' || i, '{}', i, iif(i % 10, NULL, 'Closed'), iif(i % 10, NULL, i), i, i FROM n`,
    companyId,
  )
  await run(
    `INSERT INTO erp_drifts (entry_id, company_id, kind, differences, found_at)
     SELECT id, company_id, 'DELETED', '[]', created_at FROM erp_entries
      WHERE company_id = ?1 AND owner_kind = 'WALK' AND owner_id % 4 = 1`,
    companyId,
  )
  for (const kind of ['CUSTOM_FIELD', 'CUSTOM_SEGMENT'])
    await run(
      `${numbers(200)} INSERT INTO erp_objects (id, company_id, connection_id, kind, erp_id, name, name_key, is_active,
         created_at, updated_at)
       SELECT 'walk-${kind}-' || ?1 || '-' || i, ?1, 'walk', '${kind}', i, 'Field ' || i, 'field ' || i, 1, 0, 0 FROM n`,
      companyId,
    )
  await pushes(run, companyId)
}

/** Sixty generations of books that a company's own system pushed, of forty files each. */
const pushes = async (run: Run, companyId: string): Promise<void> => {
  await run(
    `INSERT OR IGNORE INTO erp_connections (id, company_id, system, account_id, name, currency, state, step, read_from,
       is_full_wanted, connected_by_user_id, connected_at)
     VALUES ('walk-custom-' || ?1, ?1, 'CUSTOM', ?1, 'Ledger', 'USD', 'CONNECTED', 'COMPLETE', '1970-01-01', 0, '', 0)`,
    companyId,
  )
  await run(
    `${numbers(60)} INSERT INTO book_generations (id, company_id, connection_id, name, state, created_at, completed_at,
       has_rows)
     SELECT 'walk-' || ?1 || '-' || i, ?1, 'walk-custom-' || ?1, 'walk-' || i, 'COMPLETE', i, i, 0 FROM n`,
    companyId,
  )
  await run(
    `${numbers(2400)} INSERT INTO book_pushes (id, company_id, generation_id, kind, part, command_id, attempt, state, rows,
       started_at, finished_at)
     SELECT 'walk-' || ?1 || '-' || i, ?1, 'walk-' || ?1 || '-' || (1 + i % 60), 'transactions', 1 + i / 60,
            'walk-' || i, 'walk-' || i, 'STAGED', 1000, i, i FROM n`,
    companyId,
  )
}

/** Orders of a vendor, some of them closed. */
export const purchaseOrders = async (run: Run, { companyId }: Furnished): Promise<void> => {
  const content = JSON.stringify({
    ...{ vendor: null, erpVendor: null, entity: null, department: null, classification: null, location: null },
    ...{ currency: 'USD', transactionDate: '2026-11-02', memo: 'Order', lines: [] },
  })
  await run(
    `${numbers(2000)} INSERT INTO purchase_orders (id, company_id, number, status, vendor_id, currency, total_minor,
       company_minor, amount_sort, transaction_date, memo, content, created_at, updated_at, sync_state)
     SELECT 'walk-order-' || ?1 || '-' || i, ?1, i, iif(i % 5, 'OPEN', 'CLOSED'),
            (SELECT id FROM vendors WHERE company_id = ?1 LIMIT 1), 'USD', i, i, i, '2026-11-02', 'Order ' || i,
            ?2, i, i, 'NONE' FROM n`,
    ...[companyId, content],
  )
  await run(
    `INSERT INTO purchase_order_versions (purchase_order_id, version, company_id, content, note, changed_by_name, changed_at)
     SELECT id, 1, company_id, content, '', 'Ada', created_at FROM purchase_orders WHERE company_id = ?1`,
    companyId,
  )
}
