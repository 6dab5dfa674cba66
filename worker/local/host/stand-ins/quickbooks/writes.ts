import type { BookDocumentLine, BookRecord, DocumentType, NewRecord } from '../books/index.ts'
import { lineOf } from '../books/index.ts'
import { type QuickbooksCompany, Refused, timeText } from './company.ts'
import { type Json, listJson } from './lists.ts'
import { checkTexts } from './texts.ts'
import { majorIn, minorIn, recordJson, signOf, TRANSACTION_TYPES } from './transactions.ts'

/** Creating, updating and deleting, with what the Accounting API refuses. */

const objectOf = (value: unknown): Json => (typeof value === 'object' && value !== null ? (value as Json) : {})
const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : undefined
const refOf = (value: unknown): string | null => textOf(objectOf(value).value) ?? null
const listOf = (value: unknown): Json[] => (Array.isArray(value) ? value.map(objectOf) : [])

const notFound = (what: string): Refused =>
  new Refused(
    '610',
    'Object Not Found',
    `Object Not Found : Something you're trying to use has been made inactive. Check the fields with accounts, customers, items, vendors or employees. (${what})`,
  )
const badReference = (what: string): Refused =>
  new Refused('2500', 'Invalid Reference Id', `Invalid Reference Id : ${what} element id not found`)
const missing = (what: string): Refused =>
  new Refused(
    '2020',
    'Required param missing, need to supply the required value for the API',
    `Required parameter ${what} is missing in the request`,
  )

type Referred = 'account' | 'vendor' | 'class' | 'location' | 'item' | 'taxCode'
const WORDS: Record<Referred, string> = {
  ...{ account: 'Accounts', vendor: 'Names', class: 'Classes', location: 'Departments', item: 'Items' },
  taxCode: 'Tax codes',
}

/** An id that has to exist and to be active. */
const checked = ({ books }: QuickbooksCompany, kind: Referred, value: unknown): string | null => {
  const id = refOf(value)
  if (id === null) return null
  const found = books.find(kind, id)
  if (!found) throw badReference(WORDS[kind])
  if (!found.isActive) throw notFound(WORDS[kind])
  return id
}

/** The document that a payment or an order names. */
const linkedOf = (company: QuickbooksCompany, row: Json): string | undefined => {
  const [link] = listOf(row.LinkedTxn)
  const id = textOf(link?.TxnId)
  if (id !== undefined && !company.books.document('bill', id)) throw badReference('Transactions')
  return id
}

const lineFrom = (company: QuickbooksCompany, type: DocumentType, currency: string, row: Json, index: number) => {
  const detail = objectOf(
    row.AccountBasedExpenseLineDetail ?? row.ItemBasedExpenseLineDetail ?? row.JournalEntryLineDetail ?? {},
  )
  const amount = row.Amount
  if (typeof amount !== 'number' || !Number.isFinite(amount)) throw missing('Line.Amount')
  const linkedId = linkedOf(company, row)
  const accountId = checked(company, 'account', detail.AccountRef)
  const itemId = checked(company, 'item', detail.ItemRef)
  if (type !== 'billPayment' && !accountId && !itemId) throw missing('AccountRef')
  const sign = type === 'journalEntry' ? (detail.PostingType === 'Credit' ? -1 : 1) : signOf(type)
  return lineOf({
    ...{ id: textOf(row.Id) ?? String(index + 1), accountId, itemId, memo: textOf(row.Description) ?? '' },
    debitMinor: sign * minorIn(amount, currency),
    classId: checked(company, 'class', detail.ClassRef),
    taxCodeId: checked(company, 'taxCode', detail.TaxCodeRef),
    ...(linkedId !== undefined && { linkedId }),
  })
}

const checkDate = (company: QuickbooksCompany, date: string): void => {
  if (!/^\d{4}-\d\d-\d\d$/.test(date)) throw new Refused('2010', 'Request has invalid date', `Invalid date: ${date}`)
  if (date <= company.closedThrough)
    throw new Refused(
      '6210',
      'Account Period Closed, Cannot Update Through Services API',
      `The account period has closed and the account books cannot be updated through through the QBO Services API. Please use the QBO website to make these changes.`,
    )
}

