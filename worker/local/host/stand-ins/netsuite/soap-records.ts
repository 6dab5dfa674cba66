import { escapeXml } from './soap-xml.ts'
import type { Cell, Cells } from './sql.ts'
import { instantOf } from './tables.ts'

/** Records of the SOAP service from the rows of SuiteQL. */

export interface SoapRecord {
  table: string
  write(row: Cells): string
}

type Write = (name: string, cell: Cell) => string

const words: Write = (name, cell) => (cell === null ? '' : `<q:${name}>${escapeXml(cell)}</q:${name}>`)
const yes: Write = (name, cell) => `<q:${name}>${cell === 'T'}</q:${name}>`
const ref: Write = (name, cell) => (cell === null ? '' : `<q:${name} internalId="${String(cell)}"/>`)
/** Midnight in the account's time zone. */
const day: Write = (name, cell) =>
  cell instanceof Date ? `<q:${name}>${cell.toISOString().slice(0, 10)}T00:00:00.000-08:00</q:${name}>` : ''
const time: Write = (name, cell) =>
  cell instanceof Date
    ? `<q:${name}>${new Date(instantOf(cell) - 8 * 3_600_000).toISOString().replace('Z', '-08:00')}</q:${name}>`
    : ''
/** The last part of a full name. */
const leaf: Write = (name, cell) => words(name, String(cell).split(' : ').at(-1) ?? '')

const TYPES: Record<string, string> = {
  ...{ AcctPay: '_accountsPayable', AcctRec: '_accountsReceivable', Bank: '_bank', COGS: '_costOfGoodsSold' },
  ...{ CredCard: '_creditCard', Equity: '_equity', Expense: '_expense', FixedAsset: '_fixedAsset', Income: '_income' },
  ...{ LongTermLiab: '_longTermLiability', OthCurrAsset: '_otherCurrentAsset', OthIncome: '_otherIncome' },
  ...{ OthCurrLiab: '_otherCurrentLiability', OthExpense: '_otherExpense' },
}
const accountType: Write = (name, cell) => words(name, TYPES[String(cell)] ?? null)

const recordOf = (table: string, fields: [name: string, column: string, write: Write][]): SoapRecord => ({
  table,
  write: (row) => fields.map(([name, column, write]) => write(name, row[column] ?? null)).join(''),
})
const tree = (table: string): SoapRecord =>
  recordOf(table, [
    ['name', 'fullname', leaf],
    ['parent', 'parent', ref],
    ['isInactive', 'isinactive', yes],
  ])

export const SOAP_RECORDS: Record<string, SoapRecord> = {
  Currency: recordOf('currency', [
    ['name', 'name', words],
    ['symbol', 'symbol', words],
    ['isBaseCurrency', 'isbasecurrency', yes],
    ['isInactive', 'isinactive', yes],
  ]),
  Subsidiary: recordOf('subsidiary', [
    ['name', 'fullname', leaf],
    ['parent', 'parent', ref],
    ['currency', 'currency', ref],
    ['isInactive', 'isinactive', yes],
  ]),
  Account: recordOf('account', [
    ['acctName', 'fullname', leaf],
    ['acctNumber', 'acctnumber', words],
    ['acctType', 'accttype', accountType],
    ['parent', 'parent', ref],
    ['currency', 'currency', ref],
    ['isInactive', 'isinactive', yes],
  ]),
  Item: recordOf('item', [
    ['itemId', 'itemid', words],
    ['displayName', 'displayname', words],
    ['parent', 'parent', ref],
    ['expenseAccount', 'expenseaccount', ref],
    ['incomeAccount', 'incomeaccount', ref],
    ['isInactive', 'isinactive', yes],
  ]),
  Department: tree('department'),
  Location: tree('location'),
  Classification: tree('classification'),
  Vendor: recordOf('vendor', [
    ['entityId', 'entityid', words],
    ['companyName', 'companyname', words],
    ['email', 'email', words],
    ['phone', 'phone', words],
    ['url', 'url', words],
    ['currency', 'currency', ref],
    ['dateCreated', 'datecreated', time],
    ['isInactive', 'isinactive', yes],
  ]),
  SalesTaxItem: recordOf('salestaxitem', [
    ['itemId', 'itemid', words],
    ['description', 'fullname', words],
    ['isInactive', 'isinactive', yes],
  ]),
  AccountingPeriod: recordOf('accountingperiod', [
    ['periodName', 'periodname', words],
    ['parent', 'parent', ref],
    ['startDate', 'startdate', day],
    ['endDate', 'enddate', day],
    ['isQuarter', 'isquarter', yes],
    ['isYear', 'isyear', yes],
    ['closed', 'closed', yes],
  ]),
}
