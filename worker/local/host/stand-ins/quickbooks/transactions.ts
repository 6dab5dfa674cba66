import { type BookDocumentLine, type BookRecord, type DocumentType, fullNameOf } from '../books/index.ts'
import type { QuickbooksCompany } from './company.ts'
import { type Json, metaOf, timesOf } from './lists.ts'
import type { Fields } from './query.ts'

/** Bills, invoices, journal entries and so on, as the Accounting API writes them. */

export const TRANSACTION_TYPES: Record<string, DocumentType> = {
  Bill: 'bill',
  Purchase: 'purchase',
  VendorCredit: 'vendorCredit',
  JournalEntry: 'journalEntry',
  Deposit: 'deposit',
  Invoice: 'invoice',
  SalesReceipt: 'salesReceipt',
  CreditMemo: 'creditMemo',
  RefundReceipt: 'refund',
  BillPayment: 'billPayment',
  Transfer: 'transfer',
  PurchaseOrder: 'purchaseOrder',
}

export const fieldsOfRecord = (row: BookRecord): Fields => ({
  ...timesOf(row),
  TxnDate: row.date,
  DocNumber: row.number,
})

/** Decimals of a currency. */
const unitsOf = (currency: string): number => (currency === 'JPY' ? 1 : 100)
export const majorIn = (minor: number, currency: string): number => minor / unitsOf(currency)
export const minorIn = (major: number, currency: string): number => Math.round(major * unitsOf(currency))

const ref = (value: string | null): { value: string } | undefined => (value === null ? undefined : { value })

/** Types whose lines are credits when they are positive. */
const CREDITS: readonly DocumentType[] = ['vendorCredit', 'deposit', 'invoice', 'salesReceipt']
export const signOf = (type: DocumentType): 1 | -1 => (CREDITS.includes(type) ? -1 : 1)

const SALES: readonly DocumentType[] = ['invoice', 'salesReceipt', 'creditMemo', 'refund']

const journalLine = (line: BookDocumentLine): Json => ({
  DetailType: 'JournalEntryLineDetail',
  JournalEntryLineDetail: {
    PostingType: line.debitMinor < 0 ? 'Credit' : 'Debit',
    AccountRef: ref(line.accountId),
    ClassRef: ref(line.classId),
    DepartmentRef: ref(line.locationId),
    ...(line.vendorId !== null && { Entity: { Type: 'Vendor', EntityRef: { value: line.vendorId } } }),
  },
})

const detailOf = (company: QuickbooksCompany, type: DocumentType, line: BookDocumentLine, amount: number): Json => {
  const shared = { ClassRef: ref(line.classId), TaxCodeRef: ref(line.taxCodeId) }
  if (type === 'journalEntry') return journalLine(line)
  if (type === 'deposit')
    return { DetailType: 'DepositLineDetail', DepositLineDetail: { AccountRef: ref(line.accountId), ...shared } }
  if (type === 'billPayment') return { LinkedTxn: [{ TxnId: line.linkedId, TxnType: 'Bill' }] }
  const ItemRef = ref(line.itemId)
  const priced = { ItemRef, Qty: 1, UnitPrice: amount, ...shared }
  if (SALES.includes(type)) {
    const item = company.books.find('item', line.itemId)
    return {
      DetailType: 'SalesItemLineDetail',
      SalesItemLineDetail: { ...priced, ItemAccountRef: ref(item?.incomeAccountId ?? null) },
    }
  }
  if (ItemRef) return { DetailType: 'ItemBasedExpenseLineDetail', ItemBasedExpenseLineDetail: priced }
  const detail = { AccountRef: ref(line.accountId), BillableStatus: 'NotBillable', ...shared }
  return { DetailType: 'AccountBasedExpenseLineDetail', AccountBasedExpenseLineDetail: detail }
}

const linesOf = (company: QuickbooksCompany, row: BookRecord): Json[] => {
  const sign = signOf(row.type)
  const lines = row.lines.map((line, index): Json => {
    const minor = row.type === 'journalEntry' ? Math.abs(line.debitMinor) : sign * line.debitMinor
    const Amount = majorIn(minor, row.currency)
    return {
      ...{ Id: line.id, LineNum: index + 1, Description: line.memo || undefined, Amount },
      ...detailOf(company, row.type, line, Amount),
    }
  })
  if (!SALES.includes(row.type)) return lines
  const total = majorIn(sign * row.lines.reduce((sum, { debitMinor }) => sum + debitMinor, 0), row.currency)
  return [...lines, { Amount: total, DetailType: 'SubTotalLineDetail', SubTotalLineDetail: {} }]
}

/** What a type has besides lines: whom it is with, and what it is posted against. */
const partiesOf = (company: QuickbooksCompany, row: BookRecord): Json => {
  const { books } = company
  const vendor = books.find('vendor', row.vendorId)
  const VendorRef = vendor && { value: vendor.id, name: vendor.name }
  const against = ref(row.accountId)
  switch (row.type) {
    case 'bill':
    case 'vendorCredit':
      return { VendorRef, APAccountRef: against, DueDate: row.dueDate ?? undefined }
    case 'purchaseOrder':
      return {
        ...{ VendorRef, APAccountRef: against, DueDate: row.dueDate ?? undefined },
        POStatus: row.extra.isClosed === true ? 'Closed' : 'Open',
      }
    case 'billPayment':
      return { VendorRef, PayType: 'Check', CheckPayment: { BankAccountRef: against } }
    case 'purchase': {
      const account = books.find('account', row.accountId)
      const PaymentType = account?.group === 'Credit Card' ? 'CreditCard' : 'Check'
      const EntityRef = VendorRef && { ...VendorRef, type: 'Vendor' }
      const name = account && fullNameOf(books.list('account'), account)
      return { AccountRef: against && { ...against, name }, PaymentType, EntityRef }
    }
    case 'invoice':
    case 'creditMemo':
      return { CustomerRef: ref(row.customerId), DueDate: row.dueDate ?? undefined }
    case 'deposit':
    case 'salesReceipt':
    case 'refund':
      return { CustomerRef: ref(row.customerId), DepositToAccountRef: against }
    case 'transfer':
      return row.extra
    default:
      return { Adjustment: false }
  }
}

export const recordJson = (company: QuickbooksCompany, row: BookRecord): Json => {
  const net = signOf(row.type) * row.lines.reduce((sum, { debitMinor }) => sum + debitMinor, 0)
  const { CustomField } = row.extra
  return {
    ...{ domain: 'QBO', sparse: false, Id: row.id, SyncToken: String(row.version), MetaData: metaOf(row) },
    ...{ TxnDate: row.date, DocNumber: row.number || undefined, PrivateNote: row.memo || undefined },
    CurrencyRef: { value: row.currency, name: row.currency },
    ExchangeRate: row.exchangeRate,
    ...(row.type !== 'journalEntry' && { DepartmentRef: ref(row.locationId) }),
    ...(CustomField !== undefined && { CustomField }),
    ...partiesOf(company, row),
    ...(row.type !== 'transfer' && { Line: linesOf(company, row) }),
    ...(row.type !== 'transfer' &&
      row.type !== 'journalEntry' && { TotalAmt: majorIn(net + row.taxMinor, row.currency) }),
    ...(row.taxMinor !== 0 && {
      GlobalTaxCalculation: 'TaxExcluded',
      TxnTaxDetail: { TotalTax: majorIn(row.taxMinor, row.currency) },
    }),
  }
}
