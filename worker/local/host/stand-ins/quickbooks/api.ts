import type { BookEntry, BookRecord } from '../books/index.ts'
import { type QuickbooksCompany, Refused, timeText } from './company.ts'
import { companyJson, fieldsOfEntry, type Json, LIST_KINDS, listJson, preferencesJson } from './lists.ts'
import { parseQuery, selected } from './query.ts'
import { fieldsOfRecord, recordJson, TRANSACTION_TYPES } from './transactions.ts'
import { type Write, write } from './writes.ts'

/** The Accounting API of one company: queries, change data capture, single objects and writes. */

const DAY_MS = 24 * 60 * 60 * 1000
const MOST_CAPTURED = 1000

const fault = (detail: string): Refused => new Refused('4001', 'Invalid query', detail)

const queryAnswer = (company: QuickbooksCompany, text: string): Json => {
  const query = parseQuery(text)
  const { entity } = query
  const whole = (rows: Json[]): Json => ({ [entity]: rows, startPosition: 1, maxResults: rows.length })
  if (entity === 'Preferences') return whole([preferencesJson(company)])
  if (entity === 'CompanyInfo') return whole([companyJson(company)])
  const kind = LIST_KINDS[entity]
  const type = TRANSACTION_TYPES[entity]
  if (!kind && !type) throw fault(`QueryValidationError: invalid context declaration: ${entity}`)
  const cut = <Row>(rows: Row[], toJson: (row: Row) => Json): Json => {
    if (query.isCount) return { totalCount: rows.length }
    const page = rows.slice(query.start - 1, query.start - 1 + query.most).map(toJson)
    return page.length === 0 ? {} : { [entity]: page, startPosition: query.start, maxResults: page.length }
  }
  if (kind) {
    const rows: readonly BookEntry[] = company.books.list(kind)
    return cut(selected(query, rows, fieldsOfEntry), (row) => listJson(company, entity, row))
  }
  const rows = type ? company.books.documents(type) : []
  return cut(selected(query, rows, fieldsOfRecord), (row) => recordJson(company, row))
}

const capturedOf = (company: QuickbooksCompany, entity: string, since: number): Json => {
  const kind = LIST_KINDS[entity]
  const type = TRANSACTION_TYPES[entity]
  if ((!kind && !type) || entity === 'TaxCode') throw fault(`CDC is not supported for ${entity}`)
  const rows: readonly (BookEntry | BookRecord)[] = kind
    ? company.books.list(kind)
    : type
      ? company.books.documents(type)
      : []
  const present = rows
    .filter(({ changedAt }) => changedAt >= since)
    .map((row) => (type ? recordJson(company, row as BookRecord) : listJson(company, entity, row)))
  const deleted = company.books
    .removed(kind ?? type ?? 'bill')
    .filter(({ at }) => at >= since)
    .map(({ id, at }) => ({ domain: 'QBO', status: 'Deleted', Id: id, MetaData: { LastUpdatedTime: timeText(at) } }))
  const all = [...present, ...deleted].slice(0, MOST_CAPTURED)
  return all.length === 0 ? {} : { [entity]: all, startPosition: 1, maxResults: all.length, totalCount: all.length }
}

const captureAnswer = (company: QuickbooksCompany, params: URLSearchParams): Json => {
  const since = Date.parse(params.get('changedSince') ?? '')
  if (Number.isNaN(since)) throw fault('changedSince is not a time')
  if (company.now() - since > 30 * DAY_MS) throw fault('changedSince is more than 30 days ago')
  const entities = (params.get('entities') ?? '').split(',').filter(Boolean)
  return { CDCResponse: [{ QueryResponse: entities.map((entity) => capturedOf(company, entity, since)) }] }
}

const oneAnswer = (company: QuickbooksCompany, path: string, id: string): Json => {
  const named = Object.keys({ ...LIST_KINDS, ...TRANSACTION_TYPES }).find((name) => name.toLowerCase() === path)
  const type = TRANSACTION_TYPES[named ?? '']
  const kind = LIST_KINDS[named ?? '']
  const record = type && company.books.document(type, id)
  if (named && record) return { [named]: recordJson(company, record) }
  if (named && kind && company.books.find(kind, id)) return { [named]: listJson(company, named, { id }) }
  throw new Refused('610', 'Object Not Found', `Object Not Found : ${path} ${id}`)
}

/**
 * The answer to a call that is allowed. Throws a Refused.
 * @param path below the company, without a slash at its start
 */
export const answerCall = async (
  company: QuickbooksCompany,
  request: Request,
  path: string,
): Promise<{ answer: Json; written: Write | null }> => {
  const { searchParams } = new URL(request.url)
  const time = timeText(company.now())
  if (request.method === 'POST') {
    const body: unknown = await request.json().catch(() => null)
    if (typeof body !== 'object' || body === null)
      throw new Refused('2010', 'Request has invalid or unsupported property', 'The body is not JSON')
    const written = write(company, path, searchParams.get('operation'), body as Json)
    return { answer: written.answer, written }
  }
  if (path === 'query') {
    const QueryResponse = queryAnswer(company, searchParams.get('query') ?? '')
    return { answer: { QueryResponse, time }, written: null }
  }
  if (path === 'cdc') return { answer: { ...captureAnswer(company, searchParams), time }, written: null }
  const [entity = '', id = ''] = path.split('/')
  return { answer: { ...oneAnswer(company, entity, decodeURIComponent(id)), time }, written: null }
}
