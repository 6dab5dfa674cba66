import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SQLInputValue } from 'node:sqlite'
import { paths } from '../../../worker/local/host/paths.ts'
import { keptFile, recipe, withoutRequests } from '../data/build.ts'
import { type Company, crowd, type Person } from '../data/company.ts'
import { withoutIndexes } from '../data/multiply.ts'
import { VENDORS } from '../data/purchases.ts'

/** The file with a million bills of three years, with their lines, payments, approvers and what is owed. */

const YEARS_MS = 3 * 365 * 86_400_000
const DAY_MS = 86_400_000
const ACCOUNTS = 400
/** This many vendors have a quarter of all bills. */
export const LARGE_VENDORS = 20
/** One in so many waits for approval, and one in so many is approved and not paid. */
const PENDING = 50
const OWED = 8
/** So many people enter bills, and so many approve them. */
const CLERKS = 10
const APPROVERS = 100

export const INVOICE_ID = 'bench-invoice'

/** Who reads: an admin, someone who enters bills, and someone who approves them. */
export const admin = crowd.people[0] as Person
export const [clerk, approver] = crowd.requestors.slice(0, 2) as [Person, Person]
/** The clerks first. */
const PEOPLE = [
  ...[clerk, ...crowd.requestors.slice(2, CLERKS + 1)],
  ...[approver, ...crowd.requestors.slice(CLERKS + 1, CLERKS + APPROVERS)],
]

const numbers = (count: number): string =>
  `WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < ${count - 1})`

type All = (sql: string, ...values: SQLInputValue[]) => void

const addBooks = (all: All, { id, prefix }: Company): void => {
  all(
    `UPDATE companies SET flags = json_set(flags, '$.paymentsEnabled', json('true'), '$.paymentsOnboarded', json('true'),
       '$.enablePaymentAccounting', json('true')) WHERE id = ?`,
    id,
  )
  all('UPDATE company_memberships SET has_payments_access = 1 WHERE company_id = ? AND user_id = ?', id, clerk.id)
  all(
    `INSERT INTO erp_connections (id, company_id, system, account_id, name, currency, state, step, read_from,
       is_full_wanted, connected_by_user_id, connected_at)
     VALUES ('bench-books', ?, 'NETSUITE', '1', 'Crowded Company', 'USD', 'CONNECTED', 'COMPLETE', '2000-01-01', 0, ?, 0)`,
    ...[id, admin.id],
  )
  for (const [kind, letter, count, vendor] of [
    ['VENDOR', 'v', VENDORS, `'${prefix}-vendor-' || i`],
    ['ACCOUNT', 'a', ACCOUNTS, 'NULL'],
    ['ENTITY', 'e', 6, 'NULL'],
  ] as const)
    all(
      `${numbers(count)} INSERT INTO erp_objects (id, company_id, connection_id, kind, erp_id, name, name_key, is_active,
         vendor_id, created_at, updated_at)
       SELECT 'bench-${letter}-' || i, ?1, 'bench-books', '${kind}', i, '${kind === 'VENDOR' ? 'Supplier' : kind} ' || i,
              lower('${kind === 'VENDOR' ? 'Supplier' : kind} ' || i), 1, ${vendor}, 0, 0 FROM n`,
      id,
    )
}

/** The file of the bills that are entered, and who approves them. */
const addInvoice = (all: All, { id }: Company): void => {
  all(
    `INSERT INTO documents (id, company_id, name, display_name, storage_key, mime_type, size, sha256, uploaded_by_user_id,
       created_at, updated_at) VALUES ('bench-document', ?, 'd', 'Invoice.pdf', 'd', 'application/pdf', 1, 'd', ?, 0, 0)`,
    ...[id, clerk.id],
  )
  all(
    `INSERT INTO invoices (id, company_id, document_id, source, created_at, created_by_user_id)
     VALUES ('${INVOICE_ID}', ?, 'bench-document', 'UPLOAD', 0, ?)`,
    ...[id, clerk.id],
  )
}

/** A number of a bill that looks accidental. */
const mixed = (factor: number, shift: number): string => `((i * ${factor}) >> ${shift})`
const DAY = "date(at / 1000, 'unixepoch')"
const DUE = "date(at / 1000, 'unixepoch', '+30 days')"

