import type { AccountType, BookKind, BookObject } from '../../../schema/platform/accounting/books.ts'
import { currency } from '../../../schema/shared/money.ts'
import { malformed } from './errors.ts'
import type { Row } from './suiteql.ts'

/** NetSuite's rows as Outlay's objects. REST and SOAP give the same rows. */

const ACCOUNT_TYPES: ReadonlyMap<string, [type: AccountType, words: string]> = new Map(
  Object.entries({
    AcctPay: ['OTHER', 'Accounts Payable'],
    AcctRec: ['OTHER', 'Accounts Receivable'],
    Bank: ['OTHER', 'Bank'],
    COGS: ['COGS', 'Cost of Goods Sold'],
    CredCard: ['OTHER', 'Credit Card'],
    DeferExpense: ['OTHER', 'Deferred Expense'],
    DeferRevenue: ['OTHER', 'Deferred Revenue'],
    Equity: ['OTHER', 'Equity'],
    Expense: ['OPEX', 'Expense'],
    FixedAsset: ['OTHER', 'Fixed Asset'],
    Income: ['REVENUE', 'Income'],
    LongTermLiab: ['OTHER', 'Long Term Liability'],
    NonPosting: ['OTHER', 'Non Posting'],
    OthAsset: ['OTHER', 'Other Asset'],
    OthCurrAsset: ['OTHER', 'Other Current Asset'],
    OthCurrLiab: ['OTHER', 'Other Current Liability'],
    OthExpense: ['OTHER_EXPENSE', 'Other Expense'],
    OthIncome: ['OTHER_INCOME', 'Other Income'],
    Stat: ['OTHER', 'Statistical'],
    UnbilledRec: ['OTHER', 'Unbilled Receivable'],
  }),
)

const isTrue = (text: string | undefined): boolean => text === 'T' || text === 'true'

/** NetSuite puts spaces around the colon. */
const fullName = (text: string | undefined): string => (text ?? '').replaceAll(' : ', ':').slice(0, 500)
const short = (text: string | undefined): string | null => text?.slice(0, 100) ?? null
const currencyOf = (text: string | undefined): BookObject['currency'] => currency.safeParse(text).data ?? null

const plain = (kind: BookKind, row: Row, name: string): BookObject => ({
  ...{ kind, erpId: row.id ?? '', name, number: null, isActive: !isTrue(row.isinactive) },
  ...{ parentErpId: row.parent ?? null, accountType: null, classification: null, currency: null, details: {} },
})

const person = (row: Row): string => [row.firstname, row.lastname].filter(Boolean).join(' ')

const vendor = (row: Row, subsidiaries: readonly string[]): BookObject => {
  const name = row.companyname || person(row) || row.entityid || ''
  const isActive = !isTrue(row.isinactive)
  return {
    ...plain('VENDOR', row, name.slice(0, 500)),
    number: row.entityid && row.entityid !== name ? short(row.entityid) : null,
    currency: currencyOf(row.currency),
    details: {
      ...(row.email && { email: row.email }),
      ...(row.phone && { phone: row.phone }),
      ...(row.url && { website: row.url }),
      ...(subsidiaries.length > 0 && { entityErpIds: subsidiaries }),
      status: isActive ? 'ACTIVE' : 'INACTIVE',
      // The day, because NetSuite's times are in the account's own zone.
      ...(row.datecreated && { createdAt: `${row.datecreated}T00:00:00.000Z` }),
    },
  }
}

const account = (row: Row): BookObject => {
  const [accountType, words] = ACCOUNT_TYPES.get(row.accttype ?? '') ?? ['OTHER', row.accttype ?? '']
  return {
    ...plain('ACCOUNT', row, fullName(row.fullname)),
    number: short(row.acctnumber),
    ...{ accountType, classification: short(words), currency: currencyOf(row.currency) },
  }
}

const item = (row: Row): BookObject => ({
  ...plain('ITEM', row, fullName(row.displayname ?? row.fullname ?? row.itemid)),
  number: short(row.itemid),
  details: {
    ...(row.expenseaccount && { expenseAccountErpId: row.expenseaccount }),
    ...(row.incomeaccount && { incomeAccountErpId: row.incomeaccount }),
  },
})

const period = (row: Row): BookObject => ({
  ...plain('ACCOUNTING_PERIOD', row, fullName(row.periodname)),
  details: {
    startDay: row.startdate ?? '',
    endDay: row.enddate ?? '',
    isPosting: isTrue(row.isposting),
    isQuarter: isTrue(row.isquarter),
    isYear: isTrue(row.isyear),
    isClosed: isTrue(row.closed),
  },
})

const scripted = (kind: 'CUSTOM_FIELD' | 'CUSTOM_SEGMENT', row: Row, values: readonly Row[]): BookObject => ({
  ...plain(kind, row, fullName(row.name)),
  details: {
    scriptId: (row.scriptid ?? '').toLowerCase(),
    ...(row.fieldtype && { type: row.fieldtype }),
    ...(row.fieldvaluetype && { valueType: row.fieldvaluetype }),
    ...(kind === 'CUSTOM_SEGMENT' && {
      options: values.map(({ id = '', name = '' }) => ({ erpId: id, name: fullName(name) })),
    }),
  },
})

/** What belongs to a row: subsidiaries of a vendor, values of a segment. */
export type Parts = ReadonlyMap<string, readonly Row[]>

/** Throws for a row without what every one has. */
export const objectOf = (kind: BookKind, row: Row, parts: Parts): BookObject => {
  if (!row.id) throw malformed()
  const own = parts.get(row.id) ?? []
  switch (kind) {
    case 'CURRENCY':
      return { ...plain(kind, row, fullName(row.name)), number: short(row.symbol), currency: currencyOf(row.symbol) }
    case 'ENTITY':
      return { ...plain(kind, row, fullName(row.fullname)), currency: currencyOf(row.currency) }
    case 'ACCOUNT':
      return account(row)
    case 'ITEM':
      return item(row)
    case 'VENDOR':
      return vendor(
        row,
        own.flatMap(({ subsidiary }) => (subsidiary ? [subsidiary] : [])),
      )
    case 'TAX_CODE':
      return { ...plain(kind, row, fullName(row.fullname ?? row.itemid)), number: short(row.itemid) }
    case 'ACCOUNTING_PERIOD':
      return period(row)
    case 'AMORTIZATION_TEMPLATE':
      return plain(kind, row, fullName(row.name))
    case 'CUSTOM_FIELD':
    case 'CUSTOM_SEGMENT':
      return scripted(kind, row, own)
    default:
      return plain(kind, row, fullName(row.fullname))
  }
}
