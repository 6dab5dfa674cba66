import type { BillFacts, DetailsFacts, OtherBill, Piece, SharedWith } from '../../../../schema/money/checks/rules.ts'
import type { CheckRule, CheckSettings, CheckState } from '../../../../schema/money/checks/values.ts'
import { storedSettings } from '../../../../schema/money/checks/values.ts'
import { PAYMENTS_CURRENCY } from '../../../../schema/money/payments/values.ts'
import type { Currency } from '../../../../schema/shared/money.ts'
import { objectNumber } from '../../../core/audit.ts'
import type { Database } from '../../../core/database.ts'
import { handRows } from '../../../core/hands.ts'

/** What the rules decide on, read in two round trips however many bills and vendors it is about. */

type Sql = Pick<Database, 'sql'>

export interface Scope {
  companyId: string
  billIds: readonly string[]
  /** Accounting vendors, besides those of the bills. */
  erpVendorIds: readonly string[]
}

/** As many others are compared with one bill, or one account. */
const MOST_OTHERS = 5
const MOST_PIECES = 30
const MOST_NUMBERS = 20
const MOST_WAITING = 100
const MOST_CHANGES = 20
const DAY_MS = 24 * 60 * 60 * 1000

/**
 * The given bills, with those that others' findings compare with them. Parameters: ?1 company, ?2 bills, ?3 vendors.
 * A vendor's findings belong to it, and those of vendors whose account is compared with its own.
 */
const WITH_BILLS = `WITH scope (id) AS MATERIALIZED (
  SELECT value FROM json_each(?2)
  UNION SELECT f.bill_id FROM json_each(?2) j
    CROSS JOIN check_subjects c INDEXED BY check_subjects_subject ON c.company_id = ?1 AND c.subject_id = j.value
    CROSS JOIN check_findings f ON f.id = c.finding_id AND f.bill_id IS NOT NULL
      AND f.state IN ('OPEN', 'SILENCED', 'REJECTED'))`
const WITH_VENDORS = `WITH named (id) AS MATERIALIZED (
  SELECT value FROM json_each(?3)
  UNION SELECT b.erp_vendor_id FROM json_each(?2) j CROSS JOIN bills b ON b.id = j.value AND +b.company_id = ?1),
vendors (id) AS MATERIALIZED (
  SELECT id FROM named
  UNION SELECT f.erp_vendor_id FROM named n
    CROSS JOIN vendor_bank_details d INDEXED BY vendor_bank_details_vendor ON d.company_id = ?1 AND d.erp_vendor_id = n.id
    CROSS JOIN check_subjects c INDEXED BY check_subjects_subject ON c.company_id = ?1 AND c.subject_id = d.id
    CROSS JOIN check_findings f ON f.id = c.finding_id AND f.details_id IS NOT NULL
      AND f.state IN ('OPEN', 'SILENCED', 'REJECTED'))`

const ENTERING = "('bill.submitted', 'bill.edited', 'bill.restarted')"
/** SQL of rows (matter, act, who): who is behind bill `b`. */
export const billHands = (
  b: string,
): string => `SELECT 'BILL' AS matter, 'ENTERED' AS act, ${b}.created_by_user_id AS who
   UNION ALL SELECT 'BILL', 'NAMED', ${b}.requestor_user_id
   UNION ALL ${handRows(`${b}.company_id`, `${b}.id`)}`
/** SQL of the same for bank details `d`. */
export const detailsHands = (
  d: string,
): string => `SELECT 'BANK_DETAILS' AS matter, 'ENTERED' AS act, ${d}.created_by_user_id AS who
   UNION ALL SELECT 'BANK_DETAILS', 'CONFIRMED', ${d}.confirmed_by_user_id
   UNION ALL ${handRows(`${d}.company_id`, `${d}.id`)}`

/** SQL of a JSON list of people behind bill `b`. */
const enteredBy = (b: string): string =>
  `(SELECT json_group_array(DISTINCT who) FROM (${billHands(b)}) WHERE who IS NOT NULL)`

