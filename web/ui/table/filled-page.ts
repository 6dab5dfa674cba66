import type { Connection } from '../../../schema/shared/paging.ts'

/** `cursor` is missing on the first page. */
interface Part {
  cursor: string | undefined
  first: number
}

/**
 * A page of a list. For filters that match few objects, the server searches only so many at a time. It is asked again
 * until the page is full or there are no more.
 */
export const filledPage = async <Node>(
  { cursor, first }: Part,
  ask: (part: Part) => Promise<Connection<Node>>,
): Promise<Connection<Node>> => {
  let page = await ask({ cursor, first })
  while (page.edges.length < first && page.pageInfo.hasNextPage && page.pageInfo.endCursor) {
    const more = await ask({ cursor: page.pageInfo.endCursor, first: first - page.edges.length })
    page = { edges: [...page.edges, ...more.edges], pageInfo: more.pageInfo }
  }
  return page
}
