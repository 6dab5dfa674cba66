/** Answers of lists as RFC 7644, 3.4.2, writes them. */

export const LIST_SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:ListResponse'
export const MOST_LISTED = 100

export interface ListWish {
  filter?: string | undefined
  /** From 1. */
  startIndex: number
  count: number
}

export const listOf = <T>(resources: readonly T[], { total, startIndex }: { total: number; startIndex: number }) => ({
  schemas: [LIST_SCHEMA],
  totalResults: total,
  startIndex,
  itemsPerPage: resources.length,
  Resources: resources,
})

const wholeIn = (text: string | undefined, usual: number): number => {
  const number = Number.parseInt(text ?? '', 10)
  return Number.isSafeInteger(number) ? number : usual
}

/** As RFC 7644 reads them: a start below 1 is 1, a count below 0 is 0, and a text that is no number isn't there. */
export const listWishOf = (query: Readonly<Record<string, string>>): ListWish => {
  const named = new Map(Object.entries(query).map(([name, value]) => [name.toLowerCase(), value]))
  const filter = named.get('filter')
  return {
    ...(filter !== undefined && filter.trim() !== '' && { filter }),
    startIndex: Math.min(Math.max(1, wholeIn(named.get('startindex'), 1)), 10_000_000),
    count: Math.min(Math.max(0, wholeIn(named.get('count'), MOST_LISTED)), MOST_LISTED),
  }
}