const checkNumber = (company: QuickbooksCompany, record: NewRecord, ownId: string | null): void => {
  const { number = '', type, vendorId } = record
  const same = company.books
    .documents(type)
    .find((each) => number !== '' && each.number === number && each.vendorId === vendorId && each.id !== ownId)
  if (same)
    throw new Refused(
      '6140',
      'Duplicate Document Number Error',
      `Duplicate Document Number Error : You must specify a different number. This number has already been used. DocNumber=${number} is assigned to TxnType=${type} with TxnId=${same.id}`,
    )
}

const againstOf = (company: QuickbooksCompany, type: DocumentType, body: Json): string | null => {
  if (type === 'billPayment') {
    const id = checked(company, 'account', objectOf(body.CheckPayment).BankAccountRef)
    if (!id) throw missing('BankAccountRef')
    return id
  }
  const payables = company.books.list('account').find(({ group }) => group === 'Accounts Payable')
  return checked(company, 'account', body.APAccountRef) ?? (type === 'transfer' ? null : (payables?.id ?? null))
}

/** The body as the books keep it. */
const recordFrom = (company: QuickbooksCompany, type: DocumentType, body: Json): NewRecord => {
  const date = textOf(body.TxnDate) ?? new Date(company.now()).toISOString().slice(0, 10)
  checkDate(company, date)
  const home = company.books.list('entity')[0]?.currency ?? 'USD'
  const currency = refOf(body.CurrencyRef) ?? home
  const vendorId = checked(company, 'vendor', body.VendorRef)
  if (type !== 'transfer' && vendorId === null) throw missing('VendorRef')
  const vendor = company.books.find('vendor', vendorId)
  if (vendor && vendor.currency !== currency)
    throw new Refused(
      '6000',
      'A business validation error has occurred while processing your request',
      `Business Validation Error: The currency of the transaction is invalid for vendor ${vendor.name}.`,
    )
  if (type === 'transfer' && !(refOf(body.FromAccountRef) && refOf(body.ToAccountRef))) throw missing('FromAccountRef')
  for (const side of [body.FromAccountRef, body.ToAccountRef]) checked(company, 'account', side)
  const locationId = checked(company, 'location', body.DepartmentRef)
  const lines = listOf(body.Line).map((row, index) => lineFrom(company, type, currency, row, index))
  if (type !== 'transfer' && lines.length === 0) throw missing('Line')
  const { FromAccountRef, ToAccountRef, Amount, CustomField } = body
  return {
    ...{ type, date, currency, vendorId, locationId },
    lines: lines.map((line): BookDocumentLine => ({ ...line, locationId, vendorId })),
    exchangeRate: typeof body.ExchangeRate === 'number' ? body.ExchangeRate : 1,
    number: textOf(body.DocNumber) ?? '',
    memo: textOf(body.PrivateNote) ?? '',
    dueDate: textOf(body.DueDate) ?? null,
    accountId: againstOf(company, type, body),
    extra:
      type === 'transfer' ? { FromAccountRef, ToAccountRef, Amount } : CustomField === undefined ? {} : { CustomField },
  }
}

const stale = (): Refused =>
  new Refused(
    '5010',
    'Stale Object Error',
    'Stale Object Error : You and someone else were working on this at the same time. The other user finished before you did, so your work was not saved.',
  )

const checkPaid = (record: NewRecord, company: QuickbooksCompany): void => {
  for (const { linkedId, debitMinor } of record.lines) {
    const bill = company.books.document('bill', linkedId ?? '')
    const owed = bill ? bill.lines.reduce((sum, line) => sum + line.debitMinor, 0) + bill.taxMinor : debitMinor
    if (debitMinor > owed)
      throw new Refused(
        '6000',
        'A business validation error has occurred while processing your request',
        `Business Validation Error: You can't pay more than the amount due (${majorIn(owed, record.currency ?? 'USD')}).`,
      )
  }
}

