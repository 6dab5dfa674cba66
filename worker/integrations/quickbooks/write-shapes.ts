import type { BooksEntry, BooksEntryOf, EntryKind, EntryLine } from '../../../schema/platform/accounting/entries.ts'
import type { Currency } from '../../../schema/shared/money.ts'
import { ProviderError } from '../../core/provider-error.ts'
import { severalLines, shortLine, shortNumber, wholeLine } from '../../core/sent/texts.ts'
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

/** Characters of each field by the reference of the Accounting API. */
const MOST = {
  number: 21,
  note: 4000,
  description: 4000,
  field: 31,
  name: 500,
  companyName: 100,
  email: 100,
  phone: 30,
} as const

const ref = (value: string | null): { value: string } | undefined => (value === null ? undefined : { value })

/** The key of the last change ends the note, so that it is found again after an answer that was lost. */
const marked = (key: string): string => `Outlay ${key}`
export const hasKey = (note: string, key: string): boolean => note.trimEnd().endsWith(marked(key))
const noteOf = (memo: string, key: string): string => (memo ? `${memo}\n${marked(key)}` : marked(key))
/** Room for the key and the line break before it. */
/** Keys are as long as this. A random one can't be made before the first request. */
const ANY_KEY = '00000000-0000-0000-0000-000000000000'
const MOST_MEMO = MOST.note - marked(ANY_KEY).length - 1
/** The note as people wrote it. */
export const memoOf = (note: string): string => note.replace(/\n?Outlay [0-9a-f-]{36}\s*$/i, '')

const moneyOf = ({ currency, exchangeRate }: { currency: Currency; exchangeRate: string | null }): Json => ({
  CurrencyRef: { value: currency },
  ...(exchangeRate !== null && { ExchangeRate: Number(exchangeRate) }),
})

const lineOf = (line: EntryLine, currency: Currency): Json => {
  const shared = { ClassRef: ref(line.classificationErpId), TaxCodeRef: ref(line.taxCodeErpId) }
  const Amount = majorOf(line.amountMinor, currency)
  const Description = severalLines(line.memo, MOST.description) || undefined
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
  DocNumber: entry.number ?? undefined,
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
    DocNumber: entry.number ?? undefined,
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
const vendorName = (name: string): string => shortLine(name.replaceAll(':', ' '), MOST.name)

/** The body of a call that makes it, or with Id and SyncToken replaces it. */
export const bodyOf = (given: BooksEntry, key: string): Json => {
  const entry = keptOf(given)
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
        DisplayName: entry.name,
        CompanyName: shortLine(entry.name, MOST.companyName),
        ...(entry.email !== null && { PrimaryEmailAddr: { Address: entry.email } }),
        ...(entry.phone !== null && { PrimaryPhone: { FreeFormNumber: entry.phone } }),
        ...(entry.currency !== null && { CurrencyRef: { value: entry.currency } }),
      }
  }
}

/** A number that has no room is cut, and whole in the note. */
const textsOf = ({
  number,
  memo,
}: {
  number: string | null
  memo: string
}): { number: string | null; memo: string } => {
  if (number === null) return { number, memo: severalLines(memo, MOST_MEMO).trimEnd() }
  const short = shortNumber(number, MOST.number)
  const isWhole = number.length <= MOST.number
  const told = isWhole ? memo : `Number: ${shortLine(number, MOST.companyName)}${memo && `\n${memo}`}`
  return { number: short, memo: severalLines(told, MOST_MEMO).trimEnd() }
}

/**
 * The entry as QuickBooks can keep it: with one location, without departments, with classes on lines only, and with
 * texts that have room. One that it can keep stays as it is.
 */
export const keptOf = <Entry extends BooksEntry>(entry: Entry): Entry => {
  if (entry.kind === 'VENDOR')
    return {
      ...entry,
      name: vendorName(entry.name),
      email: wholeLine(entry.email, MOST.email),
      phone: wholeLine(entry.phone, MOST.phone),
    }
  if (entry.kind === 'TRANSFER') return { ...entry, memo: severalLines(entry.memo, MOST_MEMO).trimEnd() }
  const texts = textsOf(entry)
  if (!('lines' in entry)) return { ...entry, ...texts }
  const locationErpId = locationOf(entry)
  return {
    ...entry,
    ...texts,
    departmentErpId: null,
    locationErpId,
    classificationErpId: null,
    fields: entry.fields.map((field) => ({ ...field, value: shortLine(field.value, MOST.field) })),
    lines: entry.lines.map((line) => ({
      ...line,
      memo: severalLines(line.memo, MOST.description),
      departmentErpId: null,
      locationErpId,
      amortization: null,
    })),
  }
}
