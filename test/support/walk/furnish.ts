/**
 * Adds everything that requests, vendors and services of a company can have, and its settings. Uses set-based SQL, so
 * that it works on D1 and on a file, for thousands of requests and for a hundred thousand.
 */

import { shiftMonth } from '../../../schema/shared/calendar.ts'
import { NO_CONDITIONS } from '../../../schema/shared/conditions.ts'
import { KEEP_KEYS } from '../kept-keys.ts'
import { purchaseOrders, writtenEntries } from './furnish-accounting.ts'
import { ledger } from './furnish-ledger.ts'
import { plans } from './furnish-plans.ts'
import { sourcingEvents } from './furnish-sourcing.ts'
import { transactions } from './furnish-transactions.ts'
import { vendorForms } from './furnish-vendor-forms.ts'
import { DAY_MS, type Furnished, numbers, type Run, UNITS } from './statements.ts'

const FLAGS = [
  ...[
    'enableIntakeRequests',
    'enforceIntakeApprovalOrder',
    'enableBusinessUnits',
    'enableNetsuitePurchaseOrder',
    'enableEntities',
    'enableSourcing',
    'enableSpendRequests',
  ],
  ...[
    'enableVendorIntake',
    'paymentsEnabled',
    'enablePaymentAccounting',
    'enableDocumentSummary',
    'enableCurrencies',
    'isErpLinked',
  ],
]

const settings = async (run: Run, { companyId, adminId, memberId, delegateId }: Furnished): Promise<void> => {
  const flags = JSON.stringify(Object.fromEntries([...FLAGS, 'paymentsOnboarded'].map((flag) => [flag, true])))
  await run('UPDATE companies SET flags = json_patch(flags, ?2) WHERE id = ?1', companyId, flags)
  for (const table of [
    ...['business_units', 'entities', 'locations', 'spend_categories', 'revenue_categories', 'vendor_categories'],
    ...['departments', 'groups'],
  ]) {
    await run(
      `${numbers(UNITS)} INSERT INTO ${table} (id, company_id, name, created_at)
         SELECT ?1 || '-${table}-' || i, ?1, 'A ${table} of the walk ' || i, 0 FROM n
          WHERE (SELECT COUNT(*) FROM ${table} WHERE company_id = ?1) < ${UNITS}`,
      companyId,
    )
  }
  for (const [table, column] of [
    ['group_members', 'group_id'],
    ['entity_members', 'entity_id'],
    ['department_members', 'department_id'],
    ['business_unit_members', 'business_unit_id'],
  ] as const) {
    const [approves, value] =
      table === 'business_unit_members'
        ? [', name_key, approves_requests', ', name_key, rowid % 7 = 0']
        : table === 'entity_members'
          ? ['', '']
          : [', name_key', ', name_key']
    const units = column.replace('_id', '').replace('entity', 'entitie')
    // In units without members, everyone is a member of one.
    await run(
      `INSERT OR IGNORE INTO ${table} (company_id, ${column}, user_id${approves})
       SELECT ?1, ?1 || '-${units}s-' || (rowid % ${UNITS}), user_id${value} FROM company_memberships WHERE company_id = ?1
          AND user_id NOT IN (SELECT user_id FROM ${table} WHERE company_id = ?1)`,
      companyId,
    )
  }
  for (const userId of [adminId, delegateId]) {
    await run(
      'INSERT OR IGNORE INTO delegate_approvers (company_id, user_id, delegate_user_id, created_at) VALUES (?1, ?3, ?2, 0)',
      ...[companyId, userId, memberId],
    )
  }
  await run(
    `INSERT OR IGNORE INTO notification_reminders (id, company_id, days_after_notification, note, checked_at, created_at)
     VALUES (?1 || '-reminder-1', ?1, 3, '', 9e12, 0), (?1 || '-reminder-2', ?1, 9, '', 9e12, 0)`,
    companyId,
  )
  // A public form: the first category's with all of its steps, open to everyone.
  await run(
    `INSERT INTO intake_categories (id, company_id, name, ordinal, type, form_version, created_at)
     SELECT ?1 || '-public', ?1, 'A public form of the walk', 99, 'PUBLIC', form_version, 0 FROM intake_categories
      WHERE company_id = ?1 ORDER BY ordinal LIMIT 1`,
    companyId,
  )
  await run(
    `INSERT INTO intake_form_versions (intake_category_id, version, company_id, definition, created_by_user_id, created_at)
     SELECT ?1 || '-public', f.version, ?1, replace(f.definition, '"isAdditionalStep":true', '"isAdditionalStep":false'), ?2, 0
       FROM intake_categories c
       JOIN intake_form_versions f ON f.intake_category_id = c.id AND f.version = c.form_version
      WHERE c.company_id = ?1 AND c.type = 'INTERNAL' ORDER BY c.ordinal LIMIT 1`,
    ...[companyId, adminId],
  )
  await run(
    `INSERT OR IGNORE INTO form_questions (question_id, intake_category_id, company_id)
     SELECT q.value ->> 'id', f.intake_category_id, ?1 FROM intake_form_versions f
      CROSS JOIN json_each(f.definition, '$.steps') s CROSS JOIN json_each(s.value, '$.questions') q
      WHERE f.company_id = ?1`,
    companyId,
  )
  await run(
    `${numbers(3)} INSERT INTO api_keys (id, company_id, name, prefix, key_hash, created_by_user_id, flags, created_at, expires_at)
       SELECT ?1 || '-key-' || i, ?1, 'Key ' || i, 'ok_', ?1 || '-hash-' || i, ?2, '{}', i, 1e15 FROM n`,
    ...[companyId, adminId],
  )
}