const writeRecord = (company: QuickbooksCompany, type: DocumentType, body: Json): BookRecord => {
  const id = textOf(body.Id)
  const before = id === undefined ? undefined : company.books.document(type, id)
  if (id !== undefined && !before) throw notFound('Transactions')
  if (before && textOf(body.SyncToken) !== String(before.version)) throw stale()
  if (before) checkDate(company, before.date)
  // A sparse update leaves what it doesn't name.
  const whole = before && body.sparse === true ? { ...recordJson(company, before), ...body } : body
  checkTexts(whole)
  const record = recordFrom(company, type, whole)
  checkNumber(company, record, before?.id ?? null)
  if (type === 'billPayment') checkPaid(record, company)
  return before ? company.books.changeDocument(type, before.id, record) : company.books.addDocument(record)
}

const writeVendor = (company: QuickbooksCompany, body: Json): { id: string } => {
  const { books } = company
  const id = textOf(body.Id)
  const before = id === undefined ? undefined : books.find('vendor', id)
  if (id !== undefined && !before) throw notFound('Names')
  if (before && textOf(body.SyncToken) !== String(before.version)) throw stale()
  checkTexts(body)
  const name = textOf(body.DisplayName) ?? before?.name
  if (!name) throw missing('DisplayName')
  const same = books
    .list('vendor')
    .find((each) => each.id !== id && each.isActive && each.name.toLowerCase() === name.toLowerCase())
  if (same)
    throw new Refused('6240', 'Duplicate Name Exists Error', `The name supplied already exists. : Id=${same.id}`)
  const rest = {
    name,
    currency: refOf(body.CurrencyRef) ?? before?.currency ?? 'USD',
    email: textOf(objectOf(body.PrimaryEmailAddr).Address) ?? before?.email ?? '',
    phone: textOf(objectOf(body.PrimaryPhone).FreeFormNumber) ?? before?.phone ?? '',
    isActive: typeof body.Active === 'boolean' ? body.Active : (before?.isActive ?? true),
  }
  if (before) return books.change('vendor', before.id, rest)
  const empty = { website: '', entityIds: ['1'], accountId: '', departmentId: '', bankAccountNumber: '' }
  return books.add('vendor', { ...empty, ...rest })
}

const deleteRecord = (company: QuickbooksCompany, type: DocumentType, entity: string, body: Json): Json => {
  const id = textOf(body.Id) ?? ''
  const found = company.books.document(type, id)
  if (!found) throw notFound('Transactions')
  if (textOf(body.SyncToken) !== String(found.version)) throw stale()
  checkDate(company, found.date)
  company.books.removeDocument(type, id)
  return { [entity]: { status: 'Deleted', domain: 'QBO', Id: id }, time: timeText(company.now()) }
}

const WRITABLE = [
  'Bill',
  'VendorCredit',
  'BillPayment',
  'Transfer',
  'PurchaseOrder',
  'JournalEntry',
  'Purchase',
  'Vendor',
]

export interface Write {
  entity: string
  id: string
  operation: 'created' | 'updated' | 'deleted'
  answer: Json
}

/** @param path the name of the entity in the address, in small letters */
export const write = (company: QuickbooksCompany, path: string, operation: string | null, body: Json): Write => {
  const entity = WRITABLE.find((name) => name.toLowerCase() === path)
  if (!entity) throw new Refused('4000', 'Unsupported Operation', `Operation ${path} is not supported.`)
  const time = timeText(company.now())
  const type = TRANSACTION_TYPES[entity]
  if (operation === 'delete') {
    if (!type) throw new Refused('4000', 'Unsupported Operation', `Operation delete is not supported for ${entity}.`)
    return {
      entity,
      id: textOf(body.Id) ?? '',
      operation: 'deleted',
      answer: deleteRecord(company, type, entity, body),
    }
  }
  const isNew = textOf(body.Id) === undefined
  const written = type ? writeRecord(company, type, body) : writeVendor(company, body)
  const json = type ? recordJson(company, written as BookRecord) : listJson(company, entity, written)
  return { entity, id: written.id, operation: isNew ? 'created' : 'updated', answer: { [entity]: json, time } }
}
