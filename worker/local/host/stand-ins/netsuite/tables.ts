import type { BookAccount, BookCustomField, BookRecord, DocumentType, SeededBooks } from '../books/index.ts'
import { fullNameOf } from '../books/index.ts'
import { decimalsOf, postingsOf } from './postings.ts'
import type { Cell, Cells, Table, Tables } from './sql.ts'

/** The records of SuiteQL, from the books. */

/** The account's time zone is eight hours behind, which its times don't say. */
const ZONE_MS = -8 * 60 * 60 * 1000
export const wallTime = (at: number): Date => new Date(Math.floor((at + ZONE_MS) / 1000) * 1000)
/** When it was, from a time on the account's clock. */
export const instantOf = (wall: Date): number => wall.getTime() - ZONE_MS
const day = (text: string | null): Date | null => (text === null ? null : new Date(`${text}T00:00:00Z`))
const flag = (is: boolean): string => (is ? 'T' : 'F')
const id = (text: string | null): number | null => (text === null || text === '' ? null : Number(text))

/** Customers and vendors have ids of one count in NetSuite. */
export const CUSTOMERS_FROM = 5_000_000

const ACCOUNT_TYPES: Record<BookAccount['group'], string> = {
  ...{ Bank: 'Bank', 'Accounts Receivable': 'AcctRec', 'Other Current Asset': 'OthCurrAsset' },
  ...{ 'Fixed Asset': 'FixedAsset', 'Accounts Payable': 'AcctPay', 'Credit Card': 'CredCard' },
  ...{ 'Other Current Liability': 'OthCurrLiab', 'Long Term Liability': 'LongTermLiab', Equity: 'Equity' },
  ...{ Income: 'Income', 'Other Income': 'OthIncome', 'Cost of Goods Sold': 'COGS', Expense: 'Expense' },
  ...{ 'Other Expense': 'OthExpense' },
}

const TYPES: Record<DocumentType, string> = {
  ...{ bill: 'VendBill', purchase: 'CardChrg', vendorCredit: 'VendCred', journalEntry: 'Journal' },
  ...{ deposit: 'Deposit', invoice: 'CustInvc', salesReceipt: 'CashSale', creditMemo: 'CustCred' },
  ...{ refund: 'CashRfnd', billPayment: 'VendPymt', transfer: 'Transfer', purchaseOrder: 'PurchOrd' },
}
export const DOCUMENT_TYPES = Object.keys(TYPES) as DocumentType[]

/** A purchase from a bank is a check, one from a card a charge. */
export const typeOf = (books: SeededBooks, { type, accountId }: BookRecord): string =>
  type === 'purchase' && books.find('account', accountId)?.group === 'Bank' ? 'Check' : TYPES[type]

const DELETED_NAMES: Record<string, string> = {
  ...{ bill: 'vendorbill', purchase: 'creditcardcharge', vendorCredit: 'vendorcredit', journalEntry: 'journalentry' },
  ...{ deposit: 'deposit', invoice: 'invoice', salesReceipt: 'cashsale', creditMemo: 'creditmemo' },
  ...{ refund: 'cashrefund', billPayment: 'vendorpayment', transfer: 'transfer', purchaseOrder: 'purchaseorder' },
  ...{ entity: 'subsidiary', class: 'classification', item: 'noninventoryitem', taxCode: 'salestaxitem' },
  ...{ period: 'accountingperiod', amortizationTemplate: 'amortizationtemplate' },
  ...{ customField: 'transactionbodycustomfield', customSegment: 'customsegment' },
}
const KINDS = [
  ...['currency', 'entity', 'account', 'item', 'department', 'location', 'class', 'vendor', 'customer'],
  ...['taxCode', 'period', 'amortizationTemplate', 'customField', 'customSegment'],
] as const

export interface DeletedRow {
  type: string
  id: string
  at: number
}
export const deletedOf = (books: SeededBooks): DeletedRow[] =>
  [...KINDS, ...DOCUMENT_TYPES].flatMap((kind) =>
    books.removed(kind).map((each) => ({ ...each, type: DELETED_NAMES[kind] ?? kind })),
  )

