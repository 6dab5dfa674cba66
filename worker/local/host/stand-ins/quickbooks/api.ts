import type { BookEntry, BookRecord } from '../books/index.ts'
import { type QuickbooksCompany, Refused, timeText } from './company.ts'
import { companyJson, fieldsOfEntry, type Json, LIST_KINDS, listJson, preferencesJson } from './lists.ts'
import { parseQuery, selected } from './query.ts'
import { fieldsOfRecord, recordJson, TRANSACTION_TYPES } from './transactions.ts'
import { type Write, write } from './writes.ts'

/** The Accounting API of one company: queries, change data capture, single objects and writes. */

const DAY_MS = 24 * 60 * 60 * 1000
const MOST_CAPTURED = 1000
const MOST_IN_BATCH = 30

const fault = (detail: string): Refused => new Refused('4001', 'Invalid query', detail)

/** Client libraries write an entity in small letters, and are answered with its own name. */
const named = (entity: string): string => {
  const known = ['Preferences', 'CompanyInfo', ...Object.keys(LIST_KINDS), ...Object.keys(TRANSACTION_TYPES)]
  return known.find((name) => name.toLowerCase() === entity.toLowerCase()) ?? entity
}

const queryAnswer = (company: QuickbooksCompany, text: string): Json => {
  const query = parseQuery(text)
  const entity = named(query.entity)
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
    const asked = query.conditions.map(({ field }) => field)
    return cut(selected(query, rows, fieldsOfEntry(company, entity, asked)), (row) => listJson(company, entity, row))
  }
  const rows = type ? company.books.documents(type) : []
  return cut(selected(query, rows, fieldsOfRecord), (row) => recordJson(company, row))
}

const capturedOf = (company: QuickbooksCompany, asked: string, since: number): Json => {
  const entity = named(asked)
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
  if (path === 'preferences') return { Preferences: preferencesJson(company) }
  if (path === 'companyinfo' && id === company.realmId) return { CompanyInfo: companyJson(company) }
  const entity = named(path)
  const type = TRANSACTION_TYPES[entity]
  const kind = LIST_KINDS[entity]
  const record = type && company.books.document(type, id)
  if (record) return { [entity]: recordJson(company, record) }
  if (kind && company.books.find(kind, id)) return { [entity]: listJson(company, entity, { id }) }
  throw new Refused('610', 'Object Not Found', `Object Not Found : ${path} ${id}`)
}

/** At most thirty operations, each answered or refused by itself. */
const batchAnswer = (company: QuickbooksCompany, body: Json): { answer: Json; written: Write[] } => {
  const items = Array.isArray(body.BatchItemRequest) ? (body.BatchItemRequest as Json[]) : null
  if (!items || items.length > MOST_IN_BATCH)
    throw new Refused('1040', 'Exceeded the maximum number of items', `At most ${MOST_IN_BATCH} items in a batch`)
  const written: Write[] = []
  const answers = items.map((item): Json => {
    const { bId, operation, Query } = item
    try {
      if (typeof Query === 'string') return { bId, QueryResponse: queryAnswer(company, Query) }
      const [entity = '', content] = Object.entries(item).find(([name]) => !['bId', 'operation'].includes(name)) ?? []
      const done = write(company, entity.toLowerCase(), String(operation), content as Json)
      written.push(done)
      const { time: _, ...answer } = done.answer
      return { bId, ...answer }
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      const { message: Message, detail: Detail, code, type } = error
      return { bId, Fault: { type, Error: [{ Message, Detail, code, element: '' }] } }
    }
  })
  return { answer: { BatchItemResponse: answers, time: timeText(company.now()) }, written }
}

/**
 * The answer to a call that is allowed. Throws a Refused.
 * @param path below the company, without a slash at its start
 */
export const answerCall = async (
  company: QuickbooksCompany,
  request: Request,
  path: string,
): Promise<{ answer: Json; written: Write[] }> => {
  const { searchParams } = new URL(request.url)
  const time = timeText(company.now())
  if (request.method === 'POST') {
    const body: unknown = await request.json().catch(() => null)
    if (typeof body !== 'object' || body === null)
      throw new Refused('2010', 'Request has invalid or unsupported property', 'The body is not JSON')
    if (path === 'batch') return batchAnswer(company, body as Json)
    const written = write(company, path, searchParams.get('operation'), body as Json)
    return { answer: written.answer, written: [written] }
  }
  if (path === 'query') {
    const QueryResponse = queryAnswer(company, searchParams.get('query') ?? '')
    return { answer: { QueryResponse, time }, written: [] }
  }
  if (path === 'cdc') return { answer: { ...captureAnswer(company, searchParams), time }, written: [] }
  const [entity = '', id = ''] = path.split('/')
  return { answer: { ...oneAnswer(company, entity, decodeURIComponent(id)), time }, written: [] }
}
