import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type OptionKind, selectOptions } from '../../../../schema/platform/lookups/endpoints.ts'
import type { Connection } from '../../../../schema/shared/paging.ts'
import type { Option } from '../../../../schema/shared/values.ts'
import { call } from '../../../lib/rest.ts'
import { filledPage } from '../../../ui/table/filled-page.ts'

/** A page of options for a search text, or the labels of given ids. */
export type OptionSource = (
  query: { search?: string; ids?: string[]; first?: number },
  signal: AbortSignal,
) => Promise<Connection<Option>>

/** Known by its name in what was loaded. */
export interface NamedSource {
  name: string
  load: OptionSource
}

export const lookupKeys = {
  all: ['lookups'] as const,
  options: (source: string, search: string) => ['lookups', source, 'search', search] as const,
  labels: (source: string, ids: string[]) => ['lookups', source, 'labels', ids] as const,
}

export const optionSource =
  (kind: OptionKind): OptionSource =>
  (query, signal) =>
    call(selectOptions[kind], { query, signal })

/** What people choose of a kind everywhere. */
export const sourceOfKind = (kind: OptionKind): NamedSource => ({ name: kind, load: optionSource(kind) })

const PAGE = 50

const nodes = (page: Connection<Option>): Option[] => page.edges.map((edge) => edge.node)

export const useOptions = (name: string, source: OptionSource, search: string, enabled: boolean) =>
  useQuery({
    queryKey: lookupKeys.options(name, search),
    queryFn: async ({ signal }) => {
      const page = await filledPage({ cursor: undefined, first: PAGE }, (part) => source({ search, ...part }, signal))
      return { options: nodes(page), hasMore: page.pageInfo.hasNextPage }
    },
    placeholderData: keepPreviousData,
    enabled,
  })

/** The labels of ids whose options haven't been loaded. */
export const useOptionLabels = (name: string, source: OptionSource, ids: string[]) =>
  useQuery({
    queryKey: lookupKeys.labels(name, ids),
    queryFn: async ({ signal }) => nodes(await source({ ids, first: 100 }, signal)),
    enabled: ids.length > 0,
  })
