import { useMemo } from 'react'
import type { z } from 'zod'
import type { AnyEndpoint } from '../../../../schema/shared/endpoint.ts'
import type { List } from '../../../../schema/shared/list.ts'
import { type Found, foundOf, isNarrowedBy, queryOf } from '../../../../schema/shared/list-query.ts'
import type { Connection } from '../../../../schema/shared/paging.ts'
import { encodeQuery } from '../../../lib/encode.ts'
import { call, type ResponseOf } from '../../../lib/rest.ts'
import { usePageSearch } from '../../../lib/search-params.ts'
import type { PageRequest } from '../../../ui/table/data-table.tsx'
import { filledPage } from '../../../ui/table/filled-page.ts'
import { FIRST_PAGE } from '../../../ui/table/use-table-search.ts'
import { useUsedFilters } from './used-filters.ts'

/** A list's definition, with or without saved views. */
export type ShownList = Pick<
  List,
  'name' | 'noun' | 'nouns' | 'filters' | 'list' | 'totals' | 'amounts' | 'groups' | 'mostSorts'
> &
  Partial<Record<'byFilter' | 'saveFilters' | 'views' | 'deleteView', AnyEndpoint>> & {
    /** Its file, if that has an address of its own. */
    file?: Pick<AnyEndpoint, 'path'>
    /** The query for the endpoint, if the page's filters aren't the endpoint's. */
    toQuery?(query: Record<string, unknown>): Record<string, unknown>
    /** And back, for what was saved. */
    fromQuery?(query: Record<string, unknown>): Record<string, unknown>
  }

/** Sets filters, by their names in the address. What is undefined is removed. */
export type SetFound = (patch: Record<string, unknown>) => void

/** What the parts of a list share. `useList` makes it. */
export interface UsedList<Row> {
  definition: ShownList
  found: Found
  set: SetFound
  /** Filters that the page sets itself. */
  fixed: Found
  query: Record<string, unknown>
  /** The hash of shared filters, which replace the others. */
  shared: string | undefined
  isNarrowed: boolean
  clear: () => void
  queryKey: readonly unknown[]
  fetchPage: (page: PageRequest, signal: AbortSignal) => Promise<Connection<Row>>
}

/** Calls an endpoint of a list, whose types are those of its definition. */
export const ask = call as unknown as (endpoint: AnyEndpoint, options: object) => Promise<never>

type RowOf<L extends ShownList> = ResponseOf<L['list']>['edges'][number]['node']

const asIs = (query: Record<string, unknown>) => query

/**
 * The state of a list: what the address says about it, and its pages.
 * @param search the address of its page, with `addressSchema`
 * @param fixed filters that the page sets itself, such as the vendor whose page shows the list
 * @param more what its rows are asked for, such as what only some columns show
 */
export const useList = <L extends ShownList, S extends z.ZodObject>(
  definition: L,
  search: S,
  fixed: Found = {},
  more: Found = {},
) => {
  const [found, setFound] = usePageSearch(search)
  const { name, filters, list, byFilter, toQuery = asIs } = definition
  const isUsed = useUsedFilters()
  const named = Object.entries(queryOf(filters, found))
  const own = Object.fromEntries(named.filter(([key]) => fixed[key] === undefined && isUsed(filters[key])))
  const key = JSON.stringify({ ...own, ...fixed })
  const asked = JSON.stringify(more)
  const shared = byFilter ? (found.view as string | undefined) : undefined
  const used = useMemo(() => {
    const query = toQuery(JSON.parse(key) as Record<string, unknown>)
    const extra = JSON.parse(asked) as Found
    const set: SetFound = (patch) => setFound({ ...patch, ...FIRST_PAGE } as never)
    return {
      definition,
      query,
      set,
      clear: () => set({ ...foundOf(filters, {}), ...(byFilter && { view: undefined }) }),
      queryKey: [name, 'list', { ...(shared ? { view: shared } : query), ...extra }],
      fetchPage: ({ cursor, first, orderBy }: PageRequest, signal: AbortSignal) =>
        filledPage({ cursor, first }, (page) =>
          shared && byFilter
            ? ask(byFilter, { params: { hash: shared }, query: { ...page, orderBy }, signal })
            : ask(list, { query: { ...query, ...extra, ...page, orderBy }, signal }),
        ),
    }
  }, [definition, name, filters, list, byFilter, toQuery, key, asked, shared, setFound])
  const isNarrowed = isNarrowedBy(filters, own) || Boolean(shared)
  return { ...used, found, setFound, fixed, shared, isNarrowed } as UsedList<RowOf<L>> & {
    found: z.output<S>
    setFound: typeof setFound
  }
}

/** The file with the list's filters, of a list without saved views. */
export const fileHref = ({ definition, query }: Pick<UsedList<never>, 'definition' | 'query'>): string =>
  `${definition.file?.path ?? `${definition.list.path}.csv`}${encodeQuery(query)}`
