import { z } from 'zod'
import { endpoint } from '../../shared/endpoint.ts'
import { currency, money } from '../../shared/money.ts'
import { connection, pageQuery } from '../../shared/paging.ts'
import { id, isYearMonth, named, shownDate } from '../../shared/values.ts'
import { LEDGER_ACCOUNTS } from './values.ts'

/** What the ledger says: balances of accounts, what is owed, and when it has to be paid. */

/** As of the end of a month. */
export const accountBalance = z.object({
  account: z.enum(LEDGER_ACCOUNTS),
  currency,
  debit: money,
  credit: money,
  /** Debits without credits. */
  balance: money,
  /** The same in the company's currency, at the rates of the entries. */
  companyBalance: money,
})
export type AccountBalance = z.infer<typeof accountBalance>

export const accountDetail = accountBalance.extend({
  /** Null if the line had none. */
  erpAccount: named.extend({ number: z.string().nullable() }).nullable(),
})
export type AccountDetail = z.infer<typeof accountDetail>

const asOf = z.object({
  /** yyyy-mm. This month without one. */
  month: z.string().refine(isYearMonth, 'Enter a month as yyyy-mm').optional(),
})

export const trialBalance = endpoint({
  id: 'payments.trial-balance',
  method: 'GET',
  path: '/api/payments/ledger/trial-balance',
  summary:
    'The balance of each account at the end of a month, and page by page of each account of the accounting system',
  query: pageQuery.extend(asOf.shape),
  response: connection(accountDetail).extend({
    month: z.string(),
    accounts: z.array(accountBalance),
  }),
})
export type TrialBalance = z.infer<typeof trialBalance.response>

export const trialBalanceFile = endpoint({
  id: 'payments.trial-balance-csv',
  method: 'GET',
  path: '/api/payments/ledger/trial-balance.csv',
  summary: 'The trial balance, as CSV',
  query: asOf,
  response: z.string(),
  raw: 'text/csv',
})

/** By how many days the due date has passed. */
export const AGES = ['NOT_DUE', 'DAYS_1_30', 'DAYS_31_60', 'DAYS_61_90', 'OVER_90'] as const
export type Age = (typeof AGES)[number]
export const AGE_WORDS: Record<Age, string> = {
  NOT_DUE: 'Not due yet',
  DAYS_1_30: '1–30 days overdue',
  DAYS_31_60: '31–60 days overdue',
  DAYS_61_90: '61–90 days overdue',
  OVER_90: 'Over 90 days overdue',
}

const sum = { amount: money, bills: z.number().int() }

/** Weeks ahead that are shown one by one. */
export const WEEKS = 12

export const payablesSummary = endpoint({
  id: 'payments.payables-summary',
  method: 'GET',
  path: '/api/payments/ledger/payables/summary',
  summary: 'What the company owes: by age, and by the week in which it has to be paid',
  response: z.object({
    /** The person's today. */
    asOf: z.string(),
    ...sum,
    ages: z.array(z.object({ age: z.enum(AGES), ...sum })),
    /** From today on, each until its Sunday. What is overdue has to be paid now. */
    weeks: z.array(z.object({ from: z.string(), to: z.string(), ...sum })),
    overdue: z.object(sum),
    later: z.object(sum),
  }),
})
export type PayablesSummary = z.infer<typeof payablesSummary.response>

export const vendorPayables = z.object({
  erpVendor: named,
  ...sum,
  ages: z.array(z.object({ age: z.enum(AGES), amount: money })),
})
export type VendorPayables = z.infer<typeof vendorPayables>

export const listPayables = endpoint({
  id: 'payments.payables',
  method: 'GET',
  path: '/api/payments/ledger/payables',
  summary: 'What each vendor is owed, by age. The largest amounts first',
  query: pageQuery,
  response: connection(vendorPayables),
})

export const payablesFile = endpoint({
  id: 'payments.payables-csv',
  method: 'GET',
  path: '/api/payments/ledger/payables.csv',
  summary: 'What each vendor is owed, by age, as CSV',
  response: z.string(),
  raw: 'text/csv',
})

export const openBill = z.object({
  billId: z.string(),
  /** "Bill INV-12 of Acme". */
  title: z.string(),
  dueDate: shownDate,
  amount: money,
  companyAmount: money,
})
export type OpenBill = z.infer<typeof openBill>

export const listOpenBills = endpoint({
  id: 'payments.open-bills',
  method: 'GET',
  path: '/api/payments/ledger/payables/{erpVendorId}/bills',
  summary: 'The bills that a vendor is owed, those due first',
  params: z.object({ erpVendorId: id }),
  query: pageQuery,
  response: connection(openBill),
})
