import * as endpoints from '../../../../schema/money/checks/endpoints.ts'
import { CHECK_RULES, type CheckRule } from '../../../../schema/money/checks/values.ts'
import type { DetailsState } from '../../../../schema/money/payments/details-values.ts'
import { NEW_HOLDER_MS } from '../../../../schema/platform/hands/rule.ts'
import { dayIn, monthOf, shiftMonth } from '../../../../schema/shared/calendar.ts'
import type { Currency } from '../../../../schema/shared/money.ts'
import { maskedAccount } from '../../../../schema/vendors/portal/values.ts'
import { notFound } from '../../../core/errors.ts'
import { inputOf, query, type StaffContext } from '../../../core/operation.ts'
import { PAYERS } from '../../platform/members/index.ts'
import { deciderWords, decisionFaultOf, findingHandsStatement, hasLeftStatement } from './duties.ts'
import { FINDING_COLUMNS, FINDING_JOINS, HOLDS, type StoredFinding, toFinding } from './rows.ts'

/** A finding with what it compares, the findings of a bill, and how much is found over time. */

interface BillRow {
  id: string
  erpVendorId: string
  vendorName: string | null
  invoiceNumber: string
  invoiceDate: string
  dueDate: string | null
  totalMinor: number
  currency: Currency
  description: string
  status: string
  createdByUserId: string
  createdByName: string | null
  createdAt: number
  isHeld: number
  billPaymentId: string | null
  documentId: string | null
}

interface DetailsRow {
  id: string
  erpVendorId: string
  vendorName: string | null
  accountHolderName: string
  lastFour: string
  routingNumber: string
  remittanceEmail: string
  status: DetailsState
  createdByUserId: string
  createdByName: string | null
  createdAt: number
  isHeld: number
}

const nameOf = (column: string): string =>
  `(SELECT trim(u.first_name || ' ' || u.last_name) FROM users u WHERE u.id = ${column})`
const vendorOf = (column: string): string =>
  `(SELECT o.name FROM erp_objects o WHERE o.id = ${column} AND +o.company_id = c.company_id)`
const DETAILS_COLUMNS = `d.id, d.erp_vendor_id AS erpVendorId, ${vendorOf('d.erp_vendor_id')} AS vendorName,
  d.account_holder_name AS accountHolderName, d.last_four AS lastFour, d.routing_number AS routingNumber,
  d.remittance_email AS remittanceEmail, d.state AS status, d.created_by_user_id AS createdByUserId,
  ${nameOf('d.created_by_user_id')} AS createdByName, d.created_at AS createdAt`

/** As many of each are compared. */
const MOST = 30

const comparedStatements = ({ db, actor }: StaffContext, findingId: string): D1PreparedStatement[] => [
  db.sql(
    `SELECT b.id, b.erp_vendor_id AS erpVendorId, ${vendorOf('b.erp_vendor_id')} AS vendorName,
            b.invoice_number AS invoiceNumber, b.invoice_date AS invoiceDate, b.due_date AS dueDate,
            b.total_minor AS totalMinor, b.currency, b.description, b.shown_status AS status,
            b.created_by_user_id AS createdByUserId, ${nameOf('b.created_by_user_id')} AS createdByName,
            b.created_at AS createdAt, c.is_held AS isHeld,
            (SELECT p.id FROM bill_payments p INDEXED BY bill_payments_bill
              WHERE p.company_id = c.company_id AND p.bill_id = b.id AND p.run = b.run) AS billPaymentId,
            (SELECT i.document_id FROM invoices i WHERE i.id = b.invoice_id AND +i.company_id = c.company_id) AS documentId
       FROM check_subjects c CROSS JOIN bills b ON b.id = c.subject_id AND +b.company_id = c.company_id
        AND b.deleted_at IS NULL
      WHERE c.company_id = ? AND c.finding_id = ? AND c.kind = 'BILL'
      ORDER BY c.is_held DESC, b.created_at DESC, b.id LIMIT ${MOST}`,
    ...[actor.companyId, findingId],
  ),
  // With those that changed details replace.
  db.sql(
    `SELECT * FROM (SELECT ${DETAILS_COLUMNS}, c.is_held AS isHeld
       FROM check_subjects c CROSS JOIN vendor_bank_details d ON d.id = c.subject_id AND +d.company_id = c.company_id
      WHERE c.company_id = ?1 AND c.finding_id = ?2 AND c.kind = 'DETAILS' LIMIT ${MOST})
     UNION ALL
     SELECT * FROM (SELECT ${DETAILS_COLUMNS}, 0
       FROM check_findings c CROSS JOIN vendor_bank_details n ON n.id = c.details_id
      CROSS JOIN vendor_bank_details d INDEXED BY vendor_bank_details_vendor ON d.company_id = c.company_id
        AND d.erp_vendor_id = n.erp_vendor_id AND d.created_at < n.created_at AND d.confirmed_at IS NOT NULL
      WHERE c.id = ?2 AND c.company_id = ?1 AND c.rule = 'CHANGED_DETAILS' ORDER BY d.created_at DESC LIMIT 1)`,
    ...[actor.companyId, findingId],
  ),
  db.sql(
    `SELECT e.id, e.employee_name AS name, e.last_four AS lastFour
       FROM check_subjects c CROSS JOIN employee_bank_accounts e ON e.id = c.subject_id AND e.company_id = c.company_id
      WHERE c.company_id = ? AND c.finding_id = ? AND c.kind = 'EMPLOYEE' LIMIT ${MOST}`,
    ...[actor.companyId, findingId],
  ),
]

const instant = (at: number): string => new Date(at).toISOString()
const person = (id: string, name: string | null) => ({ id, name: name ?? 'A former member' })

