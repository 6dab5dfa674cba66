import type { BookDocument, BookLine, DocumentKind } from '../../../schema/platform/accounting/books.ts'
import { type Currency, currency, parseAmount } from '../../../schema/shared/money.ts'
import { calendarDate } from '../../../schema/shared/values.ts'
import { ProviderError } from '../../core/provider-error.ts'
import { transactionPage } from './account.ts'
import { malformed } from './errors.ts'
import type { Row } from './suiteql.ts'

/** NetSuite's transactions with their posted lines as Outlay's documents. REST and SOAP give the same rows. */

const TYPES: Partial<Record<DocumentKind, readonly string[]>> = {
  BILL: ['VendBill'],
  PURCHASE: ['ExpRept', 'Check', 'CardChrg'],
  VENDOR_CREDIT: ['VendCred'],
  JOURNAL_ENTRY: ['Journal'],
  DEPOSIT: ['Deposit'],
  INVOICE: ['CustInvc'],
  SALES_RECEIPT: ['CashSale'],
  CREDIT_MEMO: ['CustCred'],
  REFUND: ['CustRfnd', 'CashRfnd'],
  // Costs and income that no one entered as such. Payments and transfers between banks are none.
  OTHER: ['CardRfnd', 'FxReval', 'ItemRcpt', 'ItemShip', 'InvAdjst'],
}
export const DOCUMENT_TYPES = Object.entries(TYPES) as [DocumentKind, readonly string[]][]

export const typesOf = (kind: DocumentKind): readonly string[] => TYPES[kind] ?? []
export const ALL_TYPES: readonly string[] = DOCUMENT_TYPES.flatMap(([, types]) => types)

export const kindOfType = (type: string): DocumentKind | null =>
  DOCUMENT_TYPES.find(([, types]) => types.includes(type))?.[0] ?? null

/** Records with lines of several subsidiaries. */
const MIXED_TYPES = ['Journal']

/** A subsidiary with the currency of its books. */
export interface Subsidiary {
  id: string
  name: string
  currency: string
}

/** The company's subsidiaries. An account without the feature has one, which has no id. */
export interface Company {
  subsidiaries: readonly Subsidiary[]
  /** The only one in an account without subsidiaries. */
  home: Subsidiary | null
}

const subsidiaryOf = ({ subsidiaries, home }: Company, id: string | undefined): Subsidiary => {
  const found = home ?? subsidiaries.find((each) => each.id === id)
  if (!found)
    throw new ProviderError(
      'A transaction belongs to a subsidiary that the role in NetSuite may not see. Give the role access to all subsidiaries.',
      { isFinal: true },
    )
  return found
}

const currencyOf = ({ name, currency: code }: Subsidiary): Currency => {
  const known = currency.safeParse(code)
  if (known.success) return known.data
  throw new ProviderError(`The books of ${name} are in ${code}, which Outlay doesn’t support yet.`, { isFinal: true })
}

/** "1.0E7" is NetSuite's, too. */
const minorOf = (text: string | undefined, code: Currency): number => {
  if (text === undefined) return 0
  const minor = parseAmount(/e/i.test(text) ? Number(text) : text, code, 'PROGRAM')
  if (minor === null) throw malformed()
  return minor
}

const lineOf = (row: Row, code: Currency, vendor: string | null): BookLine => ({
  lineErpId: row.line ?? '',
  accountErpId: row.account ?? null,
  itemErpId: null,
  debitMinor: minorOf(row.debit, code) - minorOf(row.credit, code),
  memo: (row.memo ?? '').slice(0, 4000),
  vendorErpId: row.vendor ?? vendor,
  departmentErpId: row.department ?? null,
  locationErpId: row.location ?? null,
  classificationErpId: row.class ?? null,
})

/** Ids of the parts of a document that belong to other subsidiaries than its first line. */
const partId = (id: string, subsidiary: string): string => `${id}/${subsidiary}`

export interface Documents {
  documents: BookDocument[]
  deletedDocuments: { kind: DocumentKind; erpId: string }[]
}

/**
 * @param row id, type, tranid, trandate, memo and vendor
 * @param lines transaction, line, account, debit, credit, memo, vendor, subsidiary and dimensions, in their order
 */
export const documentsOf = (accountId: string, company: Company, row: Row, lines: readonly Row[]): Documents => {
  const { id, type = '' } = row
  const kind = kindOfType(type)
  const date = calendarDate.safeParse(row.trandate)
  if (!id || !kind || !date.success) throw malformed()
  const groups = new Map<string, Row[]>()
  const main = lines[0]?.subsidiary
  for (const line of lines) {
    const key = line.subsidiary ?? main ?? ''
    groups.set(key, [...(groups.get(key) ?? []), line])
  }
  // Without posted lines it is in no one's books. What was known of it goes.
  if (groups.size === 0) groups.set('', [])
  const url = transactionPage(accountId, type, id)
  const documents = [...groups].map(([key, own]): BookDocument => {
    const subsidiary = own.length > 0 ? subsidiaryOf(company, key) : (company.home ?? company.subsidiaries[0])
    if (!subsidiary) throw malformed()
    const code = currencyOf(subsidiary)
    return {
      ...{ kind, erpId: key === (main ?? '') ? id : partId(id, key), number: row.tranid?.slice(0, 200) ?? null },
      ...{ date: date.data, entityErpId: company.home ? null : subsidiary.id, currency: code, url },
      description: (row.memo ?? '').slice(0, 4000),
      lines: own.map((line) => lineOf(line, code, row.vendor ?? null)),
    }
  })
  const deletedDocuments = partsOf(company, kind, id, type).filter(
    ({ erpId }) => !documents.some((each) => each.erpId === erpId),
  )
  return { documents, deletedDocuments }
}

const partsOf = (company: Company, kind: DocumentKind, id: string, type: string) =>
  MIXED_TYPES.includes(type) && company.subsidiaries.length > 1
    ? company.subsidiaries.map((each) => ({ kind, erpId: partId(id, each.id) }))
    : []

/** A deleted transaction, with the parts that it may have had. */
export const deletedOf = (company: Company, kind: DocumentKind, type: string, id: string) => [
  { kind, erpId: id },
  ...partsOf(company, kind, id, type),
]
