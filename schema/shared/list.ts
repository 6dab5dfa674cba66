import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { connection, orderByOf, pageQuery } from './paging.ts'
import { id, requiredText } from './values.ts'

/**
 * A list: its filters and sort orders, written once. They make its endpoint and those of saved views, of the file with
 * the same filters, and of actions on several objects.
 */

interface Definition<
  Filters extends z.ZodRawShape,
  Sorts extends readonly [string, ...string[]],
  Node extends z.ZodType,
> {
  /** "vendors": the beginning of the endpoints' ids, and the name of its saved views. */
  name: string
  path: string
  noun: string
  nouns: string
  /** "by name", the order without another one. */
  usually: string
  filters: Filters
  sorts: Sorts
  node: Node
}

export const filterHash = z.string().regex(/^[0-9a-f]{16}$/, 'Not a valid hash')

const capital = (text: string): string => `${text[0]?.toUpperCase()}${text.slice(1)}`

export const listEndpoints = <
  const Filters extends z.ZodRawShape,
  const Sorts extends readonly [string, ...string[]],
  Node extends z.ZodType,
>({
  name,
  path,
  noun,
  nouns,
  usually,
  filters,
  sorts,
  node,
}: Definition<Filters, Sorts, Node>) => {
  const orderBy = { orderBy: orderByOf(z.enum(sorts)) }
  const saved = z.object({ ...filters, ...orderBy })
  const query = pageQuery.extend({ ...filters, ...orderBy })
  const hash = z.object({ hash: filterHash })
  return {
    name,
    noun,
    nouns,
    sorts,
    query,
    /** A set of filters as in the list's address. */
    saved,
    list: endpoint({
      id: `${name}.list`,
      method: 'GET',
      path,
      summary: `${capital(nouns)} ${usually}, page by page`,
      query,
      response: connection(node),
    }),
    saveFilters: endpoint({
      id: `${name}.save-filter`,
      method: 'POST',
      path: `${path}/by-filter`,
      summary: 'The hash of a set of filters: the same filters have the same hash. With a label, it is saved as a view',
      body: z.object({ filters: saved, label: requiredText(80).optional() }),
      response: hash,
    }),
    views: endpoint({
      id: `${name}.views`,
      method: 'GET',
      path: `${path}/views`,
      summary: `The views of the ${noun} list that the person has saved`,
      response: z.array(z.object({ id: z.string(), label: z.string(), hash: z.string(), filters: saved.partial() })),
    }),
    deleteView: endpoint({
      id: `${name}.delete-view`,
      method: 'DELETE',
      path: `${path}/views/{id}`,
      summary: 'Delete a saved view',
      params: z.object({ id }),
      response: z.null(),
    }),
    byFilter: endpoint({
      id: `${name}.by-filter`,
      method: 'GET',
      path: `${path}/by-filter/{hash}`,
      summary: `${capital(nouns)} by a saved set of filters`,
      params: hash,
      query: pageQuery.extend(orderBy),
      response: connection(node),
    }),
    download: endpoint({
      id: `${name}.by-filter-csv`,
      method: 'GET',
      path: `${path}/by-filter/{hash}.csv`,
      summary: `Every ${noun} of a saved set of filters, as CSV`,
      params: z.object({
        hash: z
          .string()
          .transform((value) => value.replace(/\.csv$/, ''))
          .pipe(filterHash),
      }),
      response: z.string(),
      raw: 'text/csv',
    }),
  }
}
export type ListEndpoints = ReturnType<typeof listEndpoints>

/** Up to a hundred objects of an action on several. */
export const several = (noun: string) =>
  z.array(id).min(1, `Choose at least one ${noun}`).max(100, 'At most 100 at once')

/**
 * The result for each object, in the given order. What the person can change is changed, all of it or nothing, and the
 * others get the reason.
 */
export const severalResults = z.object({
  results: z.array(z.object({ id: z.string(), ok: z.boolean(), message: z.string().nullable() })),
})
export type SeveralResults = z.infer<typeof severalResults>