/** Vendors and services, whatever they came from. */
/** A period, and what it costs by month, in two currencies. */
const CARD_OF_A_SERVICE = JSON.stringify({
  periods: [
    {
      ...{ id: 'walk', startDate: '2026-07-01', endDate: '2027-06-30', unitsPerMonth: null, costPerUnit: null, tax: 0 },
      ...{ savings: 0, totalServicePeriodCost: 120_000, amortizedCost: 10_000, currency: 'USD', note: '' },
      ...{ autoRenewDetail: '', noticeDays: null, cancelBy: null, renewalReminders: [], answers: {} },
    },
  ],
  months: ['USD', 'EUR'].flatMap((currency) =>
    Array.from({ length: 24 }, (_, count) => ({ currency, month: shiftMonth('2026-07', count), amount: 10_000 })),
  ),
})

const purchases = async (run: Run, { companyId, adminId, memberId }: Furnished): Promise<void> => {
  await run(
    `INSERT OR IGNORE INTO vendor_links (company_id, vendor_id, kind, target_id)
     SELECT ?1, id, 'CATEGORY', ?1 || '-vendor_categories-' || (rowid % ${UNITS}) FROM vendors WHERE company_id = ?1`,
    companyId,
  )
  // Everyone has bought something.
  await run(
    `INSERT OR IGNORE INTO services (id, company_id, vendor_id, vendor_key, name, spend_category_id, last_end_date, created_at, card)
     SELECT id || '-one', ?1, id, lower(name), 'Service of the walk', ?1 || '-spend_categories-1', '2027-06-30', 0,
            json(?2)
       FROM vendors WHERE company_id = ?1 AND rowid % 10 = 0`,
    ...[companyId, CARD_OF_A_SERVICE],
  )
  await run(
    `INSERT OR IGNORE INTO service_periods (id, company_id, service_id, start_date, end_date, total_minor, amortized_minor, currency,
       notice_days, cancel_by)
     SELECT id || '-p', ?1, id, '2026-01-01', date('2026-06-01', (rowid % 1500) || ' days'), 120000, 10000, 'USD', 30,
            date('2026-05-01', (rowid % 1500) || ' days')
       FROM services WHERE company_id = ?1`,
    companyId,
  )
  await run(
    `INSERT OR IGNORE INTO service_links (company_id, service_id, kind, target_id)
     SELECT ?1, id, 'OWNER', iif(rowid % 100 = 0, ?3, ?2) FROM services WHERE company_id = ?1 AND rowid % 10 = 0`,
    ...[companyId, adminId, memberId],
  )
  await run(
    `INSERT INTO vendor_verifications (id, company_id, vendor_id, business_name, business_address1, business_address2,
       business_city, business_state, business_postal_code, business_country, business_tax_id, created_by_user_id, created_at)
     SELECT id || '-verified', ?1, id, name, '', '', '', '', '', 'US', '', ?2, 0 FROM vendors WHERE company_id = ?1`,
    ...[companyId, adminId],
  )
  for (const [table, type] of [
    ['vendors', 'VENDOR'],
    ['services', 'SERVICE'],
  ]) {
    await run(
      `INSERT INTO documents (id, company_id, name, display_name, storage_key, mime_type, size, sha256, types,
         uploaded_by_user_id, created_at, updated_at)
       SELECT id || '-doc', ?1, 'contract.pdf', 'Contract of ' || name, id || '-doc.pdf', 'application/pdf', 10, '', '["MSA"]',
              ?2, rowid, 0 FROM ${table} WHERE company_id = ?1 AND rowid % 10 = 0`,
      ...[companyId, adminId],
    )
    await run(
      `INSERT INTO document_links (company_id, document_id, target_type, target_id, created_at, created_by_user_id)
       SELECT ?1, id || '-doc', '${type}', id, 0, ?2 FROM ${table} WHERE company_id = ?1 AND rowid % 10 = 0`,
      ...[companyId, adminId],
    )
    await history(run, companyId, adminId, type ?? '', `SELECT id, name FROM ${table} WHERE company_id = ?1`)
    await discuss(
      run,
      companyId,
      adminId,
      type ?? '',
      `SELECT id FROM ${table} WHERE company_id = ?1 AND rowid % 10 = 0`,
    )
  }
}