/** For the person who made version `v` of bill `b`. */
const ZONE_OF_CHANGE = `(SELECT u.timezone FROM audit_log a CROSS JOIN users u
    ON u.id = coalesce(a.impersonator_user_id, a.actor_user_id)
   WHERE a.object = ${objectNumber('b.company_id', "'BILL'", 'b.id')} AND a.full_action IN ${ENTERING} AND a.occurred_at = v.changed_at LIMIT 1)`

const vendorName = (of: string): string =>
  `coalesce((SELECT o.name FROM erp_objects o WHERE o.id = ${of} AND +o.company_id = ?1), 'a removed vendor')`
const LIVE = (b: string): string => `${b}.deleted_at IS NULL AND ${b}.status IN ('PENDING', 'APPROVED')`

const BILLS = `${WITH_BILLS}
SELECT b.id, b.erp_vendor_id AS erpVendorId, ${vendorName('b.erp_vendor_id')} AS vendorName,
       b.invoice_number AS invoiceNumber, b.invoice_key AS invoiceKey, b.total_minor AS amountMinor, b.currency,
       b.company_minor AS companyMinor, b.is_credit AS isCredit, b.paid_at IS NOT NULL AS isPaid, ${LIVE('b')} AS isLive,
       b.created_at AS createdAt,
       (SELECT json_group_array(json_object('version', version, 'at', at, 'by', name, 'zone', coalesce(zone, own)))
          FROM (SELECT v.version, v.changed_at AS at, v.changed_by_name AS name, ${ZONE_OF_CHANGE} AS zone,
                       (SELECT u.timezone FROM users u WHERE u.id = b.created_by_user_id) AS own
                  FROM bill_versions v WHERE v.bill_id = b.id ORDER BY v.version DESC LIMIT ${MOST_CHANGES})) AS changes,
       ${enteredBy('b')} AS enteredBy,
       EXISTS (SELECT 1 FROM bill_payments p INDEXED BY bill_payments_vendor_paid
         WHERE p.company_id = ?1 AND p.erp_vendor_id = b.erp_vendor_id AND p.status IN ('PAID', 'PAID_OUTSIDE')
           AND p.bill_id <> b.id) AS isVendorPaid
  FROM scope CROSS JOIN bills b ON b.id = scope.id AND +b.company_id = ?1`

const OTHER = `s.id, s.erp_vendor_id AS erpVendorId, s.invoice_number AS invoiceNumber,
  ${vendorName('s.erp_vendor_id')} AS vendorName, s.total_minor AS amountMinor, s.currency, s.created_at AS createdAt,
  s.paid_at IS NOT NULL AS isPaid, ${enteredBy('s')} AS enteredBy`
const COMPARED = `FROM scope CROSS JOIN bills b ON b.id = scope.id AND +b.company_id = ?1 AND ${LIVE('b')} AND b.is_credit = 0`
const COMPARABLE = `${LIVE('x')} AND x.is_credit = 0 AND x.id <> b.id`

/** ?4 days. */
const OTHERS = `${WITH_BILLS}
SELECT b.id AS billId, 'NUMBER' AS reason, ${OTHER} ${COMPARED}
 CROSS JOIN bills s ON s.id IN (SELECT x.id FROM bills x INDEXED BY bills_number
   WHERE x.company_id = ?1 AND x.erp_vendor_id = b.erp_vendor_id AND x.invoice_key = b.invoice_key AND ${COMPARABLE}
   LIMIT ${MOST_OTHERS})
UNION ALL
SELECT b.id, 'FILE', ${OTHER} ${COMPARED}
 CROSS JOIN invoices i ON i.id = b.invoice_id CROSS JOIN documents d ON d.id = i.document_id
 CROSS JOIN bills s ON s.id IN (SELECT x.id FROM documents e INDEXED BY documents_sha256
    CROSS JOIN invoices k ON k.company_id = ?1 AND k.document_id = e.id
    CROSS JOIN bills x INDEXED BY bills_invoice ON x.company_id = ?1 AND x.invoice_id = k.id AND ${COMPARABLE}
   WHERE e.company_id = ?1 AND e.sha256 = d.sha256 LIMIT ${MOST_OTHERS})
UNION ALL
SELECT b.id, 'AMOUNT', ${OTHER} ${COMPARED}
 CROSS JOIN bills s ON s.id IN (SELECT x.id FROM bills x INDEXED BY bills_amount_of_vendor
   WHERE x.company_id = ?1 AND x.erp_vendor_id = b.erp_vendor_id AND x.total_minor = b.total_minor
     AND x.invoice_date BETWEEN date(b.invoice_date, '-' || ?4 || ' days') AND date(b.invoice_date, '+' || ?4 || ' days')
     AND x.currency = b.currency AND x.invoice_key <> b.invoice_key AND ${COMPARABLE} LIMIT ${MOST_OTHERS})`

