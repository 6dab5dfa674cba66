import type { Connection } from '../../schema/shared/paging.ts'
import type { Direction } from './order.ts'
import { decodeCursor, encodeCursor, toConnection } from './paging.ts'

/**
 * Pages of lists with filters that no index covers completely. A limited number of rows is read in list order for each
 * page, and the next page continues after the last one. So a page costs the same, whatever the company's size and
 * however few rows match.
 */

type Key = (string | number | null)[]

/** How many rows are read for one page. */
const MOST_LOOKED_AT = 50
/** Someone who continues past so many short pages is searching everything, so each further page reads more. */
const FEW_SHORT_PAGES = 3
const GROWTH = 4
const MOST_WHEN_SEARCHING = 5_000

let part = 1
/** Reads this part of the usual rows. The tests do, so that a few objects stand for many. */
export const lookAtPart = (usual: number): void => {
  part = usual
}

export interface Looking {
  /** The position after which the page continues. Null on the first page. */
  after: Key | null
  /** How many rows the page reads. */
  most: number
  /** How many pages before this one ended without being full. */
  shortPages: number
  /** Pages with at least as many rows don't count as short, though they aren't full. */
  enough?: number
}

/**
 * Where a page continues and how much it reads.
 * @param length of a position in the list
 * @param each the cost of reading one row, in rows
 * @param searched how many rows are read at most, once everything is searched
 */
export const lookingFrom = (
  { cursor, first }: { cursor?: string | undefined; first: number },
  length: number,
  each = 1,
  searched = MOST_WHEN_SEARCHING,
): Looking => {
  const key = cursor ? decodeCursor(cursor, length, 2) : null
  const shortPages = Number(key?.[length] ?? 0) || 0
  const usual = Math.max(Math.ceil((MOST_LOOKED_AT * part) / each), first + 1)
  const grown = usual * GROWTH ** Math.max(0, shortPages - FEW_SHORT_PAGES)
  const limited = Math.min(grown, Math.max(usual, searched))
  // A page that is read on has what is left of its cost.
  const more = key?.[length + 1]
  const most = typeof more === 'number' ? Math.min(Math.ceil(usual * Math.max(0, more)), MOST_WHEN_SEARCHING) : limited
  return { after: key?.slice(0, length) ?? null, most: Math.max(most, 1), shortPages }
}

/** D1 allows no more terms in one compound statement. */
const MOST_TERMS = 5

/** The sort columns of a walk through an index, of which the last one is unique. */
export interface WalkOrder {
  columns: readonly string[]
  directions: readonly Direction[]
  /** Other columns of a walk, if there are several: their index has these last. */
  others?: readonly string[]
}

const orderBy = ({ columns, directions, others = [] }: WalkOrder): string => {
  const last = directions.at(-1) ?? 'ASC'
  const terms = columns.map((column, place) => `${column} ${directions[place] ?? last}`)
  return `ORDER BY ${[...terms, ...others.map((column) => `${column} ${last}`)].join(', ')}`
}

/**
 * The first rows of several walks, each row once. If an index returns each walk in order, SQLite merges them as it
 * reads, so they cost only the rows they return.
 */
export const mergedWalks = (walks: readonly string[], order: WalkOrder, limit: string): string => {
  const inOrder = `${orderBy(order)} LIMIT ${limit}`
  const merged = (part: readonly string[]): string => {
    if (part.length <= MOST_TERMS) return `${part.join('\nUNION ')} ${inOrder}`
    // A term of several walks reads as many rows as the whole, so that as few as possible are such terms.
    const nested = Math.min(MOST_TERMS, Math.ceil((part.length - MOST_TERMS) / (MOST_TERMS - 1)))
    const own = MOST_TERMS - nested
    const slice = Math.ceil((part.length - own) / nested)
    const starts = Array.from({ length: Math.ceil((part.length - own) / slice) }, (_, i) => own + i * slice)
    const terms = starts.map((start) => `SELECT * FROM (${merged(part.slice(start, start + slice))})`)
    return `${[...part.slice(0, own), ...terms].join('\nUNION ')} ${inOrder}`
  }
  return merged(walks)
}

/** More walks would make a statement longer than D1 allows. */
const MOST_WALKS = 100
/** An order by several fields has the walks once for each of them. */
export const MOST_WALKS_BY_SEVERAL = 25

/**
 * The condition of each walk, for walks that differ in one value, such as the person whose rows they read. The values
 * are bound as one list, because D1 takes at most 100 parameters. Too many values share one walk, which sorts all their
 * rows and returns a row once for each of them.
 */
export const walkConditions = (
  column: string,
  values: readonly string[],
  bind: (value: unknown) => string,
  most = MOST_WALKS,
): string[] => {
  const list = bind(JSON.stringify(values))
  return values.length > most
    ? [`${column} IN (SELECT value FROM json_each(${list}))`]
    : values.map((_, place) => `${column} = (${list} ->> ${place})`)
}

