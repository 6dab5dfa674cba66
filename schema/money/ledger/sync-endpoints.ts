import { z } from 'zod'
import { BOOKS_SYSTEMS } from '../../platform/accounting/books.ts'
import { endpoint } from '../../shared/endpoint.ts'
import { listOf } from '../../shared/list.ts'
import { choiceFilter, searchFilter } from '../../shared/list-filters.ts'
import { money } from '../../shared/money.ts'
import { id, named, shownDate } from '../../shared/values.ts'
import { SYNC_FILTERS, SYNC_TYPE_WORDS } from './sync-values.ts'
import { LEDGER_ENTRY_TYPES } from './values.ts'

/** Entries of the general ledger on their way to the accounting system (specification 3 §3 and §7.3). */

export const ledgerEntryNode = z.object({
  id: z.string(),
  type: z.enum(LEDGER_ENTRY_TYPES),
  /** The system that it is for. Null while none is connected. */
  erpIntegration: z.enum(BOOKS_SYSTEMS).nullable(),
  amount: money,
  isCredit: z.boolean(),
  /** A calendar date. */
  transactionDate: shownDate,
  /** In the system's words. */
  errors: z.array(z.string()),
  /** What a person can do about them. */
  advice: z.string().nullable(),
  /** Where the system shows it. */
  link: z.string().nullable(),
  /** "Bill INV-12 of Acme". */
  title: z.string(),
  billId: z.string().nullable(),
  state: z.enum(SYNC_FILTERS),
  /** It is being sent now. */
  isSending: z.boolean(),
  /** It is there and will be deleted there. */
  isRemoval: z.boolean(),
  syncedOn: z.string().nullable(),
})
export type LedgerEntryNode = z.infer<typeof ledgerEntryNode>

export const syncFilters = {
  search: searchFilter('Search entries', 'Search by vendor or number'),
  filter: choiceFilter(
    SYNC_FILTERS,
    { SYNCED: 'Synced', UNSYNCED: 'Unsynced', ERRORED: 'Errored' },
    { label: 'State', isShownOnceSet: true },
  ),
  type: choiceFilter(LEDGER_ENTRY_TYPES, SYNC_TYPE_WORDS, { label: 'Type' }),
} as const

export const ledgerEntryList = listOf({
  name: 'ledger-entries',
  id: 'payments.list-gl-entries',
  path: '/api/payments/general-ledger-entries',
  noun: 'entry',
  nouns: 'entries',
  summary: 'Entries of the general ledger for the accounting system, newest first',
  filters: syncFilters,
  sorts: ['transactionDate'],
  mostSorts: 1,
  node: ledgerEntryNode,
})

const deletion = (what: 'bill' | 'bill-payment' | 'ach-load', words: string) =>
  endpoint({
    id: `payments.delete-gl-${what}-entry`,
    method: 'DELETE',
    path: `/api/payments/general-ledger-entries/${what}/{entryId}`,
    summary: `Delete the entry of ${words}, so that it is not sent to the accounting system`,
    params: z.object({ entryId: id }),
    response: z.object({ id: z.string() }),
  })
export const deleteBillEntry = deletion('bill', 'a bill')
export const deleteBillPaymentEntry = deletion('bill-payment', 'a bill payment')
export const deleteAchLoadEntry = deletion('ach-load', 'a bank transfer')

export const recreateBillEntry = endpoint({
  id: 'bills.recreate-erp-sync-entry',
  method: 'POST',
  path: '/api/payments/bills/{billId}/recreate-erp-sync-entry',
  summary: 'Make the entry that is sent to the accounting system again, as the bill is now',
  params: z.object({ billId: id }),
  response: z.object({ id: z.string() }),
})

const account = z.object({ id: z.string(), name: z.string(), generalLedgerAccountNumber: z.string().nullable() })
const fieldValue = z.object({ customFieldScriptId: z.string(), name: z.string(), value: z.string() })

export const sentLine = z.object({
  billLineId: z.string(),
  amount: money,
  memo: z.string(),
  erpCustomFieldValues: z.array(fieldValue),
  erpAccount: account.nullable(),
  erpDepartment: named.nullable(),
  erpClassification: named.nullable(),
  erpTaxCode: named.nullable(),
  /** The months that the system spreads it over. */
  amortization: z.object({ template: named.nullable(), start: z.string(), end: z.string() }).nullable(),
})

/** What will be sent, or was. */
export const sentEntry = ledgerEntryNode.omit({ errors: true }).extend({
  /** In the system's words. */
  error: z.string().nullable(),
  erpId: z.string().nullable(),
  /** What is missing before it can be sent. */
  problems: z.array(z.string()),
  erpEntity: named.nullable(),
  erpVendor: named.nullable(),
  invoiceNumber: z.string().nullable(),
  /** Of bills. */
  bill: z
    .object({
      dueDate: shownDate.nullable(),
      description: z.string(),
      exchangeRate: z.string().nullable(),
      accountingPeriod: named.nullable(),
      payableAccount: account.nullable(),
      createdBy: named.nullable(),
      erpCustomFieldValues: z.array(fieldValue),
      lines: z.array(sentLine),
    })
    .nullable(),
  /** Only payments have it. */
  billTotal: money.nullable(),
  /** Of payments and transfers. */
  glFundingAccount: account.nullable(),
  glClearingAccount: account.nullable(),
})
export type SentEntry = z.infer<typeof sentEntry>
export type SentLine = z.infer<typeof sentLine>

export const readSentEntry = endpoint({
  id: 'payments.gl-entry',
  method: 'GET',
  path: '/api/payments/general-ledger-entries/{entryId}',
  summary: 'What is sent to the accounting system for an entry',
  params: z.object({ entryId: id }),
  response: sentEntry,
})

export const sendLedgerEntry = endpoint({
  id: 'payments.send-gl-entry',
  method: 'POST',
  path: '/api/payments/general-ledger-entries/{entryId}/send',
  summary: 'Send an entry to the accounting system, once. One that failed is tried again',
  params: z.object({ entryId: id }),
  response: z.object({ id: z.string() }),
})
