import { XMLParser } from 'fast-xml-parser'
import type { SeededBooks } from '../books/index.ts'
import type { Credentials } from './credentials.ts'
import { Refusal } from './refusals.ts'
import { soapLines } from './soap-lines.ts'
import { SOAP_RECORDS, type SoapRecord } from './soap-records.ts'
import { escapeXml, type Found } from './soap-xml.ts'
import type { Cell, Cells } from './sql.ts'
import { deletedOf, instantOf, tablesOf } from './tables.ts'

/** NetSuite's SOAP service: search, searchMoreWithId, getAll and getDeleted, over the same books as its REST service. */

type Node = { [name: string]: Node[] | string | undefined }
const parser = new XMLParser({
  ...{ ignoreAttributes: false, attributeNamePrefix: '@', removeNSPrefix: true, parseTagValue: false },
  ...{ parseAttributeValue: false, alwaysCreateTextNode: true },
  isArray: (_name, _path, _isLeaf, isAttribute) => !isAttribute,
})

const CORE = 'urn:core_2025_2.platform.webservices.netsuite.com'
const PAGE_LIMIT = 1000

const kids = (node: Node | undefined): [string, Node][] =>
  Object.entries(node ?? {}).flatMap(([name, value]) =>
    Array.isArray(value) ? value.map((each): [string, Node] => [name, each]) : [],
  )
const kid = (node: Node | undefined, ...path: string[]): Node | undefined =>
  path.reduce<Node | undefined>((at, name) => kids(at).find(([own]) => own === name)?.[1], node)
const text = (node: Node | undefined, ...path: string[]): string => String(kid(node, ...path)?.['#text'] ?? '')
const attribute = (node: Node | undefined, name: string): string => String(node?.[`@${name}`] ?? '')

const envelope = (body: string, status = 200): Response =>
  new Response(
    `<?xml version="1.0" encoding="UTF-8"?><soapenv:Envelope xmlns:soapenv="http://schemas.xmlsoap.org/soap/envelope/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><soapenv:Body>${body}</soapenv:Body></soapenv:Envelope>`,
    { status, headers: { 'content-type': 'text/xml; charset=utf-8' } },
  )

export const soapFault = (fault: string, code: string, message: string): Response =>
  envelope(
    `<soapenv:Fault><faultcode>soapenv:Server.userException</faultcode><faultstring>${escapeXml(message)}</faultstring><detail><platformFaults:${fault} xmlns:platformFaults="urn:faults_2025_2.platform.webservices.netsuite.com"><platformFaults:code>${code}</platformFaults:code><platformFaults:message>${escapeXml(message)}</platformFaults:message></platformFaults:${fault}></detail></soapenv:Fault>`,
    500,
  )

const unknown = (what: string): Refusal => new Refusal(400, 'INVALID_SEARCH', `${what} is not a legal value.`)

type Condition = (found: Found) => boolean

/** The conditions that are asked for. Any other is refused. */
const conditionOf = (name: string, node: Node): Condition => {
  const operator = attribute(node, 'operator')
  const values = kids(node)
    .filter(([own]) => own === 'searchValue' || own === 'searchValue2')
    .map(([, value]) => String(value['#text']))
  const [first = '', second = ''] = values
  const instant = Date.parse(first)
  switch (`${name} ${operator}`.trim()) {
    case 'internalIdNumber greaterThan':
      return ({ id }) => id > Number(first)
    case 'internalIdNumber lessThanOrEqualTo':
      return ({ id }) => id <= Number(first)
    case 'internalIdNumber between':
      return ({ id }) => id >= Number(first) && id <= Number(second)
    case 'lastModifiedDate onOrAfter':
      return ({ changed }) => changed !== null && instantOf(changed) >= Math.floor(instant / 1000) * 1000
    case 'tranDate onOrAfter':
      // The day that it is in the account's time zone at that instant.
      return ({ day }) => Number(day) >= Math.floor((instant - 8 * 3_600_000) / 86_400_000) * 86_400_000
    case 'type anyOf':
      return ({ type = '' }) => values.includes(type)
    case 'posting':
      return ({ isPosting }) => isPosting === (first === 'true')
    default:
      throw unknown(`The search field ${name} ${operator}`)
  }
}