/** What the other statements read of bill `i`. */
const bills = (count: number, now: number): string => `${numbers(count)}, b AS (
  SELECT i, printf('%08x', ((i * 2654435761) & 4294967295)) || printf('%016x', i) AS id,
         ${now - YEARS_MS} + i * ${Math.floor((YEARS_MS - DAY_MS) / count)} AS at,
         iif(${mixed(40_503, 3)} % 4 = 0, ${mixed(69_069, 5)} % ${LARGE_VENDORS}, ${mixed(1_103_515_245, 9)} % ${VENDORS}) AS vendor,
         ${mixed(22_695_477, 8)} % ${ACCOUNTS} AS account, ${mixed(16_807, 2)} % 900000 + 100 AS amount,
         ?2 ->> (${mixed(1_664_525, 6)} % ${CLERKS}) AS clerk,
         ?2 ->> (${CLERKS} + iif(i % ${PENDING} = 7, i / ${PENDING}, ${mixed(134_775_813, 4)}) % ${APPROVERS}) AS approver,
         CASE WHEN i % ${PENDING} = 7 THEN 'PENDING' WHEN i % ${OWED} = 3 THEN 'APPROVED' WHEN i % 100 = 11 THEN 'REJECTED'
              ELSE 'PAID' END AS state FROM n)`

const NUMBER = "'INV-' || i"
const LINE = (at: string, amount: string) =>
  `json_object('id', '${at}', 'amount', ${amount}, 'memo', 'Order ' || i, 'erpAccountId', 'bench-a-' || account,
     'erpBusinessUnitId', NULL, 'erpDepartmentMappingId', NULL, 'erpTaxCodeId', NULL, 'erpAmortizationTemplateId', NULL,
     'amortizationStartDate', NULL, 'amortizationEndDate', NULL, 'fields', json('[]'), 'segments', json('[]'),
     'purchaseOrderLineId', NULL, 'categoryId', NULL, 'departmentId', NULL, 'businessUnitId', NULL)`
const CONTENT = (
  prefix: string,
) => `json_object('erpVendorId', 'bench-v-' || vendor, 'erpEntityId', 'bench-e-' || (i % 6),
  'invoiceId', NULL, 'invoiceNumber', ${NUMBER}, 'invoiceDate', ${DAY}, 'dueDate', ${DUE}, 'currency', 'USD',
  'erpCurrencyId', NULL, 'totalAmount', amount, 'isCredit', json('false'), 'description', 'Delivery ' || i,
  'accountingPeriodId', NULL, 'erpTaxCodeId', NULL, 'erpAmortizationTemplateId', NULL, 'amortizationStartDate', NULL,
  'amortizationEndDate', NULL, 'fields', json('[]'), 'spendRequestId', NULL, 'intakeSubmissionId', NULL,
  'purchaseOrderId', NULL, 'match', NULL, 'lines', json_array(${LINE('l1', 'amount - amount / 3')}, ${LINE('l2', 'amount / 3')}),
  'duplicateAllowed', NULL, 'vendorId', '${prefix}-vendor-' || vendor, 'entityId', NULL)`
const NAMED = (of: string) => `json_array(json_object('userId', ${of}, 'name', 'Person'))`