/** Where a transaction is among the books. */
export const findRecord = (books: SeededBooks, recordId: string): BookRecord | undefined => {
  for (const type of DOCUMENT_TYPES) {
    const found = books.document(type, recordId)
    if (found) return found
  }
  return undefined
}
export const allRecords = (books: SeededBooks): BookRecord[] => DOCUMENT_TYPES.flatMap((type) => books.documents(type))

const currencyId = (books: SeededBooks, code: string): number | null =>
  id(books.list('currency').find((each) => each.code === code)?.id ?? null)

const tree = (books: SeededBooks, kind: 'department' | 'location' | 'class'): Table => ({
  columns: ['id', 'name', 'fullname', 'parent', 'isinactive'],
  rows: () =>
    books.list(kind).map((each) => ({
      ...{ id: id(each.id), name: each.name, fullname: fullNameOf(books.list(kind), each).replaceAll(':', ' : ') },
      ...{ parent: id(each.parentId), isinactive: flag(!each.isActive) },
    })),
})

const entityOf = ({ vendorId, customerId }: { vendorId: string | null; customerId?: string | null }): number | null =>
  vendorId ? Number(vendorId) : customerId ? Number(customerId) + CUSTOMERS_FROM : null

const transactionRow = (books: SeededBooks, record: BookRecord): Cells => ({
  ...{ id: id(record.id), type: typeOf(books, record), tranid: record.number || null, trandate: day(record.date) },
  ...{ duedate: day(record.dueDate), memo: record.memo || null, entity: entityOf(record) },
  ...{ posting: flag(record.type !== 'purchaseOrder'), externalid: record.externalId },
  ...{ currency: currencyId(books, record.currency), exchangerate: record.exchangeRate },
  ...{ createddate: wallTime(record.createdAt), lastmodifieddate: wallTime(record.changedAt) },
})

const amount = (minor: number, currency: string): number =>
  Number((minor / 10 ** decimalsOf(currency)).toFixed(decimalsOf(currency)))

interface LineRows {
  tl: Cells
  tal: Cells
}
/** Lines change with the version of their document only. */
const keptLines = new WeakMap<BookRecord, { version: number; lines: LineRows[] }>()

const linesOf = (books: SeededBooks, recordId: number): LineRows[] => {
  const record = findRecord(books, String(recordId))
  if (!record) return []
  const kept = keptLines.get(record)
  if (kept?.version === record.version) return kept.lines
  const lines = makeLines(books, record)
  keptLines.set(record, { version: record.version, lines })
  return lines
}

const makeLines = (books: SeededBooks, record: BookRecord): LineRows[] => {
  const recordId = Number(record.id)
  const home = books.find('entity', record.entityId)?.currency ?? 'USD'
  return postingsOf(books, record).map(({ line, accountId, debitMinor, source }) => ({
    tl: {
      ...{ transaction: recordId, id: line, mainline: flag(line === 0 && record.accountId !== null) },
      ...{ entity: source ? entityOf(source) : entityOf(record), memo: (source?.memo ?? record.memo) || null },
      ...{ department: id(source?.departmentId ?? null), location: id(source?.locationId ?? record.locationId) },
      ...{ class: id(source?.classId ?? null), item: id(source?.itemId ?? null), subsidiary: id(record.entityId) },
    },
    tal: {
      ...{ transaction: recordId, transactionline: line, account: id(accountId), posting: 'T', accountingbook: 1 },
      debit: debitMinor > 0 ? amount(debitMinor, home) : null,
      credit: debitMinor < 0 ? amount(-debitMinor, home) : null,
    },
  }))
}

const lineTable = (books: SeededBooks, part: 'tl' | 'tal', columns: string[]): Table => {
  const of = (recordId: number) => linesOf(books, recordId).map((each) => each[part])
  return {
    columns,
    rows: () => allRecords(books).flatMap((record) => of(Number(record.id))),
    key: { column: 'transaction', rows: of },
  }
}

