import { queryOptions, useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
// Imported from separate files, so that the first page loads only what it needs.
import { listIntakeCategories } from '../../../../schema/requests/categories/category-endpoints.ts'
import { needsAttention } from '../../../../schema/requests/submissions/row-endpoints.ts'
import { call } from '../../../lib/rest.ts'

export type AttentionFilter = z.output<NonNullable<typeof needsAttention.query>>['filter']

export const homeKeys = {
  attention: (filter: AttentionFilter) => ['home', 'attention', filter] as const,
  mine: ['home', 'mine'] as const,
  categories: ['home', 'categories'] as const,
}

export const SHOWN = 20

export const attentionQuery = (filter: AttentionFilter) =>
  queryOptions({
    queryKey: homeKeys.attention(filter),
    queryFn: ({ signal }) => call(needsAttention, { query: { filter, first: SHOWN }, signal }),
  })
export const useAttention = (filter: AttentionFilter) => useQuery(attentionQuery(filter))

export const useCategories = () =>
  useQuery({ queryKey: homeKeys.categories, queryFn: ({ signal }) => call(listIntakeCategories, { signal }) })
