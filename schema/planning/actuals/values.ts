import { z } from 'zod'
import type { AccountType } from '../../platform/accounting/books.ts'

/** Expense or revenue (specification 3 §3). */
export const TRANSACTION_TYPES = ['expense', 'revenue'] as const
export const transactionType = z.enum(TRANSACTION_TYPES)
export type TransactionType = (typeof TRANSACTION_TYPES)[number]

/** Lines on other accounts are none. */
export const transactionTypeOf = (account: AccountType): TransactionType | null => {
  if (account === 'OTHER') return null
  return account === 'REVENUE' || account === 'OTHER_INCOME' ? 'revenue' : 'expense'
}
