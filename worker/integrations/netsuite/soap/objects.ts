import type { BookKind, BookObject } from '../../../../schema/platform/accounting/books.ts'
import type { BooksAccess } from '../../../core/books.ts'
import { NetsuiteRefusal } from '../errors.ts'
import { objectOf, type Parts } from '../objects.ts'
import type { Row } from '../suiteql.ts'
import { attribute, callSoap, child, children, type Element, type Namespace, textIn } from './call.ts'
import { condition, cursorOf, idOf, readCursor, searchAfter, type Window } from './search.ts'

/** Objects by SOAP, as the rows that SuiteQL gives. */

interface SoapKind {
  record: string
  namespace: Namespace
  /** Columns of the row, by element. */
  texts: Record<string, string>
  refs: Record<string, string>
  /** Named by their own part of the name only, so that all are read to know the whole one. */
  isTree: boolean
  isChanging: boolean
}

const kind = (record: string, namespace: Namespace, rest: Partial<SoapKind>): SoapKind => ({
  ...{ record, namespace, texts: {}, refs: {}, isTree: false, isChanging: false },
  ...rest,
})
const tree = (record: string): SoapKind =>
  kind(record, 'accounting', {
    ...{ texts: { name: 'name', isInactive: 'isinactive' }, refs: { parent: 'parent' }, isTree: true },
  })

/** What SOAP has a search for. The others are read by SuiteQL, with the same token. */
const KINDS: Partial<Record<BookKind, SoapKind>> = {
  ENTITY: kind('Subsidiary', 'accounting', {
    texts: { name: 'name', isInactive: 'isinactive' },
    ...{ refs: { parent: 'parent', currency: 'currencyId' }, isTree: true },
  }),
  ACCOUNT: kind('Account', 'accounting', {
    texts: { acctName: 'name', acctNumber: 'acctnumber', acctType: 'accttype', isInactive: 'isinactive' },
    ...{ refs: { parent: 'parent', currency: 'currencyId' }, isTree: true },
  }),
  ITEM: kind('Item', 'accounting', {
    texts: { itemId: 'itemid', displayName: 'displayname', isInactive: 'isinactive' },
    refs: { parent: 'parent', expenseAccount: 'expenseaccount', incomeAccount: 'incomeaccount' },
    isChanging: true,
  }),
  DEPARTMENT: tree('Department'),
  LOCATION: tree('Location'),
  CLASSIFICATION: tree('Classification'),
  VENDOR: kind('Vendor', 'relationships', {
    texts: {
      ...{ entityId: 'entityid', companyName: 'companyname', firstName: 'firstname', lastName: 'lastname' },
      ...{ email: 'email', phone: 'phone', url: 'url', isInactive: 'isinactive', dateCreated: 'datecreated' },
    },
    ...{ refs: { currency: 'currencyId' }, isChanging: true },
  }),
  TAX_CODE: kind('SalesTaxItem', 'accounting', {
    texts: { itemId: 'itemid', description: 'fullname', isInactive: 'isinactive' },
  }),
  ACCOUNTING_PERIOD: kind('AccountingPeriod', 'accounting', {
    texts: {
      ...{ periodName: 'periodname', startDate: 'startdate', endDate: 'enddate', isQuarter: 'isquarter' },
      ...{ isYear: 'isyear', closed: 'closed' },
    },
    refs: { parent: 'parent' },
  }),
}

export const hasSoap = (name: BookKind): boolean => name === 'CURRENCY' || name in KINDS
/** Whether its changes are asked for by their time. */
export const isChanging = (name: BookKind): boolean => KINDS[name]?.isChanging ?? false

const ACCOUNT_TYPES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ...{ _accountsPayable: 'AcctPay', _accountsReceivable: 'AcctRec', _bank: 'Bank', _costOfGoodsSold: 'COGS' },
    ...{
      _creditCard: 'CredCard',
      _deferredExpense: 'DeferExpense',
      _deferredRevenue: 'DeferRevenue',
      _equity: 'Equity',
    },
    ...{ _expense: 'Expense', _fixedAsset: 'FixedAsset', _income: 'Income', _longTermLiability: 'LongTermLiab' },
    ...{ _nonPosting: 'NonPosting', _otherAsset: 'OthAsset', _otherCurrentAsset: 'OthCurrAsset' },
    ...{ _otherCurrentLiability: 'OthCurrLiab', _otherExpense: 'OthExpense', _otherIncome: 'OthIncome' },
    ...{ _statistical: 'Stat', _unbilledReceivable: 'UnbilledRec' },
  }),
)

/** Days are written as an instant in the account's time zone. */
const DAYS = ['startdate', 'enddate', 'datecreated']

const rowOf = (element: Element, { texts, refs }: SoapKind): Row => {
  const row: Row = { id: String(idOf(element)) }
  for (const [name, column] of Object.entries(texts)) {
    const text = textIn(element, name)
    if (text !== undefined) row[column] = DAYS.includes(column) ? text.slice(0, 10) : text
  }
  for (const [name, column] of Object.entries(refs)) {
    const id = attribute(child(element, name), 'internalId')
    if (id !== undefined) row[column] = id
  }
  if (row.accttype) row.accttype = ACCOUNT_TYPES.get(row.accttype) ?? row.accttype
  return row
}

