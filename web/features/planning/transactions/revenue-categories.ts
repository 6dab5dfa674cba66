import { revenueCategoryEndpoints } from '../../../../schema/platform/organisation/unit-endpoints.ts'
import { call } from '../../../lib/rest.ts'
import type { OptionSource } from '../../platform/lookups/index.ts'

const PAGE_SIZE = 20
const NONE = { edges: [], pageInfo: { hasNextPage: false, startCursor: null, endCursor: null } }

const load: OptionSource = async ({ search, first, ids }, signal) => {
  // The chosen one is known by its name.
  if (ids) return NONE
  const page = await call(revenueCategoryEndpoints.list, {
    query: { ...(search && { search }), first: first ?? PAGE_SIZE },
    signal,
  })
  return {
    ...page,
    edges: page.edges.map(({ cursor, node }) => ({ cursor, node: { label: node.name, value: node.id } })),
  }
}

export const REVENUE_CATEGORIES = { name: 'revenue-categories', load }
