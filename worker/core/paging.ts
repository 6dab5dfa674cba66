import type { Connection } from '../../schema/shared/paging.ts'
import { AppError } from './errors.ts'
import { sha256Hex } from './hash.ts'

/** A cursor is the sort key and id of the last row. Clients can't read it. */
export const encodeCursor = (key: (string | number | null)[]): string =>
  btoa(unescape(encodeURIComponent(JSON.stringify(key))))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

const foreignCursor = (): AppError =>
  new AppError('INVALID', 'The cursor is not valid. Start from the first page.', {
    fields: { cursor: 'Not a valid cursor' },
  })

/** A whole number of groups of base64, so that what follows still decodes by itself. */
const TAG_LENGTH = 8

/**
 * A cursor names its list: where one list ended means nothing in another, though both may be in the same order.
 * Operations that take a cursor get it without the name, and answer cursors with it.
 */
export const cursorsOf = (list: string) => {
  const tag = sha256Hex(`cursor ${list}`).slice(0, TAG_LENGTH)
  const named = (cursor: string | null): string | null => (cursor === null ? null : `${tag}${cursor}`)
  return {
    /** Throws INVALID for a cursor of another list. */
    opened: (cursor: string): string => {
      if (!cursor.startsWith(tag)) throw foreignCursor()
      return cursor.slice(TAG_LENGTH)
    },
    /** The same answer, if it is a page of a list. */
    named: <O>(answer: O): O => {
      if (!isObject(answer)) return answer
      // Of totals, which come in parts, and of the members of a unit.
      const own = Object.entries(answer).filter(([key, value]) => /cursor$/i.test(key) && typeof value === 'string')
      if (own.length > 0)
        return { ...answer, ...Object.fromEntries(own.map(([key, value]) => [key, named(value as string)])) }
      if (!isPage(answer)) return answer
      const { edges, pageInfo } = answer
      return {
        ...answer,
        // The inbox has items in their place.
        ...(edges && { edges: edges.map((edge) => ({ ...edge, cursor: `${tag}${edge.cursor}` })) }),
        pageInfo: { ...pageInfo, startCursor: named(pageInfo.startCursor), endCursor: named(pageInfo.endCursor) },
      }
    },
  }
}

const isObject = (answer: unknown): answer is object => typeof answer === 'object' && answer !== null
type Page = Pick<Connection<unknown>, 'pageInfo'> & Partial<Pick<Connection<unknown>, 'edges'>>
const isPage = (answer: unknown): answer is Page => isObject(answer) && 'pageInfo' in answer

/** What a cursor consists of, if it is one. */
export const decodedCursor = (cursor: string): (string | number | null)[] | null => {
  try {
    const text = decodeURIComponent(escape(atob(cursor.replaceAll('-', '+').replaceAll('_', '/'))))
    const key: unknown = JSON.parse(text)
    const isKey =
      Array.isArray(key) && key.every((part) => part === null || typeof part === 'string' || typeof part === 'number')
    return isKey ? (key as (string | number | null)[]) : null
  } catch {
    return null
  }
}

/** @param more how many elements the key can have beyond its length */
export const decodeCursor = (cursor: string, length: number, more = 0): (string | number | null)[] => {
  const key = decodedCursor(cursor)
  if (!key || key.length < length || key.length > length + more) throw foreignCursor()
  return key
}

/** A page from `first + 1` rows. The extra row only shows that there is a next page. */
export const toConnection = <Row, Node>(
  rows: Row[],
  first: number,
  keyOf: (row: Row) => (string | number | null)[],
  nodeOf: (row: Row) => Node,
): Connection<Node> => {
  const edges = rows.slice(0, first).map((row) => ({ cursor: encodeCursor(keyOf(row)), node: nodeOf(row) }))
  return {
    edges,
    pageInfo: {
      hasNextPage: rows.length > first,
      startCursor: edges[0]?.cursor ?? null,
      endCursor: edges.at(-1)?.cursor ?? null,
    },
  }
}
