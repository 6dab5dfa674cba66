import {
  AGE_WORDS,
  AGES,
  type Age,
  listOpenBills,
  listPayables,
  type OpenBill,
  payablesFile,
  payablesSummary,
  type VendorPayables,
  WEEKS,
} from '../../../../schema/money/ledger/report-endpoints.ts'
import { addDays, weekdayOf } from '../../../../schema/shared/calendar.ts'
import type { Currency } from '../../../../schema/shared/money.ts'
import type { Connection } from '../../../../schema/shared/paging.ts'
import { amountCell } from '../../../core/csv.ts'
import { notFound } from '../../../core/errors.ts'
import { listFile } from '../../../core/list/file.ts'
import { inputOf, query, type StaffContext } from '../../../core/operation.ts'
import { decodeCursor, toConnection } from '../../../core/paging.ts'
import { booksToday } from '../../platform/members/index.ts'

/** What the company owes, by age, by week and by vendor. The sums are kept by due date as bills are posted and paid. */

interface Sum {
  amount: number
  bills: number
}
interface DayRow extends Sum {
  dueDate: string
}

/** The first due date of each age, the newest first. Before the last one it is over 90 days. */
const agesSince = (today: string): [Age, string][] => [
  ['NOT_DUE', today],
  ['DAYS_1_30', addDays(today, -30)],
  ['DAYS_31_60', addDays(today, -60)],
  ['DAYS_61_90', addDays(today, -90)],
]

const ageOf = (dueDate: string, since: [Age, string][]): Age =>
  since.find(([, first]) => dueDate >= first)?.[0] ?? 'OVER_90'

const NOTHING: Sum = { amount: 0, bills: 0 }
const plus = (a: Sum, b: Sum): Sum => ({ amount: a.amount + b.amount, bills: a.bills + b.bills })
const minus = (a: Sum, b: Sum): Sum => ({ amount: a.amount - b.amount, bills: a.bills - b.bills })
const sumOf = (rows: readonly Sum[]): Sum => rows.reduce(plus, NOTHING)

/** This week ends on its Sunday, and so do those after it. */
const weeksFrom = (today: string): { from: string; to: string }[] => {
  const weeks: { from: string; to: string }[] = []
  for (let from = today; weeks.length < WEEKS; ) {
    const to = addDays(from, (7 - weekdayOf(from)) % 7)
    weeks.push({ from, to })
    from = addDays(to, 1)
  }
  return weeks
}

/** One round trip. What is over 90 days late is the rest, so that its days aren't read. */
export const readPayablesSummary = query({
  id: payablesSummary.id,
  access: 'payments.accounting',
  readsFirst: true,
  input: inputOf(payablesSummary),
  run: async (context) => {
    const { db, actor } = context
    const today = booksToday(context)
    const since = agesSince(today)
    const [oldest = ['', today] as const] = since.slice(-1)
    const [totals, days] = await db.readBatch([
      db.sql(
        `SELECT base_minor AS amount, bills FROM ledger_payable_vendors WHERE company_id = ? AND erp_vendor_id = ''`,
        actor.companyId,
      ),
      db.sql(
        `SELECT due_date AS dueDate, base_minor AS amount, bills FROM ledger_payable_days
          WHERE company_id = ? AND erp_vendor_id = '' AND due_date >= ? ORDER BY due_date`,
        actor.companyId,
        oldest[1],
      ),
    ])
    const total = (totals?.results[0] as unknown as Sum | undefined) ?? NOTHING
    const rows = (days?.results ?? []) as unknown as DayRow[]
    const answer = ({ amount, bills }: Sum) => ({ amount: { value: amount, currency: actor.company.currency }, bills })
    const byAge = new Map(AGES.map((age) => [age, sumOf(rows.filter((row) => ageOf(row.dueDate, since) === age))]))
    byAge.set('OVER_90', minus(total, sumOf(rows)))
    const weeks = weeksFrom(today).map((week) => ({
      ...week,
      ...sumOf(rows.filter(({ dueDate }) => dueDate >= week.from && dueDate <= week.to)),
    }))
    const notDue = byAge.get('NOT_DUE') ?? NOTHING
    return {
      asOf: today,
      ...answer(total),
      ages: AGES.map((age) => ({ age, ...answer(byAge.get(age) ?? NOTHING) })),
      weeks: weeks.map(({ from, to, ...week }) => ({ from, to, ...answer(week) })),
      overdue: answer(minus(total, notDue)),
      later: answer(minus(notDue, sumOf(weeks))),
    }
  },
})

interface VendorRow extends Sum {
  id: string
  name: string | null
  days: string
}

