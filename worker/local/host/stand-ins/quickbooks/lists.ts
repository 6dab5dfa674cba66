import { type AccountGroup, type BookEntry, fullNameOf, type KindName } from '../books/index.ts'
import { type QuickbooksCompany, timeText } from './company.ts'
import type { Fields } from './query.ts'

/** Accounts, vendors and so on, as the Accounting API writes them. */

export type Json = Record<string, unknown>

/** Null for one that isn't in the books by itself. */
export const LIST_KINDS: Record<string, KindName> = {
  Account: 'account',
  Item: 'item',
  Department: 'location',
  Class: 'class',
  Vendor: 'vendor',
  TaxCode: 'taxCode',
  CompanyCurrency: 'currency',
}

export const metaOf = ({ createdAt, changedAt }: { createdAt: number; changedAt: number }): Json => ({
  CreateTime: timeText(createdAt),
  LastUpdatedTime: timeText(changedAt),
})

const bySecond = (at: number): number => Math.floor(at / 1000) * 1000
/** A numeric id sorts as a number. */
export const timesOf = (row: { id: string; createdAt: number; changedAt: number }): Fields => ({
  Id: Number(row.id),
  'MetaData.CreateTime': bySecond(row.createdAt),
  'MetaData.LastUpdatedTime': bySecond(row.changedAt),
})

/** What a list can be asked for besides what all have. */
const ASKABLE = new Map(
  Object.entries({
    Account: ['AccountType', 'AccountSubType', 'Classification', 'CurrentBalance', 'FullyQualifiedName'],
    Vendor: ['CompanyName', 'PrintOnCheckName', 'Balance'],
    Item: ['Type', 'Sku', 'FullyQualifiedName'],
    Class: ['FullyQualifiedName'],
    Department: ['FullyQualifiedName'],
  }),
)

/**
 * A row's fields, by which it is found.
 * @param asked the fields that a query names
 */
export const fieldsOfEntry =
  (company: QuickbooksCompany, entity: string, asked: readonly string[]) =>
  (row: BookEntry): Fields => {
    const special = (ASKABLE.get(entity) ?? []).filter((name) => asked.includes(name))
    const json = special.length > 0 ? listJson(company, entity, row) : {}
    return {
      ...timesOf(row),
      [entity === 'Vendor' ? 'DisplayName' : 'Name']: row.name,
      Active: row.isActive,
      ...Object.fromEntries(special.map((name) => [name, (json[name] ?? '') as Fields[string]])),
    }
  }

const CLASSIFICATIONS: Record<AccountGroup, string> = {
  ...{ Bank: 'Asset', 'Accounts Receivable': 'Asset', 'Other Current Asset': 'Asset', 'Fixed Asset': 'Asset' },
  ...{ 'Accounts Payable': 'Liability', 'Credit Card': 'Liability', 'Other Current Liability': 'Liability' },
  ...{ 'Long Term Liability': 'Liability', Equity: 'Equity', Income: 'Revenue', 'Other Income': 'Revenue' },
  ...{ 'Cost of Goods Sold': 'Expense', Expense: 'Expense', 'Other Expense': 'Expense' },
}

const shown = (row: BookEntry): string => (row.isActive ? row.name : `${row.name} (deleted)`)

const shared = (row: BookEntry): Json => ({
  ...{ domain: 'QBO', sparse: false, Id: row.id, SyncToken: String(row.version), Active: row.isActive },
  MetaData: metaOf(row),
})

const nested = (all: readonly BookEntry[], row: BookEntry, flag: string): Json => ({
  ...shared(row),
  Name: shown(row),
  FullyQualifiedName: row.isActive ? fullNameOf(all, row) : `${fullNameOf(all, row)} (deleted)`,
  ...(row.parentId !== null && { [flag]: true, ParentRef: { value: row.parentId } }),
})

