import type { Dimension } from '../../../../schema/planning/transactions/filters.ts'
import { DIMENSIONS, NO_VALUE } from '../../../../schema/planning/transactions/filters.ts'
import type { OptionKind } from '../../../../schema/platform/lookups/endpoints.ts'
import { revenueCategoryEndpoints } from '../../../../schema/platform/organisation/unit-endpoints.ts'
import type { Connection } from '../../../../schema/shared/paging.ts'
import type { Option } from '../../../../schema/shared/values.ts'
import { call } from '../../../lib/rest.ts'
import { type OptionSource, optionSource } from '../../platform/lookups/index.ts'

/** What can be chosen for a dimension, "none" included. */

const KINDS: Record<Dimension, OptionKind> = {
  department: 'department',
  businessUnit: 'business-unit',
  category: 'spend-category',
  location: 'location',
  vendor: 'vendor',
}

const EMPTY: Connection<Option> = {
  edges: [],
  pageInfo: { hasNextPage: false, startCursor: null, endCursor: null },
}

/** A company has few, so they are all read. */
const revenueCategories: OptionSource = async ({ search = '', ids }, signal) => {
  const options: Option[] = []
  let cursor: string | undefined
  do {
    const page = await call(revenueCategoryEndpoints.list, { query: { first: 100, ...(cursor && { cursor }) }, signal })
    options.push(...page.edges.map(({ node }) => ({ label: node.name, value: node.id })))
    cursor = page.pageInfo.hasNextPage ? (page.pageInfo.endCursor ?? undefined) : undefined
  } while (cursor)
  const fits = ({ label, value }: Option): boolean =>
    ids ? ids.includes(value) : label.toLowerCase().includes(search.toLowerCase())
  return { ...EMPTY, edges: options.filter(fits).map((node) => ({ cursor: node.value, node })) }
}

export interface Source {
  name: string
  kind: OptionKind
  load: OptionSource
}

const sourceOf = (dimension: Dimension, isRevenue: boolean): Source => {
  const kind = KINDS[dimension]
  const isRevenueCategory = dimension === 'category' && isRevenue
  const named = isRevenueCategory ? revenueCategories : optionSource(kind)
  const none: Option = { label: `No ${DIMENSIONS[dimension].label.toLowerCase()}`, value: NO_VALUE }
  const load: OptionSource = async (query, signal) => {
    const ids = query.ids?.filter((id) => id !== NO_VALUE)
    const page = ids?.length === 0 ? EMPTY : await named({ ...query, ...(ids && { ids }) }, signal)
    const isFirst = !('cursor' in query && query.cursor)
    const isAsked = query.ids
      ? query.ids.includes(NO_VALUE)
      : isFirst && none.label.toLowerCase().includes((query.search ?? '').toLowerCase())
    return isAsked ? { ...page, edges: [{ cursor: NO_VALUE, node: none }, ...page.edges] } : page
  }
  return { name: `transactions ${isRevenueCategory ? 'revenue-category' : kind}`, kind, load }
}

const ofType = (isRevenue: boolean): Record<Dimension, Source> => ({
  department: sourceOf('department', isRevenue),
  businessUnit: sourceOf('businessUnit', isRevenue),
  category: sourceOf('category', isRevenue),
  location: sourceOf('location', isRevenue),
  vendor: sourceOf('vendor', isRevenue),
})
const SOURCES = { expense: ofType(false), revenue: ofType(true) }

export const sourcesOf = (type: 'expense' | 'revenue'): Record<Dimension, Source> => SOURCES[type]
