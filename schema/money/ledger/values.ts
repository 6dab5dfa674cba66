import { z } from 'zod'
import { exchangeRate } from '../../shared/exchange.ts'
import type { currency } from '../../shared/money.ts'

/** The journal: what an entry is of, and the accounts that it is posted to. */

export const LEDGER_ENTRY_TYPES = ['BILL', 'ACH_LOAD', 'ACH_LOAD_REVERSAL', 'BILL_PAYMENT'] as const
export type LedgerEntryType = (typeof LEDGER_ENTRY_TYPES)[number]

/**
 * PAYABLE is owed to vendors. PREPAID was billed and is an expense of later months. CLEARING is the financial account
 * that payments are made from, BANK the company's own bank accounts. EXCHANGE takes what changes of rates gain or lose.
 */
export const LEDGER_ACCOUNTS = ['EXPENSE', 'PREPAID', 'PAYABLE', 'CLEARING', 'BANK', 'EXCHANGE'] as const
export type LedgerAccount = (typeof LEDGER_ACCOUNTS)[number]

export const LEDGER_ACCOUNT_WORDS: Record<LedgerAccount, string> = {
  EXPENSE: 'Expenses',
  PREPAID: 'Prepaid expenses',
  PAYABLE: 'Accounts payable',
  CLEARING: 'Clearing',
  BANK: 'Bank',
  EXCHANGE: 'Exchange differences',
}

/** Debits are positive, credits negative, in whole minor units. */
export interface Posting {
  account: LedgerAccount
  /** The accounting system's account, of expenses and prepaid ones. */
  erpAccountId: string | null
  /** The calendar date on which it counts. */
  date: string
  currency: z.output<typeof currency>
  amountMinor: number
  /** The same in the company's currency. */
  baseMinor: number
  /** The bill's line. */
  lineId: string | null
}

/** What all postings of an entry are about. */
export interface LedgerSubject {
  /** The accounting system's vendor. */
  erpVendorId: string | null
  billId: string | null
  /** When the bill is due. */
  dueDate: string | null
  paymentId: string | null
  /** The bank account that the money comes from or goes to. */
  bankAccountId: string | null
  /** The accounting system's entity. */
  erpEntityId: string | null
}

export const ledgerRates = z.array(exchangeRate)

/** An entry before it is posted. */
export interface JournalEntry extends LedgerSubject {
  type: LedgerEntryType
  /** What it was posted for. A second entry with the same one is not posted. */
  source: string
  date: string
  memo: string
  baseCurrency: z.output<typeof currency>
  /** Those it was converted with. */
  rates: z.output<typeof ledgerRates>
  postings: Posting[]
}