const addBills = (all: All, { id, prefix }: Company, people: string, given: { count: number; now: number }): void => {
  const from = bills(given.count, given.now)
  all(
    `${from} INSERT INTO bills (id, company_id, requestor_user_id, created_by_user_id, erp_vendor_id, vendor_id, erp_entity_id,
       invoice_number, invoice_key, invoice_date, due_date, currency, total_minor, company_minor, amount_sort, due_sort,
       is_credit, description, content, status, paid_at, progress, waiting_for, approved_by, rejected_by, approvals, version,
       run, plan, created_at, submitted_at, completed_at, updated_at, last_event, last_event_at, projected_sequence)
     SELECT id, ?1, clerk, clerk, 'bench-v-' || vendor, '${prefix}-vendor-' || vendor, 'bench-e-' || (i % 6), ${NUMBER},
            'inv' || i, ${DAY}, ${DUE}, 'USD', amount, amount, amount, ${DUE}, 0, 'Delivery ' || i, ${CONTENT(prefix)},
            iif(state = 'PAID', 'APPROVED', state), iif(state = 'PAID', at + ${30 * DAY_MS}, NULL),
            iif(state = 'PENDING', 0, 100), iif(state = 'PENDING', ${NAMED('approver')}, '[]'),
            iif(state IN ('PAID', 'APPROVED'), ${NAMED('approver')}, '[]'), iif(state = 'REJECTED', ${NAMED('approver')}, '[]'),
            '[]', 1, 1, '{}', at, at, iif(state = 'PENDING', NULL, at + ${DAY_MS}), at, 'Entered', at, 2 FROM b`,
    ...[id, people],
  )
  for (const [line, ordinal, amount] of [
    ['l1', 0, 'amount - amount / 3'],
    ['l2', 1, 'amount / 3'],
  ] as const)
    all(
      `${from} INSERT INTO bill_lines (company_id, bill_id, id, ordinal, amount_minor, memo, erp_account_id, fields,
         bill_created_at, invoice_date)
       SELECT ?1, id, '${line}', ${ordinal}, ${amount}, 'Order ' || i, 'bench-a-' || account, '{"fields":[],"segments":[]}', at, ${DAY} FROM b`,
      ...[id, people],
    )
  all(
    `${from} INSERT INTO bill_numbers (company_id, erp_vendor_id, invoice_key, bill_id, reserved_at)
     SELECT ?1, 'bench-v-' || vendor, 'inv' || i, id, at FROM b WHERE ?2 IS NOT NULL`,
    ...[id, people],
  )
  for (const [person, isAsked] of [
    ['clerk', '0'],
    ['approver', "state = 'PENDING'"],
  ])
    all(
      `${from} INSERT INTO bill_orders (company_id, user_id, bill_id, is_asked, created_at, invoice_date, due_sort, amount_sort)
       SELECT ?1, ${person}, id, ${isAsked}, at, ${DAY}, ${DUE}, amount FROM b`,
      ...[id, people],
    )
  all(
    `${from} INSERT INTO request_participants (company_id, user_id, target_type, target_id, is_requestor, is_approver,
       is_watcher, action_since, is_awaited, actions, created_at, completed_at, is_recent, sequence)
     SELECT ?1, approver, 'BILL', id, 0, 1, 0, at, 1, '[{"label":"Owner"}]', at, NULL, 0, 2 FROM b
      WHERE state = 'PENDING' AND ?2 IS NOT NULL`,
    ...[id, people],
  )
  all(
    `${from} INSERT INTO bill_payments (id, company_id, bill_id, run, erp_vendor_id, status, amount_minor, currency,
       invoice_number, due_date, due_sort, bill_created_by_user_id, paid_at, ask_at, asks, provider_id, created_at, updated_at)
     SELECT 'p-' || id, ?1, id, 1, 'bench-v-' || vendor,
            iif(state = 'PAID', 'PAID', iif(i % 16 = 3, 'APPROVED', 'PENDING')), amount, 'USD', ${NUMBER}, ${DUE}, ${DUE}, clerk,
            iif(state = 'PAID', at + ${30 * DAY_MS}, NULL),
            iif(state = 'PAID' AND at > ${given.now - 60 * DAY_MS}, ${given.now} + i % ${DAY_MS}, NULL), 9,
            iif(state = 'PAID', 'obp_' || id, NULL), at + ${DAY_MS}, at + ${DAY_MS}
       FROM b WHERE state IN ('PAID', 'APPROVED')`,
    ...[id, people],
  )
}

/** What isn't paid is owed. The sums are kept as the journal is posted. */
const addLedger = (all: All, { id }: Company, people: string, { count, now }: { count: number; now: number }): void => {
  const posting = (account: string, erpAccount: string, sign: string) =>
    `json_array('${account}', ${erpAccount}, ${DAY}, 'USD', ${sign}amount, ${sign}amount, NULL)`
  all(
    `${bills(count, now)} INSERT INTO ledger_entries (id, company_id, type, source, date, memo, erp_vendor_id, bill_id,
       due_date, base_currency, rates, postings, created_at)
     SELECT 'e-' || id, ?1, 'BILL', 'bill:' || id || ':1', ${DAY}, 'Bill ' || ${NUMBER}, 'bench-v-' || vendor, id, ${DUE}, 'USD',
            '[]', json_array(json(${posting('EXPENSE', "'bench-a-' || account", '')}), json(${posting('PAYABLE', 'NULL', '-')})), at
       FROM b WHERE state = 'APPROVED' AND ?2 IS NOT NULL`,
    ...[id, people],
  )
}

const OWN = ['bills', 'bill_lines', 'bill_numbers', 'bill_orders', 'bill_payments']

export const billsDatabase = async (count: number): Promise<string> => {
  const now = Date.now()
  const hash = createHash('sha256').update(recipe())
  hash.update(readFileSync(join(paths.root, 'test/bench/bills/database.ts')))
  return keptFile(`bills-${count}`, hash.digest('hex'), await withoutRequests(), async (database) => {
    const all: All = (sql, ...values) => void database.prepare(sql).run(...values)
    const people = JSON.stringify(PEOPLE.map(({ id }) => id))
    database.exec('BEGIN')
    addBooks(all, crowd)
    addInvoice(all, crowd)
    await withoutIndexes(database, async () => addBills(all, crowd, people, { count, now }), OWN)
    addLedger(all, crowd, people, { count, now })
    database.exec('COMMIT')
  })
}
