import { Refusal } from './refusals.ts'

/** Pages of results, as the record service and SuiteQL give them. */

/** By default, and at most. */
const PAGE = 1000

export interface Page {
  limit: number
  offset: number
}

/** Which page is asked for. Throws what NetSuite says of one that it doesn't have. */
export const pageIn = ({ searchParams }: URL): Page => {
  const given = (name: string, usual: number): number => {
    const text = searchParams.get(name)
    if (text === null) return usual
    if (!/^\d{1,9}$/.test(text))
      throw new Refusal(400, 'INVALID_PARAMETER', `Invalid value for the ${name} parameter. Provide a whole number.`)
    return Number(text)
  }
  const limit = given('limit', PAGE)
  const offset = given('offset', 0)
  if (limit < 1 || limit > PAGE)
    throw new Refusal(400, 'INVALID_PARAMETER', `The limit parameter must be between 1 and ${PAGE}.`)
  if (offset % limit !== 0)
    throw new Refusal(400, 'INVALID_PARAMETER', 'The offset parameter must be divisible by the limit parameter.')
  return { limit, offset }
}

/** One page of what was found, with the addresses of those around it. */
export const pageOf = <T>(url: URL, { limit, offset }: Page, found: readonly T[], shown: (each: T) => object) => {
  const items = found.slice(offset, offset + limit).map(shown)
  const hasMore = found.length > offset + limit
  const at = (rel: string, place: number) => ({
    rel,
    href: `${url.origin}${url.pathname}?limit=${limit}&offset=${place}`,
  })
  const last = Math.floor(Math.max(0, found.length - 1) / limit) * limit
  return {
    links: [
      ...(offset > 0 ? [at('previous', offset - limit), at('first', 0)] : []),
      ...(hasMore ? [at('next', offset + limit), at('last', last)] : []),
      at('self', offset),
    ],
    count: items.length,
    hasMore,
    items,
    offset,
    totalResults: found.length,
  }
}