/** The company's own field of services and of their periods, answered by each service. */
const serviceAnswers = async (run: Run, { companyId }: Furnished): Promise<void> => {
  const plain = { description: '', isRequired: false, isMulti: false, ordinal: 0, options: [], documentTypes: [] }
  const field = (id: string) => [{ ...plain, ...NO_CONDITIONS, id, label: 'Region', type: 'TEXT' }]
  const [region, place, home] = ['region', 'place', 'home'].map(field)
  const fields = { serviceFormFields: region, serviceItemFormFields: place, vendorFormFields: home }
  const columns = 'company_id, vendor_category_id, definition, version, updated_at'
  const values = [companyId, JSON.stringify(fields)]
  await run(`INSERT OR IGNORE INTO custom_form_fields (${columns}) VALUES (?1, '', ?2, 1, 0)`, ...values)
  for (const [question, period] of [
    ['region', ''],
    ['place', 'walk'],
  ]) {
    await run(
      `INSERT OR IGNORE INTO service_answer_values (company_id, question_id, value, service_id, period_id)
       SELECT ?1, '${question}', iif(rowid % 7 = 0, 'eu', 'us'), id, '${period}' FROM services WHERE company_id = ?1`,
      companyId,
    )
  }
}

/** The past of people and settings. */
const changes = async (run: Run, { companyId, adminId }: Furnished): Promise<void> => {
  for (const [type, table] of [
    ['DEPARTMENT', 'departments'],
    ['BUSINESS_UNIT', 'business_units'],
    ['INTAKE_CATEGORY', 'intake_categories'],
  ] as const) {
    await history(run, companyId, adminId, type, `SELECT id, name FROM ${table} WHERE company_id = ?1`)
  }
  const members = "SELECT user_id AS id, 'somebody' AS name FROM company_memberships WHERE company_id = ?1"
  await history(run, companyId, adminId, 'MEMBER', members)
  const documents = 'SELECT id, display_name AS name FROM documents WHERE company_id = ?1 AND rowid % 3 = 0'
  await history(run, companyId, adminId, 'DOCUMENT', documents)
}

