/** A company's books, before a stand-in says them in its provider's words. Ids are numbers as text, one count per kind. */

export interface BookEntry {
  id: string
  name: string
  isActive: boolean
  parentId: string | null
  /** The provider's version of the object: QuickBooks' SyncToken. */
  version: number
  /** In milliseconds. */
  createdAt: number
  changedAt: number
  /** What a caller gave it, to find it again. */
  externalId: string | null
}

export type AccountGroup =
  | 'Bank'
  | 'Accounts Receivable'
  | 'Other Current Asset'
  | 'Fixed Asset'
  | 'Accounts Payable'
  | 'Credit Card'
  | 'Other Current Liability'
  | 'Long Term Liability'
  | 'Equity'
  | 'Income'
  | 'Other Income'
  | 'Cost of Goods Sold'
  | 'Expense'
  | 'Other Expense'

export interface BookAccount extends BookEntry {
  number: string
  group: AccountGroup
  currency: string
}

export interface BookVendor extends BookEntry {
  currency: string
  email: string
  phone: string
  website: string
  entityIds: string[]
  /** Where most of its lines are booked. */
  accountId: string
  departmentId: string
  /** For tests that it is never read. */
  bankAccountNumber: string
}

export interface BookEntity extends BookEntry {
  currency: string
  country: string
}

export interface BookItem extends BookEntry {
  number: string
  incomeAccountId: string
  expenseAccountId: string | null
}

export interface BookTaxCode extends BookEntry {
  description: string
  percent: number
}

export interface BookCurrency extends BookEntry {
  code: string
  symbol: string
}

export interface BookPeriod extends BookEntry {
  startDay: string
  endDay: string
  isQuarter: boolean
  isYear: boolean
  isClosed: boolean
}

export interface BookTemplate extends BookEntry {
  months: number
  accountId: string
}

export interface BookCustomField extends BookEntry {
  scriptId: string
  type: 'TEXT' | 'DATE' | 'NUMBER' | 'CHECKBOX' | 'SELECT'
  /** On lines, or else on the document. */
  onLines: boolean
  options: { id: string; name: string }[]
}

export interface BookKinds {
  currency: BookCurrency
  entity: BookEntity
  account: BookAccount
  item: BookItem
  department: BookEntry
  location: BookEntry
  class: BookEntry
  vendor: BookVendor
  customer: BookEntry
  taxCode: BookTaxCode
  period: BookPeriod
  amortizationTemplate: BookTemplate
  customField: BookCustomField
  /** Its values are the options. */
  customSegment: BookCustomField
}
export type KindName = keyof BookKinds

export type DocumentType =
  | 'bill'
  | 'purchase'
  | 'vendorCredit'
  | 'journalEntry'
  | 'deposit'
  | 'invoice'
  | 'salesReceipt'
  | 'creditMemo'
  | 'refund'
  | 'billPayment'
  | 'transfer'
  | 'purchaseOrder'

export interface BookDocumentLine {
  id: string
  accountId: string | null
  /** Instead of the account. */
  itemId: string | null
  /** In minor units of the document's currency. Debits are positive. */
  debitMinor: number
  memo: string
  vendorId: string | null
  departmentId: string | null
  locationId: string | null
  classId: string | null
  taxCodeId: string | null
  /** The document that it pays, or was made from. */
  linkedId?: string
}

export interface BookRecord extends Omit<BookEntry, 'name' | 'parentId' | 'isActive'> {
  type: DocumentType
  number: string
  date: string
  dueDate: string | null
  entityId: string
  currency: string
  /** The value of one unit in the entity's currency. */
  exchangeRate: number
  memo: string
  vendorId: string | null
  customerId: string | null
  /** What the lines are posted against: payables, a bank, a card. Null in journal entries, which are whole. */
  accountId: string | null
  locationId: string | null
  /** In minor units of the document's currency, debits positive. */
  taxMinor: number
  /** What a stand-in keeps of a caller's words that nothing else says. */
  extra: Record<string, unknown>
  lines: BookDocumentLine[]
}
