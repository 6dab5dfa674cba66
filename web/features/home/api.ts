import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
// From their own files: the first page loads no more of the area than it asks for.
import { listIntakeCategories } from '../../../schema/intake/category-endpoints.ts'
import { listIntakeSubmissions } from '../../../schema/intake/list-endpoints.ts'
import { needsAttention } from '../../../schema/intake/row-endpoints.ts'
import { call } from '../../lib/rest.ts'

export type AttentionFilter = z.output<NonNullable<typeof needsAttention.query>>['filter']

export const homeKeys = {
  all: ['home'] as const,
  attention: (filter: AttentionFilter) => ['home', 'attention', filter] as const,
  mine: ['home', 'mine'] as const,
  categories: ['home', 'categories'] as const,
}

export const SHOWN = 20
const OPEN_SHOWN = 6

export const useAttention = (filter: AttentionFilter) =>
  useQuery({
    queryKey: homeKeys.attention(filter),
    queryFn: ({ signal }) => call(needsAttention, { query: { filter, first: SHOWN }, signal }),
  })

/** The person's own requests that are still open, newest first. */
export const useMyOpenRequests = () =>
  useQuery({
    queryKey: homeKeys.mine,
    queryFn: ({ signal }) =>
      call(listIntakeSubmissions, {
        query: { mine: 'true', filter: 'ACTIVE', status: 'PENDING', first: OPEN_SHOWN },
        signal,
      }),
    placeholderData: keepPreviousData,
  })

export const useCategories = () =>
  useQuery({ queryKey: homeKeys.categories, queryFn: ({ signal }) => call(listIntakeCategories, { signal }) })