export const readFinding = query({
  id: 'checks.get',
  access: 'payments.use',
  readsFirst: true,
  input: inputOf(endpoints.getFinding),
  run: async (context, { findingId }): Promise<endpoints.Finding> => {
    const { db, actor, clock } = context
    const [found, entered, left, payers, bills, details, employees] = await db.batch([
      db.sql(
        `SELECT ${FINDING_COLUMNS}, f.note, f.version FROM check_findings f ${FINDING_JOINS}
          WHERE f.id = ? AND f.company_id = ?`,
        ...[findingId, actor.companyId],
      ),
      findingHandsStatement(db, actor.companyId, findingId),
      hasLeftStatement(db, actor.companyId, findingId),
      db.sql(PAYERS, actor.companyId, clock.now() - NEW_HOLDER_MS),
      ...comparedStatements(context, findingId),
    ])
    const row = found?.results[0] as unknown as (StoredFinding & { note: string; version: number }) | undefined
    if (!row) throw notFound('The finding')
    return {
      ...toFinding(row),
      ...{ note: row.note, version: row.version },
      decisionFault: decisionFaultOf(actor, row.state, entered?.results ?? []),
      decidableBy: deciderWords(actor, row.state, entered?.results ?? [], payers?.results ?? []),
      hasLeft: left?.results[0]?.hasLeft === 1,
      bills: ((bills?.results ?? []) as unknown as BillRow[]).map(
        ({ erpVendorId, vendorName, totalMinor, currency, createdByUserId, createdByName, createdAt, ...bill }) => ({
          ...bill,
          erpVendor: { id: erpVendorId, name: vendorName ?? 'A removed vendor' },
          amount: { value: totalMinor, currency },
          createdBy: person(createdByUserId, createdByName),
          ...{ createdAt: instant(createdAt), isHeld: bill.isHeld === 1 },
        }),
      ),
      details: ((details?.results ?? []) as unknown as DetailsRow[]).map(
        ({ erpVendorId, vendorName, lastFour, createdByUserId, createdByName, createdAt, ...one }) => ({
          ...one,
          erpVendor: { id: erpVendorId, name: vendorName ?? 'A removed vendor' },
          accountNumber: maskedAccount(lastFour),
          createdBy: person(createdByUserId, createdByName),
          ...{ createdAt: instant(createdAt), isHeld: one.isHeld === 1 },
        }),
      ),
      employees: ((employees?.results ?? []) as unknown as { id: string; name: string; lastFour: string }[]).map(
        ({ id, name, lastFour }) => ({ id, name, accountNumber: maskedAccount(lastFour) }),
      ),
    }
  },
})

export const readFindingsOfBill = query({
  id: 'checks.of-bill',
  access: 'payments.use',
  readsFirst: true,
  input: inputOf(endpoints.findingsOfBill),
  run: async (context, { billId }): Promise<endpoints.FindingsOfBill> => {
    const { db, actor } = context
    const [bills, found] = await db.batch([
      db.sql(
        'SELECT 1 AS one FROM bills WHERE id = ? AND company_id = ? AND deleted_at IS NULL',
        billId,
        actor.companyId,
      ),
      db.sql(
        `SELECT DISTINCT ${FINDING_COLUMNS}, c.is_held AND ${HOLDS} AS isHeld
           FROM (SELECT ?2 AS id UNION SELECT p.details_id FROM bill_payments p INDEXED BY bill_payments_bill
                  WHERE p.company_id = ?1 AND p.bill_id = ?2 AND p.details_id IS NOT NULL) s
          CROSS JOIN check_subjects c INDEXED BY check_subjects_subject ON c.company_id = ?1 AND c.subject_id = s.id
          CROSS JOIN check_findings f ON f.id = c.finding_id AND f.state IN ('OPEN', 'REJECTED', 'RELEASED')
           ${FINDING_JOINS} ORDER BY f.found_at DESC LIMIT ${MOST}`,
        ...[actor.companyId, billId],
      ),
    ])
    if (!bills?.results[0]) throw notFound('The bill')
    const rows = (found?.results ?? []) as unknown as (StoredFinding & { isHeld: number })[]
    return { findings: rows.map(toFinding), isHeld: rows.some(({ isHeld }) => isHeld === 1) }
  },
})

interface Count {
  month: string
  rule: CheckRule
  found: number
  released: number
  rejected: number
}
type Sums = Pick<Count, 'found' | 'released' | 'rejected'>

const sumOf = (rows: readonly Count[]): Sums =>
  rows.reduce<Sums>(
    (sum, { found, released, rejected }) => ({
      found: sum.found + found,
      released: sum.released + released,
      rejected: sum.rejected + rejected,
    }),
    { found: 0, released: 0, rejected: 0 },
  )

export const readMonths = query({
  id: 'checks.months',
  access: 'payments.use',
  readsFirst: true,
  input: inputOf(endpoints.checkMonths),
  run: async ({ db, actor, clock }): Promise<endpoints.CheckMonths> => {
    const last = monthOf(dayIn(null, clock.now()))
    const months = Array.from({ length: endpoints.CHECK_MONTHS }, (_, at) =>
      shiftMonth(last, at + 1 - endpoints.CHECK_MONTHS),
    )
    const rows = await db.all<Count>(
      db.sql(
        `SELECT month, rule, found, released, rejected FROM check_counts WHERE company_id = ? AND month >= ? ORDER BY month`,
        ...[actor.companyId, months[0]],
      ),
    )
    return {
      months: months.map((month) => ({ month, ...sumOf(rows.filter((row) => row.month === month)) })),
      rules: CHECK_RULES.map((rule) => ({ rule, ...sumOf(rows.filter((row) => row.rule === rule)) })).filter(
        ({ found, released, rejected }) => found + released + rejected > 0,
      ),
    }
  },
})
