import { isBalanced } from '../../../../schema/money/ledger/posting.ts'
import type { JournalEntry, LedgerEntryType } from '../../../../schema/money/ledger/values.ts'
import type { BaseContext } from '../../../core/operation.ts'

/** Statements for the batch of what causes an entry. The database refuses one that doesn't balance, with the batch. */

export type Posting = Pick<BaseContext, 'db' | 'clock' | 'newId'>

/** @param by who caused it. Null for Outlay */
export const postEntry = (
  { db, clock, newId }: Posting,
  { companyId, by }: { companyId: string; by: string | null },
  entry: JournalEntry,
): D1PreparedStatement[] => {
  if (!isBalanced(entry.postings)) throw new RangeError(`The entry of ${entry.source} doesn't balance`)
  const { type, source, date, memo, erpVendorId, billId, dueDate, paymentId, bankAccountId, erpEntityId } = entry
  const postings = entry.postings.map((one) => [
    ...[one.account, one.erpAccountId, one.date, one.currency, one.amountMinor, one.baseMinor, one.lineId],
  ])
  return [
    db.sql(
      `INSERT INTO ledger_entries (id, company_id, type, source, date, memo, erp_vendor_id, bill_id, due_date, payment_id,
         bank_account_id, erp_entity_id, base_currency, rates, postings, created_by_user_id, created_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
      ...[newId(), companyId, type, source, date, memo, erpVendorId, billId, dueDate, paymentId],
      ...[bankAccountId, erpEntityId, entry.baseCurrency, JSON.stringify(entry.rates), JSON.stringify(postings)],
      ...[by, clock.now()],
    ),
  ]
}

/** SQL of what takes back entry `e` on a day. What would count later is taken back then. */
const REVERSED_POSTINGS = (day: string): string =>
  `(SELECT json_group_array(json_array(p.account, p.erp_account_id, max(p.date, ${day}), p.currency, -p.amount_minor,
             -p.base_minor, p.line_id) ORDER BY p.ordinal)
      FROM ledger_postings p WHERE p.entry_id = e.id)`

export interface Reversal {
  /** The source of the entry that is taken back. Nothing happens without one, or if it was taken back before. */
  source: string
  /** The day on which that counts. */
  date: string
  memo: string
  /** If the reversal is of another type than the entry. */
  type?: LedgerEntryType
}

/** Takes an entry back. Its own rows stay as they are. */
export const reverseEntry = (
  { db, clock, newId }: Posting,
  { companyId, by }: { companyId: string; by: string | null },
  { source, date, memo, type }: Reversal,
): D1PreparedStatement[] => [
  db.sql(
    `INSERT INTO ledger_entries (id, company_id, type, source, reverses_id, date, memo, erp_vendor_id, bill_id, due_date,
       payment_id, bank_account_id, erp_entity_id, base_currency, rates, postings, created_by_user_id, created_at)
     SELECT ?3, e.company_id, coalesce(?6, e.type), 'reversal:' || e.source, e.id, max(e.date, ?4), ?5, e.erp_vendor_id, e.bill_id,
            e.due_date, e.payment_id, e.bank_account_id, e.erp_entity_id, e.base_currency, e.rates,
            ${REVERSED_POSTINGS('?4')},
            ?7, ?8
       FROM ledger_entries e WHERE e.company_id = ?1 AND e.source = ?2
         ON CONFLICT DO NOTHING`,
    ...[companyId, source, newId(), date, memo, type ?? null, by, clock.now()],
  ),
]

/**
 * Takes back every entry of a bill's approvals that still stands.
 * @param except the source of the approval that holds now, with the changes of where it is booked
 */
export const reverseBill = (
  { db, clock }: Pick<Posting, 'db' | 'clock'>,
  { companyId, by }: { companyId: string; by: string | null },
  { billId, date, memo, except = null }: { billId: string; date: string; memo: string; except?: string | null },
): D1PreparedStatement[] => [
  db.sql(
    `INSERT INTO ledger_entries (id, company_id, type, source, reverses_id, date, memo, erp_vendor_id, bill_id, due_date,
       payment_id, bank_account_id, erp_entity_id, base_currency, rates, postings, created_by_user_id, created_at)
     SELECT e.id || 'r', e.company_id, e.type, 'reversal:' || e.source, e.id, max(e.date, ?3), ?4, e.erp_vendor_id, e.bill_id,
            e.due_date, e.payment_id, e.bank_account_id, e.erp_entity_id, e.base_currency, e.rates, ${REVERSED_POSTINGS('?3')},
            ?5, ?6
       FROM ledger_entries e INDEXED BY ledger_entries_bill
      WHERE e.company_id = ?1 AND e.bill_id = ?2 AND e.type = 'BILL' AND e.reverses_id IS NULL
        AND (?7 IS NULL OR (e.source <> ?7 AND e.source NOT LIKE ?7 || ':%'))
         ON CONFLICT DO NOTHING`,
    ...[companyId, billId, date, memo, by, clock.now(), except],
  ),
]