const TRANSACTION_COLUMNS = [
  ...['id', 'type', 'tranid', 'trandate', 'duedate', 'memo', 'entity', 'posting', 'externalid', 'currency'],
  ...['exchangerate', 'createddate', 'lastmodifieddate'],
]

const listTables = (books: SeededBooks): Record<string, Table> => ({
  currency: {
    columns: ['id', 'name', 'symbol', 'displaysymbol', 'isbasecurrency', 'isinactive'],
    rows: () =>
      books.list('currency').map(({ id: own, name, code, symbol, isActive }, index) => ({
        ...{ id: id(own), name, symbol: code, displaysymbol: symbol },
        ...{ isbasecurrency: flag(index === 0), isinactive: flag(!isActive) },
      })),
  },
  subsidiary: {
    columns: ['id', 'name', 'fullname', 'parent', 'currency', 'country', 'isinactive', 'iselimination'],
    rows: () =>
      books.list('entity').map((each) => ({
        ...{ id: id(each.id), name: each.name, fullname: each.name, country: each.country },
        ...{ parent: id(each.parentId), currency: currencyId(books, each.currency) },
        ...{ isinactive: flag(!each.isActive), iselimination: 'F' },
      })),
  },
  account: {
    columns: ['id', 'acctnumber', 'fullname', 'accttype', 'parent', 'isinactive', 'currency'],
    rows: () =>
      books.list('account').map((each) => ({
        ...{ id: id(each.id), acctnumber: each.number, parent: id(each.parentId), isinactive: flag(!each.isActive) },
        fullname: fullNameOf(books.list('account'), each).replaceAll(':', ' : '),
        // Only banks have a currency of their own.
        ...{ accttype: ACCOUNT_TYPES[each.group], currency: currencyId(books, each.currency) },
      })),
  },
  item: {
    columns: [
      ...['id', 'itemid', 'fullname', 'displayname', 'parent', 'isinactive', 'expenseaccount', 'incomeaccount'],
      'lastmodifieddate',
    ],
    rows: () =>
      books.list('item').map((each) => ({
        ...{ id: id(each.id), itemid: each.number, fullname: each.number, displayname: each.name },
        ...{ parent: id(each.parentId), isinactive: flag(!each.isActive) },
        ...{ expenseaccount: id(each.expenseAccountId), incomeaccount: id(each.incomeAccountId) },
        lastmodifieddate: wallTime(each.changedAt),
      })),
  },
  department: tree(books, 'department'),
  location: tree(books, 'location'),
  classification: tree(books, 'class'),
  vendor: {
    columns: [
      ...['id', 'entityid', 'companyname', 'firstname', 'lastname', 'email', 'phone', 'url', 'isinactive'],
      ...['currency', 'datecreated', 'lastmodifieddate', 'externalid'],
    ],
    rows: () =>
      books.list('vendor').map((each) => ({
        ...{ id: id(each.id), entityid: each.name, companyname: each.name, firstname: null, lastname: null },
        ...{ email: each.email || null, phone: each.phone || null, url: each.website || null },
        ...{ isinactive: flag(!each.isActive), currency: currencyId(books, each.currency) },
        ...{ datecreated: wallTime(each.createdAt), lastmodifieddate: wallTime(each.changedAt) },
        externalid: each.externalId,
      })),
  },
  vendorsubsidiaryrelationship: {
    columns: ['entity', 'subsidiary'],
    rows: () =>
      books
        .list('vendor')
        .flatMap((each) => each.entityIds.map((entity) => ({ entity: id(each.id), subsidiary: id(entity) }))),
  },
})

const VALUE_TYPES: Record<BookCustomField['type'], string> = {
  ...{ TEXT: 'Free-Form Text', DATE: 'Date', NUMBER: 'Decimal Number', CHECKBOX: 'Check Box', SELECT: 'List/Record' },
}

