import { z } from 'zod'
import { currency } from '../../shared/money.ts'
import { calendarDate } from '../../shared/values.ts'

/**
 * A company's books as Outlay reads them, whatever the accounting system. Adapters in worker/integrations translate
 * their provider's objects into these (specification 3 §3).
 */

export const BOOKS_SYSTEMS = ['QUICKBOOKS', 'NETSUITE', 'CUSTOM'] as const
export type BooksSystem = (typeof BOOKS_SYSTEMS)[number]

/** What is read, in this order: what comes first is named by what comes later. */
export const BOOK_KINDS = [
  'CURRENCY',
  'ENTITY',
  'ACCOUNT',
  'ITEM',
  'DEPARTMENT',
  'LOCATION',
  'CLASSIFICATION',
  'VENDOR',
  'TAX_CODE',
  'ACCOUNTING_PERIOD',
  'AMORTIZATION_TEMPLATE',
  'CUSTOM_FIELD',
  'CUSTOM_SEGMENT',
] as const
export const bookKind = z.enum(BOOK_KINDS)
export type BookKind = (typeof BOOK_KINDS)[number]

/** What an account is for. Lines on OTHER accounts (banks, payables, equity) are no actuals. */
export const ACCOUNT_TYPES = ['COGS', 'OPEX', 'OTHER_EXPENSE', 'REVENUE', 'OTHER_INCOME', 'OTHER'] as const
export type AccountType = (typeof ACCOUNT_TYPES)[number]

const erpId = z.string().min(1).max(100)
const name = z.string().max(500)

/** One account, vendor, department and so on. */
export const bookObject = z.object({
  kind: bookKind,
  erpId,
  /** The full name, as the system shows it: "Travel:Hotels". */
  name,
  /** The account number, tax code, or the symbol of a currency. */
  number: z.string().max(100).nullable(),
  isActive: z.boolean(),
  parentErpId: erpId.nullable(),
  /** Of accounts only. */
  accountType: z.enum(ACCOUNT_TYPES).nullable(),
  /** Of accounts, the system's own name for the group it belongs to: "Expense", "Cost of Goods Sold". */
  classification: z.string().max(100).nullable(),
  /** Of vendors and accounts, where the system says so. */
  currency: currency.nullable(),
  /** What only some kinds have. See the types below. */
  details: z.record(z.string(), z.unknown()),
})
export type BookObject = z.infer<typeof bookObject>

/** Details of a vendor. Bank details are never among them. */
export interface VendorDetails {
  email?: string
  phone?: string
  website?: string
  /** Ids of the entities it is used in. Absent if in all. */
  entityErpIds?: string[]
  status?: 'ACTIVE' | 'PENDING' | 'INACTIVE'
  /** When it was made in the system (ISO instant). */
  createdAt?: string
}
/** Details of an item: the accounts that its lines are posted to. */
export interface ItemDetails {
  expenseAccountErpId?: string
  incomeAccountErpId?: string
}
export interface PeriodDetails {
  startDay: string
  endDay: string
  isPosting: boolean
  isQuarter: boolean
  isYear: boolean
  isClosed: boolean
}
/** Details of a custom field and of a custom segment, which has values as options. */
export interface CustomFieldDetails {
  scriptId: string
  type?: string
  valueType?: string
  options?: { erpId: string; name: string }[]
}

/** The documents whose lines are actuals. */
export const DOCUMENT_KINDS = [
  'BILL',
  'PURCHASE',
  'VENDOR_CREDIT',
  'JOURNAL_ENTRY',
  'DEPOSIT',
  'INVOICE',
  'SALES_RECEIPT',
  'CREDIT_MEMO',
  'REFUND',
  'OTHER',
] as const
export type DocumentKind = (typeof DOCUMENT_KINDS)[number]

/** A posted line on an account. */
export const bookLine = z.object({
  /** Unique in its document. */
  lineErpId: erpId,
  accountErpId: erpId.nullable(),
  /** Instead of the account, if the line names an item. */
  itemErpId: erpId.nullable(),
  /** Debits are positive, credits negative, in minor units of the entity's own currency. */
  debitMinor: z.number().int().safe(),
  memo: z.string().max(4000),
  vendorErpId: erpId.nullable(),
  departmentErpId: erpId.nullable(),
  locationErpId: erpId.nullable(),
  classificationErpId: erpId.nullable(),
})
export type BookLine = z.infer<typeof bookLine>

/** A document with all its lines. What was known of it before is replaced. */
export const bookDocument = z.object({
  kind: z.enum(DOCUMENT_KINDS),
  erpId,
  number: z.string().max(200).nullable(),
  date: calendarDate,
  entityErpId: erpId.nullable(),
  /** The currency of `debitMinor`. */
  currency,
  description: z.string().max(4000),
  /** Where people open it in the system. */
  url: z.string().max(1000).nullable(),
  lines: z.array(bookLine).max(10_000),
})
export type BookDocument = z.infer<typeof bookDocument>
