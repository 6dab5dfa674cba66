import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { CURRENCIES } from '../../shared/money.ts'
import { LEDGER_ACCOUNTS, LEDGER_ENTRY_TYPES } from './values.ts'

/** The journal. Nothing in it is ever changed or deleted. Triggers check what is posted and keep the sums below. */
export const ledgerEntries = sqliteTable(
  'ledger_entries',
  {
    id: text('id').primaryKey(),
    companyId: text('company_id').notNull(),
    type: text('type', { enum: LEDGER_ENTRY_TYPES }).notNull(),
    /** What it was posted for. */
    source: text('source').notNull(),
    /** The entry that it takes back. */
    reversesId: text('reverses_id'),
    date: text('date').notNull(),
    memo: text('memo').notNull(),
    erpVendorId: text('erp_vendor_id'),
    billId: text('bill_id'),
    dueDate: text('due_date'),
    paymentId: text('payment_id'),
    bankAccountId: text('bank_account_id'),
    erpEntityId: text('erp_entity_id'),
    baseCurrency: text('base_currency', { enum: CURRENCIES }).notNull(),
    /** JSON: the rates that it was converted with. */
    rates: text('rates').notNull(),
    /** JSON: only while it is posted. Triggers make rows of it. */
    postings: text('postings'),
    createdByUserId: text('created_by_user_id'),
    createdAt: integer('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('ledger_entries_source').on(t.companyId, t.source),
    uniqueIndex('ledger_entries_reverses').on(t.companyId, t.reversesId).where(sql`reverses_id IS NOT NULL`),
    index('ledger_entries_bill').on(t.companyId, t.billId, t.createdAt, t.id).where(sql`bill_id IS NOT NULL`),
  ],
)

/** Debits are positive, credits negative. Blank accounts: those without one of the accounting system. */
export const ledgerPostings = sqliteTable(
  'ledger_postings',
  {
    entryId: text('entry_id').notNull(),
    ordinal: integer('ordinal').notNull(),
    companyId: text('company_id').notNull(),
    account: text('account', { enum: LEDGER_ACCOUNTS }).notNull(),
    erpAccountId: text('erp_account_id').notNull(),
    date: text('date').notNull(),
    currency: text('currency', { enum: CURRENCIES }).notNull(),
    amountMinor: integer('amount_minor').notNull(),
    baseMinor: integer('base_minor').notNull(),
    lineId: text('line_id'),
  },
  (t) => [primaryKey({ columns: [t.entryId, t.ordinal] })],
)

/** The accounts that something was posted to. '*' sums all of an account. */
export const ledgerAccounts = sqliteTable(
  'ledger_accounts',
  {
    companyId: text('company_id').notNull(),
    account: text('account', { enum: LEDGER_ACCOUNTS }).notNull(),
    erpAccountId: text('erp_account_id').notNull(),
    currency: text('currency', { enum: CURRENCIES }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.account, t.erpAccountId, t.currency] })],
)

/** What an account has at the end of a month. A month without postings has no row: the one before holds. */
export const ledgerBalances = sqliteTable(
  'ledger_balances',
  {
    companyId: text('company_id').notNull(),
    account: text('account', { enum: LEDGER_ACCOUNTS }).notNull(),
    erpAccountId: text('erp_account_id').notNull(),
    currency: text('currency', { enum: CURRENCIES }).notNull(),
    month: text('month').notNull(),
    debitMinor: integer('debit_minor').notNull(),
    creditMinor: integer('credit_minor').notNull(),
    baseMinor: integer('base_minor').notNull(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.account, t.erpAccountId, t.currency, t.month] })],
)

/** The bills that are owed, each with what is open. Credits are negative. */
export const ledgerPayables = sqliteTable(
  'ledger_payables',
  {
    companyId: text('company_id').notNull(),
    billId: text('bill_id').notNull(),
    currency: text('currency', { enum: CURRENCIES }).notNull(),
    erpVendorId: text('erp_vendor_id').notNull(),
    dueDate: text('due_date').notNull(),
    openMinor: integer('open_minor').notNull(),
    baseMinor: integer('base_minor').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.billId, t.currency] }),
    index('ledger_payables_vendor').on(t.companyId, t.erpVendorId, t.dueDate, t.billId, t.currency),
  ],
)

/** What is owed by due date, of each vendor and (blank) of all. */
export const ledgerPayableDays = sqliteTable(
  'ledger_payable_days',
  {
    companyId: text('company_id').notNull(),
    erpVendorId: text('erp_vendor_id').notNull(),
    dueDate: text('due_date').notNull(),
    baseMinor: integer('base_minor').notNull(),
    bills: integer('bills').notNull(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.erpVendorId, t.dueDate] })],
)

/** What is owed to each vendor, and (blank) to all. */
export const ledgerPayableVendors = sqliteTable(
  'ledger_payable_vendors',
  {
    companyId: text('company_id').notNull(),
    erpVendorId: text('erp_vendor_id').notNull(),
    baseMinor: integer('base_minor').notNull(),
    bills: integer('bills').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.erpVendorId] }),
    index('ledger_payable_vendors_owed').on(t.companyId, t.baseMinor, t.erpVendorId),
  ],
)
