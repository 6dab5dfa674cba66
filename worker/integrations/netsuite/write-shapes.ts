import type { BooksEntry, BooksEntryOf, EntryKind, EntryLine } from '../../../schema/platform/accounting/entries.ts'
import { type Currency, currencyExponent } from '../../../schema/shared/money.ts'
import { severalLines, shortLine, shortNumber, wholeLine } from '../../core/sent/texts.ts'

/** Entries as the records of NetSuite's REST service. */

/** NetSuite has no record of a transfer in REST: it is a journal entry of two lines. */
export const RECORDS: Record<EntryKind, { name: string; type: string; lists: string }> = {
  BILL: { name: 'vendorBill', type: 'VendBill', lists: 'expense,item' },
  VENDOR_CREDIT: { name: 'vendorCredit', type: 'VendCred', lists: 'expense,item' },
  BILL_PAYMENT: { name: 'vendorPayment', type: 'VendPymt', lists: '' },
  TRANSFER: { name: 'journalEntry', type: 'Journal', lists: 'line' },
  PURCHASE_ORDER: { name: 'purchaseOrder', type: 'PurchOrd', lists: 'expense,item' },
  VENDOR: { name: 'vendor', type: '', lists: '' },
}

type Body = Record<string, unknown>

/** Characters of each field. NetSuite refuses the whole record for one too many. */
const MOST = { name: 83, number: 45, memo: 4000, email: 254, phone: 32 } as const

/** The entry as NetSuite can keep it. One that it can keep stays as it is. */
export const keptOf = (entry: BooksEntry): BooksEntry => {
  if (entry.kind === 'VENDOR')
    return {
      ...entry,
      name: shortLine(entry.name, MOST.name),
      email: wholeLine(entry.email, MOST.email),
      phone: wholeLine(entry.phone, MOST.phone),
    }
  const memo = severalLines(entry.memo, MOST.memo)
  if (entry.kind === 'TRANSFER') return { ...entry, memo }
  const number = entry.number === null ? null : shortNumber(entry.number, MOST.number)
  if (!('lines' in entry)) return { ...entry, number, memo }
  const lines = entry.lines.map((line) => ({ ...line, memo: severalLines(line.memo, MOST.memo) }))
  if (entry.kind !== 'PURCHASE_ORDER') return { ...entry, number, memo, lines }
  return { ...entry, number, memo, lines, payablesAccountErpId: null }
}

/** What has to be looked up there first: the id of the currency, and which custom fields hold ids. */
export interface Known {
  currencyId: string | null
  fieldTypes: ReadonlyMap<string, string>
}

const ref = (id: string | null): { id: string } | undefined => (id === null ? undefined : { id })

export const major = (minor: number, code: Currency): number => {
  const digits = currencyExponent(code)
  return Number((minor / 10 ** digits).toFixed(digits))
}

const isList = (scriptId: string, type: string | undefined): boolean =>
  /^cseg/i.test(scriptId) || /list|select/i.test(type ?? '')

const customFields = (fields: EntryLine['fields'], { fieldTypes }: Known): Body =>
  Object.fromEntries(
    fields.map(({ scriptId, value }) => {
      const type = fieldTypes.get(scriptId.toLowerCase())
      if (value === '') return [scriptId, null]
      if (isList(scriptId, type)) return [scriptId, { id: value }]
      return [scriptId, /check ?box/i.test(type ?? '') ? value === 'true' : value]
    }),
  )

const lineBody = (line: EntryLine, code: Currency, known: Known): Body => ({
  ...(line.itemErpId === null
    ? { account: ref(line.accountErpId), amount: major(line.amountMinor, code), memo: line.memo }
    : {
        item: ref(line.itemErpId),
        quantity: 1,
        ...{ rate: major(line.amountMinor, code), amount: major(line.amountMinor, code), description: line.memo },
      }),
  department: ref(line.departmentErpId),
  location: ref(line.locationErpId),
  class: ref(line.classificationErpId),
  taxCode: ref(line.taxCodeErpId),
  ...(line.amortization && {
    amortizationSched: ref(line.amortization.templateErpId),
    amortizStartDate: line.amortization.startDay,
    amortizationEndDate: line.amortization.endDay,
  }),
  ...customFields(line.fields, known),
})

const heading = (entry: Exclude<BooksEntry, { kind: 'VENDOR' }>, { currencyId }: Known): Body => ({
  subsidiary: ref(entry.entityErpId),
  tranDate: entry.date,
  memo: entry.memo,
  currency: ref(currencyId),
  ...(entry.exchangeRate !== null && { exchangeRate: Number(entry.exchangeRate) }),
})

const ofVendor = (entry: BooksEntryOf<'BILL' | 'VENDOR_CREDIT' | 'PURCHASE_ORDER'>, known: Known): Body => {
  const lines = (isItem: boolean) => ({
    items: entry.lines
      .filter(({ itemErpId }) => (itemErpId !== null) === isItem)
      .map((line) => lineBody(line, entry.currency, known)),
  })
  return {
    ...heading(entry, known),
    entity: ref(entry.vendorErpId),
    ...(entry.number !== null && { tranId: entry.number }),
    department: ref(entry.departmentErpId),
    location: ref(entry.locationErpId),
    class: ref(entry.classificationErpId),
    ...(entry.kind !== 'PURCHASE_ORDER' && {
      account: ref(entry.payablesAccountErpId),
      postingPeriod: ref(entry.periodErpId),
      ...(entry.kind === 'BILL' && entry.dueDate !== null && { dueDate: entry.dueDate }),
    }),
    ...customFields(entry.fields, known),
    expense: lines(false),
    item: lines(true),
  }
}

const payment = (entry: BooksEntryOf<'BILL_PAYMENT'>, known: Known): Body => ({
  ...heading(entry, known),
  entity: ref(entry.vendorErpId),
  account: ref(entry.fromAccountErpId),
  apAcct: ref(entry.payablesAccountErpId),
  ...(entry.number !== null && { tranId: entry.number }),
  apply: {
    items: entry.bills.map(({ erpId, amountMinor }) => ({
      ...{ doc: { id: erpId }, apply: true, amount: major(amountMinor, entry.currency) },
    })),
  },
})

const transfer = (entry: BooksEntryOf<'TRANSFER'>, known: Known): Body => {
  const amount = major(entry.amountMinor, entry.currency)
  return {
    ...heading(entry, known),
    line: {
      items: [
        { account: ref(entry.toAccountErpId), debit: amount, memo: entry.memo },
        { account: ref(entry.fromAccountErpId), credit: amount, memo: entry.memo },
      ],
    },
  }
}

/** The record as it is sent. What is undefined isn't, and stays as it is there. */
export const bodyOf = (given: BooksEntry, known: Known): Body => {
  const entry = keptOf(given)
  switch (entry.kind) {
    case 'VENDOR':
      return {
        ...{ companyName: entry.name, isPerson: false, email: entry.email, phone: entry.phone },
        ...{ currency: ref(known.currencyId), subsidiary: ref(entry.entityErpId) },
      }
    case 'BILL_PAYMENT':
      return payment(entry, known)
    case 'TRANSFER':
      return transfer(entry, known)
    default:
      return ofVendor(entry, known)
  }
}

/** Custom fields whose types have to be known. */
export const scriptIdsOf = (entry: BooksEntry): string[] =>
  'lines' in entry
    ? [...new Set([...entry.fields, ...entry.lines.flatMap(({ fields }) => fields)].map(({ scriptId }) => scriptId))]
    : []
