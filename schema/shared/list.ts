import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { listColumnsText } from './list-columns.ts'
import { type Filters, filterSchemas } from './list-filters.ts'
import { listTotals, TOTALS_PART } from './list-totals.ts'
import { connection, orderByOf, pageQuery, sortDirection } from './paging.ts'
import type { CompanyFlag } from './permissions.ts'
import { id, requiredText } from './values.ts'

/**
 * A list: its filters and sort orders, written once. They make its endpoint and those of saved views, of the file with
 * the same filters, and of actions on several objects. See list-filters.ts for what screens make of it, and
 * worker/core/list for its statements.
 */

interface Definition<
  F extends Filters,
  Sorts extends readonly [string, ...string[]],
  Node extends z.ZodType,
  More extends z.ZodRawShape,
> {
  /** "vendors": the beginning of the endpoints' ids, and the name of its saved views. */
  name: string
  path: string
  noun: string
  nouns: string
  summary: string
  filters: F
  sorts: Sorts
  /** The endpoint's id, if it isn't made from the name. */
  id?: string
  /** The company's flags without which it isn't sorted or grouped by some of them. */
  sortFlags?: Readonly<Partial<Record<string, CompanyFlag>>>
  /** What it is asked for besides filters. */
  more?: More
  /** Set if it can't be sorted by several fields. */
  mostSorts?: 1
  /** What its totals add up, in words: "Amount". Without it, it has none. */
  amounts?: string
  /** Sort fields by which its totals can be grouped too. */
  groups?: readonly Sorts[number][]
  node: Node
}

export const filterHash = z.string().regex(/^[0-9a-f]{16}$/, 'Not a valid hash')

const capital = (text: string): string => `${text[0]?.toUpperCase()}${text.slice(1)}`

/** A list and its endpoint. */
export const listOf = <
  const F extends Filters,
  const Sorts extends readonly [string, ...string[]],
  Node extends z.ZodType,
  // biome-ignore lint/complexity/noBannedTypes: nothing more
  More extends z.ZodRawShape = {},
>(
  definition: Definition<F, Sorts, Node, More>,
) => {
  const { name, id: endpointId = `${name}.list`, path, summary, filters, sorts, mostSorts, more, node } = definition
  const { groups = [] } = definition
  const orderBy = { orderBy: orderByOf(z.enum(sorts), mostSorts) }
  /** A set of filters as in the list's address. */
  const saved = z.object({ ...filterSchemas(filters), ...orderBy })
  const query = pageQuery.extend({ ...saved.shape, ...(more as More) })
  const response = connection(node)
  const part = {
    cursor: pageQuery.shape.cursor,
    /** The hash of saved filters, which replace the others. For lists that save them. */
    hash: filterHash.optional(),
    /** By which field they are grouped besides, and in which direction their groups come. */
    ...(groups.length > 0 && { groupBy: z.enum(groups).optional(), groupDir: sortDirection.optional() }),
  }
  return {
    ...definition,
    saved,
    query,
    list: endpoint({ id: endpointId, method: 'GET', path, summary, query, response }),
    totals: endpoint({
      id: `${name}.totals`,
      method: 'GET',
      path: `${path}/totals`,
      summary: `What all ${definition.nouns} that match the filters come to, by currency, up to ${TOTALS_PART} at a time`,
      query: z.object({ ...filterSchemas(filters), ...part }),
      response: listTotals,
    }),
  }
}

/** The file with the same filters, for lists without saved views. */
export const fileOf = <Saved extends z.ZodObject>(
  { name, path, saved }: { name: string; path: string; saved: Saved },
  summary: string,
) =>
  endpoint({
    id: `${name}.list-csv`,
    method: 'GET',
    path: `${path}.csv`,
    summary,
    query: saved,
    response: z.string(),
    raw: 'text/csv',
  })

/** A list with saved views, whose file has the filters of a saved set. */
export const listEndpoints = <
  const F extends Filters,
  const Sorts extends readonly [string, ...string[]],
  Node extends z.ZodType,
>(
  definition: Definition<F, Sorts, Node, Record<never, never>>,
) => {
  const { name, path, noun, nouns, sorts, mostSorts, node } = definition
  const list = listOf(definition)
  /** With how it looks, which its rows don't depend on. */
  const kept = list.saved.extend({ columns: listColumnsText.optional(), groupBy: z.enum(sorts).optional() })
  const hash = z.object({ hash: filterHash })
  return {
    ...list,
    saveFilters: endpoint({
      id: `${name}.save-filter`,
      method: 'POST',
      path: `${path}/by-filter`,
      summary: 'The hash of a set of filters: the same filters have the same hash. With a label, it is saved as a view',
      body: z.object({ filters: kept, label: requiredText(80).optional() }),
      response: hash,
    }),
    views: endpoint({
      id: `${name}.views`,
      method: 'GET',
      path: `${path}/views`,
      summary: `The views of the ${noun} list that the person has saved`,
      response: z.array(z.object({ id: z.string(), label: z.string(), hash: z.string(), filters: kept.partial() })),
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
      query: pageQuery.extend({ orderBy: orderByOf(z.enum(sorts), mostSorts) }),
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
export type List = ReturnType<typeof listOf>
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
