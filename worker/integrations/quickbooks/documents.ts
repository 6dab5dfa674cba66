import Big from 'big.js'
import { z } from 'zod'
import type { BookDocument, BookLine, DocumentKind } from '../../../schema/platform/accounting/books.ts'
import type { Currency } from '../../../schema/shared/money.ts'
import { calendarDate } from '../../../schema/shared/values.ts'
import { convertLines } from './amounts.ts'
import { id, ref, text } from './objects.ts'

/** QuickBooks' transactions as documents. Their lines are on one side; what they are posted against is no line. */

const optionalRef = ref.optional().catch(undefined)
/** Text or number, as an exact decimal. */
const decimal = z.union([z.number(), z.string()]).transform((value, context) => {
  try {
    return new Big(value)
  } catch {
    context.addIssue('Not an amount')
    return z.NEVER
  }
})

const detail = z.object({
  AccountRef: optionalRef,
  ItemRef: optionalRef,
  ClassRef: optionalRef,
  DepartmentRef: optionalRef,
  DiscountAccountRef: optionalRef,
  PostingType: z.enum(['Debit', 'Credit']).optional(),
  /** Who a journal's line is about, or who paid what was deposited. */
  Entity: z
    .union([
      z.object({ Type: z.string(), EntityRef: ref }).transform(({ Type, EntityRef }) => ({ type: Type, ...EntityRef })),
      z.object({ type: z.string(), value: id }),
    ])
    .optional()
    .catch(undefined),
})

const line = z.object({
  Id: id.optional(),
  Description: text,
  Amount: decimal.default(new Big(0)),
  DetailType: z.string().default(''),
  AccountBasedExpenseLineDetail: detail.optional(),
  ItemBasedExpenseLineDetail: detail.optional(),
  JournalEntryLineDetail: detail.optional(),
  DepositLineDetail: detail.optional(),
  SalesItemLineDetail: detail.optional(),
  DiscountLineDetail: detail.optional(),
})
type Line = z.output<typeof line>

/** A bundle of items has its lines inside. */
const anyLine = line.extend({
  GroupLineDetail: z.object({ Line: z.array(line).default([]) }).optional(),
})

export const transaction = z.object({
  Id: id,
  SyncToken: z.string().optional(),
  TxnDate: calendarDate,
  DocNumber: text,
  PrivateNote: text,
  CurrencyRef: optionalRef,
  ExchangeRate: decimal.optional(),
  DepartmentRef: optionalRef,
  VendorRef: optionalRef,
  EntityRef: z.object({ value: id, type: text }).optional().catch(undefined),
  /** A purchase that gave money back. */
  Credit: z.boolean().default(false),
  MetaData: z.object({ CreateTime: z.string().optional(), LastUpdatedTime: z.string().optional() }).default({}),
  Line: z.array(anyLine).default([]),
})
export type Transaction = z.output<typeof transaction>

interface Kind {
  entity: string
  /** Its page in QuickBooks. */
  page: string
  /** Whether an amount on a line is a debit. */
  isDebit: boolean
}

export const TRANSACTIONS = {
  BILL: { entity: 'Bill', page: 'bill', isDebit: true },
  PURCHASE: { entity: 'Purchase', page: 'expense', isDebit: true },
  VENDOR_CREDIT: { entity: 'VendorCredit', page: 'vendorcredit', isDebit: false },
  JOURNAL_ENTRY: { entity: 'JournalEntry', page: 'journal', isDebit: true },
  DEPOSIT: { entity: 'Deposit', page: 'deposit', isDebit: false },
  INVOICE: { entity: 'Invoice', page: 'invoice', isDebit: false },
  SALES_RECEIPT: { entity: 'SalesReceipt', page: 'salesreceipt', isDebit: false },
  CREDIT_MEMO: { entity: 'CreditMemo', page: 'creditmemo', isDebit: true },
  REFUND: { entity: 'RefundReceipt', page: 'refundreceipt', isDebit: true },
} as const satisfies Partial<Record<DocumentKind, Kind>>
export type TransactionKind = keyof typeof TRANSACTIONS

/** The part of a line that is posted. Subtotals, descriptions, tax and the transfer of earlier receipts have none. */
const postedOf = (row: Line) => {
  const plain =
    row.AccountBasedExpenseLineDetail ??
    row.ItemBasedExpenseLineDetail ??
    row.JournalEntryLineDetail ??
    row.DepositLineDetail ??
    row.SalesItemLineDetail
  if (plain) return plain.AccountRef || plain.ItemRef ? plain : undefined
  const discount = row.DiscountLineDetail
  return discount?.DiscountAccountRef && { ...discount, AccountRef: discount.DiscountAccountRef }
}

const signOf = (kind: TransactionKind, { Credit }: Transaction, row: Line): 1 | -1 => {
  const posting = row.JournalEntryLineDetail?.PostingType
  if (posting) return posting === 'Debit' ? 1 : -1
  const isDebit = TRANSACTIONS[kind].isDebit !== Credit
  // A discount makes the others less.
  return isDebit !== Boolean(row.DiscountLineDetail) ? 1 : -1
}

const vendorOf = (row: Transaction): string | null => {
  if (row.VendorRef) return row.VendorRef.value
  return row.EntityRef && (row.EntityRef.type ?? 'Vendor') === 'Vendor' ? row.EntityRef.value : null
}

interface Company {
  realmId: string
  home: Currency
  /** Where its pages are. */
  pages: string
}

/** Lines without an amount are left out. */
const linesOf = (kind: TransactionKind, row: Transaction, home: Currency): BookLine[] => {
  const posted = row.Line.flatMap((each) => (each.GroupLineDetail ? each.GroupLineDetail.Line : [each])).flatMap(
    (each) => {
      const found = postedOf(each)
      return found && !each.Amount.eq(0) ? [{ ...each, found }] : []
    },
  )
  const amounts = convertLines(
    posted.map((each) => each.Amount.times(signOf(kind, row, each))),
    row.ExchangeRate ?? new Big(1),
    home,
  )
  const taken = new Set<string>()
  return posted.map(({ Id, Description, found }, index): BookLine => {
    const lineErpId = Id && !taken.has(Id) ? Id : `n${index + 1}`
    taken.add(lineErpId)
    const named = found.Entity?.type === 'Vendor' ? found.Entity.value : null
    return {
      lineErpId,
      accountErpId: found.ItemRef ? null : (found.AccountRef?.value ?? null),
      itemErpId: found.ItemRef?.value ?? null,
      debitMinor: amounts[index] ?? 0,
      memo: (Description ?? '').slice(0, 4000),
      vendorErpId: named ?? vendorOf(row),
      departmentErpId: null,
      locationErpId: (found.DepartmentRef ?? row.DepartmentRef)?.value ?? null,
      classificationErpId: found.ClassRef?.value ?? null,
    }
  })
}

export const documentOf = (
  kind: TransactionKind,
  row: Transaction,
  { realmId, home, pages }: Company,
): BookDocument => ({
  kind,
  erpId: row.Id,
  number: row.DocNumber?.slice(0, 200) || null,
  date: row.TxnDate,
  entityErpId: realmId,
  currency: home,
  description: (row.PrivateNote ?? '').slice(0, 4000),
  url: `${pages}/${TRANSACTIONS[kind].page}?txnId=${encodeURIComponent(row.Id)}`,
  lines: linesOf(kind, row, home),
})