const setUpTables = (books: SeededBooks): Record<string, Table> => ({
  salestaxitem: {
    columns: ['id', 'itemid', 'fullname', 'rate', 'isinactive'],
    rows: () =>
      books.list('taxCode').map((each) => ({
        ...{ id: id(each.id), itemid: each.name, fullname: each.description, rate: each.percent },
        isinactive: flag(!each.isActive),
      })),
  },
  accountingperiod: {
    columns: [
      ...['id', 'periodname', 'parent', 'startdate', 'enddate', 'isposting', 'isquarter', 'isyear', 'closed'],
      'isinactive',
    ],
    rows: () =>
      books.list('period').map((each) => ({
        ...{ id: id(each.id), periodname: each.name, parent: id(each.parentId), startdate: day(each.startDay) },
        ...{ enddate: day(each.endDay), isposting: flag(!each.isQuarter && !each.isYear) },
        ...{ isquarter: flag(each.isQuarter), isyear: flag(each.isYear), closed: flag(each.isClosed) },
        isinactive: flag(!each.isActive),
      })),
  },
  amortizationtemplate: {
    columns: ['id', 'name', 'amortizationperiod', 'isinactive'],
    rows: () =>
      books.list('amortizationTemplate').map((each) => ({
        ...{ id: id(each.id), name: each.name, amortizationperiod: each.months, isinactive: flag(!each.isActive) },
      })),
  },
  customfield: {
    columns: ['internalid', 'scriptid', 'name', 'fieldtype', 'fieldvaluetype', 'isinactive'],
    rows: () =>
      books.list('customField').map((each) => ({
        ...{ internalid: id(each.id), scriptid: each.scriptId.toUpperCase(), name: each.name },
        ...{
          fieldtype: each.onLines ? 'COLUMN' : 'BODY',
          fieldvaluetype: VALUE_TYPES[each.type],
          isinactive: flag(!each.isActive),
        },
      })),
  },
  customsegment: {
    columns: ['internalid', 'scriptid', 'name', 'isinactive'],
    rows: () =>
      books.list('customSegment').map((each) => ({
        ...{ internalid: id(each.id), scriptid: each.scriptId, name: each.name, isinactive: flag(!each.isActive) },
      })),
  },
})

/** All records that the account has. Without subsidiaries it has no records and no columns of them. */
export const tablesOf = (books: SeededBooks, hasSubsidiaries: boolean): Tables => {
  const line = ['transaction', 'id', 'mainline', 'entity', 'memo', 'department', 'location', 'class', 'item']
  const tables: Record<string, Table> = {
    ...listTables(books),
    ...setUpTables(books),
    transaction: {
      columns: TRANSACTION_COLUMNS,
      rows: () => allRecords(books).map((record) => transactionRow(books, record)),
    },
    transactionline: lineTable(books, 'tl', hasSubsidiaries ? [...line, 'subsidiary'] : line),
    transactionaccountingline: lineTable(books, 'tal', [
      ...['transaction', 'transactionline', 'account', 'debit', 'credit', 'posting', 'accountingbook'],
    ]),
    deletedrecord: {
      columns: ['recordid', 'type', 'deleteddate'],
      rows: () =>
        deletedOf(books).map(
          (each): Record<string, Cell> => ({
            ...{ recordid: id(each.id), type: each.type, deleteddate: wallTime(each.at) },
          }),
        ),
    },
  }
  if (!hasSubsidiaries) {
    delete tables.subsidiary
    delete tables.vendorsubsidiaryrelationship
  }
  return (name) => {
    const segment = books.list('customSegment').find(({ scriptId }) => name === `customrecord_${scriptId}`)
    if (!segment) return tables[name]
    return {
      columns: ['id', 'name', 'isinactive'],
      rows: () => segment.options.map((each) => ({ id: id(each.id), name: each.name, isinactive: 'F' })),
    }
  }
}
