import { z } from 'zod'
import { ACCOUNT_TYPES, DOCUMENT_KINDS } from '../../platform/accounting/books.ts'
import { endpoint } from '../../shared/endpoint.ts'
import { fileOf, listOf } from '../../shared/list.ts'
import { money } from '../../shared/money.ts'
import { id, named, shownDate } from '../../shared/values.ts'
import { transactionType } from '../actuals/values.ts'
import { DIMENSION_NAMES, transactionFilters, transactionRange } from './filters.ts'

/** Transactions as people read them (specification 3 §2, §3, §7.2 and §7.6). */

export const transactionRow = z.object({
  id: z.string(),
  /** A calendar date. */
  transactionDate: shownDate,
  transactionType,
  amount: money,
  /** In the company's currency. Null while there is no rate. */
  companyAmount: money.nullable(),
  memo: z.string(),
  description: z.string(),
  documentKind: z.enum(DOCUMENT_KINDS),
  documentNumber: z.string().nullable(),
  accountType: z.enum(ACCOUNT_TYPES),
  erpId: z.string(),
  erpIntegrationId: z.string(),
  lineItemErpId: z.string(),
  /** Where the accounting system shows it. */
  erpUrl: z.string().nullable(),
  /** By the accounting system's names. */
  erpEntity: named.nullable(),
  erpVendor: named.nullable(),
  erpAccount: named.nullable(),
  erpDepartment: named.nullable(),
  erpLocation: named.nullable(),
  erpClassification: named.nullable(),
  /** By the company's own. */
  category: named.nullable(),
  department: named.nullable(),
  businessUnit: named.nullable(),
  location: named.nullable(),
  entity: named.nullable(),
  vendor: named.nullable(),
  isPayroll: z.boolean(),
  /** Set by a person, so that no mapping changes it. */
  isVendorSet: z.boolean(),
  isCategorySet: z.boolean(),
  /** Discussions of it. */
  openThreadsCount: z.number().int(),
  allThreadsCount: z.number().int(),
  version: z.number().int(),
})
export type TransactionRow = z.infer<typeof transactionRow>

export const transactionList = listOf({
  name: 'transactions',
  path: '/api/transactions',
  noun: 'transaction',
  nouns: 'transactions',
  summary: 'Transactions of some months that the person can see, newest first',
  filters: transactionFilters,
  sorts: ['date'],
  mostSorts: 1,
  more: transactionRange,
  node: transactionRow,
})
export type TransactionQuery = z.output<typeof transactionList.query>

/** Every filter of the list. */
export const transactionQuery = transactionList.saved.omit({ orderBy: true }).extend(transactionRange)
export type TransactionFilters = z.output<typeof transactionQuery>

export const transactionFile = fileOf(
  { ...transactionList, saved: transactionList.saved.extend(transactionRange) },
  'Transactions that match the filters, as CSV',
)

const sum = {
  /** In the company's currency. */
  amount: money,
  count: z.number().int(),
  /** How many of them have no exchange rate yet, so that their amounts are missing. */
  withoutRate: z.number().int(),
}

export const transactionTotals = endpoint({
  id: 'transactions.totals',
  method: 'GET',
  path: '/api/transactions/totals',
  summary: 'The sum of the transactions that match the filters',
  query: transactionQuery,
  response: z.object({
    ...sum,
    /** The mapping or the books have just changed, and the sums follow. */
    isUpdating: z.boolean(),
    /** False if a search concerns too many transactions to add up. The amount is 0 then. */
    isKnown: z.boolean(),
  }),
})

export const CHARTED = ['month', ...DIMENSION_NAMES, 'accountType'] as const
export type Charted = (typeof CHARTED)[number]
/** Further bars are one together. */
export const MOST_BARS = 12

export const chartBar = z.object({
  /** A month (yyyy-mm), an id, or an account type. Null for those without one. */
  key: z.string().nullable(),
  name: z.string(),
  ...sum,
})
export type ChartBar = z.infer<typeof chartBar>

export const transactionChart = endpoint({
  id: 'transactions.chart',
  method: 'GET',
  path: '/api/transactions/chart',
  summary: 'Sums of the transactions that match the filters, by month or by what they belong to',
  query: transactionQuery.extend({ by: z.enum(CHARTED) }),
  response: z.object({
    /** Months in their order, others by amount. */
    bars: z.array(chartBar),
    /** Everything besides the bars. Null if there is nothing. */
    others: z.object({ bars: z.number().int(), ...sum }).nullable(),
    isUpdating: z.boolean(),
    isKnown: z.boolean(),
  }),
})

export const transactionMetadata = endpoint({
  id: 'transactions.metadata',
  method: 'GET',
  path: '/api/transactions/{transactionId}/metadata',
  summary: 'Everything about a transaction',
  params: z.object({ transactionId: id }),
  response: transactionRow.extend({
    /** How the amount became the company's. Null if both currencies are the same, or there is no rate. */
    exchange: z.object({ rate: z.string(), date: shownDate, source: z.string() }).nullable(),
    /** The accounting system's name for the company. */
    accountingSystem: z.object({ system: z.string(), name: z.string() }).nullable(),
  }),
})
export type TransactionMetadata = z.infer<typeof transactionMetadata.response>
