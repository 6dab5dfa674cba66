import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { CURRENCIES } from '../../shared/money.ts'
import { SYNC_FILTERS } from './sync-values.ts'
import { LEDGER_ENTRY_TYPES } from './values.ts'

/** What is to be in the accounting system of each bill, payment and transfer: one row for each object there. */
export const ledgerSyncs = sqliteTable(
  'ledger_syncs',
  {
    id: text('id').primaryKey(),
    companyId: text('company_id').notNull(),
    type: text('type', { enum: LEDGER_ENTRY_TYPES }).notNull(),
    /** The bill, the payment or the transfer. */
    ownerId: text('owner_id').notNull(),
    billId: text('bill_id'),
    date: text('date').notNull(),
    currency: text('currency', { enum: CURRENCIES }).notNull(),
    amountMinor: integer('amount_minor').notNull(),
    isCredit: integer('is_credit', { mode: 'boolean' }).notNull(),
    title: text('title').notNull(),
    /** JSON: what it is sent with. */
    facts: text('facts').notNull(),
    /** When that changed. */
    factsAt: integer('facts_at').notNull(),
    state: text('state', { enum: SYNC_FILTERS }).notNull(),
    /** It was sent, and should no longer be there. */
    isRemoval: integer('is_removal', { mode: 'boolean' }).notNull().default(false),
    /** Why it isn't there, in the system's words. */
    error: text('error'),
    /** When a person sent it last. */
    askedAt: integer('asked_at'),
    erpId: text('erp_id'),
    url: text('url'),
    syncedAt: integer('synced_at'),
    /** A person deleted it, so that no list has it. */
    deletedAt: integer('deleted_at'),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
  },
  (t) => [
    uniqueIndex('ledger_syncs_owner').on(t.companyId, t.type, t.ownerId),
    index('ledger_syncs_bill').on(t.companyId, t.billId).where(sql`bill_id IS NOT NULL`),
    index('ledger_syncs_date').on(t.companyId, t.date, t.id).where(sql`deleted_at IS NULL`),
    index('ledger_syncs_state').on(t.companyId, t.state, t.date, t.id).where(sql`deleted_at IS NULL`),
  ],
)
