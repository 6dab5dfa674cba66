import type { BooksAccess } from '../../../core/books.ts'
import { accountName } from '../account.ts'
import { deletedRecord, transactionType } from '../deleted.ts'
import { type Company, type Documents, documentsOf } from '../documents.ts'
import { malformed } from '../errors.ts'
import { number, type Row } from '../suiteql.ts'
import { attribute, callSoap, child, children, type Element, NAMESPACES, textIn } from './call.ts'
import { changedSince, readSoapObjects, soapCurrencies } from './objects.ts'
import { condition, cursorOf, idOf, isTrue, readCursor, searchAfter } from './search.ts'

/** Transactions by SOAP: a search with columns gives one row for each posted line. */

const BASIC = [
  ...['internalId', 'type', 'tranId', 'tranDate', 'memo', 'memoMain', 'account', 'debitAmount', 'creditAmount'],
  ...['department', 'location', 'class', 'subsidiary', 'line', 'posting'],
]
// The vendor of the line, and of the whole: entities can be customers and employees, too.
const JOINS = ['vendorLineJoin', 'vendorJoin']
const COLUMNS = `<q:basic>${BASIC.map((name) => `<c:${name}/>`).join('')}</q:basic>${JOINS.map(
  (name) => `<q:${name}><c:internalId/></q:${name}>`,
).join('')}`

const SEARCH_TYPES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ...{ VendBill: '_vendorBill', VendCred: '_vendorCredit', ExpRept: '_expenseReport', Check: '_check' },
    ...{ CardChrg: '_creditCardCharge', CardRfnd: '_creditCardRefund', Journal: '_journal', Deposit: '_deposit' },
    ...{ CustInvc: '_invoice', CashSale: '_cashSale', CustCred: '_creditMemo', CustRfnd: '_customerRefund' },
    ...{ CashRfnd: '_cashRefund', FxReval: '_currencyRevaluation', ItemRcpt: '_itemReceipt' },
    ...{ ItemShip: '_itemFulfillment', InvAdjst: '_inventoryAdjustment' },
  }),
)

export const soapCompany = async (access: BooksAccess): Promise<Company> => {
  const { objects } = await readSoapObjects(access, 'ENTITY', null, null)
  if (objects.length > 0)
    return {
      subsidiaries: objects.map(({ erpId, name, currency }) => ({ id: erpId, name, currency: currency ?? '?' })),
      home: null,
    }
  const base = (await soapCurrencies(access)).find(({ isbasecurrency }) => isbasecurrency === 'true')
  if (!base?.symbol) throw malformed()
  return { subsidiaries: [], home: { id: '', name: accountName(access.accountId), currency: base.symbol } }
}

const valueIn = (row: Element, part: string, name: string): string | undefined => {
  const value = child(row, part, name, 'searchValue')
  return attribute(value, 'internalId') ?? textIn(value)
}

interface Read {
  header: Row
  line: Row | null
}

const readRow = (element: Element): Read => {
  const basic = (name: string) => valueIn(element, 'basic', name)
  const id = String(idOf(element))
  const header: Row = {
    ...{ id, type: transactionType(basic('type') ?? ''), tranid: basic('tranId') },
    ...{ trandate: basic('tranDate')?.slice(0, 10), memo: basic('memoMain') },
    vendor: valueIn(element, 'vendorJoin', 'internalId'),
  }
  if (basic('posting') !== 'true') return { header, line: null }
  return {
    header,
    line: {
      ...{ transaction: id, line: basic('line'), account: basic('account'), memo: basic('memo') },
      ...{ debit: basic('debitAmount'), credit: basic('creditAmount'), department: basic('department') },
      ...{ location: basic('location'), class: basic('class'), subsidiary: basic('subsidiary') },
      vendor: valueIn(element, 'vendorLineJoin', 'internalId'),
    },
  }
}

/** Documents behind an id. What is between two limits is read as a whole, so that no document is cut. */
const readWindow = async (
  access: BooksAccess,
  types: readonly string[],
  criteria: string,
  last: string | null,
): Promise<Documents & { last: string | null }> => {
  const wanted = types.flatMap((type) => SEARCH_TYPES.get(type) ?? [])
  const place = readCursor(last)
  const { found: rows, ...next } = await searchAfter(
    access,
    {
      ...{ record: 'Transaction', namespace: 'sales', columns: COLUMNS },
      criteria: condition('type', 'anyOf', wanted) + criteria,
    },
    readRow,
    place.last,
    place.width,
  )
  const company = rows.length > 0 ? await soapCompany(access) : { subsidiaries: [], home: null }
  const groups = [...Map.groupBy(rows, ({ header }) => header.id)].sort(([a], [b]) => Number(a) - Number(b))
  const all = groups.flatMap(([, own]) => {
    const [first] = own
    if (!first) return []
    const lines = own.flatMap(({ line }) => (line ? [line] : [])).sort((a, b) => Number(a.line) - Number(b.line))
    return [documentsOf(access.accountId, company, first.header, lines)]
  })
  return {
    documents: all.flatMap(({ documents }) => documents),
    deletedDocuments: all.flatMap(({ deletedDocuments }) => deletedDocuments),
    last: cursorOf(next),
  }
}

/** @param since a day */
export const readSoapDocuments = async (
  access: BooksAccess,
  types: readonly string[],
  since: string,
  last: string | null,
) => {
  const day = condition('tranDate', 'onOrAfter', [`${since}T00:00:00.000Z`])
  const read = await readWindow(access, types, isTrue('posting') + day, last)
  // West of Greenwich that instant is a day earlier.
  return { ...read, documents: read.documents.filter(({ date }) => date >= since) }
}

export const readSoapChanges = (access: BooksAccess, types: readonly string[], from: string, last: string | null) =>
  readWindow(access, types, changedSince(from), last)

/** A page of what was deleted since an instant. */
export const readSoapDeleted = async (access: BooksAccess, from: string, page: number) => {
  const body = `<getDeletedFilter xmlns:k="${NAMESPACES.core}"><k:deletedDate operator="onOrAfter"><k:searchValue>${from}</k:searchValue></k:deletedDate></getDeletedFilter><pageIndex>${page}</pageIndex>`
  const result = await callSoap(access, { operation: 'getDeleted', result: 'getDeletedResult', body })
  const records = children(child(result, 'deletedRecordList'), 'deletedRecord').map((each) => child(each, 'record'))
  const company = records.length > 0 ? await soapCompany(access) : { subsidiaries: [], home: null }
  const found = records.map((each) =>
    deletedRecord(company, attribute(each, 'type') ?? '', number(attribute(each, 'internalId'))),
  )
  return {
    deletedObjects: found.flatMap(({ deletedObjects }) => deletedObjects),
    deletedDocuments: found.flatMap(({ deletedDocuments }) => deletedDocuments),
    next: Number(textIn(result, 'totalPages') ?? 1) > page ? page + 1 : null,
  }
}
