import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import {
  listMappings,
  type MAPPING_SHOWN,
  type MappingSaved,
  saveMappings,
  undoMappings,
  unmappedCounts,
} from '../../../../schema/planning/actuals/mapping-endpoints.ts'
import { MOST_MAPPED_AT_ONCE } from '../../../../schema/planning/actuals/mapping-values.ts'
import type { MappedKind } from '../../../../schema/platform/accounting/values.ts'
import { revenueCategoryEndpoints } from '../../../../schema/platform/organisation/unit-endpoints.ts'
import { type BodyOf, call } from '../../../lib/rest.ts'
import { filledPage } from '../../../ui/table/filled-page.ts'
import { type OptionSource, optionSource } from '../../platform/lookups/index.ts'
import type { MappingKind } from './mapping-kinds.ts'

export type Shown = (typeof MAPPING_SHOWN)[number]
export type MappingPage = z.output<typeof listMappings.response>

export const mappingKeys = {
  all: ['erp-mappings'] as const,
  counts: ['erp-mappings', 'counts'] as const,
  page: (asked: AskedPage) => ['erp-mappings', 'page', asked] as const,
}

export interface AskedPage {
  kind: MappedKind
  show: Shown
  search: string
  /** Where it begins. */
  cursor: string | undefined
  /** Everything, instead of a page. */
  viewAll: boolean
}

export const PAGE_SIZE = 20
const LARGEST_PAGE = 100
/** More rows than anyone looks through. The largest amounts are among them. */
export const MOST_SHOWN = 2_000

const readPage = async (
  { kind, show, search, cursor, viewAll }: AskedPage,
  signal: AbortSignal,
): Promise<MappingPage> => {
  const totals = { total: 0, unmapped: 0 }
  const ask = async (part: { cursor: string | undefined; first: number }) => {
    const page = await call(listMappings, {
      params: { kind },
      query: { ...part, show, ...(search && { search }) },
      signal,
    })
    Object.assign(totals, { total: page.total, unmapped: page.unmapped })
    return page
  }
  if (!viewAll) return { ...(await filledPage({ cursor, first: PAGE_SIZE }, ask)), ...totals }
  let page = await filledPage({ cursor: undefined, first: LARGEST_PAGE }, ask)
  while (page.pageInfo.hasNextPage && page.pageInfo.endCursor && page.edges.length < MOST_SHOWN) {
    const more = await filledPage({ cursor: page.pageInfo.endCursor, first: LARGEST_PAGE }, ask)
    page = { edges: [...page.edges, ...more.edges], pageInfo: more.pageInfo }
  }
  return { ...page, ...totals }
}

export const useMappingPage = (asked: AskedPage) =>
  useQuery({
    queryKey: mappingKeys.page(asked),
    queryFn: ({ signal }) => readPage(asked, signal),
    placeholderData: (before, query) =>
      (query?.queryKey[2] as AskedPage | undefined)?.kind === asked.kind ? keepPreviousData(before) : undefined,
  })

export const useUnmappedCounts = () =>
  useQuery({ queryKey: mappingKeys.counts, queryFn: ({ signal }) => call(unmappedCounts, { signal }) })

export type Changes = BodyOf<typeof saveMappings>['changes']

/** Saves in parts that the server takes at once. Each part can be undone. */
export const saveParts = async (kind: MappedKind, changes: Changes, commandId: string): Promise<MappingSaved[]> => {
  const saved: MappingSaved[] = []
  for (let from = 0; from < changes.length; from += MOST_MAPPED_AT_ONCE) {
    const part = changes.slice(from, from + MOST_MAPPED_AT_ONCE)
    saved.push(
      await call(saveMappings, { params: { kind }, body: { changes: part }, commandId: `${commandId}-${from}` }),
    )
  }
  return saved
}

export const undoParts = async (saveIds: readonly string[], commandId: string) => {
  const undone = []
  for (const [at, saveId] of saveIds.entries())
    undone.push(await call(undoMappings, { params: { saveId }, commandId: `${commandId}-${at}` }))
  return undone
}

const revenueCategories: OptionSource = async ({ search, first }, signal) => {
  const page = await call(revenueCategoryEndpoints.list, {
    query: { ...(search && { search }), first: first ?? PAGE_SIZE },
    signal,
  })
  return {
    ...page,
    edges: page.edges.map(({ cursor, node }) => ({ cursor, node: { label: node.name, value: node.id } })),
  }
}

/** A new one is chosen by its name, behind this mark. No id begins so. */
const NEW = 'new:'
export const newValue = (name: string): string => `${NEW}${name}`
export const nameOfNew = (value: string): string | null => (value.startsWith(NEW) ? value.slice(NEW.length) : null)

/** What a row can be mapped to, and a new one with the typed name. */
export const targetSource = ({ options, target }: MappingKind): OptionSource => {
  const load = options ? optionSource(options) : revenueCategories
  return async (query, signal) => {
    if (query.ids) return { edges: [], pageInfo: { hasNextPage: false, startCursor: null, endCursor: null } }
    const page = await load(query, signal)
    const name = query.search?.trim() ?? ''
    const isKnown = page.edges.some(({ node }) => node.label.toLowerCase() === name.toLowerCase())
    if (name === '' || isKnown || page.pageInfo.hasNextPage) return page
    const made = { label: `New ${target} “${name}”`, value: newValue(name) }
    return { ...page, edges: [...page.edges, { cursor: '', node: made }] }
  }
}
