import type { BooksSystem } from '../../../../schema/platform/accounting/books.ts'
import type { SyncJob } from '../../../../schema/platform/accounting/endpoints.ts'
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
  classification: 'Classes',
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

const STATES: Record<SyncJob['status'], State> = {
  SYNCING: { tone: 'waiting', label: 'Syncing' },
  COMPLETE: { tone: 'positive', label: 'Complete' },
  ERROR: { tone: 'negative', label: 'Failed' },
}
export const runState = (status: SyncJob['status']): State => STATES[status]

export const TRIGGER_WORDS: Record<string, string> = {
  SCHEDULE: 'Every night',
  HAND: 'Started by hand',
  WEBHOOK: 'After a change there',
}
