import type { Connection } from '../../schema/shared/paging.ts'
import { AppError } from './errors.ts'

/** A cursor is the sort key and id of the last row. Clients can't read it. */
export const encodeCursor = (key: (string | number | null)[]): string =>
  btoa(unescape(encodeURIComponent(JSON.stringify(key))))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

/** @param more how many elements the key can have beyond its length */
export const decodeCursor = (cursor: string, length: number, more = 0): (string | number | null)[] => {
  try {
    const text = decodeURIComponent(escape(atob(cursor.replaceAll('-', '+').replaceAll('_', '/'))))
    const key: unknown = JSON.parse(text)
    const isKey =
      Array.isArray(key) &&
      key.length >= length &&
      key.length <= length + more &&
      key.every((part) => part === null || typeof part === 'string' || typeof part === 'number')
    if (isKey) return key as (string | number | null)[]
  } catch {
    // Falls through to the same error for every foreign cursor.
  }
  throw new AppError('INVALID', 'The cursor is not valid. Start from the first page.', {
    fields: { cursor: 'Not a valid cursor' },
  })
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