const vendorOf = ({ books }: QuickbooksCompany, id: string): Json => {
  const row = books.find('vendor', id)
  if (!row) return {}
  return {
    ...shared(row),
    DisplayName: shown(row),
    CompanyName: row.name,
    PrintOnCheckName: row.name,
    Balance: 0,
    Vendor1099: false,
    CurrencyRef: { value: row.currency, name: row.currency },
    ...(row.email && { PrimaryEmailAddr: { Address: row.email } }),
    ...(row.phone && { PrimaryPhone: { FreeFormNumber: row.phone } }),
    ...(row.website && { WebAddr: { URI: row.website } }),
    VendorPaymentBankDetail: { BankAccountName: row.name, BankAccountNumber: row.bankAccountNumber },
  }
}

/** One of a list, by the API's name of the list. */
export const listJson = (company: QuickbooksCompany, entity: string, { id }: { id: string }): Json => {
  const { books } = company
  if (entity === 'Vendor') return vendorOf(company, id)
  const account = entity === 'Account' ? books.find('account', id) : undefined
  if (account)
    return {
      ...nested(books.list('account'), account, 'SubAccount'),
      AcctNum: account.number,
      AccountType: account.group,
      AccountSubType: account.group.replaceAll(' ', ''),
      Classification: CLASSIFICATIONS[account.group],
      CurrentBalance: 0,
      CurrencyRef: { value: account.currency, name: account.currency },
    }
  const item = entity === 'Item' ? books.find('item', id) : undefined
  if (item)
    return {
      ...nested(books.list('item'), item, 'SubItem'),
      Type: 'Service',
      Sku: item.number,
      IncomeAccountRef: { value: item.incomeAccountId },
      ...(item.expenseAccountId !== null && { ExpenseAccountRef: { value: item.expenseAccountId } }),
    }
  const tax = entity === 'TaxCode' ? books.find('taxCode', id) : undefined
  if (tax) return { ...shared(tax), Name: tax.name, Description: tax.description, Taxable: tax.percent > 0 }
  const money = entity === 'CompanyCurrency' ? books.find('currency', id) : undefined
  if (money) return { ...shared(money), Name: money.name, Code: money.code }
  const kind = entity === 'Class' ? 'class' : 'location'
  const row = books.find(kind, id)
  return row ? nested(books.list(kind), row, entity === 'Class' ? 'SubClass' : 'SubDepartment') : {}
}

const setting = (Name: string, value: string | boolean): Json => ({
  CustomField: [
    typeof value === 'string'
      ? { Name, Type: 'StringType', StringValue: value }
      : { Name, Type: 'BooleanType', BooleanValue: value },
  ],
})

export const preferencesJson = (company: QuickbooksCompany): Json => {
  const { books, closedThrough } = company
  const fields = books.list('customField').filter(({ onLines, type }) => !onLines && type === 'TEXT')
  const home = books.list('entity')[0]?.currency ?? 'USD'
  return {
    ...{ domain: 'QBO', sparse: false, Id: '1', SyncToken: '0' },
    AccountingInfoPrefs: { TrackDepartments: true, ClassTrackingPerTxnLine: true, BookCloseDate: closedThrough },
    CurrencyPrefs: { MultiCurrencyEnabled: true, HomeCurrency: { value: home } },
    VendorAndPurchasesPrefs: {
      TrackingByCustomer: true,
      POCustomField: fields.flatMap(({ name }, index) => [
        setting(`PurchasePrefs.UsePurchaseNameCustom${index + 1}`, true),
        setting(`PurchasePrefs.PurchaseCustomName${index + 1}`, name),
      ]),
    },
  }
}

export const companyJson = ({ name }: QuickbooksCompany): Json => ({
  ...{ domain: 'QBO', sparse: false, Id: '1', SyncToken: '4' },
  ...{ CompanyName: name, LegalName: name, Country: 'US', FiscalYearStartMonth: 'January' },
})