const history = (run: Run, companyId: string, userId: string, type: string, objects: string) =>
  run(
    `INSERT INTO audit_log (change_key, company_id, actor_user_id, action, target_type, target_id, message, change_data,
       occurred_at, entry_hash)
     SELECT 'walk:' || o.id || ':' || k.value, ?1, ?2, 'walk.changed', '${type}', o.id, 'Changed ' || o.name, '{}',
            1700000000000 + k.value, ''
       FROM (${objects}) o, json_each('[1,2,3]') k`,
    ...[companyId, userId],
  )

const discuss = async (run: Run, companyId: string, userId: string, type: string, objects: string): Promise<void> => {
  await run(
    `INSERT INTO threads (id, company_id, target_type, target_id, created_by_user_id, created_at)
     SELECT o.id || '-talk', ?1, '${type}', o.id, ?2, 1700000000000 FROM (${objects}) o`,
    ...[companyId, userId],
  )
  await run(
    `INSERT INTO comments (id, company_id, thread_id, body, created_by_user_id, created_at, updated_at)
     SELECT o.id || '-said-' || k.value, ?1, o.id || '-talk', 'A word about it', ?2, 1700000000000 + k.value, 0
       FROM (${objects}) o, json_each('[1,2]') k`,
    ...[companyId, userId],
  )
}

/** For one request in three: documents, a discussion, services, vendors, deliveries, and open questions. */
const requests = async (run: Run, { companyId, adminId, memberId }: Furnished): Promise<void> => {
  const some =
    'SELECT id FROM intake_submissions WHERE company_id = ?1 AND is_draft = 0 AND (number % 3 = 0 OR number <= 9)'
  await run(
    `INSERT INTO documents (id, company_id, name, display_name, storage_key, mime_type, size, sha256, uploaded_by_user_id,
       created_at, updated_at)
     SELECT s.id || '-doc', ?1, 'quote.pdf', 'Quote of ' || s.title, s.id || '-doc.pdf', 'application/pdf', 10, '',
            s.requestor_user_id, s.created_at, 0
       FROM intake_submissions s WHERE s.id IN (${some})`,
    companyId,
  )
  await run(
    `INSERT INTO document_links (company_id, document_id, target_type, target_id, created_at, created_by_user_id)
     SELECT ?1, s.id || '-doc', 'INTAKE_SUBMISSION', s.id, 0, s.requestor_user_id
       FROM intake_submissions s WHERE s.id IN (${some})`,
    companyId,
  )
  await discuss(run, companyId, adminId, 'INTAKE_SUBMISSION', some)
  // Comments are waiting for the admin everywhere, and for the member on their own requests.
  await run(
    `INSERT INTO comment_attention (company_id, user_id, comment_id, thread_id, created_at, is_mention)
     SELECT ?1, ?2, id, thread_id, created_at, 1 FROM comments WHERE company_id = ?1`,
    ...[companyId, adminId],
  )
  await run(
    `INSERT INTO comment_attention (company_id, user_id, comment_id, thread_id, created_at, is_mention)
     SELECT ?1, ?2, c.id, c.thread_id, c.created_at, 1 FROM intake_submissions s
       JOIN comments c ON c.company_id = ?1 AND c.thread_id = s.id || '-talk'
      WHERE s.company_id = ?1 AND s.requestor_user_id = ?2`,
    ...[companyId, memberId],
  )
  await run(
    `INSERT INTO webhook_deliveries (id, company_id, block_id, url, request_body, response_status_code, response_body, sent_at)
     SELECT b.id || '-sent', ?1, b.id, 'https://hook.example', '{}', 200, '', b.n
       FROM (SELECT id, row_number() OVER () AS n FROM level_group_statuses WHERE company_id = ?1) b WHERE b.n % 10 = 0`,
    companyId,
  )
  for (const [table, request, thing, things, by] of [
    ['intake_submission_vendors', 'intake_submission_id', 'vendor_id', 'vendors', 'created'],
    ['intake_submission_services', 'submission_id', 'service_id', 'services', 'linked'],
  ]) {
    await run(
      `WITH things (id, n) AS MATERIALIZED (SELECT id, row_number() OVER () - 1 FROM ${things} WHERE company_id = ?1 LIMIT 50)
       INSERT OR IGNORE INTO ${table} (company_id, ${request}, ${thing}, ${by}_at, ${by}_by_user_id)
       SELECT ?1, s.id, t.id, 0, ?2 FROM intake_submissions s JOIN things t ON t.n = s.number % 50
        WHERE s.id IN (${some}) AND s.number % 5 = 0`,
      ...[companyId, adminId],
    )
  }
}