/** All currencies, as rows. */
export const soapCurrencies = async (access: BooksAccess): Promise<Row[]> => {
  const result = await callSoap(access, {
    ...{ operation: 'getAll', result: 'getAllResult', body: '<record recordType="currency"/>' },
  })
  return children(child(result, 'recordList'), 'record').map((element) => ({
    id: String(idOf(element)),
    ...Object.fromEntries(
      (['name', 'symbol', 'isInactive', 'isBaseCurrency'] as const).map((name) => [
        ...[name.toLowerCase(), textIn(element, name)],
      ]),
    ),
  }))
}

const withCurrency = async (access: BooksAccess, rows: Row[]): Promise<Row[]> => {
  if (!rows.some(({ currencyId }) => currencyId)) return rows
  const symbols = new Map((await soapCurrencies(access)).map(({ id, symbol }) => [id, symbol]))
  return rows.map((row) => ({ ...row, currency: symbols.get(row.currencyId) }))
}

const fullNames = (rows: Row[]): Row[] => {
  const byId = new Map(rows.map((row) => [row.id, row]))
  const nameOf = (row: Row, depth = 0): string => {
    const parent = depth < 20 ? byId.get(row.parent) : undefined
    return parent ? `${nameOf(parent, depth + 1)}:${row.name}` : (row.name ?? '')
  }
  return rows.map((row) => ({ ...row, fullname: nameOf(row) }))
}

/** The subsidiaries of the same vendors, one row each. */
const subsidiariesOf = async (
  access: BooksAccess,
  criteria: string,
  last: number,
  upTo: number | null,
): Promise<Parts> => {
  const found = new Map<string, Row[]>()
  let width: number | null = null
  for (let from: number | null = last; from !== null; ) {
    const limit = upTo === null ? '' : condition('internalIdNumber', 'lessThanOrEqualTo', [String(upTo)])
    const columns = '<q:basic><c:internalId/></q:basic><q:mseSubsidiaryJoin><c:internalId/></q:mseSubsidiaryJoin>'
    const window: Window<{ id: string; subsidiary: string | undefined }> = await searchAfter(
      access,
      { record: 'Vendor', namespace: 'relationships', criteria: criteria + limit, columns },
      (row) => ({
        id: String(idOf(row)),
        subsidiary: attribute(child(row, 'mseSubsidiaryJoin', 'internalId', 'searchValue'), 'internalId'),
      }),
      from,
      width,
    )
    for (const { id, subsidiary } of window.found) {
      if (subsidiary) found.set(id, [...(found.get(id) ?? []), { entity: id, subsidiary }])
    }
    from = window.upTo
    width = window.width
  }
  for (const rows of found.values()) rows.sort((a, b) => Number(a.subsidiary) - Number(b.subsidiary))
  return found
}

const PAGE = 1000
const byId = (a: Row, b: Row): number => Number(a.id) - Number(b.id)

const posting = (name: BookKind, row: Row): Row =>
  name === 'ACCOUNTING_PERIOD' ? { ...row, isposting: String(row.isquarter !== 'true' && row.isyear !== 'true') } : row

export const changedSince = (from: string): string => condition('lastModifiedDate', 'onOrAfter', [from])

/** @param since only what was changed at that instant and later */
export const readSoapObjects = async (
  access: BooksAccess,
  name: BookKind,
  last: string | null,
  since: string | null,
): Promise<{ objects: BookObject[]; last: string | null }> => {
  const none: Parts = new Map()
  if (name === 'CURRENCY')
    return { objects: (await soapCurrencies(access)).sort(byId).map((row) => objectOf(name, row, none)), last: null }
  const own = KINDS[name]
  if (!own) return { objects: [], last: null }
  const place = readCursor(last)
  const [from, criteria] = [place.last, since === null ? '' : changedSince(since)]
  if (own.isTree) {
    const rows = fullNames(await withCurrency(access, await allRows(access, own))).sort(byId)
    const page = rows.filter(({ id }) => Number(id) > from).slice(0, PAGE)
    const isLast = page.at(-1)?.id === rows.at(-1)?.id
    return { objects: page.map((row) => objectOf(name, row, none)), last: isLast ? null : (page.at(-1)?.id ?? null) }
  }
  const read = (element: Element) => posting(name, rowOf(element, own))
  const { found, ...next } = await searchAfter(access, { ...own, criteria }, read, from, place.width)
  const rows = await withCurrency(access, found.sort(byId))
  const parts = name === 'VENDOR' && rows.length > 0 ? await subsidiariesOf(access, criteria, from, next.upTo) : none
  return { objects: rows.map((row) => objectOf(name, row, parts)), last: cursorOf(next) }
}

/** An account without the feature doesn't have the record. */
const isOff = (error: unknown): boolean =>
  error instanceof NetsuiteRefusal && /FEATURE|UNSUPPORTED|INVALID_RCRD_TYPE|INVALID_SEARCH/.test(error.code)

const allRows = async (access: BooksAccess, own: SoapKind): Promise<Row[]> => {
  try {
    return await windows(access, own)
  } catch (error) {
    if (isOff(error)) return []
    throw error
  }
}

const windows = async (access: BooksAccess, own: SoapKind): Promise<Row[]> => {
  const rows: Row[] = []
  let width: number | null = null
  for (let from: number | null = 0; from !== null; ) {
    const read = (element: Element) => rowOf(element, own)
    const window: Window<Row> = await searchAfter(access, { ...own, criteria: '' }, read, from, width)
    rows.push(...window.found)
    from = window.upTo
    width = window.width
  }
  return rows
}