const vendorOf = (currency: Currency, since: [Age, string][], row: VendorRow): VendorPayables => {
  const days = JSON.parse(row.days) as [string, number][]
  const amountOf = (age: Age): number =>
    days.filter(([day]) => ageOf(day, since) === age).reduce((sum, [, amount]) => sum + amount, 0)
  return {
    erpVendor: { id: row.id, name: row.name ?? 'Removed vendor' },
    amount: { value: row.amount, currency },
    bills: row.bills,
    ages: AGES.map((age) => ({ age, amount: { value: amountOf(age), currency } })),
  }
}

const readVendors = async (
  context: StaffContext,
  { cursor, first }: { cursor?: string | undefined; first: number },
): Promise<Connection<VendorPayables>> => {
  const { db, actor } = context
  const after = cursor ? decodeCursor(cursor, 2) : null
  const rows = await db.all<VendorRow>(
    db.sql(
      `SELECT v.erp_vendor_id AS id, v.base_minor AS amount, v.bills, o.name,
              (SELECT json_group_array(json_array(d.due_date, d.base_minor)) FROM ledger_payable_days d
                WHERE d.company_id = ?1 AND d.erp_vendor_id = v.erp_vendor_id) AS days
         FROM (SELECT * FROM ledger_payable_vendors INDEXED BY ledger_payable_vendors_owed
                WHERE company_id = ?1 AND erp_vendor_id <> '' ${after ? 'AND (base_minor, erp_vendor_id) < (?3, ?4)' : ''}
                ORDER BY base_minor DESC, erp_vendor_id DESC LIMIT ?2) v
         LEFT JOIN erp_objects o ON o.id = v.erp_vendor_id AND +o.company_id = ?1
        ORDER BY v.base_minor DESC, v.erp_vendor_id DESC`,
      ...[actor.companyId, first + 1, ...(after ?? [])],
    ),
  )
  const since = agesSince(booksToday(context))
  return toConnection(
    rows,
    first,
    ({ amount, id }) => [amount, id],
    (row) => vendorOf(actor.company.currency, since, row),
  )
}

export const readPayables = query({
  id: listPayables.id,
  access: 'payments.accounting',
  readsFirst: true,
  input: inputOf(listPayables),
  run: readVendors,
})

export const readPayablesFile = query({
  id: payablesFile.id,
  access: 'payments.accounting',
  readsFirst: true,
  input: inputOf(payablesFile),
  run: (context) =>
    listFile(
      context,
      'payables',
      (page) => readVendors(context, page),
      () => ['Vendor', 'Owed', ...AGES.map((age) => AGE_WORDS[age]), 'Currency', 'Bills'],
      ({ erpVendor, amount, ages, bills }) => [
        [
          ...[erpVendor.name, amountCell(amount), ...ages.map((one) => amountCell(one.amount))],
          ...[amount.currency, bills],
        ],
      ],
    ),
})

interface OpenRow {
  billId: string
  title: string | null
  dueDate: string
  currency: Currency
  open: number
  base: number
}

/** Throws NOT_FOUND for another company's vendor. */
export const readOpenBills = query({
  id: listOpenBills.id,
  access: 'payments.accounting',
  readsFirst: true,
  input: inputOf(listOpenBills),
  run: async (context, { erpVendorId, cursor, first }) => {
    const { db, actor } = context
    const after = cursor ? decodeCursor(cursor, 3) : ['', '', '']
    const [vendor, bills] = await db.readBatch([
      db.sql(
        `SELECT 1 FROM erp_objects WHERE id = ?2 AND company_id = ?1
         UNION ALL SELECT 1 FROM ledger_payable_vendors WHERE company_id = ?1 AND erp_vendor_id = ?2`,
        actor.companyId,
        erpVendorId,
      ),
      db.sql(
        `SELECT p.bill_id AS billId, p.due_date AS dueDate, p.currency, p.open_minor AS open, p.base_minor AS base,
                (SELECT e.memo FROM ledger_entries e INDEXED BY ledger_entries_bill
                  WHERE e.company_id = ?1 AND e.bill_id = p.bill_id AND e.type = 'BILL' AND e.reverses_id IS NULL
                  ORDER BY e.created_at DESC, e.id DESC LIMIT 1) AS title
           FROM ledger_payables p INDEXED BY ledger_payables_vendor
          WHERE p.company_id = ?1 AND p.erp_vendor_id = ?2 AND (p.due_date, p.bill_id, p.currency) > (?3, ?4, ?5)
          ORDER BY p.due_date, p.bill_id, p.currency LIMIT ?6`,
        ...[actor.companyId, erpVendorId, ...after, first + 1],
      ),
    ])
    if (!vendor?.results.length) throw notFound('The vendor')
    return toConnection(
      (bills?.results ?? []) as unknown as OpenRow[],
      first,
      ({ dueDate, billId, currency }) => [dueDate, billId, currency],
      ({ billId, title, dueDate, currency, open, base }): OpenBill => ({
        ...{ billId, title: title ?? 'Bill', dueDate, amount: { value: open, currency } },
        companyAmount: { value: base, currency: actor.company.currency },
      }),
    )
  },
})
