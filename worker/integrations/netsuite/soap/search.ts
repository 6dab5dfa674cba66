import type { BooksAccess } from '../../../core/books.ts'
import { ProviderError } from '../../../core/provider-error.ts'
import { malformed } from '../errors.ts'
import {
  attribute,
  callSoap,
  child,
  children,
  type Element,
  escaped,
  NAMESPACES,
  type Namespace,
  textIn,
} from './call.ts'

/**
 * Searches by SOAP. Their order isn't promised and their pages can shift, so each is asked for ids between two limits, and
 * what is between them is read as a whole.
 */

/** A row takes some 10 KB as elements, so that few are held at once. */
const PAGE = 200
/** Above it the limits are set closer. */
const MOST_PAGES = 8
/** A single transaction may need more. */
const MOST_PAGES_OF_ONE = 51
const MOST_ATTEMPTS = 3

export interface Search {
  /** Without "Search" at its end. */
  record: string
  namespace: Namespace
  /** Conditions beside those on ids. */
  criteria: string
  /** The columns of the rows. Without them, records are found. */
  columns?: string
}

export const condition = (name: string, operator: string, values: readonly string[]): string =>
  `<c:${name} operator="${operator}">${values
    .map((value, place) => {
      const element = operator === 'between' && place > 0 ? 'k:searchValue2' : 'k:searchValue'
      return `<${element}>${escaped(value)}</${element}>`
    })
    .join('')}</c:${name}>`

export const isTrue = (name: string): string => `<c:${name}><k:searchValue>true</k:searchValue></c:${name}>`

const requestOf = ({ record, namespace, criteria, columns }: Search, ids: string): string => {
  const declared = `xmlns:q="${NAMESPACES[namespace]}" xmlns:c="${NAMESPACES.common}" xmlns:k="${NAMESPACES.core}"`
  const basic = `<q:basic>${criteria}${ids}</q:basic>`
  return columns === undefined
    ? `<searchRecord xsi:type="q:${record}Search" ${declared}>${basic}</searchRecord>`
    : `<searchRecord xsi:type="q:${record}SearchAdvanced" ${declared}><q:criteria>${basic}</q:criteria><q:columns>${columns}</q:columns></searchRecord>`
}

const preferences = `<searchPreferences xmlns="${NAMESPACES.messages}"><bodyFieldsOnly>true</bodyFieldsOnly><returnSearchColumns>true</returnSearchColumns><pageSize>${PAGE}</pageSize></searchPreferences>`

interface SoapPage<Row> {
  found: Row[]
  ids: number[]
  total: number
  pages: number
  searchId: string
}

type Reading<Row> = (element: Element) => Row

const pageOf = <Row>(result: Element, read: Reading<Row>): SoapPage<Row> => {
  const [total, pages] = [Number(textIn(result, 'totalRecords')), Number(textIn(result, 'totalPages'))]
  if (!Number.isInteger(total) || !Number.isInteger(pages)) throw malformed()
  const elements = [
    ...children(result, 'recordList').flatMap((list) => children(list, 'record')),
    ...children(result, 'searchRowList').flatMap((list) => children(list, 'searchRow')),
  ]
  const searchId = textIn(result, 'searchId') ?? ''
  return { found: elements.map(read), ids: elements.map(idOf), total, pages, searchId }
}

/** The id of a record or row. */
export const idOf = (element: Element): number => {
  const own =
    attribute(element, 'internalId') ?? attribute(child(element, 'basic', 'internalId', 'searchValue'), 'internalId')
  if (!own || !/^-?\d{1,15}$/.test(own)) throw malformed()
  return Number(own)
}

const first = async <Row>(access: BooksAccess, search: Search, read: Reading<Row>, ids: string) =>
  pageOf(
    await callSoap(access, { operation: 'search', result: 'searchResult', body: requestOf(search, ids), preferences }),
    read,
  )

/** The other pages. Null if the result has another size by now. */
const rest = async <Row>(access: BooksAccess, read: Reading<Row>, page: SoapPage<Row>): Promise<Row[] | null> => {
  const all = [...page.found]
  for (let index = 2; index <= page.pages; index++) {
    const body = `<searchId>${escaped(page.searchId)}</searchId><pageIndex>${index}</pageIndex>`
    const next = pageOf(
      await callSoap(access, { operation: 'searchMoreWithId', result: 'searchResult', body, preferences }),
      read,
    )
    if (next.total !== page.total) return null
    all.push(...next.found)
  }
  return all.length === page.total ? all : null
}

export interface Window<Row> {
  found: Row[]
  /** The highest id that was asked for, or null if nothing is left. */
  upTo: number | null
  /** How many ids to ask for next. */
  width: number | null
}

/** Where the next window begins, and how wide it may be: "1200:400". */
export const cursorOf = ({ upTo, width }: Omit<Window<unknown>, 'found'>): string | null =>
  upTo === null ? null : `${upTo}:${width ?? ''}`
export const readCursor = (cursor: string | null): { last: number; width: number | null } => {
  const [, last = '0', width = ''] = /^(\d{1,15})(?::(\d{0,15}))?$/.exec(cursor ?? '') ?? []
  return { last: Number(last), width: width === '' ? null : Number(width) }
}
/** Below it the next window is wider. */
const FEW = 700

/**
 * Everything from behind an id up to another one, which is chosen so that it isn't too much.
 * @param read what is kept of a record or row
 */
export const searchAfter = async <Row>(
  access: BooksAccess,
  search: Search,
  read: Reading<Row>,
  after: number,
  width: number | null = null,
): Promise<Window<Row>> => {
  let last = after
  let upTo: number | null = width === null ? null : last + width
  for (let attempts = 0; attempts < MOST_ATTEMPTS; ) {
    const ids =
      upTo === null
        ? condition('internalIdNumber', 'greaterThan', [String(last)])
        : condition('internalIdNumber', 'between', [String(last + 1), String(upTo)])
    const page = await first(access, search, read, ids)
    const sample = [...new Set(page.ids)].sort((a, b) => a - b)
    const isOne = upTo !== null && upTo === last + 1
    if (page.pages > MOST_PAGES && !isOne) {
      upTo = closer(sample, page.total, last, upTo)
      continue
    }
    if (page.pages > MOST_PAGES_OF_ONE) throw tooLong(sample[0] ?? 0)
    if (upTo !== null && page.total === 0) {
      // There may be nothing more, or a gap.
      last = upTo
      upTo = null
      continue
    }
    const found = await rest(access, read, page)
    if (found) return { found, upTo, width: upTo === null ? null : widthOf(sample, page.total) }
    attempts++
  }
  throw new ProviderError('NetSuite’s records changed while they were read. It will be tried again.')
}

/** Sets the limit closer, by the ids that were seen. A long transaction ends up alone between them. */
const closer = (sample: readonly number[], total: number, last: number, upTo: number | null): number => {
  const share = Math.min(0.5, (MOST_PAGES * PAGE * 0.7) / total)
  const chosen = sample[Math.floor((sample.length - 1) * share)] ?? last + 1
  return upTo === null || chosen < upTo ? chosen : Math.max(last + 1, upTo - 1)
}

/** How many ids were needed for what was found, or twice as many if that was little. */
const widthOf = (sample: readonly number[], total: number): number =>
  ((sample.at(-1) ?? 0) - (sample[0] ?? 0) + 1) * (total < FEW ? 2 : 1)

const tooLong = (id: number): ProviderError =>
  new ProviderError(`Transaction ${id} in NetSuite has more than 10,000 posted lines, which is too many to read.`, {
    isFinal: true,
  })
