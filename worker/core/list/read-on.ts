import type { Connection } from '../../../schema/shared/paging.ts'
import type { BaseContext } from '../operation.ts'
import { decodedCursor, encodeCursor } from '../paging.ts'

/**
 * A page that reads a limited number of rows can be short, even empty, and still have a next one (looked-page.ts). It is
 * read on once, with what is left of what a page may cost.
 */

/**
 * What a page may cost, with the session's read. A list that reads names of what it found needs one trip more if only the
 * rest has something.
 */
const MOST_ROWS = 300
const MOST_TRIPS = 2
/** The rest reads so many times as much as the beginning, at most. A smaller part than the least isn't worth it. */
const MOST_MORE = 3
const LEAST_MORE = 0.3
/** What is found there costs some rows, too. */
const CAUTION = 0.5
/** Who chooses something by its name takes an empty page for an answer. */
const MORE_UNTIL_FOUND = 10_000

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

const isShort = ({ pageInfo, edges }: Connection<unknown>, { first = 1 }: Asked): boolean =>
  pageInfo.hasNextPage && pageInfo.endCursor !== null && edges.length < first

/** Where it is read on, if it is: of a page that counts short ones, with how much more is read. */
const cursorOf = (
  page: Connection<unknown>,
  { db }: BaseContext,
  { untilFound, cursor }: { untilFound: boolean; cursor: string | undefined },
): string | null => {
  const { endCursor } = page.pageInfo
  const { rowsRead, roundTrips } = db.cost
  const key = (endCursor && decodedCursor(endCursor)) || []
  const shortPages = key.at(-1)
  const isCounted = typeof shortPages === 'number'
  // The page that is read on counts once, if it does: some lists say of few rows that they are enough.
  const before = Math.min(shortPagesOf(cursor) ?? 0, Number(shortPages))
  const readAgain = (more: number) => encodeCursor([...key.slice(0, -1), before, more])
  if (untilFound && page.edges.length === 0) return isCounted ? readAgain(MORE_UNTIL_FOUND) : endCursor
  const more = (CAUTION * (MOST_ROWS - rowsRead)) / Math.max(rowsRead, 1)
  if (roundTrips >= MOST_TRIPS || more < (isCounted ? LEAST_MORE : 1)) return null
  return isCounted ? readAgain(Math.min(more, MOST_MORE)) : endCursor
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
  untilFound?: boolean
}

/**
 * The operation's answer, read on if it is a short page. With `untilFound` it is read on until something is found or
 * the list ends, however many rows that takes.
 */
export const readOn = async <C extends BaseContext, I, O>(
  { run, untilFound = false }: Reading<C, I, O>,
  context: C,
  input: I,
): Promise<O> => {
  const answer = await run(context, input)
  const asked: Asked = Object(input)
  if (!isPage(answer) || !isShort(answer, asked)) return answer
  let page: Connection<unknown> = answer
  do {
    const cursor = cursorOf(page, context, { untilFound, cursor: asked.cursor })
    if (cursor === null) break
    const rest = asked.first === undefined ? {} : { first: asked.first - page.edges.length }
    const next = await run(context, Object.assign({}, input, { cursor }, rest))
    if (!isPage(next)) return answer
    page = joined(page, next)
  } while (untilFound && page.edges.length === 0 && page.pageInfo.hasNextPage)
  return Object.assign({}, answer, page)
}
