import { env } from 'cloudflare:workers'
import {
  type BillFacts,
  billEntry,
  loadEntry,
  type PaymentFacts,
  paymentEntry,
} from '../../../schema/money/ledger/posting.ts'
import type { SyncFactsOf } from '../../../schema/money/ledger/sync-values.ts'
import { envOfCell } from '../../../worker/core/cells.ts'
import { newId } from '../../../worker/core/clock.ts'
import { Database } from '../../../worker/core/database.ts'
import { postEntry, recordSync, reverseEntry } from '../../../worker/features/money/ledger/index.ts'
import { cellFor } from './database.ts'
import { rows, run } from './sessions.ts'

/** Bills and payments as the ledger is told of them. */

export const journalOf = (companyId: string) => {
  const db = new Database(envOfCell(env, cellFor(companyId)).DB, 'first-primary')
  const context = { db, clock: { now: () => Date.now() }, newId }
  const who = { companyId, by: null }
  return {
    db,
    context,
    post: (entry: Parameters<typeof postEntry>[2]) => db.batch(postEntry(context, who, entry)),
    reverse: (reversal: Parameters<typeof reverseEntry>[2]) => db.batch(reverseEntry(context, who, reversal)),
    record: (facts: Parameters<typeof recordSync>[2]) => db.batch(recordSync(context, companyId, facts)),
  }
}

export const billFacts = (over: Partial<BillFacts> = {}): BillFacts => ({
  ...{ billId: newId(), approval: '1', date: '2026-11-03', dueDate: '2026-12-03', erpVendorId: 'acme' },
  ...{ erpEntityId: null, memo: 'Bill 7', total: { value: 10_000, currency: 'USD' }, isCredit: false },
  ...{ baseCurrency: 'USD', rate: null },
  lines: [{ id: 'l1', amountMinor: over.total?.value ?? 10_000, erpAccountId: 'rent', spread: null }],
  ...over,
})

export const paymentFactsOf = (bill: BillFacts, over: Partial<PaymentFacts> = {}): PaymentFacts => ({
  ...{ paymentId: newId(), attempt: '1', date: '2026-11-20', memo: `Payment of ${bill.memo}`, billId: bill.billId },
  ...{ erpVendorId: bill.erpVendorId, dueDate: bill.dueDate ?? bill.date, erpEntityId: bill.erpEntityId },
  ...{ amount: bill.total, billRate: bill.rate, paid: bill.total, paidRate: bill.rate, from: 'CLEARING' },
  ...{ bankAccountId: null, baseCurrency: bill.baseCurrency },
  ...over,
})

export const postBill = async (companyId: string, over: Partial<BillFacts> = {}): Promise<BillFacts> => {
  const facts = billFacts(over)
  await journalOf(companyId).post(billEntry(facts))
  return facts
}

export const postPayment = (companyId: string, facts: PaymentFacts) => journalOf(companyId).post(paymentEntry(facts))

export const postLoad = (companyId: string, value: number) =>
  journalOf(companyId).post(
    loadEntry({
      ...{ transferId: newId(), date: '2026-11-01', memo: 'Load', amount: { value, currency: 'USD' } },
      ...{ baseCurrency: 'USD', rate: null, bankAccountId: newId(), erpEntityId: null },
    }),
  )

export type SyncType = 'BILL' | 'BILL_PAYMENT' | 'ACH_LOAD'

export const billSync = (over: Partial<SyncFactsOf<'BILL'>> = {}): SyncFactsOf<'BILL'> => {
  const ownerId = over.ownerId ?? newId()
  return {
    ...{ type: 'BILL', ownerId, billId: ownerId, erpEntityId: null, date: '2026-11-03', currency: 'USD' },
    ...{ totalMinor: 10_000, title: 'Bill INV-7 of Acme', erpVendorId: 'acme', isCredit: false },
    ...{
      invoiceNumber: `INV-${ownerId.slice(-8)}`,
      dueDate: '2026-12-03',
      description: 'November',
      exchangeRate: null,
      rateCurrency: null,
    },
    ...{ accountingPeriodId: null, createdByUserId: null, fields: [] },
    lines: [
      {
        ...{ lineId: 'l1', amountMinor: 10_000, memo: 'Rent', erpAccountId: 'rent', erpDepartmentId: null },
        ...{ erpClassificationId: null, erpTaxCodeId: null, amortization: null, fields: [] },
      },
    ],
    ...over,
  }
}

/** An entry for the accounting system. Returns its id. */
export const addSync = async (companyId: string, type: SyncType, title: string): Promise<string> => {
  const ownerId = newId()
  const common = { ownerId, erpEntityId: null, date: '2026-11-03', currency: 'USD' as const, totalMinor: 5000, title }
  const payment = { erpVendorId: 'acme', invoiceNumber: 'INV-7', billTotalMinor: 5000 }
  await journalOf(companyId).record(
    type === 'BILL'
      ? billSync({ ownerId, title })
      : type === 'BILL_PAYMENT'
        ? { type, ...common, billId: newId(), ...payment }
        : { type, ...common, billId: null },
  )
  const [row] = await rows<{ id: string }>(
    'SELECT id FROM ledger_syncs WHERE company_id = ? AND owner_id = ?',
    companyId,
    ownerId,
  )
  return row?.id ?? ''
}

/** Bills' entries with these ids. */
export const addSyncs = async (companyId: string, ids: readonly string[], title: string): Promise<void> => {
  for (const id of ids)
    await run(
      `INSERT INTO ledger_syncs (id, company_id, type, owner_id, date, currency, amount_minor, is_credit, title, facts, facts_at,
         state, created_at, updated_at) VALUES (?1, ?2, 'BILL', ?1, '2026-05-05', 'USD', 100, 0, ?3, ?4, 0, 'UNSYNCED', 0, 0)`,
      ...[id, companyId, title, JSON.stringify(billSync({ ownerId: id, title }))],
    )
}
