import type { Sort } from './types.ts'

/** The position in a keyset-paged list. The cursors that led here make Previous possible without asking the server. */
export interface PagePosition {
  cursors: string[]
}

export const currentCursor = ({ cursors }: PagePosition): string | undefined => cursors.at(-1)

export const nextPage = ({ cursors }: PagePosition, endCursor: string): PagePosition => ({
  cursors: [...cursors, endCursor],
})

export const previousPage = ({ cursors }: PagePosition): PagePosition => ({ cursors: cursors.slice(0, -1) })

/** Keyset paging doesn't know the total: "1–20 of more" while pages follow, "21–34" on the last one. */
export const rangeLabel = (position: PagePosition, shown: number, pageSize: number, hasNextPage: boolean): string => {
  if (shown === 0) return '0'
  const from = position.cursors.length * pageSize + 1
  const to = from + shown - 1
  const range = from === to ? `${from}` : `${from}–${to}`
  return hasNextPage ? `${range} of more` : range
}

/** A click on a header: ascending, descending, then the list's own order again. */
export const nextSort = (current: Sort | null, by: string): Sort | null => {
  if (current?.by !== by) return { by, dir: 'ASC' }
  return current.dir === 'ASC' ? { by, dir: 'DESC' } : null
}

/** `createdAt` or `-createdAt` in the address. */
export const parseSort = (text: string | undefined): Sort | null => {
  const match = /^(-?)(\w+)$/.exec(text ?? '')
  return match?.[2] ? { by: match[2], dir: match[1] ? 'DESC' : 'ASC' } : null
}

export const formatSort = (sort: Sort | null): string | undefined =>
  sort ? `${sort.dir === 'DESC' ? '-' : ''}${sort.by}` : undefined

/**
 * As the endpoints take it: `orderBy[by][]`, `orderBy[dir][]`.
 * @param groupBy the field that comes before the others, so that the rows of a group are together
 * @param isOne the list can't be sorted by several fields, so its groups have their own order within
 */
export const orderBy = (
  sort: Sort | null,
  groupBy: string | null = null,
  isOne = false,
): { by: string[]; dir: ('ASC' | 'DESC')[] } | undefined => {
  if (!groupBy || sort?.by === groupBy) return sort ? { by: [sort.by], dir: [sort.dir] } : undefined
  const within = sort && !isOne ? [sort] : []
  return { by: [groupBy, ...within.map(({ by }) => by)], dir: ['ASC', ...within.map(({ dir }) => dir)] }
}

/** Which row the keys j and k reach. Stays within the list. */
export const moveRow = (current: number, step: 1 | -1, count: number): number =>
  count === 0 ? -1 : Math.min(count - 1, Math.max(0, current + step))