/** No order is promised. */
const shuffled = (found: Found[]): Found[] => [...found].sort((a, b) => (a.id % 7) - (b.id % 7) || b.id - a.id)

export class Soap {
  readonly #books: SeededBooks
  readonly #credentials: Credentials
  readonly #hasSubsidiaries: () => boolean
  readonly #searches = new Map<string, Node>()

  constructor(books: SeededBooks, credentials: Credentials, hasSubsidiaries: () => boolean) {
    this.#books = books
    this.#credentials = credentials
    this.#hasSubsidiaries = hasSubsidiaries
  }

  async answer(request: Request): Promise<Response> {
    const root = kid(parser.parse(await request.text()) as Node, 'Envelope')
    const [header, body] = [kid(root, 'Header'), kid(root, 'Body')]
    const passport = kid(header, 'tokenPassport')
    const isAllowed = this.#credentials.allowsPassport({
      ...{ account: text(passport, 'account'), consumerKey: text(passport, 'consumerKey') },
      ...{ token: text(passport, 'token'), nonce: text(passport, 'nonce'), timestamp: text(passport, 'timestamp') },
      signature: text(passport, 'signature'),
      algorithm: attribute(kid(passport, 'signature'), 'algorithm'),
    })
    if (!isAllowed) return soapFault('invalidCredentialsFault', 'INVALID_LOGIN_ATTEMPT', 'Invalid login attempt.')
    const [operation = '', asked] = kids(body)[0] ?? []
    if (request.headers.get('soapaction') !== operation)
      return soapFault('unexpectedErrorFault', 'INVALID_ACTION', 'The SOAPAction is another one.')
    const size = Math.min(Number(text(header, 'searchPreferences', 'pageSize')) || PAGE_LIMIT, PAGE_LIMIT)
    try {
      if (operation === 'search') return this.#search(operation, kid(asked, 'searchRecord'), size, 1)
      if (operation === 'searchMoreWithId') {
        const before = this.#searches.get(text(asked, 'searchId'))
        if (!before) throw new Refusal(400, 'INVALID_SEARCH_ID', 'The search has ended.')
        return this.#search(operation, before, size, Number(text(asked, 'pageIndex')))
      }
      if (operation === 'getAll') return this.#getAll(attribute(kid(asked, 'record'), 'recordType'))
      if (operation === 'getDeleted') return this.#getDeleted(asked)
      throw unknown(`The operation ${operation}`)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      const detail = `<s:statusDetail type="ERROR"><s:code>${error.code}</s:code><s:message>${escapeXml(error.message)}</s:message></s:statusDetail>`
      return this.#result(operation, `<s:status isSuccess="false">${detail}</s:status>`)
    }
  }

  #result(operation: string, inner: string): Response {
    const name = operation.startsWith('search') ? 'searchResult' : `${operation}Result`
    return envelope(
      `<${operation}Response xmlns="urn:messages_2025_2.platform.webservices.netsuite.com"><s:${name} xmlns:s="${CORE}">${inner}</s:${name}></${operation}Response>`,
    )
  }

  #search(operation: string, asked: Node | undefined, size: number, index: number): Response {
    const [, type = ''] = /^(?:\w+:)?(\w+)$/.exec(attribute(asked, 'type')) ?? []
    const isAdvanced = type.endsWith('SearchAdvanced')
    const basic = isAdvanced ? kid(asked, 'criteria', 'basic') : kid(asked, 'basic')
    const conditions = kids(basic).map(([name, node]) => conditionOf(name, node))
    const columns = kids(kid(asked, 'columns')).flatMap(([part, node]) => kids(node).map(([name]) => `${part}.${name}`))
    const holds = (each: Found) => conditions.every((condition) => condition(each))
    const all = this.#all(type.replace(/Search(Advanced)?$/, ''), isAdvanced ? columns : null, holds)
    const found = shuffled(all.filter(holds))
    const page = found.slice((index - 1) * size, index * size).map(({ xml }) => xml())
    const searchId = `WEBSERVICES_7654321_${this.#searches.size + 1}`
    if (asked) this.#searches.set(searchId, asked)
    const list = isAdvanced ? 'searchRowList' : 'recordList'
    const pages = Math.ceil(found.length / size)
    return this.#result(
      operation,
      `<s:status isSuccess="true"/><s:totalRecords>${found.length}</s:totalRecords><s:pageSize>${size}</s:pageSize><s:totalPages>${pages}</s:totalPages><s:pageIndex>${index}</s:pageIndex><s:searchId>${searchId}</s:searchId><s:${list}>${page.join('')}</s:${list}>`,
    )
  }

  #rows(record: SoapRecord): readonly Cells[] {
    const table = tablesOf(this.#books, this.#hasSubsidiaries())(record.table)
    if (!table) throw new Refusal(400, 'FEATURE_DISABLED', 'The feature is not enabled in this account.')
    return table.rows()
  }

  #all(name: string, columns: string[] | null, holds: (found: Found) => boolean): Found[] {
    if (name === 'Transaction' && columns) return soapLines(this.#books, columns, holds)
    if (name === 'Vendor' && columns) {
      if (columns.join() !== 'basic.internalId,mseSubsidiaryJoin.internalId')
        throw unknown(`A column of ${columns.join()}`)
      const changes = this.#changes()
      return this.#books.list('vendor').flatMap((vendor) =>
        vendor.entityIds.map((entity) => ({
          ...{ id: Number(vendor.id), changed: changes.get(Number(vendor.id)) ?? null },
          xml: () =>
            `<s:searchRow><q:basic xmlns:q="q"><c:internalId xmlns:c="c"><s:searchValue internalId="${vendor.id}"/></c:internalId></q:basic><q:mseSubsidiaryJoin xmlns:q="q"><c:internalId xmlns:c="c"><s:searchValue internalId="${entity}"/></c:internalId></q:mseSubsidiaryJoin></s:searchRow>`,
        })),
      )
    }
    const record = SOAP_RECORDS[name]
    if (!record || columns) throw unknown(`The search record ${name}`)
    return this.#rows(record).map((row) => ({
      ...{ id: Number(row.id), changed: row.lastmodifieddate instanceof Date ? row.lastmodifieddate : null },
      xml: () =>
        `<s:record internalId="${String(row.id)}" xsi:type="q:${name}" xmlns:q="q">${record.write(row)}</s:record>`,
    }))
  }

  #changes(): Map<Cell, Date | null> {
    const rows = tablesOf(this.#books, true)('vendor')?.rows() ?? []
    return new Map(
      rows.map(({ id, lastmodifieddate }) => [id ?? null, lastmodifieddate instanceof Date ? lastmodifieddate : null]),
    )
  }

  #getAll(type: string): Response {
    const record = SOAP_RECORDS.Currency
    if (type !== 'currency' || !record) throw unknown(`The record type ${type}`)
    const records = this.#rows(record).map(
      (row) =>
        `<s:record internalId="${String(row.id)}" xsi:type="q:Currency" xmlns:q="q">${record.write(row)}</s:record>`,
    )
    return this.#result('getAll', `<s:status isSuccess="true"/><s:recordList>${records.join('')}</s:recordList>`)
  }

  #getDeleted(asked: Node | undefined): Response {
    const date = kid(asked, 'getDeletedFilter', 'deletedDate')
    if (attribute(date, 'operator') !== 'onOrAfter') throw unknown('A filter of deleted records')
    const [from, index] = [Date.parse(text(date, 'searchValue')), Number(text(asked, 'pageIndex') || 1)]
    const all = deletedOf(this.#books).filter(({ at }) => at >= Math.floor(from / 1000) * 1000)
    const page = all
      .slice((index - 1) * PAGE_LIMIT, index * PAGE_LIMIT)
      .map(
        ({ type, id, at }) =>
          `<s:deletedRecord><s:deletedDate>${new Date(at).toISOString()}</s:deletedDate><s:record internalId="${id}" type="${type}" xsi:type="s:RecordRef"/></s:deletedRecord>`,
      )
    const pages = Math.max(1, Math.ceil(all.length / PAGE_LIMIT))
    return this.#result(
      'getDeleted',
      `<s:status isSuccess="true"/><s:totalRecords>${all.length}</s:totalRecords><s:totalPages>${pages}</s:totalPages><s:deletedRecordList>${page.join('')}</s:deletedRecordList>`,
    )
  }
}