/** ?4 milliseconds, ?5 the limit. */
const PIECES = `${WITH_BILLS}
SELECT b.id AS billId, json_group_array(json_object('id', s.id, 'companyMinor', s.company_minor,
         'isPaid', json(iif(s.paid_at IS NULL, 'false', 'true')))) AS pieces ${COMPARED} AND b.company_minor < ?5
 CROSS JOIN bills s ON s.id IN (SELECT x.id FROM bills x INDEXED BY bills_erp_vendor
   WHERE x.company_id = ?1 AND x.erp_vendor_id = b.erp_vendor_id AND x.created_at BETWEEN b.created_at - ?4 AND b.created_at
     AND ${LIVE('x')} AND x.is_credit = 0 AND x.company_minor < ?5
     AND (x.created_by_user_id = b.created_by_user_id OR x.requestor_user_id = b.requestor_user_id)
   ORDER BY x.created_at DESC, x.id DESC LIMIT ${MOST_PIECES})
 GROUP BY b.id HAVING count(*) > 1 AND sum(s.company_minor) >= ?5`

const NUMBERS = `${WITH_BILLS}
SELECT b.id AS billId, (SELECT json_group_array(number) FROM (SELECT x.invoice_number AS number
         FROM bills x INDEXED BY bills_erp_vendor
        WHERE x.company_id = ?1 AND x.erp_vendor_id = b.erp_vendor_id AND x.created_at <= b.created_at AND ${LIVE('x')}
          AND x.is_credit = 0 AND x.id <> b.id
        ORDER BY x.created_at DESC, x.id DESC LIMIT ${MOST_NUMBERS})) AS numbers ${COMPARED}`

const DETAILS = `${WITH_VENDORS}
SELECT d.id, d.erp_vendor_id AS erpVendorId, ${vendorName('d.erp_vendor_id')} AS vendorName, d.is_change AS isChange,
       d.last_four AS lastFour, d.account_holder_name AS accountHolderName, d.created_at AS createdAt,
       d.created_by_user_id AS enteredBy, coalesce(trim(u.first_name || ' ' || u.last_name), 'A former member') AS enteredByName,
       u.timezone AS zone,
       (SELECT e.last_four FROM vendor_bank_details e INDEXED BY vendor_bank_details_vendor
         WHERE e.company_id = ?1 AND e.erp_vendor_id = d.erp_vendor_id AND e.confirmed_at IS NOT NULL AND e.id <> d.id
           AND e.created_at < d.created_at ORDER BY e.created_at DESC, e.id DESC LIMIT 1) AS lastFourBefore,
       (SELECT json_array(count(*), coalesce(sum(amount), 0)) FROM (SELECT p.amount_minor AS amount
          FROM bill_payments p INDEXED BY bill_payments_vendor_waiting
         WHERE p.company_id = ?1 AND p.erp_vendor_id = d.erp_vendor_id
           AND p.status IN ('PENDING', 'APPROVED', 'FAILED', 'RETURNED') AND p.currency = '${PAYMENTS_CURRENCY}'
           AND (d.is_change OR p.details_id IS NULL OR p.details_id = d.id) LIMIT ${MOST_WAITING})) AS waiting
  FROM vendors CROSS JOIN vendor_bank_details d INDEXED BY vendor_bank_details_vendor
    ON d.company_id = ?1 AND d.erp_vendor_id = vendors.id AND d.state IN ('WAITING', 'CONFIRMED')
  LEFT JOIN users u ON u.id = d.created_by_user_id`

