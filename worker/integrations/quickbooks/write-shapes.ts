import type { BooksEntry, BooksEntryOf, EntryKind, EntryLine } from '../../../schema/platform/accounting/entries.ts'
import type { Currency } from '../../../schema/shared/money.ts'
import { ProviderError } from '../../core/provider-error.ts'
import { majorOf } from './amounts.ts'

/** What Outlay writes, in QuickBooks' words. */

type Json = Record<string, unknown>

interface Writable {
  entity: string
  page: string
}

export const WRITABLE: Record<EntryKind, Writable> = {
  BILL: { entity: 'Bill', page: 'bill' },
  VENDOR_CREDIT: { entity: 'VendorCredit', page: 'vendorcredit' },
  BILL_PAYMENT: { entity: 'BillPayment', page: 'billpayment' },
  TRANSFER: { entity: 'Transfer', page: 'transfer' },
  PURCHASE_ORDER: { entity: 'PurchaseOrder', page: 'purchaseorder' },
  VENDOR: { entity: 'Vendor', page: 'vendordetail' },
}

const MOST_NUMBER = 21
const MOST_NOTE = 4000
const MOST_NAME = 500

const ref = (value: string | null): { value: string } | undefined => (value === null ? undefined : { value })

/** The key of the last change ends the note, so that it is found again after an answer that was lost. */
const marked = (key: string): string => `Outlay ${key}`
export const hasKey = (note: string, key: string): boolean => note.trimEnd().endsWith(marked(key))
const noteOf = (memo: string, key: string): string => {
  const mark = marked(key)
  return memo ? `${memo.slice(0, MOST_NOTE - mark.length - 1)}\n${mark}` : mark
}
/** The note as people wrote it. */
export const memoOf = (note: string): string => note.replace(/\n?Outlay [0-9a-f-]{36}\s*$/i, '')

const checked = (number: string | null): string | undefined => {
  if (number !== null && number.length > MOST_NUMBER)
    throw new ProviderError(`QuickBooks allows numbers of ${MOST_NUMBER} characters, and “${number}” is longer.`, {
      isFinal: true,
    })
  return number ?? undefined
}

const moneyOf = ({ currency, exchangeRate }: { currency: Currency; exchangeRate: string | null }): Json => ({
  CurrencyRef: { value: currency },
  ...(exchangeRate !== null && { ExchangeRate: Number(exchangeRate) }),
})

const lineOf = (line: EntryLine, currency: Currency): Json => {
  const shared = { ClassRef: ref(line.classificationErpId), TaxCodeRef: ref(line.taxCodeErpId) }
  const Amount = majorOf(line.amountMinor, currency)
  const Description = line.memo || undefined
  if (line.itemErpId !== null)
    return {
      ...{ Amount, Description, DetailType: 'ItemBasedExpenseLineDetail' },
      ItemBasedExpenseLineDetail: { ItemRef: ref(line.itemErpId), Qty: 1, UnitPrice: Amount, ...shared },
    }
  if (line.accountErpId === null)
    throw new ProviderError('A line without an account can’t be sent to QuickBooks.', { isFinal: true })
  return {
    ...{ Amount, Description, DetailType: 'AccountBasedExpenseLineDetail' },
    AccountBasedExpenseLineDetail: { AccountRef: ref(line.accountErpId), ...shared },
  }
}

type OfVendor = BooksEntryOf<'BILL' | 'VENDOR_CREDIT' | 'PURCHASE_ORDER'>

/** QuickBooks has one location for a document. */
const locationOf = (entry: OfVendor): string | null =>
  entry.locationErpId ?? entry.lines.find(({ locationErpId }) => locationErpId !== null)?.locationErpId ?? null

const ofVendor = (entry: OfVendor, key: string): Json => ({
  VendorRef: ref(entry.vendorErpId),
  TxnDate: entry.date,
  DocNumber: checked(entry.number),
  PrivateNote: noteOf(entry.memo, key),
  DepartmentRef: ref(locationOf(entry)),
  APAccountRef: ref(entry.payablesAccountErpId),
  ...moneyOf(entry),
  ...(entry.fields.length > 0 && {
    CustomField: entry.fields.map(({ scriptId, value }) => ({
      ...{ DefinitionId: scriptId, Type: 'StringType', StringValue: value },
    })),
  }),
  Line: entry.lines.map((line) => lineOf(line, entry.currency)),
})

const paymentOf = (entry: BooksEntryOf<'BILL_PAYMENT'>, key: string): Json => {
  const total = entry.bills.reduce((sum, { amountMinor }) => sum + amountMinor, 0)
  return {
    VendorRef: ref(entry.vendorErpId),
    TxnDate: entry.date,
    DocNumber: checked(entry.number),
    PrivateNote: noteOf(entry.memo, key),
    PayType: 'Check',
    CheckPayment: { BankAccountRef: ref(entry.fromAccountErpId) },
    APAccountRef: ref(entry.payablesAccountErpId),
    ...moneyOf(entry),
    TotalAmt: majorOf(total, entry.currency),
    Line: entry.bills.map(({ erpId, amountMinor }) => ({
      Amount: majorOf(amountMinor, entry.currency),
      LinkedTxn: [{ TxnId: erpId, TxnType: 'Bill' }],
    })),
  }
}

/** Colons divide the parts of a name there. */
export const vendorName = (name: string): string => name.replaceAll(/[:\t\n]+/g, ' ').slice(0, MOST_NAME)

/** The body of a call that makes it, or with Id and SyncToken replaces it. */
export const bodyOf = (entry: BooksEntry, key: string): Json => {
  switch (entry.kind) {
    case 'BILL':
      return { ...ofVendor(entry, key), ...(entry.dueDate !== null && { DueDate: entry.dueDate }) }
    case 'VENDOR_CREDIT':
    case 'PURCHASE_ORDER':
      return ofVendor(entry, key)
    case 'BILL_PAYMENT':
      return paymentOf(entry, key)
    case 'TRANSFER':
      return {
        FromAccountRef: ref(entry.fromAccountErpId),
        ToAccountRef: ref(entry.toAccountErpId),
        Amount: majorOf(entry.amountMinor, entry.currency),
        TxnDate: entry.date,
        PrivateNote: noteOf(entry.memo, key),
        ...moneyOf(entry),
      }
    case 'VENDOR':
      return {
        DisplayName: vendorName(entry.name),
        CompanyName: vendorName(entry.name).slice(0, 100),
        ...(entry.email !== null && { PrimaryEmailAddr: { Address: entry.email } }),
        ...(entry.phone !== null && { PrimaryPhone: { FreeFormNumber: entry.phone } }),
        ...(entry.currency !== null && { CurrencyRef: { value: entry.currency } }),
      }
  }
}

/** The entry as QuickBooks can keep it: with one location, without departments, and with classes on lines only. */
export const keptOf = (entry: BooksEntry): BooksEntry => {
  if (entry.kind === 'VENDOR') return { ...entry, name: vendorName(entry.name) }
  if (!('lines' in entry)) return entry
  const locationErpId = locationOf(entry)
  return {
    ...entry,
    ...{ departmentErpId: null, locationErpId, classificationErpId: null },
    lines: entry.lines.map((line) => ({ ...line, departmentErpId: null, locationErpId, amortization: null })),
  }
}
