import type { Connection } from '../../schema/shared/paging.ts'
import { decodedCursor } from './paging.ts'

/**
 * A page that reads a limited number of rows can be short, even empty, and still have a next one (looked-page.ts). It is
 * read on once, so that a page with few rows is one after a real search, and costs two round trips at most.
 */

interface Asked {
  cursor?: string | undefined
  first?: number | undefined
}

const isPage = (answer: unknown): answer is Connection<unknown> =>
  typeof answer === 'object' && answer !== null && 'pageInfo' in answer && 'edges' in answer

/** How many short pages came before, if the cursor counts them. */
const shortPagesOf = (cursor: string | null | undefined): number | null => {
  const last = cursor ? decodedCursor(cursor)?.at(-1) : undefined
  return typeof last === 'number' ? last : null
}

/** Lists by several fields say themselves which of their pages have few rows. */
const isShort = (page: Connection<unknown>, { cursor, first = 1 }: Asked): boolean => {
  const { hasNextPage, endCursor } = page.pageInfo
  if (!hasNextPage || !endCursor || page.edges.length >= first) return false
  const [before, after] = [shortPagesOf(cursor), shortPagesOf(endCursor)]
  return page.edges.length === 0 || after === null || after > (before ?? 0)
}

const joined = (page: Connection<unknown>, next: Connection<unknown>): Connection<unknown> => ({
  edges: [...page.edges, ...next.edges],
  pageInfo: {
    hasNextPage: next.pageInfo.hasNextPage,
    startCursor: page.pageInfo.startCursor ?? next.pageInfo.startCursor,
    endCursor: next.pageInfo.endCursor ?? page.pageInfo.endCursor,
  },
})

interface Reading<C, I, O> {
  run: (context: C, input: I) => Promise<O>
  untilFound?: true
}

/**
 * The operation's answer, read on if it is a short page. With `untilFound` it is read on until something is found or
 * the list ends, however many rows that takes: who chooses something by its name takes an empty page for an answer.
 */
export const readOn = async <C, I, O>(operation: Reading<C, I, O>, context: C, input: I): Promise<O> => {
  const answer = await operation.run(context, input)
  const asked: Asked = Object(input)
  if (!isPage(answer) || !isShort(answer, asked)) return answer
  let page: Connection<unknown> = answer
  do {
    const rest = asked.first === undefined ? {} : { first: asked.first - page.edges.length }
    const next = await operation.run(context, Object.assign({}, input, { cursor: page.pageInfo.endCursor }, rest))
    if (!isPage(next)) return answer
    page = joined(page, next)
  } while (operation.untilFound && page.edges.length === 0 && page.pageInfo.hasNextPage)
  return Object.assign({}, answer, page)
}