const SHARED = `${WITH_VENDORS}, own AS MATERIALIZED (
  SELECT d.id, d.erp_vendor_id, d.fingerprint,
         (SELECT o.vendor_id FROM erp_objects o WHERE o.id = d.erp_vendor_id AND +o.company_id = ?1) AS vendor_id
    FROM vendors CROSS JOIN vendor_bank_details d INDEXED BY vendor_bank_details_vendor
      ON d.company_id = ?1 AND d.erp_vendor_id = vendors.id AND d.state IN ('WAITING', 'CONFIRMED')
   WHERE d.fingerprint IS NOT NULL)
SELECT own.id AS detailsId, 'DETAILS' AS kind, e.id, ${vendorName('e.erp_vendor_id')} AS name, e.created_at AS createdAt,
       e.erp_vendor_id AS erpVendorId, e.created_by_user_id AS enteredBy
  FROM own CROSS JOIN vendor_bank_details e ON e.id IN (SELECT x.id
    FROM vendor_bank_details x INDEXED BY vendor_bank_details_fingerprint
    LEFT JOIN erp_objects o ON o.id = x.erp_vendor_id
   WHERE x.company_id = ?1 AND x.fingerprint = own.fingerprint AND x.state IN ('WAITING', 'CONFIRMED')
     AND x.erp_vendor_id <> own.erp_vendor_id AND (own.vendor_id IS NULL OR o.vendor_id IS NOT own.vendor_id)
   LIMIT ${MOST_OTHERS})
UNION ALL
SELECT own.id, 'EMPLOYEE', e.id, e.employee_name, e.created_at, NULL, e.created_by_user_id
  FROM own CROSS JOIN employee_bank_accounts e INDEXED BY employee_bank_accounts_fingerprint
    ON e.company_id = ?1 AND e.fingerprint = own.fingerprint`

export interface KnownFinding {
  id: string
  rule: CheckRule
  state: CheckState
  isBlocking: number
  why: string
  billId: string | null
  detailsId: string | null
}
const KNOWN_COLUMNS = `f.id, f.rule, f.state, f.is_blocking AS isBlocking, f.why, f.bill_id AS billId,
  f.details_id AS detailsId`
const KNOWN_OF_BILLS = `${WITH_BILLS}
SELECT DISTINCT ${KNOWN_COLUMNS} FROM scope
 CROSS JOIN check_subjects c INDEXED BY check_subjects_subject ON c.company_id = ?1 AND c.subject_id = scope.id
 CROSS JOIN check_findings f ON f.id = c.finding_id`
const KNOWN_OF_VENDORS = `${WITH_VENDORS}
SELECT DISTINCT ${KNOWN_COLUMNS} FROM vendors
 CROSS JOIN vendor_bank_details d INDEXED BY vendor_bank_details_vendor ON d.company_id = ?1 AND d.erp_vendor_id = vendors.id
 CROSS JOIN check_subjects c INDEXED BY check_subjects_subject ON c.company_id = ?1 AND c.subject_id = d.id
 CROSS JOIN check_findings f ON f.id = c.finding_id`

export interface Silence {
  id: string
  rule: CheckRule
  erpVendorId: string
  until: string
  createdByUserId: string
}
const SILENCES = `${WITH_VENDORS}
SELECT q.id, q.rule, q.erp_vendor_id AS erpVendorId, q.until, q.created_by_user_id AS createdByUserId FROM vendors
 CROSS JOIN check_silences q INDEXED BY check_silences_vendor
   ON q.company_id = ?1 AND q.erp_vendor_id = vendors.id AND q.ended_at IS NULL`

export interface Facts {
  settings: CheckSettings
  currency: Currency
  bills: BillFacts[]
  others: Map<string, OtherBill[]>
  pieces: Map<string, Piece[]>
  numbers: Map<string, string[]>
  details: DetailsFacts[]
  shared: Map<string, SharedWith[]>
  known: KnownFinding[]
  silences: Silence[]
}

type Row = Record<string, unknown>
type Flags<T, K extends keyof T> = Omit<T, K> & Record<K, number>
type BillFlag = 'isCredit' | 'isPaid' | 'isLive' | 'isVendorPaid'
/** As a row has it: lists as JSON. */
type Stored<T extends { enteredBy: string[] }, K extends keyof T> = Omit<Flags<T, K>, 'enteredBy' | 'changes'> & {
  enteredBy: string
}
const listOf = (json: string): string[] => JSON.parse(json) as string[]

