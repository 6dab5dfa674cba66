import { z } from 'zod'
import { decimalRate } from '../../shared/exchange.ts'
import { currency } from '../../shared/money.ts'
import { calendarDate } from '../../shared/values.ts'

/**
 * What Outlay writes into a company's books, whatever the accounting system. Amounts are minor units of the entry's own
 * currency and positive; a credit is an entry of another kind. All ids are the system's.
 */

export const ENTRY_KINDS = ['BILL', 'VENDOR_CREDIT', 'BILL_PAYMENT', 'TRANSFER', 'PURCHASE_ORDER', 'VENDOR'] as const

const erpId = z.string().min(1).max(100)
const amountMinor = z.number().int().safe().positive()

/** The value of a custom field or segment. Options are given by their ids. */
const fieldValue = z.object({ scriptId: z.string().min(1).max(100), value: z.string().max(4000) })

export const entryLine = z.object({
  accountErpId: erpId.nullable(),
  /** Instead of the account. */
  itemErpId: erpId.nullable(),
  amountMinor,
  memo: z.string().max(4000),
  departmentErpId: erpId.nullable(),
  locationErpId: erpId.nullable(),
  classificationErpId: erpId.nullable(),
  taxCodeErpId: erpId.nullable(),
  /** NetSuite only. */
  amortization: z.object({ templateErpId: erpId, startDay: calendarDate, endDay: calendarDate }).nullable(),
  fields: z.array(fieldValue),
})
export type EntryLine = z.infer<typeof entryLine>

const heading = {
  entityErpId: erpId.nullable(),
  currency,
  /** The value of one unit in the entity's currency. Null leaves it to the system. */
  exchangeRate: decimalRate.nullable(),
  date: calendarDate,
  memo: z.string().max(4000),
}
const ofVendor = {
  ...heading,
  vendorErpId: erpId,
  number: z.string().max(200).nullable(),
  departmentErpId: erpId.nullable(),
  locationErpId: erpId.nullable(),
  classificationErpId: erpId.nullable(),
  fields: z.array(fieldValue),
  lines: z.array(entryLine).min(1).max(1000),
}
const billed = {
  ...ofVendor,
  dueDate: calendarDate.nullable(),
  /** Null leaves it to the system. */
  payablesAccountErpId: erpId.nullable(),
  periodErpId: erpId.nullable(),
}

export const booksEntry = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('BILL'), ...billed }),
  z.object({ kind: z.literal('VENDOR_CREDIT'), ...billed }),
  z.object({
    kind: z.literal('BILL_PAYMENT'),
    ...heading,
    vendorErpId: erpId,
    number: z.string().max(200).nullable(),
    /** The bank or clearing account that it is paid from. */
    fromAccountErpId: erpId,
    payablesAccountErpId: erpId.nullable(),
    bills: z.array(z.object({ erpId, amountMinor })).min(1).max(500),
  }),
  z.object({
    kind: z.literal('TRANSFER'),
    ...heading,
    fromAccountErpId: erpId,
    toAccountErpId: erpId,
    amountMinor,
  }),
  z.object({ kind: z.literal('PURCHASE_ORDER'), ...ofVendor, payablesAccountErpId: erpId.nullable() }),
  z.object({
    kind: z.literal('VENDOR'),
    name: z.string().min(1).max(500),
    email: z.string().max(320).nullable(),
    phone: z.string().max(50).nullable(),
    /** Null for the currency of the entity. */
    currency: currency.nullable(),
    entityErpId: erpId.nullable(),
  }),
])
export type BooksEntry = z.infer<typeof booksEntry>
export type EntryKind = (typeof ENTRY_KINDS)[number]
export type BooksEntryOf<Kind extends EntryKind> = Extract<BooksEntry, { kind: Kind }>

/** An entry as it is kept there. */
export interface WrittenEntry {
  erpId: string
  /** Where people open it in the system. */
  url: string | null
  /** The document's number or the vendor's name, which the system may have chosen. */
  number: string | null
  /** What an update has to name, so that it doesn't undo someone else's: QuickBooks' SyncToken. */
  version: string | null
  /** When it was last changed there, as an ISO instant, if the system says so. */
  changedAt: string | null
  /** Of purchase orders: whether nothing more is expected for it there. */
  isClosed?: boolean
}
