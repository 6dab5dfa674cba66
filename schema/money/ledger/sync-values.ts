import { z } from 'zod'
import { decimalRate } from '../../shared/exchange.ts'
import { currency } from '../../shared/money.ts'
import { calendarDate } from '../../shared/values.ts'
import type { LEDGER_ENTRY_TYPES } from './values.ts'

/** What an entry is sent to the accounting system with. Ids are those of its objects in Outlay. */

export const SYNC_FILTERS = ['SYNCED', 'UNSYNCED', 'ERRORED'] as const
export type SyncState = (typeof SYNC_FILTERS)[number]

const fieldValue = z.object({ scriptId: z.string(), value: z.string() })
const amountMinor = z.number().int().safe().positive()
const object = z.string().nullable()

export const syncLine = z.object({
  lineId: z.string(),
  amountMinor,
  memo: z.string(),
  erpAccountId: object,
  erpDepartmentId: object,
  erpClassificationId: object,
  erpTaxCodeId: object,
  amortization: z.object({ templateId: object, start: calendarDate, end: calendarDate }).nullable(),
  fields: z.array(fieldValue),
})
export type SyncLine = z.infer<typeof syncLine>

const common = {
  /** The bill, the payment or the transfer. */
  ownerId: z.string(),
  billId: z.string().nullable(),
  erpEntityId: object,
  /** A calendar date. */
  date: calendarDate,
  currency,
  /** Positive for credits too. */
  totalMinor: amountMinor,
  /** The value of one unit in the company's currency, as it was posted. Null for the company's own. */
  exchangeRate: decimalRate.nullable().default(null),
  /** The company's currency. Null without a rate. */
  rateCurrency: currency.nullable().default(null),
  /** What people read: "Bill INV-12 of Acme". */
  title: z.string(),
}

export const syncFacts = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('BILL'),
    ...common,
    erpVendorId: z.string(),
    isCredit: z.boolean(),
    invoiceNumber: z.string(),
    dueDate: calendarDate.nullable(),
    description: z.string(),
    accountingPeriodId: object,
    createdByUserId: z.string().nullable(),
    fields: z.array(fieldValue),
    lines: z.array(syncLine).min(1),
  }),
  z.object({
    type: z.literal('BILL_PAYMENT'),
    ...common,
    erpVendorId: z.string(),
    invoiceNumber: z.string(),
    /** What the bill says, which may be in more than one payment. */
    billTotalMinor: amountMinor,
  }),
  z.object({ type: z.enum(['ACH_LOAD', 'ACH_LOAD_REVERSAL']), ...common }),
])
export type SyncFacts = z.infer<typeof syncFacts>
export type SyncFactsGiven = z.input<typeof syncFacts>
export type SyncFactsOf<Type extends SyncFacts['type']> = Extract<SyncFacts, { type: Type }>

export const SYNC_TYPE_WORDS: Record<(typeof LEDGER_ENTRY_TYPES)[number], string> = {
  BILL: 'Bill',
  BILL_PAYMENT: 'Bill payment',
  ACH_LOAD: 'ACH load',
  ACH_LOAD_REVERSAL: 'ACH load reversal',
}
