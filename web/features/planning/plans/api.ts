import { keepPreviousData, queryOptions, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import {
  copyPlanLinks,
  deletePlan,
  getPlan,
  importPlan,
  listPlanItems,
  planFigures,
  planList,
  planVendorOptions,
  previewPlanImport,
  savePlanItems,
} from '../../../../schema/planning/plans/endpoints.ts'
import type { PlanMappingKind } from '../../../../schema/planning/plans/values.ts'
import { revenueCategoryEndpoints } from '../../../../schema/platform/organisation/unit-endpoints.ts'
import { graphql, runGraphql } from '../../../lib/graphql.ts'
import { type BodyOf, call, type QueryOf } from '../../../lib/rest.ts'
import { filledPage } from '../../../ui/table/filled-page.ts'
import type { OptionSource } from '../../platform/lookups/index.ts'

export const planKeys = {
  all: ['plans'] as const,
  plan: (planId: string) => ['plans', 'plan', planId] as const,
  items: (planId: string) => ['plans', 'items', planId] as const,
}

export const readPlan = (planId: string, signal?: AbortSignal) => call(getPlan, { params: { planId }, signal })

export const usePlan = (planId: string) =>
  useQuery({ queryKey: planKeys.plan(planId), queryFn: ({ signal }) => readPlan(planId, signal) })

export const removePlan = (planId: string, commandId: string) => call(deletePlan, { params: { planId }, commandId })

const OPTIONS = graphql(`
  query PlanFilterOptions($planId: ID!) {
    fiFilterPlanOptions(planId: $planId) {
      departments { id name }
      businessUnits { id name }
      categories { id name }
      locations { id name }
      vendors { id name }
    }
  }
`)

export const usePlanOptions = (planId: string) =>
  useQuery({
    queryKey: [...planKeys.plan(planId), 'options'],
    queryFn: async ({ signal }) => (await runGraphql(OPTIONS, { planId }, { signal })).fiFilterPlanOptions,
  })

/** The vendors of a plan, of which there can be very many. */
export const planVendorSource =
  (planId: string): OptionSource =>
  (query, signal) =>
    call(planVendorOptions, { query: { ...query, planId }, signal })

export type AskedFigures = Omit<QueryOf<typeof planFigures>, 'cursor' | 'first'>

const FIGURES_PAGE = 20

export const useFigures = (planId: string, asked: AskedFigures) =>
  useInfiniteQuery({
    queryKey: [...planKeys.plan(planId), 'figures', asked],
    queryFn: ({ signal, pageParam }) =>
      call(planFigures, {
        params: { planId },
        query: { ...asked, first: FIGURES_PAGE, ...(pageParam && { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ pageInfo }) => (pageInfo.hasNextPage ? (pageInfo.endCursor ?? undefined) : undefined),
    placeholderData: keepPreviousData,
  })

export type ImportBody = BodyOf<typeof importPlan>
export const preview = (body: BodyOf<typeof previewPlanImport>) => call(previewPlanImport, { body })
export const sendImport = (body: ImportBody, commandId: string) => call(importPlan, { body, commandId })

// ---- Linking

export const ITEMS_PAGE = 20

export interface AskedItems {
  planId: string
  kind: PlanMappingKind
  search: string
  show: 'ALL' | 'UNMAPPED'
  cursor: string | undefined
  /** As many as people look through, instead of a page. */
  isAll: boolean
}

export const readItems = async (
  { planId, kind, search, show, cursor }: Omit<AskedItems, 'isAll'>,
  first: number,
  signal?: AbortSignal,
) => {
  const totals = { total: 0, unlinked: 0 }
  const page = await filledPage({ cursor, first }, async (part) => {
    const { total, unlinked, ...found } = await call(listPlanItems, {
      params: { planId, kind },
      query: { ...part, show, ...(search && { search }) },
      signal,
    })
    Object.assign(totals, { total, unlinked })
    return found
  })
  return { ...page, ...totals }
}

const LARGEST_PAGE = 100
const MOST_SHOWN = 500

const readAllItems = async (asked: AskedItems, signal: AbortSignal) => {
  let page = await readItems({ ...asked, cursor: undefined }, LARGEST_PAGE, signal)
  while (page.pageInfo.hasNextPage && page.pageInfo.endCursor && page.edges.length < MOST_SHOWN) {
    const more = await readItems({ ...asked, cursor: page.pageInfo.endCursor }, LARGEST_PAGE, signal)
    page = { ...more, edges: [...page.edges, ...more.edges] }
  }
  return page
}

export const itemsQuery = (asked: AskedItems) =>
  queryOptions({
    queryKey: [...planKeys.items(asked.planId), asked],
    queryFn: ({ signal }) => (asked.isAll ? readAllItems(asked, signal) : readItems(asked, ITEMS_PAGE, signal)),
    placeholderData: keepPreviousData,
  })

export type ItemChange = BodyOf<typeof savePlanItems>['changes'][number]

export const saveItems = (planId: string, kind: PlanMappingKind, changes: ItemChange[], commandId: string) =>
  call(savePlanItems, { params: { planId, kind }, body: { changes }, commandId })

export const copyLinks = (planId: string, kind: PlanMappingKind, fromPlanId: string, commandId: string) =>
  call(copyPlanLinks, { params: { planId, kind }, body: { fromPlanId }, commandId })

/** More plans than anyone copies from. */
const MOST_PLANS = 100

/** The company's plans, the latest first. */
export const usePlans = (enabled = true) =>
  useQuery({
    queryKey: [...planKeys.all, 'all'],
    queryFn: async ({ signal }) => {
      const page = await filledPage({ cursor: undefined, first: MOST_PLANS }, (part) =>
        call(planList.list, { query: part, signal }),
      )
      return page.edges.map(({ node }) => node)
    },
    enabled,
  })

/** Revenue categories have no options of their own. */
export const revenueCategorySource: OptionSource = async ({ search, first, ids }, signal) => {
  const page = await call(revenueCategoryEndpoints.list, {
    query: { ...(search && { search }), first: first ?? ITEMS_PAGE },
    signal,
  })
  const found = page.edges.filter(({ node }) => !ids || ids.includes(node.id))
  return {
    ...page,
    edges: found.map(({ cursor, node }) => ({ cursor, node: { label: node.name, value: node.id } })),
  }
}
