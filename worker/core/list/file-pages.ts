import type { Connection } from '../../../schema/shared/paging.ts'

/**
 * How much of a list is read at a time for its file. The first page is small, so that the file begins at once. Those
 * after it are large, because D1 answers a limited number of queries, and smaller where rows are long, because a
 * Worker's memory is limited as well.
 */
export const FIRST_PAGE = 200
const MOST_ROWS = 2_000
const LEAST_ROWS = 50
/** The length of a page, as JSON. It is in memory about four times: as rows, objects, text, and the page that waits. */
const PAGE_BYTES = 3_000_000
const SAMPLE = 25

type Page = Pick<Connection<unknown>, 'edges' | 'pageInfo'>

/** The size of the page after one with these objects. */
export const pageSizeFor = (objects: readonly unknown[]): number => {
  const step = Math.max(1, Math.floor(objects.length / SAMPLE))
  const sample = objects.filter((_, place) => place % step === 0).map((object) => JSON.stringify(object).length)
  if (sample.length === 0) return MOST_ROWS
  const average = sample.reduce((sum, length) => sum + length, 0) / sample.length
  return Math.min(MOST_ROWS, Math.max(LEAST_ROWS, Math.floor(PAGE_BYTES / average)))
}

/**
 * The pages of a file. The first one is read before the answer begins, so that a failure is still told as one. A later
 * failure breaks the transfer off (see csv.ts).
 */
export const filePages = async <P extends Page>(
  read: (page: { cursor: string | undefined; first: number }) => Promise<P>,
): Promise<{ first: P; pages: AsyncIterable<P> }> => {
  const first = await read({ cursor: undefined, first: FIRST_PAGE })
  async function* pages(): AsyncGenerator<P> {
    for (let page = first; ; ) {
      yield page
      const { hasNextPage, endCursor } = page.pageInfo
      if (!hasNextPage || !endCursor) return
      page = await read({ cursor: endCursor, first: pageSizeFor(page.edges) })
    }
  }
  return { first, pages: pages() }
}