const grouped = <T>(rows: readonly Row[] | undefined, by: string): Map<string, T[]> =>
  Map.groupBy((rows ?? []) as T[], (row) => String((row as Row)[by]))

export const settingsStatement = (db: Sql, companyId: string): D1PreparedStatement =>
  db.sql(
    `SELECT c.currency, s.settings FROM companies c LEFT JOIN check_settings s ON s.company_id = c.id WHERE c.id = ?`,
    companyId,
  )

export const readFacts = async (
  db: Pick<Database, 'sql' | 'batch'>,
  { companyId, billIds, erpVendorIds }: Scope,
): Promise<Facts> => {
  const [company] = await db.batch([settingsStatement(db, companyId)])
  const row = company?.results[0] as unknown as { currency: Currency; settings: string | null } | undefined
  const settings = storedSettings(row?.settings ?? null)
  const given = [companyId, JSON.stringify(billIds), JSON.stringify(erpVendorIds)]
  const ofBills = given.slice(0, 2)
  // ?3 is not used by what is about bills only, and has to be given all the same.
  const bills = (sql: string, ...more: unknown[]) => db.sql(sql, ...ofBills, null, ...more)
  const [found, others, pieces, numbers, details, shared, knownOfBills, knownOfVendors, silences] = await db.batch([
    db.sql(BILLS, ...ofBills),
    bills(OTHERS, settings.similarDays),
    bills(PIECES, settings.splitDays * DAY_MS, settings.splitLimit),
    db.sql(NUMBERS, ...ofBills),
    db.sql(DETAILS, ...given),
    db.sql(SHARED, ...given),
    db.sql(KNOWN_OF_BILLS, ...ofBills),
    db.sql(KNOWN_OF_VENDORS, ...given),
    db.sql(SILENCES, ...given),
  ])
  const known = [...(knownOfBills?.results ?? []), ...(knownOfVendors?.results ?? [])] as unknown as KnownFinding[]
  return {
    ...{ settings, currency: row?.currency ?? 'USD' },
    bills: ((found?.results ?? []) as unknown as (Stored<BillFacts, BillFlag> & { changes: string })[]).map((one) => ({
      ...one,
      changes: JSON.parse(one.changes) as BillFacts['changes'],
      ...{ isCredit: one.isCredit === 1, isPaid: one.isPaid === 1, isLive: one.isLive === 1 },
      ...{ isVendorPaid: one.isVendorPaid === 1, enteredBy: listOf(one.enteredBy) },
    })),
    others: new Map(
      [...grouped<Stored<OtherBill, 'isPaid'>>(others?.results, 'billId')].map(([id, rows]) => [
        id,
        rows.map((other) => ({ ...other, isPaid: other.isPaid === 1, enteredBy: listOf(other.enteredBy) })),
      ]),
    ),
    pieces: new Map(
      ((pieces?.results ?? []) as unknown as { billId: string; pieces: string }[]).map(({ billId, pieces: list }) => [
        billId,
        JSON.parse(list) as Piece[],
      ]),
    ),
    numbers: new Map(
      ((numbers?.results ?? []) as unknown as { billId: string; numbers: string }[]).map(
        ({ billId, numbers: list }) => [billId, JSON.parse(list) as string[]],
      ),
    ),
    details: ((details?.results ?? []) as unknown as (Flags<DetailsFacts, 'isChange'> & { waiting: string })[]).map(
      ({ waiting, ...one }) => {
        const [waitingCount, waitingMinor] = JSON.parse(waiting) as [number, number]
        return { ...one, isChange: one.isChange === 1, waitingCount, waitingMinor, waitingCurrency: PAYMENTS_CURRENCY }
      },
    ),
    shared: grouped<SharedWith>(shared?.results, 'detailsId'),
    known: [...new Map(known.map((one) => [one.id, one])).values()],
    silences: (silences?.results ?? []) as unknown as Silence[],
  }
}
