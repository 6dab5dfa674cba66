import type { Sections, Who } from '../../../../schema/approvals/evidence/pack.ts'
import { registerEvidencePart } from '../../approvals/evidence/index.ts'

/** What a bill's evidence has of the ledger: each entry with its postings, and what the accounting system got. */

const iso = (at: number): string => new Date(at).toISOString()

interface EntryRow {
  id: string
  type: string
  date: string
  memo: string
  reverses: string | null
  byId: string | null
  byName: string | null
  createdAt: number
  baseCurrency: string
  rates: string
}
interface PostingRow {
  entryId: string
  account: string
  erpAccountId: string
  erpAccountName: string | null
  date: string
  currency: string
  amount: number
  baseAmount: number
}

registerEvidencePart('BILL', async (db, companyId, billId): Promise<Partial<Sections>> => {
  const entries = await db.all<EntryRow>(
    db.sql(
      `SELECT e.id, e.type, e.date, e.memo, e.reverses_id AS reverses, u.id AS byId,
              trim(u.first_name || ' ' || u.last_name) AS byName, e.created_at AS createdAt,
              e.base_currency AS baseCurrency, e.rates
         FROM ledger_entries e INDEXED BY ledger_entries_bill LEFT JOIN users u ON u.id = e.created_by_user_id
        WHERE e.company_id = ? AND e.bill_id = ? ORDER BY e.created_at, e.id`,
      ...[companyId, billId],
    ),
  )
  const postings = await db.all<PostingRow>(
    db.sql(
      `SELECT p.entry_id AS entryId, p.account, p.erp_account_id AS erpAccountId, o.name AS erpAccountName, p.date,
              p.currency, p.amount_minor AS amount, p.base_minor AS baseAmount
         FROM json_each(?2) j CROSS JOIN ledger_postings p ON p.entry_id = j.value AND +p.company_id = ?1
         LEFT JOIN erp_objects o ON o.id = p.erp_account_id AND +o.company_id = ?1
        ORDER BY j.key, p.ordinal`,
      ...[companyId, JSON.stringify(entries.map(({ id }) => id))],
    ),
  )
  const accounting = await db.all<Omit<Sections['accounting'][number], 'syncedAt'> & { syncedAt: number | null }>(
    db.sql(
      `SELECT s.id, s.type, s.title, s.state, s.erp_id AS erpId, s.url, s.synced_at AS syncedAt, s.error
         FROM ledger_syncs s INDEXED BY ledger_syncs_bill
        WHERE s.company_id = ? AND s.bill_id = ? ORDER BY s.date, s.id`,
      ...[companyId, billId],
    ),
  )
  const ofEntry = Map.groupBy(postings, ({ entryId }) => entryId)
  return {
    ledgerEntries: entries.map(({ byId, byName, createdAt, rates, ...entry }) => ({
      ...entry,
      by: byId === null ? null : { id: byId, name: byName ?? '' },
      postedAt: iso(createdAt),
      rates: JSON.parse(rates),
      postings: (ofEntry.get(entry.id) ?? []).map(({ entryId: _, erpAccountId, erpAccountName, ...posting }) => ({
        ...posting,
        erpAccount: accountOf(erpAccountId, erpAccountName),
      })),
    })),
    accounting: accounting.map((entry) => ({
      ...entry,
      syncedAt: entry.syncedAt === null ? null : iso(entry.syncedAt),
    })),
  }
})

const accountOf = (id: string, name: string | null): Who | null => (id === '' ? null : { id, name: name ?? 'Removed' })