interface Looked {
  walks: readonly string[]
  order: WalkOrder
  /** Conditions on a row `w`, or what is joined to it. Empty to match every row. */
  match: readonly string[]
  /** LEFT JOINs, so that each row read is counted. */
  joins?: string
  /** How many rows are read: a placeholder or a number. */
  most: string
}

/**
 * One row: `found` has the positions in the list of the matching rows, as a JSON list in order; how many were `looked`
 * at; and the position of the `last` of them.
 */
export const lookedSql = ({ walks, order, match, joins = '', most }: Looked): string => {
  const place = `json_array(${order.columns.map((column) => `w.${column}`).join(', ')})`
  const filter = match.length > 0 ? ` FILTER (WHERE ${match.join(' AND ')})` : ''
  return `SELECT json_group_array(${place})${filter} AS found, COUNT(*) AS looked,
      json_group_array(${place}) ->> '$[#-1]' AS last FROM (${mergedWalks(walks, order, most)}) w ${joins}`
}

/** Columns of a matching row: `seen` is the result of `lookedSql`, `j` a row of its `found`. */
export const LOOKED_COLUMNS = 'j.key AS place, j.value AS sortKey, seen.looked, seen.last'
export const LOOKED_ID = "j.value ->> '$[#-1]'"

export interface LookedRow {
  /** Null if nothing matched. */
  id: string | null
  place: number | null
  sortKey: string | null
  looked: number
  last: string | null
  /** Set to 1 if more were found than the page has, and these weren't read. */
  isMore?: number
}

/** If as many rows as allowed were read, there is a next page, whatever matched. */
export const lookedPage = <Row extends LookedRow, Node>(
  rows: Row[],
  { first, most, shortPages, enough = first }: Omit<Looking, 'after'> & { first: number },
  nodeOf: (row: Row) => Node,
): Connection<Node> => {
  const found = rows.filter(({ id }) => id !== null).sort((a, b) => (a.place ?? 0) - (b.place ?? 0))
  const page = toConnection(found, first, ({ sortKey }) => JSON.parse(sortKey ?? '[]') as Key, nodeOf)
  const [row] = rows
  if (row?.isMore === 1 && page.edges.length > 0) return { ...page, pageInfo: { ...page.pageInfo, hasNextPage: true } }
  if (page.pageInfo.hasNextPage || !row?.last || row.looked < most) return page
  return {
    ...page,
    pageInfo: {
      ...page.pageInfo,
      hasNextPage: true,
      endCursor: encodeCursor([...(JSON.parse(row.last) as Key), shortPages + (found.length < enough ? 1 : 0)]),
    },
  }
}

// ---- Pages whose rows are read until they are full

interface Walked extends Pick<Looked, 'walks' | 'order' | 'most'> {
  /** The list's own table `s`, joined by an id. */
  join: (id: string) => string
  /** LEFT JOINs that its columns need. */
  joins: string
  /** Conditions on a row of the own table. */
  match: readonly string[]
  /** How many rows are returned. */
  limit: string
}

const matchingSql = ({ walks, order, most, join, joins, match }: Walked, columns: string): string =>
  `SELECT ${columns} FROM (${mergedWalks(walks, order, most)}) w CROSS JOIN ${join('w.id')} ${joins}
    ${match.length > 0 ? `WHERE ${match.join(' AND ')}` : ''}`

/** The matching rows of a page, with these columns. */
export const walkedPart = (walked: Walked, columns: string): string =>
  `${matchingSql(walked, columns)} LIMIT ${walked.limit}`

/**
 * The matching rows of a page, with their positions in the list. The second half is read only if the first doesn't fill
 * the page: it returns the last row that was read, where the next page continues. There is none at the end of the list.
 */
export const walkedSql = (walked: Walked, columns: string): string => {
  const { walks, order, most, join, joins, limit } = walked
  const position = `json_array(${order.columns.map((column) => `w.${column}`).join(', ')}) AS sortKey`
  return `${matchingSql(walked, `${position}, 1 AS isMatch, ${columns}`)}
    UNION ALL SELECT ${position}, 0, ${columns} FROM (
      SELECT * FROM (${mergedWalks(walks, order, most)}) LIMIT 1 OFFSET ${most} - 1) w LEFT JOIN ${join('NULL')} ${joins}
    LIMIT ${limit}`
}

export interface WalkedRow {
  sortKey: string
  isMatch: number
}

export const walkedPage = <Row extends WalkedRow, Node>(
  rows: readonly Row[],
  { first, shortPages }: Pick<Looking, 'shortPages'> & { first: number },
  nodeOf: (row: Row) => Node,
): Connection<Node> => {
  const keyOf = ({ sortKey }: WalkedRow) => JSON.parse(sortKey) as Key
  const found = rows.filter(({ isMatch }) => isMatch === 1)
  const page = toConnection(found, first, keyOf, nodeOf)
  const end = rows.find(({ isMatch }) => isMatch === 0)
  if (page.pageInfo.hasNextPage || !end) return page
  const endCursor = encodeCursor([...keyOf(end), shortPages + (found.length < first ? 1 : 0)])
  return { ...page, pageInfo: { ...page.pageInfo, hasNextPage: true, endCursor } }
}