/** What comes from outside, and what people keep for themselves. */
const others = async (run: Run, { companyId, adminId, memberId, feedTokenHash }: Furnished): Promise<void> => {
  // A conversation as long as one can be.
  await run(
    `INSERT INTO chat_threads (id, company_id, user_id, kind, target_id, created_at)
     SELECT 'walk-' || ?1, ?1, ?2, 'DOCUMENT', document_id, 0 FROM document_links WHERE company_id = ?1 LIMIT 1`,
    ...[companyId, adminId],
  )
  await run(
    `${numbers(100)} INSERT INTO chat_messages (id, company_id, thread_id, place, role, status, content, created_at)
     SELECT 'walk-' || ?1 || '-' || i, ?1, 'walk-' || ?1, i, 'user', 'completed', '[]', 0 FROM n`,
    companyId,
  )
  await run(
    `INSERT INTO proposed_vendors (id, company_id, name, website, contact_name, contact_email, country,
       proposed_by_user_id, proposed_by_name, created_at)
     VALUES ('pv-walk-' || ?1, ?1, 'Walked', 'walked.example', '', '', '', ?2, 'Someone', 0)`,
    ...[companyId, adminId],
  )
  await run(
    `INSERT INTO evidence_packs (id, company_id, user_id, target_type, target_id, status, created_at, expires_at)
     SELECT 'walk-' || ?1, ?1, ?2, 'INTAKE_SUBMISSION', coalesce((SELECT id FROM intake_submissions
       WHERE company_id = ?1 AND is_draft = 0 AND deleted_at IS NULL LIMIT 1), 'gone'), 'FAILED', 0, 4e12`,
    ...[companyId, adminId],
  )
  await run(
    `${numbers(600)} INSERT INTO inbound_messages (id, company_id, message_key, recipient, envelope_from, from_address, size, received_at)
       SELECT ?1 || '-mail-' || i, ?1, ?1 || i, 'to@x.example', 'from@x.example', 'from@x.example', 10, i FROM n`,
    companyId,
  )
  await run(
    `${numbers(600)} INSERT INTO inbound_attachments (company_id, message_id, ordinal, file_name, size, refusal)
       SELECT ?1, ?1 || '-mail-' || i, 1, 'a.exe', 10, 'TYPE_NOT_ALLOWED' FROM n`,
    companyId,
  )
  await run(
    `${numbers(60)} INSERT INTO vendor_imports (id, company_id, file_name, status, headers, samples, mapping, row_count,
         created_by_user_id, created_at)
       SELECT ?1 || '-import-' || i, ?1, 'vendors.csv', 'CHECKED', '["Name"]', '[["A"]]', '["name"]', 2000, ?2, ${Date.now() - DAY_MS} + i FROM n`,
    ...[companyId, adminId],
  )
  await run(
    `${numbers(2000)} INSERT INTO vendor_import_rows (company_id, import_id, number, cells, outcome)
       SELECT ?1, ?1 || '-import-59', i + 1, json_array('Vendor ' || i), iif(i % 2, 'CREATE', 'BAD') FROM n`,
    companyId,
  )
  await run(
    `${numbers(60)} INSERT INTO member_imports (id, company_id, file_name, status, headers, samples, mapping, row_count,
         created_by_user_id, created_at)
       SELECT ?1 || '-members-' || i, ?1, 'members.csv', 'CHECKED', '["Email"]', '[["A"]]', '["email"]', 500, ?2, ${Date.now() - DAY_MS} + i FROM n`,
    ...[companyId, adminId],
  )
  await run(
    `${numbers(500)} INSERT INTO member_import_rows (company_id, import_id, number, cells, outcome)
       SELECT ?1, ?1 || '-members-59', i + 1, json_array('m' || i || '@x.example'), iif(i % 2, 'CREATE', 'BAD') FROM n`,
    companyId,
  )
  await run(
    `${numbers(60)} INSERT INTO configuration_imports (id, company_id, file_name, state, file, before, mappings, step_count,
         done_count, created_by_user_id, created_at)
       SELECT ?1 || '-configuration-' || i, ?1, 'c.yaml', 'DONE', 'outlay: 1', 'outlay: 1', '[]', 100, 100, ?2,
              ${Date.now() - DAY_MS} + i FROM n`,
    ...[companyId, adminId],
  )
  await run(
    `${numbers(100)} INSERT INTO configuration_import_steps (company_id, import_id, number, section, name, kind, state, item)
       SELECT ?1, ?1 || '-configuration-59', i, 'categories', 'Category ' || i, 'CREATE', 'DONE', '{}' FROM n`,
    companyId,
  )
  await run(
    `${numbers(60)} INSERT INTO external_uploads (id, company_id, intake_category_id, system, file_name, headers, mapping,
         row_count, counts, created_by_user_id, created_at)
       SELECT ?1 || '-external-' || i, ?1, '', 'Coupa', 'requests.csv', '["Title"]', '["title"]', 2000, '{}', ?2,
              ${Date.now() - DAY_MS} + i FROM n`,
    ...[companyId, adminId],
  )
  await run(
    `${numbers(2000)} INSERT INTO external_upload_rows (company_id, upload_id, number, cells, reference, outcome, problems)
       SELECT ?1, ?1 || '-external-59', i + 1, json_array('Request ' || i), '', iif(i % 2, 'CREATE', 'BAD'),
              iif(i % 2, '[]', '[{"level":"ERROR","field":"title","message":"Required"}]') FROM n`,
    companyId,
  )
  for (const userId of [adminId, memberId]) {
    await run(
      `${numbers(5)} INSERT INTO saved_request_filters (id, company_id, user_id, label, query_string, created_at, updated_at)
         SELECT ?1 || ?2 || '-filter-' || i, ?1, ?2, 'Filter ' || i, 'status=PENDING', 0, 0 FROM n`,
      ...[companyId, userId],
    )
  }
  await run(
    `INSERT OR REPLACE INTO renewal_feeds (company_id, user_id, token_hash, scope, created_at) VALUES (?1, ?2, ?3, 'ALL', 0)`,
    ...[companyId, memberId, feedTokenHash],
  )
}

export const furnish = async (run: Run, company: Furnished): Promise<void> => {
  await settings(run, company)
  await purchases(run, company)
  await serviceAnswers(run, company)
  for (const sql of KEEP_KEYS) await run(sql, company.companyId)
  await requests(run, company)
  await changes(run, company)
  await others(run, company)
  await sourcingEvents(run, company)
  await vendorForms(run, company)
  await writtenEntries(run, company)
  await purchaseOrders(run, company)
  await transactions(run, company)
  await plans(run, company)
  await ledger(run, company)
}
