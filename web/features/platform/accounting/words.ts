import type { BooksSystem } from '../../../../schema/platform/accounting/books.ts'
import type { SyncJob } from '../../../../schema/platform/accounting/endpoints.ts'
import type { EntryKind } from '../../../../schema/platform/accounting/entries.ts'
import { formatNumber } from '../../../lib/format.ts'
import type { State } from '../../../ui/status-badge.tsx'

export const SYSTEM_NAMES: Record<BooksSystem, string> = {
  QUICKBOOKS: 'QuickBooks',
  NETSUITE: 'NetSuite',
  CUSTOM: 'Custom sync',
}

const WORDS: Record<string, string> = {
  currency: 'Currencies',
  entity: 'Entities',
  account: 'Accounts',
  item: 'Items',
  department: 'Departments',
  location: 'Locations',
  classification: 'Classifications',
  vendor: 'Vendors',
  'tax-code': 'Tax codes',
  'accounting-period': 'Accounting periods',
  'amortization-template': 'Amortization templates',
  'custom-field': 'Custom fields',
  'custom-segment': 'Custom segments',
  bill: 'Bills',
  purchase: 'Purchases',
  'vendor-credit': 'Vendor credits',
  'journal-entry': 'Journal entries',
  deposit: 'Deposits',
  invoice: 'Invoices',
  'sales-receipt': 'Sales receipts',
  'credit-memo': 'Credit memos',
  refund: 'Refunds',
  other: 'Other documents',
  changed: 'Changed',
  deleted: 'Deleted',
}

/** What a run has counted: "Bills". */
export const countedWords = (what: string): string => WORDS[what] ?? what

/** What has an account, a vendor and so on. All else that is counted are documents. */
const NO_DOCUMENTS = new Set([
  ...['currency', 'entity', 'account', 'item', 'department', 'location', 'classification', 'vendor', 'tax-code'],
  ...['accounting-period', 'amortization-template', 'custom-field', 'custom-segment', 'changed', 'deleted'],
])

/** A run in a few words: "22,807 documents · 1,850 vendors", or what changed. */
export const readSummary = (counts: readonly { what: string; count: number }[]): string => {
  const of = (what: string): number => counts.find((each) => each.what === what)?.count ?? 0
  const documents = counts.reduce((sum, { what, count }) => (NO_DOCUMENTS.has(what) ? sum : sum + count), 0)
  const parts: [number, string, string][] = [
    [documents, 'document', 'documents'],
    [of('vendor'), 'vendor', 'vendors'],
    [of('account'), 'account', 'accounts'],
    [of('changed'), 'change', 'changes'],
    [of('deleted'), 'deletion', 'deletions'],
  ]
  const words = parts.flatMap(([count, one, many]) =>
    count === 0 ? [] : [`${formatNumber(count)} ${count === 1 ? one : many}`],
  )
  return words.join(' · ')
}

const STATES: Record<SyncJob['status'], State> = {
  SYNCING: { tone: 'waiting', label: 'Syncing' },
  COMPLETE: { tone: 'positive', label: 'Complete' },
  ERROR: { tone: 'negative', label: 'Failed' },
}
export const runState = (status: SyncJob['status']): State => STATES[status]

export const TRIGGER_WORDS: Record<string, string> = {
  SCHEDULE: 'Every night',
  HAND: 'Started manually',
  WEBHOOK: 'After a change there',
}

/** What Outlay writes into an accounting system. */
export const ENTRY_NOUNS: Record<EntryKind, string> = {
  BILL: 'Bill',
  VENDOR_CREDIT: 'Vendor credit',
  BILL_PAYMENT: 'Payment',
  TRANSFER: 'Transfer',
  PURCHASE_ORDER: 'Purchase order',
  VENDOR: 'Vendor',
}
